"""The measures reproduce the figures that were published with the enterprise reference."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from aligner.alignment import Relation
from aligner.evaluation import evaluate
from aligner.intervals import Resampling
from aligner.measures import Measure
from aligner.reference import Reference, ReferenceRow, Verdict

RELATIONS = {
    "exact": Relation.EXACT,
    "close": Relation.CLOSE,
    "narrow": Relation.BROAD,  # field_a is the narrower one, so the target is the broader
    "broad": Relation.NARROW,
}
VERDICTS = {"yes": Verdict.ONE_TO_ONE, "no": Verdict.LISTED, "absent": Verdict.ABSENT}


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def gold(shared_data) -> Reference:
    rows = defaultdict(list)
    for each in table(shared_data / "enterprise" / "gold.tsv"):
        source, target = each["source_a"], each["source_b"]
        rows[source, target].append(
            ReferenceRow(
                f"{source}:{each['field_a']}",
                f"{target}:{each['field_b']}",
                RELATIONS[each["relation"]],
                VERDICTS[each["one_to_one"]],
                VERDICTS[each["second"]],
                concept=each["concept"] or None,
            )
        )
    return Reference({pair: tuple(some) for pair, some in rows.items()})


@pytest.fixture(scope="module")
def reachable(gold, shared_data) -> Reference:
    """The reference among the documented fields and the main texts."""
    fields = defaultdict(set)
    for each in table(shared_data / "enterprise" / "agents_fields.tsv"):
        fields[each["source"]].add(f"{each['source']}:{each['field']}")
    for (source, target), rows in gold.rows.items():
        for row in rows:
            if row.concept == "main_text":
                fields[source].add(row.source_id)
                fields[target].add(row.target_id)
    return Reference(gold.rows, universe={name: frozenset(ids) for name, ids in fields.items()})


def f1(claims, reference, measure):
    return round(evaluate(claims, reference, measure, draws=100).figures.f1.value, 3)


@pytest.mark.parametrize(
    ("measure", "published"),
    [
        (Measure.STRICT, 0.898),
        (Measure.LENIENT_IGNORED, 0.961),
        (Measure.EXACT_ONLY, 0.958),
        (Measure.LENIENT, 0.962),
        (Measure.CONSENSUS, 1.0),
    ],
)
def test_the_second_annotator_as_a_matcher(gold, measure, published):
    second = {pair: [row.cell for row in rows if row.second == Verdict.ONE_TO_ONE] for pair, rows in gold.rows.items()}
    assert f1(second, gold, measure) == published


@pytest.mark.parametrize(
    ("measure", "published"),
    [(Measure.STRICT, 0.400), (Measure.EXACT_ONLY, 0.712), (Measure.LENIENT, 0.400), (Measure.CONSENSUS, 0.414)],
)
def test_name_equality(reachable, measure, published):
    claims = {}
    for source, target in reachable.rows:
        names = {each.partition(":")[2] for each in reachable.universe[source]}
        same = names & {each.partition(":")[2] for each in reachable.universe[target]}
        claims[source, target] = [(f"{source}:{name}", f"{target}:{name}") for name in same]
    assert f1(claims, reachable, measure) == published


def test_reachable_rows(reachable):
    nothing = dict.fromkeys(reachable.rows, ())
    evaluation = evaluate(nothing, reachable, Measure.STRICT, draws=100)
    assert (evaluation.counts.wanted, evaluation.unreachable) == (115, 10)
    assert evaluate(nothing, reachable, Measure.CONSENSUS, draws=100).counts.wanted == 110
    assert evaluation.figures.resampling == Resampling.SCHEMAS
    assert len(evaluation.pairs) == 18


def test_an_alignment_with_every_one_to_one_row_is_perfect_whichever_way_it_runs(gold):
    claims = {
        (target, source): [row.transposed().cell for row in rows if row.first == Verdict.ONE_TO_ONE]
        for (source, target), rows in gold.rows.items()
    }
    assert f1(claims, gold, Measure.STRICT) == 1


def test_joins_are_scored_apart(gold):
    joins = sum(row.concept == "reference" for rows in gold.rows.values() for row in rows)
    nothing = dict.fromkeys(gold.rows, ())
    wanted = [
        evaluate(nothing, reference, draws=100).counts.wanted
        for reference in (gold.only("reference"), gold.without("reference"))
    ]
    assert wanted == [joins, len(gold) - joins]
    assert joins > 10
