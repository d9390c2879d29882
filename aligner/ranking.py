"""How high the right pairs rank before anything is selected: MRR and Recall@GT, as schema matching reports them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from aligner.candidates import comparable
from aligner.matcher import Selector
from aligner.measures import Judge, Measure, Standing
from aligner.reference import Cell, Reference, SchemaPair
from aligner.scores import Scores
from aligner.sweep import shared_tables


@dataclass(frozen=True, slots=True)
class PairRanking:
    """One pair of schemas.

    Attributes:
        source: name of the source schema.
        target: name of the target schema.
        mrr: mean over the source entities that have a counterpart of 1 / rank of their best right target among all
            targets; ties share their average rank, a target without a score gives 0.
        recall_at_gt: share of the wanted pairs among the best `wanted` pairs; ties at the last place by expectation.
        selected_recall_at_gt: the same among the pairs that the selector chooses without a cut.
        sources: source entities that have a counterpart.
        wanted: pairs of the reference that are wanted.
        truncated: whether not every comparable pair was a candidate; ranks are then among the candidates.
    """

    source: str
    target: str
    mrr: float
    recall_at_gt: float
    selected_recall_at_gt: float
    sources: int
    wanted: int
    truncated: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """Means over the pairs of schemas.

    Attributes:
        measure: how the reference was read.
        selector: the selector of `selected_recall_at_gt`.
        mrr: mean of the pairs'.
        recall_at_gt: mean of the pairs'.
        selected_recall_at_gt: mean of the pairs'.
        pairs: one entry per pair of schemas with at least one wanted row.
        left_out: pairs of schemas that the reference does not know or wants nothing of.
    """

    measure: Measure
    selector: str
    mrr: float
    recall_at_gt: float
    selected_recall_at_gt: float
    pairs: tuple[PairRanking, ...]
    left_out: tuple[SchemaPair, ...]

    def rows(self) -> list[dict[str, Any]]:
        """A table: one row of means (`source` and `target` are None), then one a pair of schemas."""
        means = {
            "source": None,
            "target": None,
            "mrr": self.mrr,
            "recall_at_gt": self.recall_at_gt,
            "selected_recall_at_gt": self.selected_recall_at_gt,
            "sources": sum(pair.sources for pair in self.pairs),
            "wanted": sum(pair.wanted for pair in self.pairs),
            "truncated": any(pair.truncated for pair in self.pairs),
        }
        return [means, *(asdict(pair) for pair in self.pairs)]

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


def rank(
    tables: Iterable[Scores], selector: Selector, reference: Reference, measure: Measure = Measure.PLAIN
) -> Ranking:
    """MRR and Recall@GT, before and after selection. Pairs that the measure only accepts are left out of the lists.

    Raises:
        InputError: the reference has none of the tables' pairs of schemas; the measure is about relations.
    """
    by_pair, reference, left_out = shared_tables(tables, reference)
    judges = {pair: Judge.of(reference, pair, measure) for pair in by_pair}
    pairs = [_rank_pair(by_pair[pair], judge, selector) for pair, judge in judges.items() if judge.wanted]
    nothing = {pair for pair, judge in judges.items() if not judge.wanted}
    return Ranking(
        measure,
        selector.name,
        fmean([pair.mrr for pair in pairs] or [1.0]),
        fmean([pair.recall_at_gt for pair in pairs] or [1.0]),
        fmean([pair.selected_recall_at_gt for pair in pairs] or [1.0]),
        tuple(pairs),
        tuple(sorted({*left_out, *nothing})),
    )


def _rank_pair(scores: Scores, judge: Judge, selector: Selector) -> PairRanking:
    order = scores.order.tolist()
    selected = set(selector.select(scores, 0.0).tolist())
    listed: list[tuple[float, bool]] = []
    chosen: list[tuple[float, bool]] = []
    by_source: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for row in order:
        source_id = scores.source.entities[int(scores.candidates.source[row])].id
        target_id = scores.target.entities[int(scores.candidates.target[row])].id
        worth = judge(judge.cell(Cell(source_id, target_id)))
        if worth in (Standing.WANTED, Standing.WRONG):
            entry = (float(scores.combined[row]), worth == Standing.WANTED)
            listed.append(entry)
            by_source[source_id].append(entry)
            if row in selected:
                chosen.append(entry)
    sources = sorted({cell.source_id for cell in judge.wanted})
    wanted = len(judge.wanted)
    return PairRanking(
        *judge.pair,
        mrr=fmean(_reciprocal_rank(by_source[source_id]) for source_id in sources),
        recall_at_gt=_recall_at(listed, wanted),
        selected_recall_at_gt=_recall_at(chosen, wanted),
        sources=len(sources),
        wanted=wanted,
        truncated=len(scores) < _comparable_pairs(scores),
    )


def _reciprocal_rank(entries: list[tuple[float, bool]]) -> float:
    """1 / average rank of the best right entry of a list of (score, right); 0 where none is right."""
    best = max((score for score, right in entries if right), default=None)
    if best is None:
        return 0.0
    better = sum(score > best for score, _ in entries)
    tied = sum(score == best for score, _ in entries)
    return 1 / (better + (tied + 1) / 2)


def _recall_at(entries: list[tuple[float, bool]], k: int) -> float:
    """Share of k wanted pairs expected among the first k of a list of (score, right), best first, ties at random."""
    if len(entries) <= k:
        return sum(right for _, right in entries) / k
    last = entries[k - 1][0]
    above = [right for score, right in entries if score > last]
    tied = [right for score, right in entries if score == last]
    return (sum(above) + (k - len(above)) * sum(tied) / len(tied)) / k


def _comparable_pairs(scores: Scores) -> int:
    lefts, rights = (Counter(each.kind for each in schema.entities) for schema in (scores.source, scores.target))
    return sum(n * m for left, n in lefts.items() for right, m in rights.items() if comparable(left, right))
