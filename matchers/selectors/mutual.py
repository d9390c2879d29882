"""Mutual best: a pair is kept if and only if it is the first choice of both its ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aligner.scores import Scores


class Mutual:
    """Keeps the pairs that come first in the global order for both ends; among ties exactly one is first.

    The most cautious of the one-to-one selectors: what it keeps, greedy keeps too.
    """

    name = "mutual"
    cutting_commutes = True

    def select(self, scores: Scores, threshold: float) -> NDArray[np.int64]:
        """Row numbers of a one-to-one set of pairs with a combined score ≥ threshold, sorted."""
        order = scores.order
        _, first_of_source = np.unique(scores.candidates.source[order], return_index=True)
        _, first_of_target = np.unique(scores.candidates.target[order], return_index=True)
        rows = order[np.intersect1d(first_of_source, first_of_target)]
        return np.sort(rows[scores.combined[rows] >= threshold]).astype(np.int64)
