"""Profiles merge: the profile of the parts together is the profile of the whole."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import fields, replace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.profiles import (
    APPROXIMATE,
    EXACT,
    HASH_DIGITS,
    SKETCH_SIZE,
    FieldProfile,
    Sketch,
    Summary,
    merge_counts,
    merge_profiles,
)

fast = settings(max_examples=60, deadline=None)
SMALL = 4  # a sketch this small overflows in the tests

hashes = st.lists(st.integers(0, 30), max_size=25)
numbers = st.lists(st.integers(-50, 50).map(float), max_size=8)
names = st.sampled_from(["date", "person", "url", "code"])
tables = st.dictionaries(names, st.integers(1, 9), max_size=3).map(lambda table: tuple(sorted(table.items())))

tops = tables.map(lambda table: tuple(sorted(table, key=lambda row: (-row[1], row[0]))))  # commonest first


def sketch(values: list[int], size: int) -> Sketch:
    """Oracle: count everything, keep the smallest."""
    return Sketch(tuple(sorted(Counter(values).items())[:size]))


def summary(values: list[float]) -> Summary:
    buckets = tuple(sorted(Counter(int(value // 10) for value in values).items()))
    return Summary(len(values), min(values, default=None), max(values, default=None), buckets)


@st.composite
def profiles(draw: st.DrawFn) -> FieldProfile:
    count = st.integers(0, 99)
    examples = draw(st.lists(st.integers(0, 99), unique=True, max_size=3))
    return FieldProfile(
        records=draw(count),
        filled=draw(count),
        values=draw(count),
        list_records=draw(count),
        kinds=draw(tables),
        value_sketch=sketch(draw(hashes), SMALL),
        token_sketch=sketch(draw(hashes), SMALL),
        lengths=summary(draw(numbers)),
        numbers=summary(draw(numbers)),
        times=summary(draw(numbers)),
        ambiguous_zones=draw(count),
        roles=draw(tables),
        patterns=draw(tops),
        top_values=draw(tops),
        examples=tuple(sorted((hash_, f"record {hash_}") for hash_ in examples)),
    )


def exact(profile: FieldProfile) -> dict[str, object]:
    return {name: getattr(profile, name) for name in EXACT}


@fast
@given(a=profiles(), b=profiles(), c=profiles())
def test_merge_is_associative_and_commutative_for_what_is_exact(a, b, c):
    with patch("aligner.profiles.SKETCH_SIZE", SMALL):
        assert exact(a.merge(b)) == exact(b.merge(a))
        assert exact(a.merge(b).merge(c)) == exact(a.merge(b.merge(c)))


@fast
@given(profile=profiles())
def test_an_empty_part_changes_nothing(profile):
    with patch("aligner.profiles.SKETCH_SIZE", SMALL):
        assert profile.merge(FieldProfile()) == profile == merge_profiles([profile]).merge(merge_profiles([]))


def test_every_part_says_whether_it_is_exact():
    assert {each.name for each in fields(FieldProfile)} == EXACT | APPROXIMATE
    assert not EXACT & APPROXIMATE


def test_other_versions_do_not_merge():
    with pytest.raises(ValueError, match="do not merge"):
        FieldProfile().merge(replace(FieldProfile(), version="0"))


@fast
@given(parts=st.lists(hashes, min_size=1, max_size=5))
def test_merged_sketches_are_the_sketch_of_all_values(parts):
    whole = sketch([value for part in parts for value in part], SMALL)
    with patch("aligner.profiles.SKETCH_SIZE", SMALL):
        merged = Sketch()
        for part in parts:
            merged = merged.merge(sketch(part, SMALL))
    assert merged == whole


@fast
@given(left=hashes, right=hashes)
def test_overlap_of_small_sketches_is_exact(left, right):
    shared = len(set(left) & set(right)), len(set(left)), len(set(right))
    assert sketch(left, SKETCH_SIZE).overlap(sketch(right, SKETCH_SIZE)) == shared


@fast
@given(left=hashes, right=hashes)
def test_overlap_of_full_sketches_counts_a_sample_of_the_union(left, right):
    """Oracle: all distinct values up to the largest hash that both sketches would keep."""
    with patch("aligner.profiles.SKETCH_SIZE", SMALL):
        found = sketch(left, SMALL).overlap(sketch(right, SMALL))
        lasts = [sorted(set(side))[SMALL - 1] for side in (left, right) if len(set(side)) >= SMALL]
    bound = min(lasts, default=30)
    own, others = ({value for value in side if value <= bound} for side in (left, right))
    assert found == (len(own & others), len(own), len(others))


def md5(value: str) -> int:
    return int(hashlib.md5(value.encode()).hexdigest()[:HASH_DIGITS], 16)


def test_estimates_of_large_sketches_are_close():
    left = sketch([md5(f"value {n}") for n in range(6000)], SKETCH_SIZE)
    right = sketch([md5(f"value {n}") for n in range(3000, 9000)], SKETCH_SIZE)
    shared, own, others = left.overlap(right)
    assert left.distinct() == pytest.approx(6000, rel=0.2)
    assert left.merge(right).distinct() == pytest.approx(9000, rel=0.2)
    assert shared / (own + others - shared) == pytest.approx(1 / 3, abs=0.1)
    assert shared / own == pytest.approx(1 / 2, abs=0.12)


@fast
@given(left=numbers, right=numbers)
def test_merged_summaries_are_the_summary_of_all_numbers(left, right):
    assert summary(left).merge(summary(right)) == summary(left + right)


@fast
@given(values=numbers.filter(bool), share=st.floats(0.01, 1))
def test_quantile_bucket_holds_the_quantile(values, share):
    """Oracle: the smallest number with at least that share of the numbers at or below it."""
    rank = next(n for n in range(1, len(values) + 1) if n >= share * len(values))
    assert summary(values).quantile_bucket(share) == int(sorted(values)[rank - 1] // 10)


def test_no_numbers_have_no_quantile():
    assert Summary().quantile_bucket(0.5) is None


def test_shares():
    profile = FieldProfile(
        records=10,
        filled=8,
        values=16,
        list_records=4,
        kinds=(("date", 12), ("text", 4)),
        value_sketch=Sketch(((1, 10), (2, 6))),
        roles=(("earliest", 6),),
    )
    assert (profile.missing, profile.fill, profile.list_share) == (2, 0.8, 0.5)
    assert (profile.distinct, profile.uniqueness) == (2, 0.125)
    assert profile.kind_shares() == {"date": 0.75, "text": 0.25}
    assert (profile.role_share("earliest"), profile.role_share("latest")) == (0.75, 0)
    empty = FieldProfile()
    assert (empty.fill, empty.uniqueness, empty.list_share, empty.kind_shares()) == (0, 0, 0, {})


def test_counts_add_up_by_key():
    assert merge_counts((("b", 2), ("a", 1)), (("b", 3),)) == (("a", 1), ("b", 5))
