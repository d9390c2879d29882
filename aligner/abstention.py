"""Why an entity was left without a counterpart."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from aligner.alignment import Abstention, Reason, RunnerUp, Side
from aligner.combination import contribution
from aligner.matcher import Weights
from aligner.scores import Scores


def abstentions(
    scores: Scores, chosen: NDArray[np.int64], threshold: float, weights: Weights
) -> tuple[Abstention, ...]:
    """Every entity in no chosen pair, with its reason and its best pair, sorted by (side, id)."""
    candidates = scores.candidates
    found: list[Abstention] = []
    for side, schema, axis in (
        (Side.SOURCE, scores.source, candidates.source),
        (Side.TARGET, scores.target, candidates.target),
    ):
        ranked: dict[int, list[int]] = defaultdict(list)
        for row in scores.order.tolist():
            ranked[int(axis[row])].append(row)
        taken = set(axis[chosen].tolist())
        for position, entity in enumerate(schema.entities):
            if position not in taken:
                rows = ranked.get(position, [])
                reason = _reason(scores, rows, threshold, weights)
                found.append(Abstention(entity.id, side, reason, runner_up(scores, rows[0]) if rows else None))
    return tuple(found)


def runner_up(scores: Scores, row: int) -> RunnerUp:
    """One scored pair that was not chosen."""
    subject = scores.source.entities[int(scores.candidates.source[row])]
    object_ = scores.target.entities[int(scores.candidates.target[row])]
    return RunnerUp(subject.id, object_.id, round(float(scores.combined[row]), 6))


def _reason(scores: Scores, rows: list[int], threshold: float, weights: Weights) -> Reason:
    if not rows:
        return Reason.NO_EVIDENCE
    best = scores.combined[rows[0]]
    if best < threshold:
        lifted = max(_without_vetoes(scores, row, weights) for row in rows)
        return Reason.VETOED if lifted >= threshold else Reason.BELOW_CUT
    if len(rows) > 1 and scores.combined[rows[1]] == best:
        return Reason.AMBIGUOUS
    return Reason.OUTCOMPETED


def _without_vetoes(scores: Scores, row: int, weights: Weights) -> float:
    log_odds = float(scores.log_odds[row])
    for name, column in scores.columns.items():
        if column[row] == 0:
            log_odds -= float(contribution(column[row : row + 1], weights.of[name], weights.shrinkage)[0])
    return float(expit(log_odds))
