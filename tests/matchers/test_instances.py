"""What profiles say of a pair: kinds, roles, vetoes and what they never hold against one."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from matcher_schemas import desk, plant

from aligner.candidates import Candidates
from aligner.entity import Entity, Schema
from aligner.matcher import MatchContext
from aligner.profiles import FieldProfile
from matchers import InstanceMatcher, JoinMatcher, StructureMatcher
from matchers.features import COARSE, FINE, KINDS, KINSHIP, features, is_enumeration, kinship
from matchers.instance import WEIGHTS, observations
from sources import load_records

CONTEXT = MatchContext()
LONG = "The pump was replaced after it had failed twice in a week. " * 3
ROOT = Path(__file__).resolve().parents[2]


def one(name: str, values: list) -> Schema:
    """A source of one field that holds these values, one a record, beside one that is always filled."""
    return profiled(name, json.dumps(values))


@cache
def profiled(name: str, values: str) -> Schema:
    schema = load_records([{"field": value, "filler": "x"} for value in json.loads(values)], name).schema
    return Schema(name, (schema[f"{name}:field"],))


def score(left: list, right: list) -> float:
    pair = Candidates.of([(0, 0)])
    return float(InstanceMatcher().score(one("a", left), one("b", right), pair, CONTEXT)[0])


def test_kinship_of_pure_kinds():
    units = np.eye(len(KINDS))
    for i, left in enumerate(KINDS):
        for j, right in enumerate(KINDS):
            stated = max(KINSHIP.get((left, right), 0.0), KINSHIP.get((right, left), 0.0))
            expected = 1.0 if left == right else stated
            assert kinship(units[i : i + 1], units[j : j + 1])[0] == pytest.approx(expected)


def test_kinship_of_mixtures_by_hand():
    rng = np.random.default_rng(5)
    left, right = rng.dirichlet(np.ones(len(KINDS)), 20), rng.dirichlet(np.ones(len(KINDS)), 20)
    found = kinship(left, right)
    for row in range(20):
        slow = sum(
            left[row, i] * right[row, j] * (1.0 if a == b else KINSHIP.get((a, b), KINSHIP.get((b, a), 0.0)))
            for i, a in enumerate(KINDS)
            for j, b in enumerate(KINDS)
        )
        assert found[row] == pytest.approx(min(slow, 1.0))
    np.testing.assert_allclose(found, kinship(right, left))


def test_every_kind_that_profiles_state_is_known():
    sql = (ROOT / "sources" / "values.sql").read_text(encoding="utf-8")
    stated = {
        line.rsplit("THEN '", 1)[1].split("'")[0] for line in sql.splitlines() if "WHEN" in line and "THEN '" in line
    }
    assert len(stated) > 20
    assert stated <= set(FINE) | {"sentence"}
    assert set(COARSE.values()) == set(KINDS)


def test_shares_of_kinds_add_up():
    for schema in (desk(), plant()):
        seen = features(schema)
        np.testing.assert_allclose(seen.coarse.sum(axis=1), np.where(seen.values > 0, 1.0, 0.0), atol=1e-9)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["+1 415 555 0100", "+1 415 555 0101", "(415) 555-0102"], [4155550100, 4155550101, 4155550102]),
        ([True, False, True, True], [1, 0, 0, 1]),
        (["true", "false", "true"], [True, False, True]),
        (["2024-01-05", "2024-02-06", "2024-03-07"], [1704412800.5, 1707177600.5, 1709769600.5]),
        (["12", "15", "19"], [12, 15, 19]),
        (["ann@x.example", "bo@x.example", "cy@x.example"], ["Ann Smith", "John Brown", "Mary Jones"]),
        ([["a1", "b2"], ["c3"], ["d4"]], ["a1", "b2", "c3"]),
        (["Works fine.", "Broken again", "See below"], [LONG] * 3),
    ],
)  # fmt: skip
def test_one_thing_written_in_two_ways_is_never_vetoed(left, right):
    assert score(left, right) > 0


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["2024-01-05", "2024-02-06", "2024-03-07"], ["ann@x.example", "bo@x.example", "cy@x.example"]),
        ([1, 2, 3, 4], [LONG] * 4),
        ([True, False, True, True], ["https://a.example/1", "https://a.example/2", "https://a.example/3"]),
    ],
)  # fmt: skip
def test_kinds_that_cannot_be_the_same_are_vetoed(left, right):
    assert score(left, right) == 0
    pair = Candidates.of([(0, 0)]).pairs()[0]
    part = InstanceMatcher().explain(one("a", left), one("b", right), pair, CONTEXT)
    assert [fact.code for fact in part.facts] == ["kinds_clash"]


def test_two_values_rule_nothing_out():
    assert score(["2024-01-05", "2024-02-06"], ["ann@x.example", "bo@x.example"]) > 0


def test_fewer_values_are_nearer_to_even():
    few, many = ([f"K-{n}" for n in range(size)] for size in (3, 60))
    assert 0.5 < score(few, few) < score(many, many)


def test_sharing_values_never_scores_lower():
    ours = [f"K-{n}" for n in range(40)]
    scores = [score(ours, [f"K-{n + shift}" for n in range(40)]) for shift in (40, 30, 20, 10, 0)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_large_whole_numbers_tell_and_small_ones_do_not():
    def gain(start: int) -> float:
        ours, theirs = list(range(start, start + 40)), list(range(start + 40, start + 80))
        return score(ours, ours) - score(ours, theirs)

    assert gain(31_000) > 0.01
    assert gain(1) == pytest.approx(0, abs=1e-6)
    assert gain(1_960) == pytest.approx(0, abs=1e-6), "years"


def test_kinds_that_nobody_knows_rule_nothing_out():
    strange = FieldProfile(records=9, filled=9, values=9, kinds=(("hologram", 9),))
    left = Schema("a", (Entity("a:x", "x", profile=strange),))
    scores = InstanceMatcher().score(left, one("b", [1, 2, 3, 4]), Candidates.of([(0, 0)]), CONTEXT)
    assert scores[0] > 0


def test_observations_are_shares():
    pairs = Candidates.all_pairs(desk(), plant())
    seen = observations(desk(), plant(), pairs)
    assert set(WEIGHTS) <= set(seen)
    for name in WEIGHTS:
        assert np.all((seen[name] >= 0) & (seen[name] <= 1 + 1e-9)), name


def test_codes_are_few_values_that_come_back():
    assert is_enumeration(one("a", ["open", "closed", "open", "closed"]).entities[0].profile)
    assert not is_enumeration(one("a", ["open", "closed", "waiting"]).entities[0].profile)
    assert not is_enumeration(FieldProfile())


def found(matcher, left: str, right: str) -> float:
    pair = Candidates.of([(desk().positions[left], plant().positions[right])])
    return float(matcher.score(desk(), plant(), pair, CONTEXT)[0])


def test_a_link_and_the_identifier_it_points_to_are_joined():
    assert found(JoinMatcher(), "desk:ticketNo", "plant:desk_ticket") > 0.9
    assert np.isnan(found(JoinMatcher(), "desk:subject", "plant:title"))
    assert np.isnan(found(JoinMatcher(), "desk:ticketNo", "plant:order_id")), "two identifiers are no link"


def test_where_fields_stand():
    structure = StructureMatcher()
    alike = found(structure, "desk:state", "plant:status")
    assert found(structure, "desk:tags", "plant:keywords") == pytest.approx(alike)
    assert found(structure, "desk:state", "plant:keywords") < alike
    assert found(structure, "desk:state", "plant:unit.kg") < alike


def test_structure_says_nothing_of_top_level_fields_without_values():
    bare = [Schema(s.name, tuple(replace(each, profile=None) for each in s.entities)) for s in (desk(), plant())]
    pair = Candidates.of([(bare[0].positions["desk:state"], bare[1].positions["plant:status"])])
    assert np.isnan(StructureMatcher().score(*bare, pair, CONTEXT)[0])
