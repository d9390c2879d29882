"""Instances: what the values are, which of them are shared, and what the field is to its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from scipy.special import expit

from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext
from aligner.scores import FloatArray, ScoreArray
from matchers.facts import instance_facts, kinds_clash
from matchers.features import KINDS, Features, features, kinship
from matchers.overlap import shared_values, shared_words
from matchers.proposals import best_of

#: Log-odds of each observation, which lies in [0, 1]. Set on development data, rounded; see docs/matchers.md.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "kinds": 4.0,
        "fine_kinds": 1.0,
        "earliest": 3.0,
        "latest": 2.0,
        "opposite_times": -2.5,
        "main_text": 3.5,
        "headline": 2.5,
        "own_id": 1.5,
        "values": 3.0,
        "words": 4.5,
        "lists_differ": -1.0,
        "uniqueness_differs": -2.5,
        "codes_differ": -2.5,
        "both_codes": -1.0,
        "lengths_differ": -1.0,
        "fill_differs": -2.0,
    }
)

#: Log-odds of a pair of which nothing was observed: kinds alone must carry it back to even.
BASE = -4.0

#: Below this kinship the kinds of value rule a pair out.
VETO = 0.04

#: Values a field needs for its kinds to rule anything out, and for its evidence to count in half.
VETO_VALUES = 3
HALF_VALUES = 1.0

#: Kinds whose equal values mean nothing: every day field shares days, every flag shares "true".
UNTELLING = frozenset({"flag", "number", "time", "period"})


@dataclass(frozen=True)
class InstanceMatcher:
    """Compares profiles, never names. A field without values says nothing."""

    name: str = "instance"
    evidence: str = "InstanceBasedMatching"
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        """The `k` pairs of every entity whose instances are most alike."""
        return best_of(self, source, target, context, k)

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        """Logistic of the weighted observations; 0 where the kinds rule the pair out, NaN without values."""
        seen = observations(source, target, candidates)
        log_odds = BASE + sum(self.weights[name] * seen[name] for name in self.weights)
        few = np.minimum(seen["n_source"], seen["n_target"])
        scores = expit(np.asarray(log_odds) * few / (few + HALF_VALUES))
        vetoed = ruled_out(seen)
        return np.where(few == 0, np.nan, np.where(vetoed, 0.0, scores)).astype(np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """The observations that weighed most, and example records of both sides."""
        arrays = observations(source, target, Candidates.of([pair]))
        seen = {name: float(values[0]) for name, values in arrays.items()}
        left, right = source.entities[pair[0]], target.entities[pair[1]]
        facts: tuple[Fact, ...] = ()
        if ruled_out(arrays)[0]:
            facts = kinds_clash(left, right)
        elif min(seen["n_source"], seen["n_target"]) > 0:
            facts = instance_facts(left, right, seen, self.weights)
        return Part(self.name, self.evidence, None, 0.0, 0.0, facts)


def ruled_out(seen: Mapping[str, FloatArray]) -> np.ndarray:
    """Which pairs the kinds of value rule out: enough values of known kinds that cannot be alike."""
    enough = np.minimum(seen["n_source"], seen["n_target"]) >= VETO_VALUES
    return np.asarray((seen["kinds"] < VETO) & enough & (seen["known_kinds"] > 0))


def observations(source: Schema, target: Schema, candidates: Candidates) -> dict[str, FloatArray]:
    """What can be seen of every pair: one array of shape (n,) per observation, in [0, 1] except the counts."""
    ours, theirs, i, j = features(source), features(target), candidates.source, candidates.target

    def both(role: str) -> FloatArray:
        return np.asarray(ours.roles[role][i] * theirs.roles[role][j])

    def differ(left: FloatArray, right: FloatArray) -> FloatArray:
        return np.asarray(np.abs(left[i] - right[j]))

    telling = 1.0 - np.maximum(_untelling(ours)[i], _untelling(theirs)[j])
    overlap, shared = shared_values(source, target, candidates)
    early, late = ours.roles["earliest"][i], theirs.roles["latest"][j]
    return {
        "n_source": ours.values[i],
        "n_target": theirs.values[j],
        "n_shared": shared,
        "kinds": kinship(ours.coarse[i], theirs.coarse[j]),
        "known_kinds": np.minimum(ours.coarse[i].sum(axis=1), theirs.coarse[j].sum(axis=1)),
        "fine_kinds": _cosine(ours.fine[i], theirs.fine[j]),
        "earliest": both("earliest"),
        "latest": both("latest"),
        "opposite_times": early * late + ours.roles["latest"][i] * theirs.roles["earliest"][j],
        "main_text": both("main_text"),
        "headline": both("headline"),
        "own_id": both("own_id"),
        "values": overlap * telling,
        "words": shared_words(source, target, candidates) * telling,
        "lists_differ": differ(ours.lists, theirs.lists),
        "uniqueness_differs": differ(ours.unique, theirs.unique),
        "codes_differ": differ(ours.enumeration, theirs.enumeration),
        "both_codes": ours.enumeration[i] * theirs.enumeration[j],
        "fill_differs": differ(ours.fill, theirs.fill),
        "lengths_differ": np.minimum(1.0, differ(ours.length, theirs.length) / 8.0),
    }


def _untelling(seen: Features) -> FloatArray:
    """Share of a field's values of which equality means nothing: (n,). Large whole numbers are codes: they tell."""
    share = seen.coarse @ np.array([float(kind in UNTELLING) for kind in KINDS])
    return np.asarray(np.where(seen.large > 0, 0.0, share))


def _cosine(left: FloatArray, right: FloatArray) -> FloatArray:
    scale = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return np.asarray(np.divide((left * right).sum(axis=1), scale, out=np.zeros(len(left)), where=scale > 0))
