"""The one pipeline: two schemas in, scores and an explained alignment out. Takes objects, not names."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aligner.abstention import abstentions, runner_up
from aligner.alignment import Alignment, Correspondence, Explanation
from aligner.calibration import Calibrator
from aligner.candidates import Candidates
from aligner.combination import contribution, score_all
from aligner.entity import Schema
from aligner.matcher import MatchContext, Matchers, RelationRule, Selector, Weights
from aligner.scores import Scores

#: Above this many pairs, matchers propose candidates instead of scoring all of them.
ALL_PAIRS_LIMIT = 1_000_000

#: Candidates per entity and proposer above that.
PROPOSALS = 20

#: Runners-up named in an explanation, per end.
RUNNERS_UP = 2


@dataclass(frozen=True)
class Method:
    """Everything that decides a result besides the data.

    Attributes:
        recipe: the recipe's name, written with every explanation.
        matchers: in the order they are explained.
        weights: prior and weight per matcher.
        selector: chooses pairs.
        threshold: cut on the combined score, in [0, 1].
        calibrator: score to confidence.
        relate: states the relation of a chosen pair.
    """

    recipe: str
    matchers: Matchers
    weights: Weights
    selector: Selector
    threshold: float
    calibrator: Calibrator
    relate: RelationRule


def candidates_of(source: Schema, target: Schema, method: Method, context: MatchContext) -> Candidates:
    """All comparable pairs of a small problem; of a large one the union of what the matchers propose."""
    if len(source) * len(target) <= ALL_PAIRS_LIMIT:
        return Candidates.all_pairs(source, target)
    union = Candidates.of(())
    for matcher in method.matchers:
        union = union.union(matcher.propose(source, target, context, PROPOSALS))
    return union


def score(source: Schema, target: Schema, method: Method, context: MatchContext | None = None) -> Scores:
    """Candidates and their scores, before anything is cut or chosen."""
    context = context or MatchContext()
    candidates = candidates_of(source, target, method, context)
    return score_all(source, target, candidates, method.matchers, method.weights, context)


def choose(scores: Scores, method: Method, context: MatchContext | None = None) -> Alignment:
    """Select, explain and account for the rest: every entity is in a correspondence or an abstention."""
    context = context or MatchContext()
    rows = method.selector.select(scores, method.threshold)
    found = sorted(
        (_correspondence(scores, int(row), rows, method, context) for row in rows),
        key=lambda each: (each.source_id, each.target_id),
    )
    return Alignment(
        scores.source.name,
        scores.target.name,
        tuple(found),
        abstentions(scores, rows, method.threshold, method.weights),
        method.threshold,
        method.selector.name,
    )


def align(source: Schema, target: Schema, method: Method, context: MatchContext | None = None) -> Alignment:
    """The whole pipeline in one call; keep the `Scores` of `score` where a sweep is wanted too."""
    return choose(score(source, target, method, context), method, context)


def _correspondence(
    scores: Scores, row: int, rows: NDArray[np.int64], method: Method, context: MatchContext
) -> Correspondence:
    i, j = int(scores.candidates.source[row]), int(scores.candidates.target[row])
    subject, object_ = scores.source.entities[i], scores.target.entities[j]
    explanation = _explain(scores, row, (i, j), rows, method, context)
    columns = {name: float(column[row]) for name, column in scores.columns.items()}
    relation = method.relate(subject, object_, columns)
    return Correspondence(subject.id, object_.id, relation, explanation.score, explanation.confidence, explanation)


def _explain(
    scores: Scores, row: int, pair: tuple[int, int], rows: NDArray[np.int64], method: Method, context: MatchContext
) -> Explanation:
    weights = method.weights
    parts = []
    for matcher in method.matchers:
        column = scores.columns[matcher.name][row : row + 1]
        seen = matcher.explain(scores.source, scores.target, pair, context)
        parts.append(
            replace(
                seen,
                score=None if np.isnan(column[0]) else round(float(column[0]), 6),
                weight=weights.of[matcher.name],
                contribution=float(contribution(column, weights.of[matcher.name], weights.shrinkage)[0]),
            )
        )
    log_odds = float(scores.log_odds[row])
    return Explanation(
        log_odds=log_odds,
        score=round(float(scores.combined[row]), 6),
        confidence=method.calibrator(log_odds),
        calibrator=method.calibrator.name,
        recipe=method.recipe,
        prior=weights.prior,
        parts=tuple(parts),
        runners_up=tuple(runner_up(scores, each) for each in _rivals(scores, pair, rows)),
    )


def _rivals(scores: Scores, pair: tuple[int, int], rows: NDArray[np.int64]) -> list[int]:
    """The best unchosen rows of either end, `RUNNERS_UP` each, best first."""
    free = scores.rank < len(scores)
    free[rows] = False
    found: list[int] = []
    for axis, end in zip((scores.candidates.source, scores.candidates.target), pair, strict=True):
        rivals = np.flatnonzero(free & (axis == end))
        found += rivals[np.argsort(scores.rank[rivals])][:RUNNERS_UP].tolist()
    return sorted(found, key=lambda row: int(scores.rank[row]))
