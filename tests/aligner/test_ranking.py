"""MRR and Recall@GT, by hand and against shuffling the ties."""

from __future__ import annotations

import itertools
import json
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_tables import NAN, score_table, score_tables

from aligner.measures import Measure
from aligner.ranking import rank
from aligner.reference import Cell, Reference, ReferenceRow, Verdict
from matchers.selectors import SELECTORS

AB = ("a", "b")
GREEDY = SELECTORS["greedy"]


def truth(*pairs, names=AB):
    return Reference.of({names: [(f"{names[0]}:{left}", f"{names[1]}:{right}") for left, right in pairs]})


def test_a_ranking_by_hand():
    scores = score_table(
        {("p", "v"): 0.9, ("p", "w"): 0.8, ("q", "v"): 0.7, ("q", "w"): 0.6, ("r", "w"): 0.1, ("r", "x"): NAN}
    )
    found = rank([scores], GREEDY, truth(("p", "v"), ("q", "w"), ("r", "x")))
    assert found.mrr == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert found.recall_at_gt == pytest.approx(1 / 3)  # of the top three only the first is right
    assert found.selected_recall_at_gt == pytest.approx(2 / 3)  # greedy takes p-v and q-w
    assert found.pairs[0].truncated  # three pairs were never candidates


def test_ties_take_their_average_rank_and_their_expectation():
    scores = score_table({("p", "v"): 0.5, ("p", "w"): 0.5, ("p", "x"): 0.5, ("p", "y"): 0.9})
    found = rank([scores], GREEDY, truth(("p", "v"), ("p", "w")))
    assert found.mrr == 1 / 3  # ranks 2, 3 and 4 tie
    assert found.recall_at_gt == pytest.approx(2 / 3 / 2)  # y, then one of three of which two are right
    assert not found.pairs[0].truncated


@settings(max_examples=40, deadline=None)
@given(scores=score_tables(side=3), data=st.data())
def test_recall_at_gt_is_the_mean_over_all_orders_of_the_ties(scores, data):
    """Oracle: every order of rows that is sorted by score."""
    pairs = scores.candidates.pairs()
    rows = np.flatnonzero(~np.isnan(scores.combined)).tolist()[:6]
    scores.combined[[row for row in range(len(pairs)) if row not in rows]] = NAN
    if not pairs:
        return
    right = data.draw(st.frozensets(st.sampled_from(pairs), min_size=1))
    ids = [(scores.source.entities[i].id, scores.target.entities[j].id) for i, j in sorted(right)]
    found = rank([scores], GREEDY, Reference.of({AB: ids}))
    orders = [
        o
        for o in itertools.permutations(rows)
        if all(scores.combined[a] >= scores.combined[b] for a, b in itertools.pairwise(o))
    ]
    expected = fmean(sum(pairs[row] in right for row in order[: len(right)]) / len(right) for order in orders)
    assert found.recall_at_gt == pytest.approx(expected)


def test_sources_average_within_a_pair_and_then_pairs():
    good = score_table({("p", "v"): 0.9})
    poor = score_table({("p", "v"): 0.1, ("p", "w"): 0.9, ("q", "v"): 0.1, ("q", "w"): 0.9}, names=("a", "c"))
    rows = {**truth(("p", "v")).rows, **truth(("p", "v"), ("q", "v"), names=("a", "c")).rows}
    assert rank([good, poor], GREEDY, Reference(rows)).mrr == (1 + 1 / 2) / 2


def test_what_is_merely_accepted_is_no_rival():
    scores = score_table({("p", "v"): 0.9, ("p", "w"): 0.5})
    rows = (ReferenceRow("a:p", "b:v", first=Verdict.LISTED), ReferenceRow("a:p", "b:w"))
    reference = Reference({AB: rows})
    assert rank([scores], GREEDY, reference, Measure.LENIENT).mrr == 1
    assert rank([scores], GREEDY, reference, Measure.STRICT).mrr == 1 / 2


def test_a_perfect_ranking_turned_round_and_pairs_without_counterparts():
    scores = score_table({("p", "v"): 0.9, ("q", "w"): 0.8, ("p", "w"): 0.1})
    turned = Reference.of({("b", "a"): [Cell("b:v", "a:p"), Cell("b:w", "a:q")], ("a", "c"): []})
    empty = score_table({("p", "v"): 0.9}, names=("a", "c"))
    found = rank([scores, empty], GREEDY, turned)
    assert (found.mrr, found.recall_at_gt, found.selected_recall_at_gt) == (1, 1, 1)
    assert found.left_out == (("a", "c"),)


def test_rows_and_dict_are_plain():
    found = rank([score_table({("p", "v"): 0.9})], GREEDY, truth(("p", "v")))
    assert [row["source"] for row in found.rows()] == [None, "a"]
    assert json.loads(json.dumps(found.as_dict()))["pairs"][0]["mrr"] == 1
