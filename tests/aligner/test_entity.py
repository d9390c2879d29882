"""Schemas, candidates, and the order in which scores are looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_tables import NAN, schema, score_table, score_tables

from aligner.candidates import Candidates, comparable
from aligner.entity import Entity, EntityKind, Schema
from aligner.errors import InputError, UnknownNameError
from aligner.profiles import FieldProfile

fast = settings(max_examples=60, deadline=None)
pairs = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=20)


@fast
@given(one=pairs, two=pairs)
def test_candidates_are_sorted_sets_of_pairs(one, two):
    left, right = Candidates.of(one), Candidates.of(two)
    assert left.pairs() == sorted(set(one))
    assert len(left) == len(set(one))
    assert left.union(right).pairs() == sorted({*one, *two})
    assert left.transposed().pairs() == sorted({(j, i) for i, j in one})
    assert left.transposed().transposed().pairs() == left.pairs()


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (EntityKind.FIELD, EntityKind.FIELD, True),
        (EntityKind.FIELD, EntityKind.DATA_PROPERTY, True),
        (EntityKind.OBJECT_PROPERTY, EntityKind.DATA_PROPERTY, True),
        (EntityKind.FIELD, EntityKind.OBJECT_PROPERTY, False),
        (EntityKind.CLASS, EntityKind.FIELD, False),
        (EntityKind.CLASS, EntityKind.INDIVIDUAL, False),
    ],
)
def test_kinds_that_may_match(left, right, expected):
    assert comparable(left, right) is comparable(right, left) is expected


def test_all_pairs_leaves_out_kinds_that_may_not_match():
    left = Schema("a", (Entity("a:1", "x"), Entity("a:2", "y", EntityKind.CLASS)))
    right = Schema("b", (Entity("b:1", "x"), Entity("b:2", "y", EntityKind.CLASS), Entity("b:3", "z")))
    assert Candidates.all_pairs(left, right).pairs() == [(0, 0), (0, 2), (1, 1)]


def test_a_schema_is_in_the_order_of_its_ids_and_names_a_double():
    assert [each.id for each in schema("a", ["z", "x"]).entities] == ["a:x", "a:z"]
    with pytest.raises(InputError, match="'a' share the id 'a:x'"):
        schema("a", ["x", "x"])


def test_a_schema_finds_its_entities_and_names_those_it_has():
    found = schema("a", ["x", "y"])
    assert found["a:y"].label == "y"
    with pytest.raises(UnknownNameError, match="a:x, a:y"):
        found["a:z"]


def test_fingerprint_sees_every_part_and_no_order():
    base = schema("a", ["x", "y"])
    entity = base.entities[0]
    changed = [
        replace(base, name="b"),
        replace(base, version="2"),
        replace(base, prefixes={"a": "https://example.org/"}),
        replace(base, entities=(*base.entities, Entity("a:z", "z"))),
        replace(base, entities=(replace(entity, label="X"), base.entities[1])),
        replace(base, entities=(replace(entity, profile=FieldProfile(records=1)), base.entities[1])),
    ]
    prints = {each.fingerprint for each in (base, *changed)}
    assert len(prints) == len(changed) + 1
    assert replace(base, entities=base.entities[::-1]).fingerprint == base.fingerprint


@fast
@given(scores=score_tables())
def test_the_global_order_is_score_then_equal_label_then_ids(scores):
    """Oracle: sort by the words of the rule."""

    def key(row):
        i, j = scores.candidates.pairs()[row]
        left, right = scores.source.entities[i], scores.target.entities[j]
        return -scores.combined[row], left.label.casefold() != right.label.casefold(), left.id, right.id

    rows = [row for row in range(len(scores)) if scores.combined[row] == scores.combined[row]]
    assert scores.order.tolist() == sorted(rows, key=key)


def test_pairs_without_evidence_are_in_no_order():
    assert score_table({("x", "y"): NAN, ("x", "z"): 0.1}).order.tolist() == [1]
