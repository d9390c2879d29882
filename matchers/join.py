"""Joins: a field that links to the other source, and the identifier it points to. Not equal in meaning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext
from aligner.scores import FloatArray, ScoreArray
from matchers.features import KINDS, features
from matchers.overlap import common_words, shared_values
from matchers.proposals import best_of
from matchers.words import words

#: Score where the link's name holds the other source's name, where its values are identifiers of the
#: other source, and where both hold.
NAMED, SHARED, BOTH = 0.93, 0.88, 0.97

#: Shared identifiers that make a join by values; fewer might be chance.
SHARED_VALUES = 2

#: A prefix is a word that makes up this share of the words of an identifier field.
PREFIX_SHARE = 0.15

#: Words of the two sides, taken together, that must be shared prefixes.
PREFIX_COVER = 0.25

#: Words of a source's name that any name may hold.
_WEAK = frozenset(
    {"data", "source", "export", "file", "table", "system", "app", "service", "list", "generic", "company"}
)


@dataclass(frozen=True)
class JoinMatcher:
    """Finds links: only ever evidence for a pair, never against it."""

    name: str = "join"
    evidence: str = "InstanceBasedMatching"

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        """The `k` best links of every entity."""
        return best_of(self, source, target, context, k)

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        """0.8 to 0.95 for a link and what it points to, NaN for everything else."""
        named, shared = _links(source, target, candidates)
        scores = np.select([named & shared, named, shared], [BOTH, NAMED, SHARED], default=np.nan)
        return scores.astype(np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """Whether the link names the source, and whether it holds its identifiers."""
        one = Candidates.of([pair])
        named, shared = _links(source, target, one)
        facts = []
        left, right = source.entities[pair[0]], target.entities[pair[1]]
        if named[0]:
            facts.append(Fact("link_names_source", left.label, right.label))
        if shared[0]:
            _, number = shared_values(source, target, one)
            code = "link_values" if number[0] >= SHARED_VALUES else "id_prefix"
            facts.append(Fact(code, left.label, right.label, n=float(number[0])))
        return Part(self.name, self.evidence, None, 0.0, 0.0, tuple(facts))


def _links(source: Schema, target: Schema, candidates: Candidates) -> tuple[np.ndarray, np.ndarray]:
    """Per pair: does a link name the other side's source, and does it hold the other side's identifiers."""
    i, j = candidates.source, candidates.target
    identifiers = [_identifiers(schema) for schema in (source, target)]
    forward = _linking(source)[i] * identifiers[1][j] > 0
    backward = identifiers[0][i] * _linking(target)[j] > 0
    named = (forward & _names(source, target)[i]) | (backward & _names(target, source)[j])
    _, shared = shared_values(source, target, candidates)
    prefixed = common_words(source, target, candidates, PREFIX_SHARE) >= PREFIX_COVER
    held = (shared >= SHARED_VALUES) | prefixed
    return named, (forward | backward) & held


def _identifiers(schema: Schema) -> FloatArray:
    """1 for a field that identifies its record, else 0."""
    return (features(schema).roles["own_id"] >= 0.5).astype(np.float64)


def _linking(schema: Schema) -> FloatArray:
    """1 for a field that holds references: identifiers or links, but not its own record's identifier."""
    seen = features(schema)
    references = seen.coarse[:, KINDS.index("identifier")] + seen.coarse[:, KINDS.index("link")]
    return ((references >= 0.5) & (seen.roles["own_id"] < 0.5)).astype(np.float64)


def _names(schema: Schema, other: Schema) -> np.ndarray:
    """Whether a field's name holds a word of the other source's name that its own source's name has not."""
    telling = set(words(other.name)) - set(words(schema.name)) - _WEAK
    return np.array([not telling.isdisjoint(words(entity.label)) for entity in schema.entities], dtype=bool)
