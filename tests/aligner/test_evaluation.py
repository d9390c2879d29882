"""Precision, recall and F1: definitions, laws, oracles."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from aligner.alignment import Alignment, Correspondence, Relation
from aligner.errors import InputError
from aligner.evaluation import Counts, claims_of, evaluate
from aligner.intervals import Resampling, Tallies, clopper_pearson_lower, figures, prf, resample
from aligner.measures import Judge, Measure, Standing
from aligner.reference import Cell, Reference, ReferenceRow, Verdict

fast = settings(max_examples=40, deadline=None)
AB = ("a", "b")
YES, LISTED, ABSENT = Verdict.ONE_TO_ONE, Verdict.LISTED, Verdict.ABSENT

cells = st.tuples(st.sampled_from(["a:1", "a:2", "a:3", "a:4"]), st.sampled_from(["b:1", "b:2", "b:3", "b:4"]))
cell_sets = st.frozensets(cells, max_size=8)


def f1(claims, reference, measure=Measure.PLAIN):
    return evaluate(claims, reference, measure, draws=100).figures.f1.value


@fast
@given(claimed=cell_sets)
def test_evaluating_against_itself_is_perfect(claimed):
    evaluation = evaluate({AB: claimed}, Reference.of({AB: claimed}), draws=100)
    for figure in (evaluation.figures.precision, evaluation.figures.recall, evaluation.figures.f1):
        assert (figure.value, figure.low, figure.high) == (1, 1, 1)


@fast
@given(claimed=cell_sets, right=cell_sets)
def test_counts_are_those_of_sets(claimed, right):
    evaluation = evaluate({AB: claimed}, Reference.of({AB: right}), draws=100)
    assert evaluation.counts == Counts(len(claimed & right), len(claimed), len(claimed & right), len(right))
    assert evaluation.figures.precision.value == (len(claimed & right) / len(claimed) if claimed else 1)
    assert evaluation.figures.recall.value == (len(claimed & right) / len(right) if right else 1)


@fast
@given(claimed=cell_sets, right=cell_sets)
def test_turning_the_reference_round_changes_nothing(claimed, right):
    turned = Reference.of({("b", "a"): [Cell(*cell).transposed() for cell in right]})
    assert evaluate({AB: claimed}, turned, draws=100) == evaluate({AB: claimed}, Reference.of({AB: right}), draws=100)


def test_empty_cases():
    nothing, one = Reference.of({AB: []}), Reference.of({AB: [("a:1", "b:1")]})
    assert prf(np.zeros(4)).tolist() == [1, 1, 1]
    assert f1({AB: []}, nothing) == 1
    figures_ = evaluate({AB: []}, one, draws=100).figures
    assert [figures_.precision.value, figures_.recall.value, figures_.f1.value] == [1, 0, 0]
    assert f1({AB: [("a:1", "b:1")]}, nothing) == 0


ROWS = (
    ReferenceRow("a:1", "b:1", Relation.EXACT, YES, YES),
    ReferenceRow("a:2", "b:2", Relation.CLOSE, YES, LISTED),
    ReferenceRow("a:3", "b:3", Relation.EXACT, LISTED, ABSENT),
    ReferenceRow("a:4", "b:4", Relation.CLOSE, ABSENT, YES),
)
W, A, I, X = Standing.WANTED, Standing.ACCEPTED, Standing.IGNORED, Standing.WRONG  # noqa: E741


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (Measure.PLAIN, [W, W, W, W]),
        (Measure.STRICT, [W, W, X, X]),
        (Measure.LENIENT_IGNORED, [W, W, I, X]),
        (Measure.EXACT_ONLY, [W, I, I, X]),
        (Measure.LENIENT, [W, W, A, X]),
        (Measure.CONSENSUS, [W, A, A, A]),
    ],
)
def test_what_each_measure_makes_of_a_row(measure, expected):
    judge = Judge.of(Reference({AB: ROWS}), AB, measure)
    assert [judge(Cell(row.source_id, row.target_id)) for row in ROWS] == expected
    assert judge(Cell("a:1", "b:2")) == X


def test_one_annotator_agrees_with_himself():
    row = ReferenceRow("a:1", "b:1")
    assert Judge.of(Reference({AB: (row,)}), AB, Measure.CONSENSUS).wanted == {Cell("a:1", "b:1")}


def test_accepted_claims_help_precision_but_not_recall():
    counts = evaluate({AB: [("a:3", "b:3"), ("a:9", "b:9")]}, Reference({AB: ROWS}), Measure.LENIENT, draws=100).counts
    assert counts == Counts(right=1, claimed=2, found=0, wanted=2)


def test_relation_must_be_right_under_its_measure():
    reference = Reference.of({AB: [("a:1", "b:1", Relation.BROAD)]})
    assert f1({AB: [("a:1", "b:1", Relation.BROAD)]}, reference, Measure.RELATION) == 1
    assert f1({AB: [("a:1", "b:1", Relation.NARROW)]}, reference, Measure.RELATION) == 0
    assert f1({("b", "a"): [("b:1", "a:1", Relation.NARROW)]}, reference, Measure.RELATION) == 1
    assert f1({AB: [("a:1", "b:1", Relation.NARROW)]}, reference) == 1
    with pytest.raises(InputError, match="states no relation"):
        f1({AB: [("a:1", "b:1")]}, reference, Measure.RELATION)


def test_rows_that_are_not_counted_leave_both_sides():
    reference = Reference({AB: (ReferenceRow("a:1", "b:1"), ReferenceRow("a:2", "b:2", counted=False))})
    evaluation = evaluate({AB: [("a:1", "b:1"), ("a:2", "b:2")]}, reference, draws=100)
    assert evaluation.counts == Counts(1, 1, 1, 1)
    assert evaluation.ignored == 1


def test_partial_gold_only_blames_pairs_that_touch_it():
    claims = {AB: [("a:1", "b:2"), ("a:8", "b:1"), ("a:8", "b:9")]}
    partial = evaluate(claims, Reference.of({AB: [("a:1", "b:1")]}, complete=False), draws=100)
    assert (partial.counts, partial.ignored) == (Counts(0, 2, 0, 1), 1)
    assert evaluate(claims, Reference.of({AB: [("a:1", "b:1")]}), draws=100).counts == Counts(0, 3, 0, 1)


def test_what_lies_outside_the_universe_is_reported_not_counted():
    rows = (ReferenceRow("a:1", "b:1"), ReferenceRow("a:2", "b:2"))
    reference = Reference({AB: rows}, universe={"a": frozenset({"a:1"})})
    evaluation = evaluate({AB: [("a:1", "b:1"), ("a:2", "b:2"), ("a:3", "b:3")]}, reference, draws=100)
    assert (evaluation.counts, evaluation.ignored, evaluation.unreachable) == (Counts(1, 1, 1, 1), 2, 1)


def test_concepts_can_be_scored_apart():
    rows = (ReferenceRow("a:1", "b:1"), ReferenceRow("a:2", "b:2", concept="reference"))
    claims = {AB: [("a:1", "b:1"), ("a:2", "b:2"), ("a:2", "b:3"), ("a:4", "b:4")]}
    reference = Reference({AB: rows})
    assert evaluate(claims, reference.without("reference"), draws=100).counts == Counts(1, 3, 1, 1)
    assert evaluate(claims, reference.only("reference"), draws=100).counts == Counts(1, 2, 1, 1)


def test_contradicting_rows_are_refused_and_equal_ones_count_once():
    row = ReferenceRow("a:1", "b:1")
    assert len(Reference({AB: (row, row)})) == 1
    with pytest.raises(InputError, match="a:1 with b:1 twice"):
        Reference({AB: (row, ReferenceRow("a:1", "b:1", Relation.CLOSE))})


def test_pairs_of_schemas_that_do_not_meet_are_named():
    claims = {AB: [("a:1", "b:1")], ("a", "c"): []}
    evaluation = evaluate(claims, Reference.of({AB: [("a:1", "b:1")], ("b", "c"): []}), draws=100)
    assert (evaluation.unreferenced, evaluation.unclaimed) == ((("a", "c"),), (("b", "c"),))
    with pytest.raises(InputError, match="none of the pairs"):
        evaluate({("a", "c"): []}, Reference.of({AB: []}))


def test_alignments_become_claims():
    alignment = Alignment(*AB, (Correspondence("a:1", "b:1", Relation.CLOSE, 0.9, 0.9),), (), 0.5, "greedy")
    assert claims_of([alignment]) == {AB: {Cell("a:1", "b:1", Relation.CLOSE)}}


def test_rows_and_dict_are_plain():
    claims = {AB: [("a:1", "b:1")], ("a", "c"): [("a:1", "c:1")]}
    evaluation = evaluate(claims, Reference.of(claims), draws=100)
    assert [(row["source"], row["target"]) for row in evaluation.rows()] == [(None, None), AB, ("a", "c")]
    assert json.loads(json.dumps(evaluation.as_dict()))["figures"]["f1"] == {"value": 1.0, "low": 1.0, "high": 1.0}


MANY = {(left, right): [(f"{left}:{n}", f"{right}:{n}") for n in range(6)] for left, right in ("ab", "ac", "bc", "cd")}
SOME = {pair: claims[index:] for index, (pair, claims) in enumerate(MANY.items())}


def test_same_seed_same_interval_and_another_seed_another():
    right = {AB: [(f"a:{n}", f"b:{n}") for n in range(97)]}
    claims = {AB: [(f"a:{n}", f"b:{n if n % 3 else n + 1}") for n in range(80)]}
    one, same, other = (evaluate(claims, Reference.of(right), seed=seed, draws=200) for seed in (1, 1, 2))
    assert one == same
    assert one.figures.f1 != other.figures.f1
    assert one.figures.f1.value == other.figures.f1.value


def test_many_pairs_resample_schemas_with_pairs_beside():
    evaluation = evaluate(SOME, Reference.of(MANY), draws=200)
    assert evaluation.figures.resampling == Resampling.SCHEMAS
    assert evaluation.beside is not None
    assert evaluation.beside.resampling == Resampling.PAIRS
    assert evaluate({AB: SOME[AB]}, Reference.of(MANY), draws=200).beside is None


def test_bootstrap_of_sources_is_the_one_written_as_a_loop():
    """Oracle: draw sources one by one, count their cells."""
    right = frozenset((f"a:{n}", f"b:{n}") for n in range(8))
    claimed = frozenset((f"a:{n}", f"b:{n if n % 3 else n + 1}") for n in range(2, 9))
    found = evaluate({AB: claimed}, Reference.of({AB: right}), seed=5, draws=300).figures
    sources = sorted({source for source, _ in claimed | right})
    random = np.random.default_rng(5)
    samples = []
    for _ in range(300):
        weight = dict(zip(sources, random.multinomial(len(sources), [1 / len(sources)] * len(sources)), strict=True))
        both, a, r = (sum(weight[s] for s, _ in some) for some in (claimed & right, claimed, right))
        precision, recall = (both / a if a else 1), (both / r if r else 1)
        samples.append(2 * precision * recall / (precision + recall) if precision + recall else 0)
    assert (found.f1.low, found.f1.high) == pytest.approx(tuple(np.percentile(samples, [2.5, 97.5])))


def test_bootstrap_of_schemas_weighs_a_pair_by_both_ends():
    """Oracle: as a loop; draws in which no pair comes up are left out."""
    found = evaluate(SOME, Reference.of(MANY), seed=3, draws=300).figures
    random = np.random.default_rng(3)
    samples = []
    for _ in range(300):
        weight = dict(zip("abcd", random.multinomial(4, [0.25] * 4), strict=True))
        r = sum(weight[a] * weight[b] * len(MANY[a, b]) for a, b in MANY)
        both = sum(weight[a] * weight[b] * len(SOME[a, b]) for a, b in MANY)
        if r:
            samples.append(both / r)
    assert (found.recall.low, found.recall.high) == pytest.approx(tuple(np.percentile(samples, [2.5, 97.5])))


def test_interval_covers_the_truth_about_as_often_as_it_says():
    random = np.random.default_rng(0)
    covered = 0
    for trial in range(200):
        right = random.random(100) < 0.7
        counts = np.stack([right, np.ones(100), right, np.ones(100)], axis=-1)[:, None].astype(float)
        precision = figures(Tallies([AB] * 100, counts), Resampling.SOURCES, trial, 200)[0].precision
        covered += precision.low <= 0.7 <= precision.high
    assert 180 <= covered <= 199


def test_blocks_do_not_change_the_draws(monkeypatch):
    counts = np.random.default_rng(0).integers(0, 3, (50, 2, 4)).astype(float)
    whole = resample(Tallies([AB] * 50, counts), Resampling.SOURCES, 7, 150)
    monkeypatch.setattr("aligner.intervals._BLOCK", 400)
    assert np.array_equal(whole, resample(Tallies([AB] * 50, counts), Resampling.SOURCES, 7, 150))


def test_too_few_draws_are_refused():
    with pytest.raises(InputError, match="too few"):
        evaluate({AB: []}, Reference.of({AB: []}), draws=10)


@pytest.mark.parametrize(("errors", "needed"), [(0, 59), (1, 93), (2, 124)])
def test_clopper_pearson_needs_the_numbers_in_the_tables(errors, needed):
    assert clopper_pearson_lower(needed - errors, needed) >= 0.95
    assert clopper_pearson_lower(needed - 1 - errors, needed - 1) < 0.95


def test_clopper_pearson_is_where_the_binomial_tail_is_five_percent():
    bound = clopper_pearson_lower(17, 20)
    assert binom.sf(16, 20, bound) == pytest.approx(0.05)
    assert clopper_pearson_lower(0, 20) == 0
