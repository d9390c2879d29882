"""No selection beyond the cut: an entity may be in any number of pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aligner.scores import Scores


class NoSelection:
    """Keeps every pair at or above the threshold: n to m."""

    name = "none"
    cutting_commutes = True

    def select(self, scores: Scores, threshold: float) -> NDArray[np.int64]:
        """Row numbers of `scores` with a combined score ≥ threshold, sorted."""
        return np.flatnonzero(scores.combined >= threshold).astype(np.int64)
