"""Fields left without a counterpart, each with its reason and its runner-up in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aligner.alignment import Abstention, Alignment, Reason, Side
from aligner.reference import SchemaPair
from service.report.naming import local_id
from service.report.words import REASONS


@dataclass(frozen=True)
class Left:
    """One field without a counterpart.

    Attributes:
        name: its id without the prefix.
        reason: the reason's short name.
        told: what the reason means for this field, in a sentence.
        score: of its best pair, None where it had none.
    """

    name: str
    reason: str
    told: str
    score: float | None


def left_alone(alignment: Alignment, pair: SchemaPair) -> tuple[tuple[str, tuple[Left, ...]], ...]:
    """Per side the source's name and its fields without a counterpart, the nearest misses first."""
    taken = {
        Side.SOURCE: {each.target_id: each.source_id for each in alignment},
        Side.TARGET: {each.source_id: each.target_id for each in alignment},
    }
    return tuple(
        (name, _of_side(alignment.abstentions, side, taken[side])) for name, side in zip(pair, Side, strict=True)
    )


def _of_side(abstentions: Iterable[Abstention], side: Side, taken: dict[str, str]) -> tuple[Left, ...]:
    mine = [each for each in abstentions if each.side == side]
    ordered = sorted(mine, key=lambda each: (-each.runner_up.score if each.runner_up else 1.0, each.entity_id))
    return tuple(
        Left(
            local_id(each.entity_id),
            REASONS[each.reason][0],
            _told(each, taken),
            each.runner_up.score if each.runner_up else None,
        )
        for each in ordered
    )


def _told(abstention: Abstention, taken: dict[str, str]) -> str:
    """What the reason's name leaves open, in one sentence; `taken` says to whom a counterpart went."""
    best = abstention.runner_up
    if best is None:
        return REASONS[abstention.reason][1]
    other = best.object if abstention.side == Side.SOURCE else best.subject
    name = f"“{local_id(other)}”"
    if abstention.reason == Reason.OUTCOMPETED:
        winner = taken.get(other)
        return f"{name} is nearest, but " + (f"went to “{local_id(winner)}”." if winner else "has a nearer field.")
    if abstention.reason == Reason.AMBIGUOUS:
        return f"{name} and others are equally near."
    if abstention.reason == Reason.VETOED:
        return f"What reached the cut is ruled out; of what is left, {name} comes nearest."
    return f"{name} comes nearest."
