"""How good the mappings are against a reference, as the page shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aligner.abstention_evaluation import AbstentionEvaluation, evaluate_abstention
from aligner.alignment import Alignment
from aligner.evaluation import Evaluation, claims_of, evaluate
from aligner.intervals import Figure
from aligner.measures import Judge, Measure, Standing
from aligner.measures import headline as headline_measure
from aligner.reference import Cell, Reference, SchemaPair, Verdict
from aligner.scores import Scores
from aligner.sweep import SweepPoint, ThresholdSweep, sweep
from service.recipe import selector_of
from service.report.charts import Panel, panels

#: Cuts that the sweep's table has, beside the chosen and the best one.
GRID = tuple(step / 20 for step in range(1, 20))

#: How the reference is read beside the headline, where two annotators made it.
FURTHER = (Measure.STRICT, Measure.LENIENT_IGNORED, Measure.EXACT_ONLY, Measure.LENIENT)


@dataclass(frozen=True)
class SweepRow:
    """One cut of the sweep's table; `note` says what is special about it."""

    cut: float
    point: SweepPoint
    note: str


@dataclass(frozen=True)
class Sweep:
    """The sweep as it is drawn.

    Attributes:
        selector: its name.
        panels: a chart per figure.
        cuts: the cuts that the published sets were made with.
        rows: the same as a table.
        pairs: how many pairs of sources it is about.
    """

    selector: str
    panels: tuple[Panel, ...]
    cuts: tuple[float, ...]
    rows: tuple[SweepRow, ...]
    pairs: int


@dataclass(frozen=True)
class Quality:
    """Everything that needs a reference.

    Attributes:
        headline: by the measure to state first, see `aligner.measures.headline`.
        further: by other measures, where the reference tells them apart.
        abstention: how good abstaining is.
        figures: the headline's three and the abstentions' F1, by name.
        judges: per pair of sources that the reference knows, what a claim is worth.
        rows: rows of the reference that are about these pairs.
        sweep: over all cuts; None without scores.
    """

    headline: Evaluation
    further: tuple[Evaluation, ...]
    abstention: AbstentionEvaluation
    figures: tuple[tuple[str, Figure], ...]
    judges: Mapping[SchemaPair, Judge]
    rows: int
    sweep: Sweep | None

    def standing(self, pair: SchemaPair, cell: Cell) -> Standing | None:
        """What a mapping is worth; None where the reference does not know its pair of sources."""
        judge = self.judges.get(pair)
        return judge(judge.cell(cell)) if judge else None

    def missed(self, pair: SchemaPair, claimed: Iterable[Cell]) -> list[Cell]:
        """What is wanted and not claimed, sorted."""
        judge = self.judges.get(pair)
        return sorted(judge.wanted - judge.cells(claimed), key=lambda cell: cell[:2]) if judge else []


def measured(
    alignments: Sequence[Alignment], scores: Mapping[SchemaPair, Scores], reference: Reference, selector: str
) -> Quality:
    """Measure alignments, and their scores over all cuts.

    Args:
        alignments: what was published, with abstentions.
        scores: by pair of sources; may be empty, or lack pairs.
        reference: the truth.
        selector: name of the selector to ask at every cut.

    Raises:
        InputError: the reference has none of the alignments' pairs of sources.
    """
    claims = claims_of(alignments)
    faced = reference.facing(claims)
    headline = evaluate(claims, reference, headline_measure(reference))
    abstention = evaluate_abstention(alignments, reference)
    pairs = [pair for pair in claims if pair in faced.rows]
    kept = {pair: table for pair, table in scores.items() if pair in pairs}
    figures = headline.figures
    return Quality(
        headline,
        tuple(evaluate(claims, reference, each) for each in FURTHER) if _annotated(reference) else (),
        abstention,
        (
            ("Precision", figures.precision),
            ("Recall", figures.recall),
            ("F1", figures.f1),
            ("Abstention F1", abstention.figures.f1),
        ),
        {pair: Judge.of(faced, pair, headline_measure(reference)) for pair in pairs},
        sum(len(faced.rows[pair]) for pair in pairs),
        _sweep(kept, reference, selector, tuple(sorted({each.threshold for each in alignments}))) if kept else None,
    )


def _annotated(reference: Reference) -> bool:
    """Whether the measures can differ at all."""
    rows = [row for each in reference.rows.values() for row in each]
    return any(row.second is not None or row.first != Verdict.ONE_TO_ONE for row in rows)


def _sweep(
    scores: Mapping[SchemaPair, Scores], reference: Reference, selector: str, cuts: tuple[float, ...]
) -> Sweep | None:
    found = sweep(scores.values(), selector_of(selector), reference, headline_measure(reference))
    if not found.points:
        return None
    return Sweep(selector, panels(found), cuts, _rows(found, cuts), len(scores))


def _rows(found: ThresholdSweep, cuts: Iterable[float]) -> tuple[SweepRow, ...]:
    """The grid with the chosen and the best cut; a cut selects what the next score that occurs selects."""
    notes = dict.fromkeys(GRID, "") | dict.fromkeys(cuts, "chosen cut")
    if found.best is not None:
        best = found.best.threshold
        notes[best] = f"{notes[best]}, best F1" if notes.get(best) else "best F1"
    rows = []
    for cut in sorted(notes):
        point = next((each for each in found.points if each.threshold >= cut), None)
        if point is not None:
            rows.append(SweepRow(cut, point, notes[cut]))
    return tuple(rows)


def usual(names: Iterable[str], default: str) -> str:
    """The name that occurs most often, the first by code point among equals."""
    counted = Counter(names)
    return min(counted, key=lambda name: (-counted[name], name), default=default)
