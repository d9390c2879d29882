"""Selectors: which of the scored pairs to keep. One algorithm a file, listed in `SELECTORS`.

Every selector keeps only pairs whose combined score is at or above the threshold (never NaN), and breaks ties
by `Scores.order`, so nothing but the scores and the ids decides. A selector whose `cutting_commutes` is true
selects at a threshold exactly what it selects at 0, less the pairs below the threshold; a sweep may then
select once and cut. Without that attribute a selector is asked again at every threshold.
"""

from __future__ import annotations

from aligner.matcher import Selector
from matchers.selectors.greedy import Greedy
from matchers.selectors.hungarian import Hungarian
from matchers.selectors.mutual import Mutual
from matchers.selectors.none import NoSelection
from matchers.selectors.stable import Stable

#: Every built-in selector by name.
SELECTORS: dict[str, Selector] = {
    selector.name: selector for selector in (NoSelection(), Greedy(), Stable(), Hungarian(), Mutual())
}
