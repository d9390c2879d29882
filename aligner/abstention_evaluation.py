"""How good abstaining is: precision, recall and F1 of leaving an entity without a counterpart, by its reason."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from aligner.alignment import Alignment, Reason, Side
from aligner.evaluation import Counts, claims_of, shared_pairs
from aligner.intervals import DRAWS, Figures, Resampling, Tallies, figures
from aligner.reference import Reference, ReferenceRow, SchemaPair

#: An entity of one pair of schemas, by side.
_Place = tuple[SchemaPair, Side, str]


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How often a reason was given (None: left without one), and how often the entity had no counterpart indeed."""

    reason: Reason | None
    abstained: int
    right: int


@dataclass(frozen=True, slots=True)
class AbstentionEvaluation:
    """How good abstaining is.

    Attributes:
        counts: `right` of `claimed` abstentions have no counterpart; of `wanted` entities without one `found` are
            abstained from.
        figures: micro precision, recall and F1 over both sides of all pairs of schemas.
        beside: the same with intervals from resampling whole pairs, where there are several.
        reasons: one row per reason given, in the order of `Reason`.
        seed: of the bootstrap.
        draws: of the bootstrap.
    """

    counts: Counts
    figures: Figures
    beside: Figures | None
    reasons: tuple[ReasonCount, ...]
    seed: int
    draws: int

    def rows(self) -> list[dict[str, Any]]:
        """A table: one row over all reasons (`reason` is "all"), then one a reason."""
        table: list[dict[str, Any]] = [{"reason": "all"} | asdict(self.counts) | self.figures.as_row()]
        for each in self.reasons:
            share = each.right / each.abstained
            reason = str(each.reason) if each.reason else "not stated"
            table.append({"reason": reason, "right": each.right, "claimed": each.abstained, "precision": share})
        return table

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


def evaluate_abstention(
    alignments: Iterable[Alignment], reference: Reference, *, seed: int = 0, draws: int = DRAWS
) -> AbstentionEvaluation:
    """Compare the entities without a correspondence with those that no row of the reference lists at all.

    Which entities there are is the reference's universe, or the alignments' own account where a schema is not in it.
    Within one pair of schemas entities are resampled, over many pairs schemas.

    Raises:
        InputError: the reference has none of the alignments' pairs of schemas; too few draws.
    """
    alignments = list(alignments)
    reference = reference.facing(claims_of(alignments))
    shared = set(shared_pairs([claims_of(alignments)], reference))
    places, claimed, reasons = _account([each for each in alignments if (each.source, each.target) in shared])
    for pair in shared:
        for side, schema in zip(Side, pair, strict=True):
            if schema in reference.universe:
                places = {place for place in places if place[:2] != (pair, side)}
                places |= {(pair, side, entity_id) for entity_id in reference.universe[schema]}
    listed = {place for pair in shared for row in reference.rows[pair] for place in _ends(pair, row)}
    ordered = sorted(places)
    actual = np.array([place not in listed for place in ordered], dtype=float)
    abstained = np.array([place not in claimed for place in ordered], dtype=float)
    both = actual * abstained
    tallies = Tallies([place[0] for place in ordered], np.stack([both, abstained, both, actual], axis=-1)[:, None])
    resampling = tallies.resampling
    return AbstentionEvaluation(
        Counts.of(tallies.total[0]),
        figures(tallies, resampling, seed, draws)[0],
        figures(tallies, Resampling.PAIRS, seed, draws)[0] if resampling == Resampling.SCHEMAS else None,
        _reason_counts([place for place in ordered if place not in claimed], listed, reasons),
        seed,
        draws,
    )


def _account(alignments: Iterable[Alignment]) -> tuple[set[_Place], set[_Place], dict[_Place, Reason]]:
    """All entities that the alignments mention, those in a correspondence, and the others' reasons."""
    claimed: set[_Place] = set()
    reasons: dict[_Place, Reason] = {}
    for alignment in alignments:
        pair = (alignment.source, alignment.target)
        claimed |= {(pair, Side.SOURCE, each.source_id) for each in alignment}
        claimed |= {(pair, Side.TARGET, each.target_id) for each in alignment}
        reasons |= {(pair, each.side, each.entity_id): each.reason for each in alignment.abstentions}
    return claimed | set(reasons), claimed, reasons


def _ends(pair: SchemaPair, row: ReferenceRow) -> tuple[_Place, _Place]:
    return (pair, Side.SOURCE, row.source_id), (pair, Side.TARGET, row.target_id)


def _reason_counts(
    abstained: Iterable[_Place], listed: set[_Place], reasons: dict[_Place, Reason]
) -> tuple[ReasonCount, ...]:
    given: dict[Reason | None, Counter[bool]] = defaultdict(Counter)
    for place in abstained:
        given[reasons.get(place)][place not in listed] += 1
    return tuple(
        ReasonCount(reason, given[reason].total(), given[reason][True]) for reason in (*Reason, None) if reason in given
    )
