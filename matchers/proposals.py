"""Candidates from scores: what a matcher would like to see scored, where all pairs are too many."""

from __future__ import annotations

import numpy as np

from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext, Matcher


def best_of(matcher: Matcher, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
    """The `k` best pairs of every entity by one matcher's scores of all pairs; pairs without evidence never."""
    pairs = Candidates.all_pairs(source, target)
    scores = matcher.score(source, target, pairs, context)
    chosen: set[int] = set()
    for axis in (pairs.source, pairs.target):
        order = np.lexsort((pairs.target, pairs.source, -np.nan_to_num(scores, nan=-1.0), axis))
        rank = np.arange(len(order)) - np.searchsorted(axis[order], axis[order])
        chosen.update(order[rank < k].tolist())
    rows = np.array(sorted(chosen), dtype=np.int64)
    rows = rows[~np.isnan(scores[rows])] if len(rows) else rows
    return Candidates(pairs.source[rows], pairs.target[rows])
