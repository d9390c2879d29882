"""Sweeps against the slow version: select at each threshold and evaluate what was selected."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_tables import NAN, score_table, score_tables

from aligner.errors import InputError
from aligner.evaluation import Counts, evaluate
from aligner.intervals import clopper_pearson_lower
from aligner.measures import Measure
from aligner.reference import Cell, Reference
from aligner.scores import Scores
from aligner.sweep import accept, sweep
from matchers.selectors import SELECTORS

AB = ("a", "b")
fast = settings(max_examples=25, deadline=None)
references = st.frozensets(st.tuples(st.sampled_from("pqrstu"), st.sampled_from("stuvwx")), min_size=1, max_size=6)


def cells(pairs, names=AB):
    return [Cell(f"{names[0]}:{left}", f"{names[1]}:{right}") for left, right in sorted(pairs)]


def selected(scores: Scores, name: str, threshold: float) -> list[Cell]:
    rows = SELECTORS[name].select(scores, threshold)
    pairs = [scores.candidates.pairs()[row] for row in rows.tolist()]
    return [Cell(scores.source.entities[i].id, scores.target.entities[j].id) for i, j in pairs]


@pytest.mark.parametrize("name", sorted(SELECTORS))
@fast
@given(scores=score_tables(sided=True), right=references)
def test_every_point_is_selecting_there_and_evaluating(name, scores, right):
    reference = Reference.of({AB: cells(right)})
    found = sweep([scores], SELECTORS[name], reference, draws=100)
    occurring = sorted(set(scores.combined[~np.isnan(scores.combined)].tolist()))
    assert [point.threshold for point in found.points] == occurring
    for point in found.points:
        slow = evaluate({AB: selected(scores, name, point.threshold)}, reference, draws=100)
        assert point.counts == slow.counts
        assert point.figures.f1.value == slow.figures.f1.value


@pytest.mark.parametrize("name", ["none", "greedy", "mutual"])
@fast
@given(scores=score_tables(), right=references)
def test_recall_never_rises_with_the_threshold_where_cutting_commutes(name, scores, right):
    found = sweep([scores], SELECTORS[name], Reference.of({AB: cells(right)}), draws=100)
    recalls = [point.figures.recall.value for point in found.points]
    assert recalls == sorted(recalls, reverse=True)


@fast
@given(scores=score_tables(), right=references)
def test_best_point_has_the_highest_f1_at_the_highest_threshold(scores, right):
    found = sweep([scores], SELECTORS["greedy"], Reference.of({AB: cells(right)}), draws=100)
    if found.points:
        top = max(point.figures.f1.value for point in found.points)
        assert found.best == [point for point in found.points if point.figures.f1.value == top][-1]


TABLE = score_table({("p", "v"): 0.9, ("p", "w"): 0.4, ("q", "v"): 0.5, ("q", "w"): 0.5, ("r", "x"): 0.2})
TRUTH = Reference.of({AB: cells([("p", "v"), ("q", "w")])})


def test_a_sweep_by_hand():
    found = sweep([TABLE], SELECTORS["greedy"], TRUTH, draws=100)
    assert [(point.threshold, point.counts) for point in found.points] == [
        (pytest.approx(0.2), Counts(2, 3, 2, 2)),
        (pytest.approx(0.4), Counts(2, 2, 2, 2)),
        (pytest.approx(0.5), Counts(2, 2, 2, 2)),
        (pytest.approx(0.9), Counts(1, 1, 1, 2)),
    ]
    assert found.best is not None
    assert found.best.threshold == pytest.approx(0.5)
    assert found.auto_accept is None  # two right pairs prove little


def test_the_other_way_round_is_the_same():
    turned = Reference.of({("b", "a"): [cell.transposed() for cell in cells([("p", "v"), ("q", "w")])]})
    assert sweep([TABLE], SELECTORS["greedy"], turned, draws=100) == sweep(
        [TABLE], SELECTORS["greedy"], TRUTH, draws=100
    )


def test_many_tables_add_up():
    other = score_table({("p", "v"): 0.5, ("q", "w"): 0.1}, names=("a", "c"))
    truth = Reference.of({AB: cells([("p", "v"), ("q", "w")]), ("a", "c"): cells([("q", "w")], ("a", "c"))})
    found = sweep([TABLE, other], SELECTORS["greedy"], truth, draws=100)
    assert {round(point.threshold, 6): point.counts for point in found.points}[0.5] == Counts(2, 3, 2, 3)
    assert found.points[0].counts == Counts(3, 5, 3, 3)


def test_tables_without_reference_are_named_and_a_table_given_twice_is_refused():
    other = score_table({("p", "v"): 0.5}, names=("a", "c"))
    found = sweep([TABLE, other], SELECTORS["none"], TRUTH, draws=100)
    assert found.left_out == (("a", "c"),)
    assert found == sweep([TABLE, other], SELECTORS["none"], TRUTH, draws=100)
    with pytest.raises(InputError, match="two score tables of a and b"):
        sweep([TABLE, score_table({("p", "v"): 0.5})], SELECTORS["none"], TRUTH)


def test_nothing_scored_gives_no_points():
    found = sweep([score_table({("p", "v"): NAN})], SELECTORS["hungarian"], TRUTH, draws=100)
    assert (found.points, found.best, found.auto_accept, found.occurring) == ((), None, None, 0)


def test_relations_are_not_in_scores():
    with pytest.raises(InputError, match="states no relation"):
        sweep([TABLE], SELECTORS["none"], TRUTH, Measure.RELATION)


def test_too_many_scores_are_thinned_to_those_that_are_somebodys_best():
    scores = score_table({(f"l{i:02}", f"r{j:02}"): (i * 7 + j * 13 + 1) / 1000 for i in range(20) for j in range(20)})
    found = sweep([scores], SELECTORS["greedy"], Reference.of({AB: cells([("l00", "r00")])}), draws=100, max_points=10)
    thresholds = [point.threshold for point in found.points]
    best = {round((i * 7 + 19 * 13 + 1) / 1000, 6) for i in range(20)}
    best |= {round((19 * 7 + j * 13 + 1) / 1000, 6) for j in range(20)}
    assert len(thresholds) <= 10 < len(best) < found.occurring
    assert {round(threshold, 6) for threshold in thresholds} <= best
    assert thresholds[-1] == max(scores.combined)


def _calibration(errors: set[int], size: int = 150) -> tuple[Scores, Reference]:
    pairs = {(f"l{n:03}", f"r{n:03}"): 1 - n / 1000 for n in range(size)}
    return score_table(pairs), Reference.of({AB: cells(pair for n, pair in enumerate(pairs) if n not in errors)})


def test_auto_accept_is_the_lowest_cut_whose_bound_holds():
    scores, reference = _calibration(errors={100, 130, 140, 141, 142, 143, 144})
    found = sweep([scores], SELECTORS["greedy"], reference, draws=100).auto_accept
    assert found is not None
    # Oracle: one error in the first 130, the second ends at 139.
    sizes = [
        n
        for n in range(1, 151)
        if clopper_pearson_lower(n - sum(e < n for e in (100, 130, 140, 141, 142, 143, 144)), n) >= 0.95
    ]
    assert found.accepted == max(sizes)
    assert found.bound >= 0.95
    assert found.precision == found.right / found.accepted
    assert found.recall == found.right / 143


def test_auto_accept_takes_ties_whole():
    pairs = {(f"l{n:03}", f"r{n:03}"): 0.9 if n < 60 else 0.8 for n in range(80)}
    wrong = {f"l{n:03}" for n in range(75, 80)}
    reference = Reference.of({AB: cells(pair for pair in pairs if pair[0] not in wrong)})
    found = sweep([score_table(pairs)], SELECTORS["greedy"], reference, draws=100).auto_accept
    assert found is not None
    assert found.accepted == 60  # not the 74 that would pass if the tie were split


def test_a_frozen_cut_is_checked_on_other_data():
    scores, reference = _calibration(errors={3, 120})
    checked = accept([scores], SELECTORS["greedy"], reference, 0.9)
    assert (checked.accepted, checked.right, checked.recall) == (101, 100, 100 / 148)
    assert checked.bound == clopper_pearson_lower(100, 101)
    nothing = accept([scores], SELECTORS["greedy"], reference, 1.0 + 1e-9)
    assert (nothing.accepted, nothing.bound, nothing.recall) == (0, 0.0, 0.0)


def test_rows_and_dict_are_plain():
    found = sweep([TABLE], SELECTORS["greedy"], TRUTH, draws=100)
    assert [row["selector"] for row in found.rows()] == ["greedy"] * 4
    assert {"threshold", "precision", "recall_low", "f1_high", "claimed"} <= set(found.rows()[0])
    assert len(json.loads(json.dumps(found.as_dict()))["points"]) == 4
