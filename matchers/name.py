"""Names: shared words, abbreviations, generic synonyms and opposites."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext
from aligner.scores import ScoreArray
from matchers.likeness import KINDRED, SYNONYM, alike, likeness, names, respelt
from matchers.proposals import best_of
from matchers.thesaurus import opposed

#: Score of no likeness, and of equal names.
FLOOR, CEILING = 0.12, 0.97

#: What likeness adds to even where a word may hide what we do not know: little, so that it only ranks.
DOUBT = 0.2

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
        """Likeness of two names in [0.12, 0.97].

        Unlike names speak against a pair only where the thesaurus knows a word of both: nobody can tell whether an
        unknown word is another's synonym. Elsewhere the score is at least 0.5, and NaN where nothing is shared.
        """
        ours, theirs = names(source), names(target)
        found = np.zeros(len(candidates))
        for start in range(0, len(source), BLOCK):
            rows = (candidates.source >= start) & (candidates.source < start + BLOCK)
            if rows.any():
                matrix = likeness(ours.block(start, start + BLOCK), theirs, self.thesaurus)
                found[rows] = matrix[candidates.source[rows] - start, candidates.target[rows]]
        known = ours.known[candidates.source] & theirs.known[candidates.target] & self.thesaurus
        scores = FLOOR + (CEILING - FLOOR) * found
        scores = np.where(known, scores, np.maximum(scores, 0.5 + DOUBT * found))
        return np.where((found == 0) & ~known, np.nan, scores).astype(np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """Which words are shared, synonymous or opposite."""
        ours, theirs = names(source).block(pair[0], pair[0] + 1), names(target).block(pair[1], pair[1] + 1)
        known = self.thesaurus and ours.known[0] and theirs.known[0]
        facts = []
        if known or likeness(ours, theirs, self.thesaurus)[0, 0] > 0:
            facts = self._likenesses(ours.of[0], theirs.of[0])
            (left,), (right,) = ours.written, theirs.written
            if respelt(left, right) and ours.of != theirs.of:
                facts.append(Fact("abbreviation", " ".join(left), " ".join(right)))
        return Part(self.name, self.evidence, None, 0.0, 0.0, tuple(facts))

    def _likenesses(self, ours: tuple[str, ...], theirs: tuple[str, ...]) -> list[Fact]:
        if ours == theirs:
            return [Fact("name_equal", " ".join(ours), " ".join(theirs))]
        facts = []
        codes = {1.0: "name_tokens", SYNONYM: "thesaurus", KINDRED: "kindred"}
        for left in dict.fromkeys(ours):
            right = max(dict.fromkeys(theirs), key=lambda word: (alike(left, word, self.thesaurus), word))
            if found := alike(left, right, self.thesaurus):
                facts.append(Fact(codes.get(found, "abbreviation"), left, right))
        return facts + [Fact("opposites", left, right) for left in ours for right in theirs if opposed(left, right)]
