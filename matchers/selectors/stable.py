"""Stable marriage: no two entities would both rather have each other than what they got."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from aligner.scores import Scores


class Stable:
    """Source-proposing deferred acceptance (Gale & Shapley, *College Admissions and the Stability of Marriage*, 1962).

    Each side ranks by its own scores (`Scores.preferences`) where there are any, by the combined score otherwise,
    and by the global order among equals. A pair is acceptable at a combined score ≥ threshold, unless one side's
    own score of it is NaN. Among stable one-to-one sets this is the best for every source entity. On one symmetric
    score it selects what greedy selects.
    """

    name = "stable"
    cutting_commutes = False

    def select(self, scores: Scores, threshold: float) -> NDArray[np.int64]:
        """Row numbers of a stable one-to-one set of pairs with a combined score ≥ threshold, sorted."""
        rows = scores.order[scores.combined[scores.order] >= threshold]
        if scores.preferences is None:
            by_source = by_target = rows
        else:
            own, others = scores.preferences
            rows = rows[~np.isnan(own[rows]) & ~np.isnan(others[rows])]
            # A stable sort keeps the global order among equal scores.
            by_source, by_target = (rows[np.argsort(-side[rows], kind="stable")] for side in (own, others))
        rank = {row: position for position, row in enumerate(by_target.tolist())}
        choices: dict[int, list[int]] = defaultdict(list)
        for row in by_source[::-1].tolist():  # worst first, so that the best is popped first
            choices[int(scores.candidates.source[row])].append(row)
        return np.array(sorted(_accept(choices, rank, scores)), dtype=np.int64)


def _accept(choices: dict[int, list[int]], rank: dict[int, int], scores: Scores) -> list[int]:
    """Deferred acceptance; `choices` are each source's rows, its best last, and are used up."""
    engaged: dict[int, int] = {}
    waiting = list(choices)
    while waiting:
        source = waiting.pop()
        while choices[source]:
            row = choices[source].pop()
            target = int(scores.candidates.target[row])
            rival = engaged.get(target)
            if rival is None or rank[row] < rank[rival]:
                engaged[target] = row
                if rival is not None:
                    waiting.append(int(scores.candidates.source[rival]))
                break
    return list(engaged.values())
