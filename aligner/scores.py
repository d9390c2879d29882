"""Scores: candidates with one column per matcher and the combined column. A table, not a matrix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from aligner.candidates import Candidates
from aligner.entity import Schema

FloatArray = NDArray[np.float64]
ScoreArray = NDArray[np.float32]

#: Combined scores are rounded to this step before anything is selected, so that the last bits of a
#: floating-point sum never decide between two pairs.
QUANTUM = 1e-6


def quantise(scores: FloatArray) -> FloatArray:
    """Round to multiples of `QUANTUM`; NaN stays NaN."""
    # Divided, not multiplied: 900000 * 1e-6 falls short of 0.9 and would miss a cut at 0.9.
    return np.rint(scores / QUANTUM) / round(1 / QUANTUM)


@dataclass(frozen=True)
class Scores:
    """What every matcher says of every candidate, and what that adds up to.

    Attributes:
        source: the source schema.
        target: the target schema.
        candidates: the n pairs scored.
        columns: matcher name to float32 array of shape (n,) in [0, 1]; NaN where it has no evidence.
        log_odds: shape (n,), the combined evidence; NaN where no matcher had any.
        combined: shape (n,), logistic of `log_odds`, quantised; NaN where no matcher had any evidence.
        preferences: where the two sides rank differently, each side's own scores of shape (n,).
    """

    source: Schema
    target: Schema
    candidates: Candidates
    columns: Mapping[str, ScoreArray]
    log_odds: FloatArray
    combined: FloatArray
    preferences: tuple[FloatArray, FloatArray] | None = field(default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", MappingProxyType(dict(self.columns)))

    def __len__(self) -> int:
        return len(self.candidates)

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """Row numbers of the pairs with evidence, best first, by the global tie order.

        Score, then equal labels before unequal ones, then source id, then target id. The axes are sorted
        by id, so positions stand for ids.
        """
        rows = np.flatnonzero(~np.isnan(self.combined))
        source, target = self.candidates.source[rows], self.candidates.target[rows]
        labels = [[entity.label.casefold() for entity in schema.entities] for schema in (self.source, self.target)]
        codes = np.unique(np.array([*labels[0], *labels[1]], dtype=object), return_inverse=True)[1]
        unequal = codes[source] != codes[len(labels[0]) + target]
        return rows[np.lexsort((target, source, unequal, -self.combined[rows]))].astype(np.int64)

    @cached_property
    def rank(self) -> NDArray[np.int64]:
        """Shape (n,): every row's place in `order`; n for pairs without evidence."""
        places = np.full(len(self), len(self), dtype=np.int64)
        places[self.order] = np.arange(len(self.order))
        return places
