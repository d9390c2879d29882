"""Exact, close, broad, narrow or related: the examples of docs/predicates.md."""

from __future__ import annotations

import json
from functools import cache

import pytest

from aligner.alignment import Relation
from aligner.entity import Entity
from matchers.relation import field_relation, shared_kinds
from sources import load_records


def entity(values: list | None = None) -> Entity:
    return Entity("s:field", "field") if values is None else profiled(json.dumps(values))


@cache
def profiled(values: str) -> Entity:
    records = [{"field": value, "filler": "x"} for value in json.loads(values)]
    return load_records(records, "s").schema["s:field"]


CODES, OTHER_CODES = ["red", "blue", "green"] * 5, ["north", "south", "green"] * 5
DAYS = [f"2024-01-{day:02d}" for day in range(1, 20)]
TEXTS = [f"The pump number {n} was replaced after it had failed twice within a week of use." * 4 for n in range(9)]
LISTS = [["red", "blue"], ["green"], ["red"]] * 5


@pytest.mark.parametrize(
    ("ours", "theirs", "columns", "expected"),
    [
        (CODES, CODES, {"name": 0.97, "instance": 0.9}, Relation.EXACT),
        (CODES, CODES, {"equality": 0.97}, Relation.EXACT),
        (CODES, CODES, {"name": 0.84, "instance": 0.9}, Relation.EXACT),
        (CODES, OTHER_CODES, {"name": 0.84, "instance": 0.9}, Relation.CLOSE),  # synonyms, but other codes
        (CODES, OTHER_CODES, {"name": 0.97, "instance": 0.9}, Relation.EXACT),  # equal names, codes in use differ
        (TEXTS, TEXTS, {"name": 0.84, "instance": 0.9}, Relation.CLOSE),  # texts of two genres
        (TEXTS, TEXTS, {"name": 0.97, "instance": 0.9}, Relation.EXACT),
        (DAYS, DAYS, {"name": 0.84, "instance": 0.9}, Relation.EXACT),
        (DAYS, DAYS, {"name": 0.6, "instance": 0.9}, Relation.CLOSE),  # names do not mean the same
        (DAYS, DAYS, {"name": 0.97, "instance": 0.1}, Relation.CLOSE),  # the instances object
        (DAYS, CODES, {"name": 0.97, "instance": 0.9}, Relation.CLOSE),  # other kinds of value
        (DAYS, DAYS, {"name": float("nan"), "instance": 0.99}, Relation.CLOSE),  # instances alone
        (CODES, LISTS, {"name": 0.5, "instance": 0.9}, Relation.BROAD),  # the object holds many of them
        (LISTS, CODES, {"name": 0.5, "instance": 0.9}, Relation.NARROW),
        (CODES, LISTS, {"name": 0.9, "instance": 0.9}, Relation.EXACT),  # the same name: one value is a short list
        (DAYS, DAYS, {"name": 0.97, "join": 0.93, "instance": 0.9}, Relation.RELATED),  # a link
        (None, None, {"name": 0.97}, Relation.EXACT),  # nothing objects
        (None, CODES, {"name": 0.84}, Relation.EXACT),
        (None, None, {}, Relation.CLOSE),
    ],
)
def test_rule(ours, theirs, columns, expected):
    assert field_relation(entity(ours), entity(theirs), columns) == expected


@pytest.mark.parametrize("values", [CODES, DAYS, TEXTS, LISTS, None])
@pytest.mark.parametrize("others", [CODES, OTHER_CODES, DAYS, TEXTS, LISTS, None])
@pytest.mark.parametrize("columns", [{"name": 0.97, "instance": 0.8}, {"name": 0.84}, {"name": 0.5}, {"join": 0.9}])
def test_turned_round_it_is_the_inverse(values, others, columns):
    forth = field_relation(entity(values), entity(others), columns)
    assert field_relation(entity(others), entity(values), columns) == forth.inverse


def test_shared_kinds():
    days, codes = entity(DAYS).profile, entity(CODES).profile
    assert shared_kinds(days, days) == 1
    assert shared_kinds(days, codes) == 0
