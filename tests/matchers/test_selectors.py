"""The laws that tell the selectors apart."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from score_tables import NAN, chosen, score_table, score_tables, thresholds

from aligner.scores import QUANTUM, Scores
from matchers.selectors import SELECTORS

fast = settings(max_examples=80, deadline=None)


def pick(name: str, scores: Scores, threshold: float = 0.0) -> set[tuple[str, str]]:
    return chosen(scores, SELECTORS[name].select(scores, threshold))


def one_to_one_sets(scores: Scores, threshold: float) -> list[list[int]]:
    """Every one-to-one set of rows at or above the threshold, the empty one first."""
    rows = np.flatnonzero(scores.combined >= threshold).tolist()
    pairs = scores.candidates.pairs()
    found = []
    for size in range(min(len(scores.source), len(scores.target)) + 1):
        for some in itertools.combinations(rows, size):
            ends = [pairs[row] for row in some]
            if len({i for i, _ in ends}) == len({j for _, j in ends}) == size:
                found.append(list(some))
    return found


@fast
@given(scores=score_tables(side=3), threshold=thresholds)
def test_hungarian_gains_as_much_as_the_best_of_all_sets(scores, threshold):
    """Oracle: try every one-to-one set."""
    best = max(float(np.sum(scores.combined[some] - threshold)) for some in one_to_one_sets(scores, threshold))
    rows = SELECTORS["hungarian"].select(scores, threshold)
    assert float(np.sum(scores.combined[rows] - threshold)) >= best - 3 * QUANTUM


@fast
@given(scores=score_tables(side=3))
def test_hungarian_breaks_ties_by_the_global_order(scores):
    """Oracle: of all optimal sets, the one whose rows' places from the end of the order sum to most."""
    worth = {row: len(scores.order) - place for place, row in enumerate(scores.order.tolist())}
    quanta = np.rint(scores.combined / QUANTUM)

    def value(some: list[int]) -> tuple[float, int]:
        return float(np.sum(quanta[some])), sum(worth[row] for row in some)

    rows = SELECTORS["hungarian"].select(scores, 0.0).tolist()
    assert value(rows) == max(value(some) for some in one_to_one_sets(scores, 0.0))


def test_hungarian_keeps_a_good_pair_rather_than_two_mediocre_ones():
    scores = score_table({("x", "y"): 0.9, ("x", "z"): 0.5, ("w", "y"): 0.5})
    assert pick("hungarian", scores, 0.45) == {("x", "y")}
    assert pick("hungarian", scores, 0.0) == {("x", "z"), ("w", "y")}  # and so a sweep must select again


@fast
@given(scores=score_tables(ties=False), threshold=thresholds)
def test_stable_is_greedy_on_one_symmetric_score_without_ties(scores, threshold):
    assert pick("stable", scores, threshold) == pick("greedy", scores, threshold)


@fast
@given(scores=score_tables(), threshold=thresholds)
def test_stable_is_greedy_with_ties_too_because_the_global_order_has_none(scores, threshold):
    assert pick("stable", scores, threshold) == pick("greedy", scores, threshold)


def _blocks(scores: Scores, rows: list[int], row: int) -> bool:
    """Whether both ends of the row would rather have each other; ties fall to the global order."""
    assert scores.preferences is not None
    place = {each: at for at, each in enumerate(scores.order.tolist())}
    for own, axis in zip(scores.preferences, (scores.candidates.source, scores.candidates.target), strict=True):
        held = [each for each in rows if axis[each] == axis[row]]
        if held and (-own[held[0]], place[held[0]]) <= (-own[row], place[row]):
            return False
    return True


@fast
@given(scores=score_tables(sided=True), threshold=thresholds)
def test_stable_leaves_no_blocking_pair(scores, threshold):
    rows = SELECTORS["stable"].select(scores, threshold).tolist()
    acceptable = np.flatnonzero(scores.combined >= threshold).tolist()
    assert not [row for row in acceptable if row not in rows and _blocks(scores, rows, row)]


@fast
@given(scores=score_tables(sided=True, side=3), threshold=thresholds)
def test_stable_is_the_best_stable_set_for_every_source(scores, threshold):
    """Oracle: among all stable sets, no source gets anything it prefers to what it got."""
    acceptable = np.flatnonzero(scores.combined >= threshold).tolist()
    rows = SELECTORS["stable"].select(scores, threshold).tolist()
    got = {int(scores.candidates.source[row]): scores.preferences[0][row] for row in rows}
    for some in one_to_one_sets(scores, threshold):
        if not any(row not in some and _blocks(scores, some, row) for row in acceptable):
            for row in some:
                assert got[int(scores.candidates.source[row])] >= scores.preferences[0][row]


def test_cutting_does_not_commute_with_stable_on_sided_preferences():
    pairs = {("x", "y"): 0.9, ("x", "z"): 0.4, ("w", "y"): 0.9, ("w", "z"): 0.9}
    by_source = {("x", "y"): 0.1, ("x", "z"): 0.9, ("w", "y"): 0.1, ("w", "z"): 0.9}
    by_target = {("x", "y"): 0.9, ("x", "z"): 0.9, ("w", "y"): 0.1, ("w", "z"): 0.1}
    scores = score_table(pairs, (by_source, by_target))
    assert pick("stable", scores, 0.0) == {("x", "z"), ("w", "y")}
    assert pick("stable", scores, 0.5) == {("x", "y"), ("w", "z")}


def test_stable_never_takes_a_pair_that_one_side_cannot_rank():
    scores = score_table({("x", "y"): 0.9}, ({("x", "y"): 0.9}, {("x", "y"): NAN}))
    assert pick("stable", scores) == set()


@fast
@given(scores=score_tables(), threshold=thresholds)
def test_mutual_keeps_what_is_first_for_both_ends(scores, threshold):
    """Oracle: walk the global order for every pair."""
    pairs = scores.candidates.pairs()
    expected = set()
    for row in scores.order.tolist():
        i, j = pairs[row]
        first_i = next(each for each in scores.order.tolist() if pairs[each][0] == i)
        first_j = next(each for each in scores.order.tolist() if pairs[each][1] == j)
        if first_i == first_j == row and scores.combined[row] >= threshold:
            expected.add(row)
    assert set(SELECTORS["mutual"].select(scores, threshold).tolist()) == expected


@fast
@given(scores=score_tables(), threshold=thresholds)
def test_mutual_within_greedy_within_none(scores, threshold):
    mutual, greedy, every = (pick(name, scores, threshold) for name in ("mutual", "greedy", "none"))
    assert mutual <= greedy <= every


@fast
@given(scores=score_tables(), threshold=thresholds)
def test_greedy_leaves_nothing_that_still_fits(scores, threshold):
    kept = pick("greedy", scores, threshold)
    lefts, rights = {left for left, _ in kept}, {right for _, right in kept}
    assert all(left in lefts or right in rights for left, right in pick("none", scores, threshold))


def test_full_selection_ties_are_broken_by_id():
    scores = score_table({(left, right): 0.5 for left in "pq" for right in "vw"})
    for name in ("greedy", "stable", "hungarian"):
        assert pick(name, scores, 0.5) == {("p", "v"), ("q", "w")}, name
    assert pick("mutual", scores, 0.5) == {("p", "v")}
