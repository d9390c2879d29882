"""Structure: where a field stands in the record, under what, and whether it holds a list."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Entity, Schema
from aligner.matcher import MatchContext
from aligner.scores import ScoreArray
from matchers.proposals import best_of
from matchers.words import words

#: Score of equal parents, of different ones, and of a nested field against one at the top.
SAME_PARENT, OTHER_PARENT, NESTED = 0.75, 0.25, 0.15

#: Score of a list against a list, and against a single value.
SAME_SHAPE, OTHER_SHAPE = 0.55, 0.3


@dataclass(frozen=True)
class StructureMatcher:
    """Compares the records that two fields lie in, and whether each holds one value or many."""

    name: str = "structure"
    evidence: str = "StructuralMatching"

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        """The `k` structurally most alike pairs of every entity."""
        return best_of(self, source, target, context, k)

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        """Mean of what parents and list shape say; NaN for two top-level fields without instances."""
        ours, theirs = ([_place(entity) for entity in schema.entities] for schema in (source, target))
        shapes = [
            np.array([_lists(entity) for entity in schema.entities], dtype=np.float64) for schema in (source, target)
        ]
        differ = np.abs(shapes[0][candidates.source] - shapes[1][candidates.target])
        scores = SAME_SHAPE + (OTHER_SHAPE - SAME_SHAPE) * differ
        nested = [np.array([bool(place) for place in places], dtype=bool) for places in (ours, theirs)]
        for row in np.flatnonzero(nested[0][candidates.source] | nested[1][candidates.target]).tolist():
            parents = _parents(ours[candidates.source[row]], theirs[candidates.target[row]])
            scores[row] = parents if np.isnan(scores[row]) else (scores[row] + parents) / 2
        return np.asarray(scores, dtype=np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        """The parents, and the list shapes where they differ."""
        left, right = source.entities[pair[0]], target.entities[pair[1]]
        ours, theirs = _place(left), _place(right)
        facts = []
        if ours or theirs:
            code = "same_parent" if set(ours) & set(theirs) else "other_parent"
            facts.append(Fact(code, " ".join(ours) or None, " ".join(theirs) or None))
        lists = _lists(left), _lists(right)
        if abs(lists[0] - lists[1]) > 0:
            facts.append(Fact("list_shape", f"{lists[0]:.0%} lists", f"{lists[1]:.0%} lists"))
        return Part(self.name, self.evidence, None, 0.0, 0.0, tuple(facts))


def _place(entity: Entity) -> tuple[str, ...]:
    """The words of the record that a nested field lies in; none at the top."""
    steps = [step for step in entity.path[:-1] if step != "[]"]
    return words(steps[-1]) if steps else ()


def _lists(entity: Entity) -> float:
    return entity.profile.list_share if entity.profile and entity.profile.filled else float("nan")


def _parents(ours: tuple[str, ...], theirs: tuple[str, ...]) -> float:
    if not ours or not theirs:
        return NESTED
    return SAME_PARENT if set(ours) & set(theirs) else OTHER_PARENT
