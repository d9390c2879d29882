"""Recipes: names to methods, what may be put in place of what, and what their fingerprint covers."""

from __future__ import annotations

import dataclasses
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from matcher_schemas import desk, odd, plant

from aligner.errors import InputError, UnknownNameError
from aligner.pipeline import align
from matchers import MATCHERS
from matchers.selectors import SELECTORS
from service.recipe import RECIPES, Recipe, recipe, selector_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_is_complete(name):
    found = recipe(name)
    assert found.name == found.method.recipe == name
    assert found.description.endswith(".")
    assert {matcher.name for matcher in found.method.matchers} == set(found.method.weights.of)
    assert all(weight > 0 for weight in found.method.weights.of.values())
    assert 0 <= found.method.threshold <= 1
    assert 0 < found.method.weights.shrinkage < 0.5


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize(
    "pair", [(desk(), plant()), (odd("s"), odd("t")), (odd("s"), plant())], ids=lambda p: p[0].name
)
def test_every_recipe_accounts_for_every_field_and_explains_every_pair(name, pair):
    found = align(*pair, recipe(name).method)
    assert 2 * len(found) + len(found.abstentions) == len(pair[0]) + len(pair[1])
    for each in found:
        why = each.explanation
        assert math.isclose(why.prior + sum(part.contribution for part in why.parts), why.log_odds, abs_tol=1e-6)
        assert any(part.facts for part in why.parts), "something was seen"


@pytest.mark.parametrize("name", ["fields", "fields-plain", "names", "name-equality"])
def test_what_is_found_does_not_depend_on_the_side(name):
    method = recipe(name).method
    forth, back = align(desk(), plant(), method), align(plant(), desk(), method)
    assert {(each.source_id, each.target_id, each.relation) for each in forth} == {
        (each.target_id, each.source_id, each.relation.inverse) for each in back
    }


def test_instance_greedy_is_the_classic_baseline():
    method = recipe("instance-greedy").method
    assert [matcher.name for matcher in method.matchers] == ["instance"]
    assert method.selector.name == "greedy"


def test_replacements():
    found = recipe("fields", selector="hungarian", threshold=0.7, matchers=["name", "equality", "name"])
    assert found.method.selector is SELECTORS["hungarian"]
    assert found.method.threshold == 0.7
    assert [matcher.name for matcher in found.method.matchers] == ["name", "equality"]
    assert found.method.weights.of["name"] == recipe("fields").method.weights.of["name"]
    assert recipe("fields").method.threshold != 0.7, "the recipe itself stays as it is"


def test_a_recipes_own_matcher_goes_before_the_known_one():
    plain = recipe("fields-plain", matchers=["name"]).method.matchers[0]
    assert plain in recipe("fields-plain").method.matchers
    assert plain != MATCHERS["name"]


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_thresholds_outside_are_refused(threshold):
    with pytest.raises(InputError, match="between 0 and 1"):
        recipe("fields", threshold=threshold)


@pytest.mark.parametrize(
    "asked",
    [{"name": "feilds"}, {"selector": "hungary"}, {"matchers": ["name", "nmae"]}],
    ids=lambda each: next(iter(each)),
)
def test_unknown_names_list_the_known(asked):
    with pytest.raises(UnknownNameError, match="known: "):
        recipe(**asked)
    with pytest.raises(UnknownNameError):
        selector_of("hungary")


def fingerprints(found: Recipe) -> set[str]:
    """The recipe's, and those of variants that must all differ."""
    method = found.method
    variants = [
        found,
        dataclasses.replace(found, name="other"),
        recipe(found.name, threshold=0.77),
        recipe(found.name, selector="stable"),
        recipe(found.name, matchers=["name"]),
        recipe("fields-plain"),
        dataclasses.replace(
            found, method=dataclasses.replace(method, weights=dataclasses.replace(method.weights, prior=-1.0))
        ),
        dataclasses.replace(
            found, method=dataclasses.replace(method, calibrator=dataclasses.replace(method.calibrator, slope=0.5))
        ),
    ]
    assert len({each.fingerprint for each in variants}) == len(variants)
    return {each.fingerprint for each in variants}


def test_the_fingerprint_covers_what_decides_a_result():
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in fingerprints(recipe("fields")))


def test_the_fingerprint_is_the_same_in_every_process():
    program = "from service.recipe import RECIPES\nfor name, each in RECIPES.items(): print(name, each.fingerprint)"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_docs_list_every_recipe_with_its_cut():
    text = (ROOT / "docs" / "matchers.md").read_text(encoding="utf-8")
    for name, each in RECIPES.items():
        assert re.search(rf"^\| `{name}` \|.*\| {each.method.threshold} \|", text, re.MULTILINE), name


def test_docs_list_every_weight():
    text = (ROOT / "docs" / "matchers.md").read_text(encoding="utf-8")
    weights = {name: weight for each in RECIPES.values() for name, weight in each.method.weights.of.items()}
    for name, weight in weights.items():
        assert re.search(rf"^\| `{name}` \|.*\| {weight} \|", text, re.MULTILINE), name
