"""How good abstaining is."""

from __future__ import annotations

import json

import pytest

from aligner.abstention_evaluation import ReasonCount, evaluate_abstention
from aligner.alignment import Abstention, Alignment, Correspondence, Reason, Relation, Side
from aligner.evaluation import Counts
from aligner.reference import Reference, ReferenceRow, Verdict

AB = ("a", "b")
ALIGNMENT = Alignment(
    *AB,
    (Correspondence("a:1", "b:1", Relation.EXACT, 0.9, 0.9), Correspondence("a:2", "b:4", Relation.EXACT, 0.9, 0.9)),
    (
        Abstention("a:3", Side.SOURCE, Reason.BELOW_CUT),
        Abstention("b:2", Side.TARGET, Reason.BELOW_CUT),
        Abstention("b:3", Side.TARGET, Reason.NO_EVIDENCE),
    ),
    0.5,
    "greedy",
)
# Listed: a:1, b:1, b:2 and, by the second annotator alone, a:4 (unknown to the alignment) and b:1.
REFERENCE = Reference(
    {
        AB: (
            ReferenceRow("a:1", "b:1"),
            ReferenceRow("a:1", "b:2", Relation.NARROW, Verdict.LISTED),
            ReferenceRow("a:4", "b:1", first=Verdict.ABSENT, second=Verdict.ONE_TO_ONE),
        )
    }
)


def test_both_sides_by_hand():
    found = evaluate_abstention([ALIGNMENT], REFERENCE, draws=100)
    # Abstained: a:3, b:2, b:3; without a counterpart: a:2, a:3, b:3, b:4.
    assert found.counts == Counts(right=2, claimed=3, found=2, wanted=4)
    assert found.figures.precision.value == pytest.approx(2 / 3)
    assert found.figures.recall.value == 0.5
    assert found.reasons == (ReasonCount(Reason.NO_EVIDENCE, 1, 1), ReasonCount(Reason.BELOW_CUT, 2, 1))


def test_the_universe_says_who_takes_part():
    universe = {"a": frozenset({"a:1", "a:2", "a:9"})}
    found = evaluate_abstention([ALIGNMENT], Reference(REFERENCE.rows, universe=universe), draws=100)
    # a:3 is out; a:9 is in, unmentioned by the alignment and so abstained from, rightly.
    assert found.counts == Counts(right=2, claimed=3, found=2, wanted=4)
    assert found.reasons[-1] == ReasonCount(None, 1, 1)


def test_a_turned_reference_is_the_same():
    turned = Reference({("b", "a"): tuple(row.transposed() for row in REFERENCE.rows[AB])})
    assert evaluate_abstention([ALIGNMENT], turned, draws=100) == evaluate_abstention([ALIGNMENT], REFERENCE, draws=100)


def test_alignments_outside_the_reference_do_not_count():
    other = Alignment("a", "c", (), (Abstention("a:1", Side.SOURCE, Reason.NO_EVIDENCE),), 0.5, "greedy")
    found = evaluate_abstention([ALIGNMENT, other], REFERENCE, draws=100)
    assert found.counts == evaluate_abstention([ALIGNMENT], REFERENCE, draws=100).counts


def test_an_entity_counts_once_per_pair_of_schemas():
    other = Alignment("a", "c", (), (Abstention("a:1", Side.SOURCE, Reason.NO_EVIDENCE),), 0.5, "greedy")
    found = evaluate_abstention([ALIGNMENT, other], Reference({**REFERENCE.rows, ("a", "c"): ()}), draws=100)
    assert found.counts == Counts(right=3, claimed=4, found=3, wanted=5)
    assert found.beside is not None


def test_rows_and_dict_are_plain():
    found = evaluate_abstention([ALIGNMENT], REFERENCE, draws=100)
    assert [row["reason"] for row in found.rows()] == ["all", "no_evidence", "below_cut"]
    assert json.loads(json.dumps(found.as_dict()))["reasons"][0]["abstained"] == 1
