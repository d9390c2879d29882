"""Shared values and words, as sparse products, against sets and dictionaries."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matcher_schemas import desk, plant

from aligner.candidates import Candidates
from aligner.entity import Entity, Schema
from aligner.profiles import FieldProfile, Sketch
from matchers.commonplace import COMMONPLACE, commonplace_hashes
from matchers.overlap import common_words, shared_values, shared_words
from sources import load_records

COMMON = int(commonplace_hashes()[0])
bags = st.dictionaries(st.integers(1, 12) | st.just(COMMON), st.integers(1, 5), max_size=6)
fields = st.lists(bags, min_size=1, max_size=5)


def schema_of(name: str, bags: list[dict[int, int]]) -> Schema:
    sketches = [Sketch(tuple(sorted(bag.items()))) for bag in bags]
    profiles = [FieldProfile(records=9, filled=9, values=9, value_sketch=each, token_sketch=each) for each in sketches]
    return Schema(name, tuple(Entity(f"{name}:{n}", str(n), profile=each) for n, each in enumerate(profiles)))


def holders(ours: list[dict[int, int]], theirs: list[dict[int, int]]) -> Counter[int]:
    return Counter(value for bag in (*ours, *theirs) for value in bag)


@settings(max_examples=100, deadline=None)
@given(ours=fields, theirs=fields)
def test_shared_values(ours, theirs):
    source, target = schema_of("a", ours), schema_of("b", theirs)
    pairs = Candidates.all_pairs(source, target)
    overlap, shared = shared_values(source, target, pairs)
    number = holders(ours, theirs)
    telling = {value: 0.0 if value == COMMON else 2 / max(count, 2) for value, count in number.items()}
    for row, (i, j) in enumerate(pairs.pairs()):
        both = ours[i].keys() & theirs[j].keys()
        assert shared[row] == len(both)
        smaller = min(sum(telling[value] for value in bag) for bag in (ours[i], theirs[j]))
        share = min(sum(telling[value] for value in both) / smaller, 1.0) if smaller else 0.0
        assert overlap[row] == pytest.approx(share * len(both) / (len(both) + 2))


@settings(max_examples=100, deadline=None)
@given(ours=fields, theirs=fields)
def test_shared_words(ours, theirs):
    source, target = schema_of("a", ours), schema_of("b", theirs)
    pairs = Candidates.all_pairs(source, target)
    found = shared_words(source, target, pairs)
    number, size = holders(ours, theirs), len(ours) + len(theirs)
    rarity = {word: 0.0 if word == COMMON else math.log((size + 1) / count) for word, count in number.items()}
    for row, (i, j) in enumerate(pairs.pairs()):
        norms = [math.sqrt(sum(rarity[word] ** 2 for word in bag)) for bag in (ours[i], theirs[j])]
        dot = sum(rarity[word] ** 2 for word in ours[i].keys() & theirs[j].keys())
        assert found[row] == pytest.approx(dot / math.prod(norms) if math.prod(norms) else 0.0)


@settings(max_examples=100, deadline=None)
@given(ours=fields, theirs=fields, share=st.sampled_from([0.1, 0.25, 0.5]))
def test_common_words(ours, theirs, share):
    source, target = schema_of("a", ours), schema_of("b", theirs)
    pairs = Candidates.all_pairs(source, target)
    found = common_words(source, target, pairs, share)

    def part(bag: dict[int, int], other: dict[int, int]) -> float:
        common = {word for word, count in other.items() if count / sum(other.values()) >= share}
        return sum(count for word, count in bag.items() if word in common) / max(sum(bag.values()), 1)

    for row, (i, j) in enumerate(pairs.pairs()):
        assert found[row] == pytest.approx(min(part(ours[i], theirs[j]), part(theirs[j], ours[i])))


def test_values_that_every_list_of_codes_has_tell_nothing():
    lists = [load_records([{"code": value} for value in COMMONPLACE.split()], name).schema for name in "ab"]
    overlap, shared = shared_values(*lists, Candidates.of([(0, 0)]))
    assert overlap[0] == 0
    assert shared[0] >= 50


def test_the_commonplace_hashes_are_those_of_the_sketches():
    """Also whatever the profiler's canonical form does to the values."""
    profile = load_records([{"code": value} for value in COMMONPLACE.split()], "a").schema.entities[0].profile
    assert profile.value_sketch.hashes <= set(commonplace_hashes().tolist())


def test_real_profiles_share_what_their_values_share():
    pairs = Candidates.of([(desk().positions["desk:ticketNo"], plant().positions["plant:desk_ticket"])])
    overlap, shared = shared_values(desk(), plant(), pairs)
    assert shared[0] == 12
    assert overlap[0] == pytest.approx(12 / 14, abs=0.05)
    assert np.all(overlap <= 1)
