"""Names: shared words, abbreviations, generic synonyms and opposites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from rapidfuzz.distance import Indel

from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext
from aligner.scores import FloatArray, ScoreArray
from matchers.proposals import best_of
from matchers.thesaurus import LIGHT, groups_of, kindred, opposed
from matchers.words import words

#: How alike two words are that mean the same by the thesaurus, are loosely related by it, or spelt nearly the same.
SYNONYM = 0.85
KINDRED = 0.45
SPELLING = 0.8
SPELLING_CUT = 0.84

#: Weight of a word that says what sort of value it is ("date", "id") beside one that says which.
LIGHT_WEIGHT = 0.35

#: How fast a word loses weight that many names of one schema share.
FREQUENCY = 3.0

#: What remains of the likeness of two names that hold opposite words.
OPPOSED = 0.3

#: Score of no likeness, and of equal names.
FLOOR, CEILING = 0.12, 0.97

#: Rows of the source scored at a time.
BLOCK = 1024


@dataclass(frozen=True)
class NameMatcher:
    """Compares names word by word, both ways; names without a word in common that we know say nothing.

    Attributes:
        thesaurus: whether generic synonyms count; without them only shared and similar words do.
    """

    thesaurus: bool = True
    name: str = "name"
    evidence: str = "LexicalMatching"

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        """The `k` most alike names of every entity, both ways."""
        return best_of(self, source, target, context, k)

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        """Likeness of two names in [0.12, 0.97]; NaN where nothing is shared and a name has no known word."""
        ours, theirs = _Names.of(source), _Names.of(target)
        alike = np.zeros(len(candidates))
        for start in range(0, len(source), BLOCK):
            rows = (candidates.source >= start) & (candidates.source < start + BLOCK)
            if rows.any():
                block = ours.block(start, start + BLOCK)
                matrix = _likeness(block, theirs, self.thesaurus)
                alike[rows] = matrix[candidates.source[rows] - start, candidates.target[rows]]
        known = ours.known[candidates.source] & theirs.known[candidates.target] & self.thesaurus
        scores = FLOOR + (CEILING - FLOOR) * alike
        return np.where((alike == 0) & ~known, np.nan, scores).astype(np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """Which words are shared, synonymous or opposite."""
        ours, theirs = _words_of(source)[pair[0]], _words_of(target)[pair[1]]
        facts = []
        if ours == theirs:
            facts.append(Fact("name_equal", " ".join(ours), " ".join(theirs)))
        else:
            for left in dict.fromkeys(ours):
                right = max(dict.fromkeys(theirs), key=lambda word: (_alike(left, word, self.thesaurus), word))
                if likeness := _alike(left, right, self.thesaurus):
                    codes = {1.0: "name_tokens", SYNONYM: "thesaurus", KINDRED: "kindred"}
                    facts.append(Fact(codes.get(likeness, "abbreviation"), left, right))
            facts += [Fact("opposites", left, right) for left in ours for right in theirs if opposed(left, right)]
        return Part(self.name, self.evidence, None, 0.0, 0.0, tuple(facts))


@lru_cache(maxsize=64)
def _words_of(schema: Schema) -> tuple[tuple[str, ...], ...]:
    return tuple(words(entity.label) for entity in schema.entities)


@dataclass(frozen=True)
class _Names:
    """The names of a schema as one long list of words with the place where each name starts."""

    words: tuple[str, ...]
    weights: FloatArray
    starts: np.ndarray
    known: np.ndarray

    @classmethod
    def of(cls, schema: Schema) -> _Names:
        names = _words_of(schema)
        frequency: dict[str, int] = {}
        for name in names:
            for word in set(name):
                frequency[word] = frequency.get(word, 0) + 1
        flat = tuple(word for name in names for word in name)
        rarity = np.array([1 / (1 + FREQUENCY * (frequency[word] - 1) / max(len(names), 10)) for word in flat])
        light = np.array([LIGHT_WEIGHT if word in LIGHT else 1.0 for word in flat])
        starts = np.cumsum([0, *(len(name) for name in names)])
        known = np.array([any(groups_of(word) for word in name) for name in names], dtype=bool)
        return cls(flat, rarity * light, starts, known)

    def block(self, start: int, stop: int) -> _Names:
        """The names from `start` to `stop`."""
        edges = self.starts[start : stop + 1]
        piece = slice(int(edges[0]), int(edges[-1]))
        return _Names(self.words[piece], self.weights[piece], edges - edges[0], self.known[start:stop])


def _likeness(ours: _Names, theirs: _Names, thesaurus: bool) -> FloatArray:
    """Weighted share of each name's words that the other name has something like, both ways: (m, n)."""
    matrix = _word_matrix(ours.words, theirs.words, thesaurus)
    best_ours = np.maximum.reduceat(matrix, theirs.starts[:-1], axis=1)  # (words of ours, n)
    best_theirs = np.maximum.reduceat(matrix, ours.starts[:-1], axis=0)  # (m, words of theirs)
    found = np.add.reduceat(best_ours * ours.weights[:, None], ours.starts[:-1], axis=0)
    found += np.add.reduceat(best_theirs * theirs.weights[None, :], theirs.starts[:-1], axis=1)
    total = np.add.reduceat(ours.weights, ours.starts[:-1])[:, None] + np.add.reduceat(
        theirs.weights, theirs.starts[:-1]
    )
    return np.asarray(found / total) * np.where(_opposition(ours, theirs, matrix, best_ours, best_theirs), OPPOSED, 1.0)


def _opposition(
    ours: _Names, theirs: _Names, matrix: FloatArray, best_ours: FloatArray, best_theirs: FloatArray
) -> np.ndarray:
    """Which pairs of names hold opposite words, neither of which is matched otherwise: (m, n)."""
    row_of = np.repeat(np.arange(len(ours.starts) - 1), np.diff(ours.starts))
    column_of = np.repeat(np.arange(len(theirs.starts) - 1), np.diff(theirs.starts))
    found = np.zeros((len(ours.starts) - 1, len(theirs.starts) - 1), dtype=bool)
    unique_theirs = sorted(set(theirs.words))
    places = {word: [c for c, each in enumerate(theirs.words) if each == word] for word in unique_theirs}
    for r, left in enumerate(ours.words):
        for right in unique_theirs:
            if opposed(left, right):
                for c in places[right]:
                    i, j = row_of[r], column_of[c]
                    found[i, j] |= best_ours[r, j] < SPELLING and best_theirs[i, c] < SPELLING
    return found


def _word_matrix(ours: Sequence[str], theirs: Sequence[str], thesaurus: bool) -> FloatArray:
    unique_ours, back_ours = np.unique(np.array(ours), return_inverse=True)
    unique_theirs, back_theirs = np.unique(np.array(theirs), return_inverse=True)
    small = np.array([[_alike(a, b, thesaurus) for b in unique_theirs.tolist()] for a in unique_ours.tolist()])
    return np.asarray(small[np.ix_(back_ours, back_theirs)])


@lru_cache(maxsize=1_000_000)
def _alike(left: str, right: str, thesaurus: bool) -> float:
    """How alike two words are: 1, synonyms, nearly the same spelling, or 0."""
    if left == right:
        return 1.0
    if thesaurus and groups_of(left) & groups_of(right):
        return SYNONYM
    shorter, longer = sorted((left, right), key=len)
    if len(shorter) >= 4 and (longer.startswith(shorter) or Indel.normalized_similarity(left, right) >= SPELLING_CUT):
        return SPELLING
    return KINDRED if thesaurus and kindred(left, right) else 0.0
