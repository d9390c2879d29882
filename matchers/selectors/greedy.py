"""Greedy one-to-one: the best pair first, then the best of what is left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aligner.scores import Scores


class Greedy:
    """Takes pairs in the global order, skipping those with an end already taken.

    The classic choice of schema matchers (Melnik, Garcia-Molina & Rahm, *Similarity Flooding*, ICDE 2002, section 6).
    """

    name = "greedy"
    cutting_commutes = True

    def select(self, scores: Scores, threshold: float) -> NDArray[np.int64]:
        """Row numbers of a one-to-one set of pairs with a combined score ≥ threshold, sorted."""
        rows = scores.order[scores.combined[scores.order] >= threshold]
        sources, targets = scores.candidates.source, scores.candidates.target
        taken_sources: set[int] = set()
        taken_targets: set[int] = set()
        kept: list[int] = []
        for row, source, target in zip(rows.tolist(), sources[rows].tolist(), targets[rows].tolist(), strict=True):
            if source not in taken_sources and target not in taken_targets:
                taken_sources.add(source)
                taken_targets.add(target)
                kept.append(row)
        return np.array(sorted(kept), dtype=np.int64)
