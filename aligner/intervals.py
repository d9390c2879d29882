"""How sure a figure is: precision, recall and F1 with 95 % intervals by the bootstrap (Efron, 1979).

Within one pair of schemas the source entities are resampled, and a cell carries its source's weight. Over many
pairs the schemas are resampled, and a pair carries the product of its two schemas' weights; the resampling of
whole pairs stands beside it. Counts and weights are whole numbers, so sums are exact on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from aligner.errors import InputError
from aligner.reference import SchemaPair
from aligner.scores import FloatArray

#: Draws of a bootstrap where the caller does not say otherwise, and the fewest that give percentiles a meaning.
DRAWS = 2000
MIN_DRAWS = 100

#: Numbers held at once while drawing.
_BLOCK = 4_000_000

_PERCENTILES = (2.5, 97.5)


class Resampling(StrEnum):
    """What is drawn with replacement."""

    SOURCES = "sources"  # source entities of the one pair there is
    SCHEMAS = "schemas"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its 95 % percentile interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Precision, recall and F1 (or differences of them), each with its interval."""

    precision: Figure
    recall: Figure
    f1: Figure
    resampling: Resampling

    def as_row(self) -> dict[str, float]:
        """Nine numbers: `precision`, `precision_low`, `precision_high`, and so on."""
        row: dict[str, float] = {}
        for name in ("precision", "recall", "f1"):
            figure: Figure = getattr(self, name)
            row |= {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}
        return row


@dataclass(frozen=True)
class Tallies:
    """What k methods (or thresholds) got right, in units that are resampled.

    Attributes:
        pairs: per unit, the pair of schemas it belongs to.
        counts: shape (units, k, 4) of right, claimed, found and wanted: `right` of `claimed` cells count as right,
            `found` of `wanted` cells are claimed.
    """

    pairs: Sequence[SchemaPair]
    counts: FloatArray

    @property
    def resampling(self) -> Resampling:
        """What to resample first: schemas, or the source entities where there is but one pair."""
        return Resampling.SCHEMAS if len(set(self.pairs)) > 1 else Resampling.SOURCES

    @property
    def total(self) -> FloatArray:
        """The micro sums, shape (k, 4)."""
        return np.asarray(self.counts.sum(axis=0))

    def by_pair(self) -> Tallies:
        """The same with one unit per pair of schemas, sorted."""
        pairs = sorted(set(self.pairs))
        at = {pair: position for position, pair in enumerate(pairs)}
        counts = np.zeros((len(pairs), *self.counts.shape[1:]))
        np.add.at(counts, [at[pair] for pair in self.pairs], self.counts)
        return Tallies(pairs, counts)


def prf(counts: FloatArray) -> FloatArray:
    """Precision, recall and F1 of counts (…, 4): shape (…, 3).

    A ratio of nothing to nothing is 1: claiming nothing is precise, and finding all of nothing is complete.
    """
    right, claimed, found, wanted = np.moveaxis(counts, -1, 0)
    precision, recall = np.ones(right.shape), np.ones(right.shape)
    np.divide(right, claimed, out=precision, where=claimed > 0)
    np.divide(found, wanted, out=recall, where=wanted > 0)
    f1 = np.zeros(right.shape)
    np.divide(2 * precision * recall, precision + recall, out=f1, where=precision + recall > 0)
    return np.stack([precision, recall, f1], axis=-1)


def resample(tallies: Tallies, resampling: Resampling, seed: int, draws: int = DRAWS) -> FloatArray:
    """Precision, recall and F1 of every draw, shape (draws, k, 3).

    All k methods are measured on the same draws. Draws that hit no unit are left out.

    Raises:
        InputError: fewer than `MIN_DRAWS` draws.
    """
    if draws < MIN_DRAWS:
        raise InputError(f"{draws} draws are too few for an interval", field="draws", remedy=f"Use {MIN_DRAWS} or more")
    units = tallies if resampling == Resampling.SOURCES else tallies.by_pair()
    size, k = units.counts.shape[:2]
    if not size:
        return prf(np.zeros((draws, k, 4)))
    flat = units.counts.reshape(size, k * 4)
    random = np.random.default_rng(seed)
    block = max(1, _BLOCK // max(size, k * 4))
    sums = []
    for start in range(0, draws, block):
        weights = _weights(units.pairs, resampling, random, min(block, draws - start))
        sums.append((weights @ flat)[weights.any(axis=1)])
    return prf(np.concatenate(sums).reshape(-1, k, 4))


def figures(tallies: Tallies, resampling: Resampling, seed: int, draws: int = DRAWS) -> list[Figures]:
    """The micro figures of each of the k methods, with their intervals."""
    samples = resample(tallies, resampling, seed, draws)
    return [
        as_figures(point, samples[:, method], resampling) for method, point in enumerate(prf(tallies.total).tolist())
    ]


def as_figures(point: Sequence[float], samples: FloatArray, resampling: Resampling) -> Figures:
    """Three numbers and their draws (draws, 3) as figures."""
    low, high = np.percentile(samples, _PERCENTILES, axis=0).tolist()
    precision, recall, f1 = (Figure(*each) for each in zip(point, low, high, strict=True))
    return Figures(precision, recall, f1, resampling)


def clopper_pearson_lower(right: int, of: int, level: float = 0.95) -> float:
    """One-sided exact lower bound of a share (Clopper & Pearson, 1934), in [0, 1]; 0 without any success."""
    return float(beta.ppf(1 - level, right, of - right + 1)) if right else 0.0


def _weights(
    pairs: Sequence[SchemaPair], resampling: Resampling, random: np.random.Generator, draws: int
) -> NDArray[np.float64]:
    """How often each unit was drawn, shape (draws, units)."""
    if resampling != Resampling.SCHEMAS:
        return random.multinomial(len(pairs), np.full(len(pairs), 1 / len(pairs)), size=draws).astype(np.float64)
    schemas = sorted({name for pair in pairs for name in pair})
    drawn = random.multinomial(len(schemas), np.full(len(schemas), 1 / len(schemas)), size=draws).astype(np.float64)
    at = {name: position for position, name in enumerate(schemas)}
    left, right = ([at[pair[side]] for pair in pairs] for side in (0, 1))
    weights: NDArray[np.float64] = drawn[:, left] * drawn[:, right]
    return weights
