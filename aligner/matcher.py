"""The seams: what a matcher, a selector and a relation rule are, and what they may look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from aligner.alignment import Part, Relation
from aligner.candidates import Candidates
from aligner.entity import Entity, Schema, fingerprint
from aligner.scores import ScoreArray, Scores


@dataclass(frozen=True)
class MatchContext:
    """All else a matcher may look at.

    Attributes:
        others: further schemas of the same run, neither source nor target.
        seeds: pairs of ids already known to correspond.
        rejected: pairs of ids that a person has rejected; never proposed again.
    """

    others: tuple[Schema, ...] = ()
    seeds: frozenset[tuple[str, str]] = frozenset()
    rejected: frozenset[tuple[str, str]] = frozenset()

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the context's content: part of a run's identity."""
        return fingerprint([[each.fingerprint for each in self.others], sorted(self.seeds), sorted(self.rejected)])


@runtime_checkable
class Matcher(Protocol):
    """Scores pairs by one kind of evidence.

    A score of a pair never depends on which other candidates are scored; swapping source and target
    transposes the scores; NaN means the matcher has nothing to say, 0.5 that its evidence is even, and
    exactly 0 is a veto: the strongest evidence against a pair that there is.

    """

    @property
    def name(self) -> str:
        """Unique among matchers."""

    @property
    def evidence(self) -> str:
        """The SSSOM justification of what it finds, a local name (as `LexicalMatching`)."""

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        """At most `k` candidates per entity that this matcher would like to see scored."""

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        """A score per candidate: shape (n,), float32, in [0, 1] or NaN."""

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """What it saw in one pair. Weight and contribution are the pipeline's to fill in."""


@runtime_checkable
class Selector(Protocol):
    """Chooses among scored pairs."""

    @property
    def name(self) -> str:
        """Unique among selectors."""

    def select(self, scores: Scores, threshold: float) -> NDArray[np.int64]:
        """Row numbers of `scores` to keep, sorted: each with a combined score ≥ threshold."""


class RelationRule(Protocol):
    """States how two chosen entities relate."""

    def __call__(self, source: Entity, target: Entity, columns: Mapping[str, float]) -> Relation:
        """The relation of a pair, given each matcher's score of it (NaN: no evidence)."""


@dataclass(frozen=True)
class Weights:
    """How much each matcher's evidence counts.

    Attributes:
        prior: log-odds of a pair before any evidence.
        of: matcher name to weight (≥ 0).
        shrinkage: scores are pulled this far towards 0.5 before they become log-odds, so that no single
            score is ever certain; in (0, 0.5).
    """

    prior: float
    of: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    shrinkage: float = 0.02


Matchers = Sequence[Matcher]
