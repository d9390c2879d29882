"""Evidence to log-odds: independent matchers' scores add up on a scale where they may be added.

A score s in [0, 1] counts as `weight * logit(s')`, with s' pulled towards 0.5 by the shrinkage, so more
agreeing evidence never lowers a score, absent evidence changes nothing, and nothing is ever certain.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.special import expit, logit

from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext, Matchers, Weights
from aligner.scores import FloatArray, ScoreArray, Scores, quantise


def contribution(column: ScoreArray | FloatArray, weight: float, shrinkage: float) -> FloatArray:
    """What one matcher's scores add to the log-odds; 0 where it has no evidence (NaN)."""
    scores = np.asarray(column, dtype=np.float64)
    pulled = shrinkage + (1 - 2 * shrinkage) * scores
    return np.where(np.isnan(scores), 0.0, weight * logit(np.where(np.isnan(scores), 0.5, pulled)))


def combine(columns: Mapping[str, ScoreArray], weights: Weights) -> tuple[FloatArray, FloatArray]:
    """Log-odds and combined score of every candidate.

    Args:
        columns: matcher name to scores of shape (n,), NaN for no evidence; never empty.
        weights: the recipe's numbers.

    Returns:
        (log_odds, combined), both of shape (n,), NaN where no matcher had any evidence.
    """
    total = sum(contribution(column, weights.of[name], weights.shrinkage) for name, column in columns.items())
    silent = np.all([np.isnan(column) for column in columns.values()], axis=0)
    log_odds = np.where(silent, np.nan, weights.prior + np.asarray(total))
    return log_odds, quantise(expit(log_odds))


def score_all(
    source: Schema,
    target: Schema,
    candidates: Candidates,
    matchers: Matchers,
    weights: Weights,
    context: MatchContext,
) -> Scores:
    """Ask every matcher and combine what they say. Pairs that a person rejected stay without a score."""
    columns = {matcher.name: matcher.score(source, target, candidates, context) for matcher in matchers}
    log_odds, combined = combine(columns, weights)
    if context.rejected:
        rejected = [(source.entities[i].id, target.entities[j].id) in context.rejected for i, j in candidates.pairs()]
        log_odds, combined = (np.where(rejected, np.nan, each) for each in (log_odds, combined))
    return Scores(source, target, candidates, columns, log_odds, combined)
