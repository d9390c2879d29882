"""Equal names, case and naming convention aside: the plainest baseline there is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext
from aligner.scores import ScoreArray
from matchers.proposals import best_of
from matchers.words import words

#: Score of two equal names; unequal names say nothing.
EQUAL = 0.97


@dataclass(frozen=True)
class EqualityMatcher:
    """Says yes to equal names and nothing else."""

    name: str = "equality"
    evidence: str = "LexicalMatching"

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        """Pairs of equal names, at most `k` an entity."""
        return best_of(self, source, target, context, k)

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        """0.97 for names of the same words in the same order, else NaN."""
        ours, theirs = ([words(entity.label) for entity in schema.entities] for schema in (source, target))
        equal = [ours[i] == theirs[j] != () for i, j in candidates.pairs()]
        return np.where(np.array(equal, dtype=bool), EQUAL, np.nan).astype(np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """The name, where both have it."""
        left, right = words(source.entities[pair[0]].label), words(target.entities[pair[1]].label)
        facts = (Fact("name_equal", " ".join(left), " ".join(right)),) if left == right != () else ()
        return Part(self.name, self.evidence, None, 0.0, 0.0, facts)
