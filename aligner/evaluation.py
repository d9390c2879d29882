"""How good claims are against a reference: precision, recall and F1 with intervals, micro over pairs of schemas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from aligner.alignment import Alignment
from aligner.errors import InputError
from aligner.intervals import DRAWS, Figures, Resampling, Tallies, figures, prf
from aligner.measures import Judge, Measure, Standing
from aligner.reference import Cell, Claims, Reference, SchemaPair
from aligner.scores import FloatArray

#: What a claim of each standing adds to right, claimed, found and wanted.
WORTH: Mapping[Standing, tuple[int, int, int, int]] = {
    Standing.WANTED: (1, 1, 1, 0),
    Standing.ACCEPTED: (1, 1, 0, 0),
    Standing.WRONG: (0, 1, 0, 0),
    Standing.IGNORED: (0, 0, 0, 0),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """Whole numbers behind precision (`right / claimed`) and recall (`found / wanted`)."""

    right: int
    claimed: int
    found: int
    wanted: int

    @classmethod
    def of(cls, counts: FloatArray) -> Counts:
        """From an array of the four numbers."""
        return cls(*(int(each) for each in counts))


@dataclass(frozen=True, slots=True)
class PairEvaluation:
    """One pair of schemas: its counts, and its figures without an interval."""

    source: str
    target: str
    counts: Counts
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good claims are.

    Attributes:
        measure: how the reference was read.
        counts: micro sums over the pairs.
        figures: micro precision, recall and F1, each in [0, 1].
        beside: the same with intervals from resampling whole pairs, where there are several.
        pairs: each pair of schemas that is both claimed and in the reference.
        ignored: claims that were not counted.
        unreachable: rows of the reference, within these pairs, with an end outside its universe.
        unreferenced: claimed pairs of schemas that the reference does not know.
        unclaimed: pairs of schemas of the reference that nothing was run on.
        seed: of the bootstrap.
        draws: of the bootstrap.
    """

    measure: Measure
    counts: Counts
    figures: Figures
    beside: Figures | None
    pairs: tuple[PairEvaluation, ...]
    ignored: int
    unreachable: int
    unreferenced: tuple[SchemaPair, ...]
    unclaimed: tuple[SchemaPair, ...]
    seed: int
    draws: int

    def rows(self) -> list[dict[str, Any]]:
        """A table: one row over all pairs of schemas (`source` and `target` are None), then one a pair."""
        head = {"measure": str(self.measure), "source": None, "target": None}
        table = [head | asdict(self.counts) | self.figures.as_row()]
        for pair in self.pairs:
            ends = {"measure": str(self.measure), "source": pair.source, "target": pair.target}
            shares = {"precision": pair.precision, "recall": pair.recall, "f1": pair.f1}
            table.append(ends | asdict(pair.counts) | shares)
        return table

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


def claims_of(alignments: Iterable[Alignment]) -> dict[SchemaPair, frozenset[Cell]]:
    """What alignments claim, ready to be evaluated."""
    claims: dict[SchemaPair, frozenset[Cell]] = defaultdict(frozenset)
    for alignment in alignments:
        claims[alignment.source, alignment.target] |= {Cell(c.source_id, c.target_id, c.relation) for c in alignment}
    return dict(claims)


def evaluate(
    claims: Claims, reference: Reference, measure: Measure = Measure.PLAIN, *, seed: int = 0, draws: int = DRAWS
) -> Evaluation:
    """Precision, recall and F1 of claims, with 95 % intervals.

    Args:
        claims: per pair of schemas; a pair without claims counts as run, a missing pair as not run. Turned round
            from the reference's direction is fine.
        reference: the truth.
        measure: how to read it.
        seed: of the bootstrap.
        draws: of the bootstrap.

    Raises:
        InputError: the reference has none of the claimed pairs of schemas; a claim lacks the relation that the
            measure needs; too few draws.
    """
    reference = reference.facing(claims)
    shared = shared_pairs([claims], reference)
    tallies = tally([claims], reference, measure)
    resampling = tallies.resampling
    judges = [Judge.of(reference, pair, measure) for pair in shared]
    counts = Counts.of(tallies.total[0])
    return Evaluation(
        measure,
        counts,
        figures(tallies, resampling, seed, draws)[0],
        figures(tallies, Resampling.PAIRS, seed, draws)[0] if resampling == Resampling.SCHEMAS else None,
        _pair_evaluations(tallies, shared),
        sum(len(judge.cells(claims[judge.pair])) for judge in judges) - counts.claimed,
        sum(len(reference.rows[judge.pair]) - len(judge.listed) for judge in judges),
        tuple(sorted(set(claims) - set(shared))),
        tuple(sorted(set(reference.rows) - set(shared))),
        seed,
        draws,
    )


def shared_pairs(methods: Sequence[Claims], reference: Reference) -> list[SchemaPair]:
    """The pairs of schemas that every method was run on and the reference has, sorted.

    Raises:
        InputError: there is none.
    """
    shared = sorted(set(reference.rows).intersection(*methods))
    if not shared:
        raise InputError(
            "the reference has none of the pairs of schemas that were aligned",
            remedy="Name the schemas in the reference as in the claims",
        )
    return shared


def tally(methods: Sequence[Claims], reference: Reference, measure: Measure) -> Tallies:
    """What each method got right, per source entity of each pair of schemas shared by all."""
    counts: dict[tuple[SchemaPair, str], FloatArray] = defaultdict(lambda: np.zeros((len(methods), 4)))
    for pair in shared_pairs(methods, reference):
        judge = Judge.of(reference, pair, measure)
        for cell in judge.wanted:
            counts[pair, cell.source_id][:, 3] += 1
        for method, claims in enumerate(methods):
            for cell in judge.cells(claims[pair]):
                if (worth := judge(cell)) != Standing.IGNORED:
                    counts[pair, cell.source_id][method] += WORTH[worth]
    units = sorted(counts)
    stacked = np.array([counts[unit] for unit in units]).reshape(len(units), len(methods), 4)
    return Tallies([pair for pair, _ in units], stacked)


def _pair_evaluations(tallies: Tallies, pairs: Sequence[SchemaPair]) -> tuple[PairEvaluation, ...]:
    by_pair = tallies.by_pair()
    known = {pair: by_pair.counts[unit, 0] for unit, pair in enumerate(by_pair.pairs)}
    found = []
    for pair in pairs:
        counts = known.get(pair, np.zeros(4))
        precision, recall, f1 = prf(counts).tolist()
        found.append(PairEvaluation(*pair, Counts.of(counts), precision, recall, f1))
    return tuple(found)
