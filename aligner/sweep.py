"""Precision, recall and F1 at every cut, from the kept scores and never from a published set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aligner.errors import InputError
from aligner.evaluation import WORTH, Counts, shared_pairs
from aligner.intervals import DRAWS, Figures, Tallies, clopper_pearson_lower, figures
from aligner.matcher import Selector
from aligner.measures import Judge, Measure
from aligner.reference import Cell, Reference, SchemaPair
from aligner.scores import FloatArray, Scores

#: Thresholds of a sweep where more scores occur.
MAX_POINTS = 400

#: Precision that an auto-accept cut must reach, with 95 % one-sided confidence.
AUTO_ACCEPT_PRECISION = 0.95


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """What a selector achieves at one threshold."""

    threshold: float
    counts: Counts
    figures: Figures

    def as_row(self) -> dict[str, float]:
        """Threshold, counts and figures with their intervals."""
        return {"threshold": self.threshold} | asdict(self.counts) | self.figures.as_row()


@dataclass(frozen=True, slots=True)
class Acceptance:
    """How good the pairs at or above a cut are.

    Attributes:
        threshold: the cut.
        accepted: pairs selected there and counted.
        right: those that are right.
        precision: their share.
        bound: one-sided 95 % Clopper–Pearson lower bound of it.
        recall: share of the wanted pairs among them.
    """

    threshold: float
    accepted: int
    right: int
    precision: float
    bound: float
    recall: float

    @classmethod
    def of(cls, threshold: float, counts: Counts) -> Acceptance:
        """From the counts at a threshold."""
        precision = counts.right / counts.claimed if counts.claimed else 1.0
        recall = counts.found / counts.wanted if counts.wanted else 1.0
        bound = clopper_pearson_lower(counts.right, counts.claimed)
        return cls(threshold, counts.claimed, counts.right, precision, bound, recall)


@dataclass(frozen=True, slots=True)
class ThresholdSweep:
    """One selector over all thresholds.

    Attributes:
        selector: its name.
        measure: how the reference was read.
        points: by ascending threshold; empty where nothing has a score.
        best: the point of highest F1, at the highest threshold among equals. Chosen on this very reference, so
            its F1 is optimistic.
        auto_accept: the lowest threshold whose accepted pairs are right with a lower bound of at least
            `AUTO_ACCEPT_PRECISION`; None where there is none. To be frozen, and checked on other data with `accept`.
        occurring: distinct scores that occur; `points` has fewer where there were too many.
        left_out: pairs of schemas of the tables that the reference does not know.
        seed: of the bootstrap.
        draws: of the bootstrap.
    """

    selector: str
    measure: Measure
    points: tuple[SweepPoint, ...]
    best: SweepPoint | None
    auto_accept: Acceptance | None
    occurring: int
    left_out: tuple[SchemaPair, ...]
    seed: int
    draws: int

    def rows(self) -> list[dict[str, Any]]:
        """A table of one row a point."""
        head = {"selector": self.selector, "measure": str(self.measure)}
        return [head | point.as_row() for point in self.points]

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


def sweep(
    tables: Iterable[Scores],
    selector: Selector,
    reference: Reference,
    measure: Measure = Measure.PLAIN,
    *,
    seed: int = 0,
    draws: int = DRAWS,
    max_points: int = MAX_POINTS,
) -> ThresholdSweep:
    """Measure a selector at every score that occurs.

    Where more than `max_points` scores occur, only those are used that are the best of an entity, and of these
    evenly many from every quantile. A selector with a true `cutting_commutes` is asked once and its choice cut;
    any other is asked again at each threshold.

    Raises:
        InputError: the reference has none of the tables' pairs of schemas; the measure is about relations, which
            scores have not; too few draws.
    """
    by_pair, reference, left_out = shared_tables(tables, reference)
    every = _distinct([table.combined for table in by_pair.values()])
    thresholds = every if len(every) <= max_points else _thinned(by_pair.values(), max_points)
    points: list[SweepPoint] = []
    if len(thresholds):
        tallies = _tallies(by_pair, selector, reference, measure, thresholds)
        counts, shares = map(Counts.of, tallies.total), figures(tallies, tallies.resampling, seed, draws)
        points.extend(map(SweepPoint, thresholds.tolist(), counts, shares))
    accepted = (Acceptance.of(point.threshold, point.counts) for point in points)
    return ThresholdSweep(
        selector.name,
        measure,
        tuple(points),
        max(points, key=lambda point: (point.figures.f1.value, point.threshold), default=None),
        next((each for each in accepted if each.bound >= AUTO_ACCEPT_PRECISION), None),
        len(every),
        left_out,
        seed,
        draws,
    )


def accept(
    tables: Iterable[Scores],
    selector: Selector,
    reference: Reference,
    threshold: float,
    measure: Measure = Measure.PLAIN,
) -> Acceptance:
    """How good the pairs above a frozen cut are on other data.

    Raises:
        InputError: as `sweep`.
    """
    by_pair, reference, _ = shared_tables(tables, reference)
    tallies = _tallies(by_pair, selector, reference, measure, np.array([threshold]))
    return Acceptance.of(threshold, Counts.of(tallies.total[0]))


def shared_tables(
    tables: Iterable[Scores], reference: Reference
) -> tuple[dict[SchemaPair, Scores], Reference, tuple[SchemaPair, ...]]:
    """The tables by pair of schemas, in order, as far as the reference knows it; the reference facing them; the rest.

    Raises:
        InputError: two tables are of one pair of schemas; the reference has none of the pairs.
    """
    by_pair: dict[SchemaPair, Scores] = {}
    for table in tables:
        pair = (table.source.name, table.target.name)
        if by_pair.setdefault(pair, table) is not table:
            raise InputError(f"there are two score tables of {pair[0]} and {pair[1]}", remedy="Give one")
    reference = reference.facing(by_pair)
    shared = shared_pairs([dict.fromkeys(by_pair, ())], reference)
    return {pair: by_pair[pair] for pair in shared}, reference, tuple(sorted(set(by_pair) - set(shared)))


def _distinct(scores: Sequence[FloatArray]) -> FloatArray:
    every = np.unique(np.concatenate([*scores, np.empty(0)]))
    return np.asarray(every[~np.isnan(every)])


def _thinned(tables: Iterable[Scores], max_points: int) -> FloatArray:
    """At most `max_points` of the scores that are the best of an entity, by quantiles, both extremes among them."""
    bests = []
    for table in tables:
        for axis in (table.candidates.source, table.candidates.target):
            _, first = np.unique(axis[table.order], return_index=True)
            bests.append(table.combined[table.order[first]])
    best = _distinct(bests)
    places = np.linspace(0, len(best) - 1, min(max_points, len(best))).round().astype(np.int64)
    return np.asarray(best[np.unique(places)])


def _selections(selector: Selector, scores: Scores, thresholds: FloatArray) -> Iterator[NDArray[np.int64]]:
    """The rows selected at each threshold."""
    if getattr(selector, "cutting_commutes", False):
        rows = selector.select(scores, 0.0)
        yield from (rows[scores.combined[rows] >= threshold] for threshold in thresholds)
    else:
        yield from (selector.select(scores, float(threshold)) for threshold in thresholds)


def _tallies(
    by_pair: dict[SchemaPair, Scores],
    selector: Selector,
    reference: Reference,
    measure: Measure,
    thresholds: FloatArray,
) -> Tallies:
    """Counts per threshold; a unit is a pair of schemas, or a source entity where there is but one pair."""
    pairs: list[SchemaPair] = []
    counts: list[FloatArray] = []
    for pair, scores in by_pair.items():
        judge = Judge.of(reference, pair, measure)
        unit, worth, wanted = _judged(scores, judge)
        table = np.zeros((len(wanted), len(thresholds), 4))
        table[:, :, 3] = wanted[:, None]
        for column, rows in enumerate(_selections(selector, scores, thresholds)):
            np.add.at(table[:, column], unit[rows], worth[rows])
        occurring = table[table.any(axis=(1, 2))]
        counts.append(occurring if len(by_pair) == 1 else table.sum(axis=0, keepdims=True))
        pairs.extend([pair] * len(counts[-1]))
    return Tallies(pairs, np.concatenate(counts))


def _judged(scores: Scores, judge: Judge) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
    """Per row of scores its unit (source entity) and worth, shape (n, 4); per unit the number of wanted cells."""
    pairs = scores.candidates.pairs()
    cells = [Cell(scores.source.entities[i].id, scores.target.entities[j].id) for i, j in pairs]
    worth = np.array([WORTH[judge(judge.cell(cell))] for cell in cells], dtype=float).reshape(len(cells), 4)
    units = {name: unit for unit, name in enumerate(sorted({cell.source_id for cell in (*cells, *judge.wanted)}))}
    wanted = np.zeros(len(units))
    for cell in judge.wanted:
        wanted[units[cell.source_id]] += 1
    return np.array([units[cell.source_id] for cell in cells], dtype=np.int64), worth, wanted
