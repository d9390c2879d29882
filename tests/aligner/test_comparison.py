"""Comparing two methods."""

from __future__ import annotations

import json
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.comparison import compare
from aligner.evaluation import evaluate
from aligner.measures import Measure
from aligner.reference import Cell, Reference, ReferenceRow, Verdict

AB = ("a", "b")
cells = st.tuples(st.sampled_from(["a:1", "a:2", "a:3"]), st.sampled_from(["b:1", "b:2", "b:3"]))
cell_sets = st.frozensets(cells, max_size=7)
fast = settings(max_examples=40, deadline=None)


@fast
@given(a=cell_sets, b=cell_sets, right=cell_sets)
def test_mcnemar_by_its_definition(a, b, right):
    """Oracle: X is right on u if and only if (u in X) = (u in R); the binomial summed term by term."""
    found = compare({AB: a}, {AB: b}, Reference.of({AB: right}), draws=100).mcnemar
    union = a | b | right
    only_a = sum(((u in a) == (u in right)) and ((u in b) != (u in right)) for u in union)
    only_b = sum(((u in b) == (u in right)) and ((u in a) != (u in right)) for u in union)
    n = only_a + only_b
    tail = sum(comb(n, k) for k in range(min(only_a, only_b) + 1)) / 2**n
    assert (found.only_a, found.only_b) == (only_a, only_b)
    assert found.p_value == pytest.approx(min(1, 2 * tail))


@fast
@given(a=cell_sets, b=cell_sets, right=cell_sets)
def test_swapping_the_methods_negates_the_difference(a, b, right):
    one = compare({AB: a}, {AB: b}, Reference.of({AB: right}), draws=100)
    two = compare({AB: b}, {AB: a}, Reference.of({AB: right}), draws=100)
    assert one.difference.f1.value == -two.difference.f1.value
    assert (one.difference.f1.low, one.difference.f1.high) == pytest.approx(
        (-two.difference.f1.high, -two.difference.f1.low)
    )
    assert {"a": "b", "b": "a", None: None}[one.better] == two.better
    assert one.mcnemar.p_value == two.mcnemar.p_value


def test_a_method_against_itself():
    claims = {AB: [("a:1", "b:1"), ("a:2", "b:1")]}
    found = compare(claims, claims, Reference.of({AB: [("a:1", "b:1")]}), draws=100)
    f1 = found.difference.f1
    assert (f1.value, f1.low, f1.high, found.better, found.mcnemar.p_value) == (0, 0, 0, None, 1)


def test_a_clear_winner_is_named():
    right = [(f"a:{n}", f"b:{n}") for n in range(40)]
    found = compare({AB: right}, {AB: right[:10]}, Reference.of({AB: right}), draws=200)
    assert found.better == "a"
    assert found.mcnemar.p_value == pytest.approx(2 / 2**30)
    assert found.difference.recall.value == 0.75


def test_a_small_difference_is_not_called_better():
    right = [(f"a:{n}", f"b:{n}") for n in range(10)]
    found = compare({AB: right[1:]}, {AB: right[:-2]}, Reference.of({AB: right}), draws=200)
    assert found.difference.f1.value > 0
    assert found.better is None


def test_difference_is_taken_draw_by_draw():
    """Two methods that err on the same sources have a narrower difference than two that err apart."""
    right = [(f"a:{n}", f"b:{n}") for n in range(30)]
    reference = Reference.of({AB: right})
    alike = compare({AB: right[:16]}, {AB: right[:15]}, reference, draws=300).difference.recall
    apart = compare({AB: right[:16]}, {AB: right[15:]}, reference, draws=300).difference.recall
    assert alike.high - alike.low < (apart.high - apart.low) / 2


def test_each_method_has_the_figures_of_its_own_evaluation():
    right = [(f"a:{n}", f"b:{n}") for n in range(12)]
    reference = Reference.of({AB: right})
    found = compare({AB: right[:9]}, {AB: right[:5]}, reference, seed=3, draws=200)
    assert found.a == evaluate({AB: right[:9]}, reference, seed=3, draws=200).figures


def test_what_may_be_claimed_or_not_tells_nobody_apart():
    rows = (ReferenceRow("a:1", "b:1"), ReferenceRow("a:2", "b:2", first=Verdict.LISTED))
    found = compare({AB: [("a:2", "b:2")]}, {AB: []}, Reference({AB: rows}), Measure.LENIENT, draws=100)
    assert (found.mcnemar.only_a, found.mcnemar.only_b) == (0, 0)


def test_directions_are_brought_together_and_missing_pairs_are_named():
    right = [Cell("a:1", "b:1"), Cell("a:2", "b:2")]
    turned = {("b", "a"): [cell.transposed() for cell in right], ("a", "c"): []}
    found = compare({AB: right}, turned, Reference.of({("b", "a"): turned["b", "a"], ("c", "d"): []}), draws=100)
    assert (found.pairs, found.left_out) == ((AB,), (("a", "c"), ("c", "d")))
    assert found.a.f1.value == found.b.f1.value == 1


def test_many_pairs_have_both_bootstraps():
    right = {pair: [(f"{pair[0]}:{n}", f"{pair[1]}:{n}") for n in range(5)] for pair in [AB, ("a", "c"), ("b", "c")]}
    less = {pair: claims[:3] for pair, claims in right.items()}
    found = compare(right, less, Reference.of(right), draws=200)
    assert found.beside is not None
    assert np.isclose(found.difference.recall.value, 0.4)
    assert [row["method"] for row in found.rows()] == ["a", "b", "difference"]
    assert json.loads(json.dumps(found.as_dict()))["better"] == "a"
