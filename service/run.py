"""One run: two schemas and a recipe in; scores, alignment and mapping set out, with the fingerprints that make it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from aligner import __version__, pipeline
from aligner.alignment import Alignment
from aligner.entity import Schema, fingerprint
from aligner.matcher import MatchContext
from aligner.scores import Scores
from mappings.conversion import to_mapping_set
from mappings.mapping import MappingSet
from service.recipe import Recipe

#: What a set says of its licence where nobody states one: the truth, not a guess.
NO_LICENSE = "https://w3id.org/sssom/license/unspecified"

#: URI prefix of the ids of the mapping sets made here.
MAPPING_SETS = "https://w3id.org/aligner/mapping-set/"


@dataclass(frozen=True)
class Run:
    """What came of aligning two schemas.

    Attributes:
        source: the source schema.
        target: the target schema.
        recipe: what was done.
        scores: every candidate's scores, before anything was cut.
        alignment: correspondences and abstentions, explained.
        mapping_set: the correspondences as SSSOM.
    """

    source: Schema
    target: Schema
    recipe: Recipe
    scores: Scores
    alignment: Alignment
    mapping_set: MappingSet

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 over both schemas, the recipe and the version: equal fingerprints give equal bytes."""
        return fingerprint([__version__, self.source.fingerprint, self.target.fingerprint, self.recipe.fingerprint])

    def to_frame(self) -> Any:
        """The mappings as a `pandas.DataFrame`, a row each."""
        return self.mapping_set.to_frame()

    def scores_frame(self) -> Any:
        """Every scored pair as a `pandas.DataFrame`: the ids, a column per matcher, and the combined score."""
        import pandas as pd

        pairs = self.scores.candidates
        frame = pd.DataFrame(
            {
                "subject_id": [self.source.entities[i].id for i in pairs.source],
                "object_id": [self.target.entities[j].id for j in pairs.target],
                **self.scores.columns,
                "score": self.scores.combined,
            }
        )
        return frame.sort_values("score", ascending=False, kind="stable", ignore_index=True)


def run_alignment(
    source: Schema,
    target: Schema,
    recipe: Recipe,
    *,
    context: MatchContext | None = None,
    license: str | None = None,
    date: str | None = None,
) -> Run:
    """Score, choose, explain and convert.

    Args:
        source: its entities become subjects.
        target: its entities become objects.
        recipe: what to do.
        context: what else the matchers may look at.
        license: URI stated as the mapping set's licence.
        date: day of the mappings, `YYYY-MM-DD`; without one none is written, so that equal input gives equal bytes.
    """
    scores = pipeline.score(source, target, recipe.method, context)
    alignment = pipeline.choose(scores, recipe.method, context)
    key = fingerprint(
        [source.fingerprint, target.fingerprint, recipe.fingerprint, (context or MatchContext()).fingerprint]
    )
    mapping_set = to_mapping_set(
        alignment,
        source,
        target,
        mapping_set_id=f"{MAPPING_SETS}{source.name}--{target.name}/{key[:16]}",
        license=license or NO_LICENSE,
        tool_version=__version__,
        date=date,
    )
    return Run(source, target, recipe, scores, alignment, mapping_set)
