"""The likeness of all names at once against a slow version of one pair; what the name matcher makes of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_tables import schema

from aligner.candidates import Candidates
from aligner.matcher import MatchContext
from matchers import EqualityMatcher, NameMatcher
from matchers.likeness import (
    FREQUENCY,
    LIGHT_WEIGHT,
    OPPOSED,
    PLACEHOLDERS,
    SPELLING,
    alike,
    likeness,
    names,
    respelt,
)
from matchers.thesaurus import GROUPS, LIGHT, OPPOSITE_WORDS, groups_of, opposed
from matchers.words import pieces, understood

CONTEXT = MatchContext()
WORDS = [
    "created", "date", "owner", "author", "first", "last", "status", "crtd", "zq", "7", "12", "field", "x", "Name",
    "id", "from", "to", "billing", "shipping", "identifier", "colour", "color", "custnm", "customer", "nm",
]  # fmt: skip
labels = st.lists(st.sampled_from(WORDS), min_size=0, max_size=3).map("_".join)
schemas = st.lists(labels, min_size=1, max_size=6, unique=True)


def slow_words(labels: list[str]) -> list[tuple[str, ...]]:
    written = [pieces(label) for label in labels]
    if len(written) >= 3 and all(len(each) > 1 and each[0] == written[0][0] for each in written):
        written = [each[1:] for each in written]
    return [understood(each) or ("",) for each in written]


def slow_weight(word: str, every: list[tuple[str, ...]]) -> float:
    others = sum(word in name for name in every) - 1
    light = LIGHT_WEIGHT if word in LIGHT or word.isdecimal() else 1.0
    return light / (1 + FREQUENCY * others / max(len(every), 10))


def slow_telling(word: str, name: tuple[str, ...]) -> bool:
    numbered = any(each.isdecimal() for each in name)
    return not (word.isdecimal() or word in PLACEHOLDERS or (numbered and len(word) == 1))


def slow_likeness(ours: list[str], theirs: list[str], i: int, j: int, thesaurus: bool) -> float:
    every = slow_words(ours), slow_words(theirs)
    left, right = every[0][i], every[1][j]
    best = {word: max(alike(word, other, thesaurus) for other in right) for word in left}
    best_right = {word: max(alike(other, word, thesaurus) for other in left) for word in right}
    found = sum(best[word] * slow_weight(word, every[0]) for word in left)
    found += sum(best_right[word] * slow_weight(word, every[1]) for word in right)
    total = sum(slow_weight(word, every[0]) for word in left) + sum(slow_weight(word, every[1]) for word in right)
    share = found / total if any(best[word] and slow_telling(word, left) for word in left) else 0.0
    for word in left:
        for other in right:
            if opposed(word, other) and best[word] < SPELLING and best_right[other] < SPELLING:
                share *= OPPOSED
                return max(share, slow_respelt(ours, theirs, i, j))
    return max(share, slow_respelt(ours, theirs, i, j))


def slow_respelt(ours: list[str], theirs: list[str], i: int, j: int) -> float:
    written = [names(schema(name, some)).written for name, some in (("a", ours), ("b", theirs))]
    order = [sorted(f"{name}:{each}" for each in some) for name, some in (("a", ours), ("b", theirs))]
    left = written[0][order[0].index(f"a:{ours[i]}")]
    right = written[1][order[1].index(f"b:{theirs[j]}")]
    words = slow_words(ours)[i], slow_words(theirs)[j]
    tell = all(any(slow_telling(word, name) for word in name) for name in words)
    return respelt(left, right) if tell else 0.0


@settings(max_examples=120, deadline=None)
@given(ours=schemas, theirs=schemas, thesaurus=st.booleans())
def test_all_at_once_is_one_at_a_time(ours, theirs, thesaurus):
    source, target = schema("a", ours), schema("b", theirs)
    matrix = likeness(names(source), names(target), thesaurus)
    for i, left in enumerate(source.entities):
        for j, right in enumerate(target.entities):
            slow = slow_likeness(ours, theirs, ours.index(left.label), theirs.index(right.label), thesaurus)
            assert matrix[i, j] == pytest.approx(slow), (left.label, right.label)


@settings(max_examples=60, deadline=None)
@given(ours=schemas, theirs=schemas, block=st.integers(1, 4))
def test_blocks_do_not_matter(ours, theirs, block):
    source, target = names(schema("a", ours)), names(schema("b", theirs))
    pieces = [likeness(source.block(at, at + block), target, True) for at in range(0, len(ours), block)]
    np.testing.assert_array_equal(np.concatenate(pieces), likeness(source, target, True))


def name_score(left: str, right: str, thesaurus: bool = True) -> float:
    source, target = schema("a", [left]), schema("b", [right])
    return float(NameMatcher(thesaurus).score(source, target, Candidates.of([(0, 0)]), CONTEXT)[0])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("created_at", "createdAt"), ("createdat", "created_at"), ("CREATED-AT", "created at"), ("tags", "tag"),
        ("cust_nm", "CustomerName"), ("cstmr", "customer"), ("crtdt", "created_at"), ("empno", "employee_no"),
        ("phn", "Phone"), ("organisation", "organization"), ("mobile", "phone"), ("body", "description"),
    ],
)  # fmt: skip
def test_names_that_mean_the_same(left, right):
    assert name_score(left, right) > 0.6


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("created_at", "due_date"), ("first_name", "last_name"), ("billing_street", "shipping_street"),
        ("priority", "severity"), ("email", "phone"), ("title", "owner"), ("from_place", "to_place"),
    ],
)  # fmt: skip
def test_names_that_do_not(left, right):
    assert not name_score(left, right) > 0.6


@pytest.mark.parametrize("opaque", ["f1", "column7", "X12", "attr_3", "Unnamed: 0", "qzx", "9", "", "--", "字段"])
@pytest.mark.parametrize("known", ["created_at", "owner", "line1", "9th"])
def test_opaque_names_are_no_evidence_against(opaque, known):
    assert np.isnan(name_score(opaque, known)), "says nothing"
    assert np.isnan(name_score(known, opaque))


def test_numbered_placeholders_are_no_evidence_for():
    assert np.isnan(name_score("column1", "column1"))
    assert np.isnan(name_score("f1", "f2"))
    assert np.isnan(name_score("x_1", "line_1"))


def test_more_agreement_never_scores_lower():
    """Also where the words are unknown: sharing a word is never worse than sharing none, which is no evidence."""
    assert name_score("zorb_quux", "zorb_flim") >= 0.5
    assert name_score("zorb_quux", "zorb_quux") > name_score("zorb_quux", "zorb_flim")


def test_what_all_names_of_a_table_begin_with_is_not_part_of_them():
    source = schema("a", ["crew_name", "crew_age", "crew_rank"])
    assert names(source).of == (("age",), ("name",), ("rank",))
    assert names(schema("b", ["crew_name", "crew_age"])).of == (("crew", "age"), ("crew", "name")), "two are no table"


def test_without_a_thesaurus_synonyms_are_unknown():
    assert name_score("author", "creator") > 0.7
    assert np.isnan(name_score("author", "creator", thesaurus=False))


def test_equality_needs_a_name():
    source, target = schema("a", ["--"]), schema("b", ["..."])
    assert np.isnan(EqualityMatcher().score(source, target, Candidates.of([(0, 0)]), CONTEXT)[0])


def test_groups_hold_single_words_in_their_singular():
    for members in GROUPS.values():
        for word in members.split():
            assert understood((word,)) == (word,), "a word that `words` never yields is never found"


def test_opposition_is_mutual_and_never_of_synonyms():
    every = sorted(
        {word for members in GROUPS.values() for word in members.split()} | {w for p in OPPOSITE_WORDS for w in p}
    )
    for left in every:
        for right in every:
            assert opposed(left, right) == opposed(right, left)
            assert alike(left, right, True) == alike(right, left, True)
            if opposed(left, right) and not {(left, right), (right, left)} & set(OPPOSITE_WORDS):
                assert not groups_of(left) & groups_of(right)
