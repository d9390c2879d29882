"""Optimal assignment: the one-to-one set with the greatest total gain over the threshold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from aligner.scores import QUANTUM, Scores


class Hungarian:
    """Maximises Σ (score − threshold) over the pairs at or above the threshold, never over a dense matrix.

    Taking the gain over the threshold, not the raw score, keeps one good pair from being given up for two
    mediocre ones. Among optimal sets it prefers pairs that come early in the global order.

    Solved as a sparse assignment (Jonker & Volgenant, *A shortest augmenting path algorithm for dense and
    sparse linear assignment problems*, 1987) in which every source entity may also stay alone.
    """

    name = "hungarian"
    cutting_commutes = False

    def select(self, scores: Scores, threshold: float) -> NDArray[np.int64]:
        """Row numbers of an optimal one-to-one set of pairs with a combined score ≥ threshold, sorted."""
        rows = scores.order[scores.combined[scores.order] >= threshold]
        if not len(rows):
            return rows
        _, source = np.unique(scores.candidates.source[rows], return_inverse=True)
        _, target = np.unique(scores.candidates.target[rows], return_inverse=True)
        gains = _gains(scores.combined[rows], threshold, min(source.max(), target.max()) + 1)
        # A private column per source, at the cost of gaining nothing, makes a full matching of the rows exist;
        # costs stay above 0 because the solver drops edges of weight 0.
        n_sources, n_targets = int(source.max()) + 1, int(target.max()) + 1
        alone = np.arange(n_sources)
        nothing = gains.max() + 1
        costs = csr_array(
            (
                np.concatenate([nothing - gains, np.full(n_sources, nothing)]),
                (np.concatenate([source, alone]), np.concatenate([target, n_targets + alone])),
            ),
            shape=(n_sources, n_targets + n_sources),
        )
        row_of = {(i, j): row for i, j, row in zip(source.tolist(), target.tolist(), rows.tolist(), strict=True)}
        matched = zip(*(side.tolist() for side in min_weight_full_bipartite_matching(costs)), strict=True)
        return np.array(sorted(row_of[pair] for pair in matched if pair in row_of), dtype=np.int64)


def _gains(combined: NDArray[np.float64], threshold: float, pairs: int) -> NDArray[np.float64]:
    """Whole-numbered gains of rows in global order: quanta over the threshold, then a tie-break worth less than one.

    Whole numbers keep the sums exact. The tie-breaks of `pairs` pairs together stay below one quantum.
    """
    size = len(combined)
    quanta: NDArray[np.float64] = np.rint(combined / QUANTUM) - np.rint(threshold / QUANTUM)
    return quanta * (size * pairs + 1) + np.arange(size, 0, -1, dtype=np.float64)
