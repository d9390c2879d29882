"""Observations to facts: what the instance matcher saw, in codes and numbers that can be told in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from aligner.alignment import Fact
from aligner.entity import Entity
from aligner.profiles import FieldProfile
from matchers.features import COARSE

#: Observations below this are not worth telling.
TELLING = 0.1

#: Roles, as observations and as words.
ROLES = {
    "earliest": "earliest time of the record",
    "latest": "latest time of the record",
    "main_text": "main text of the record",
    "headline": "headline of the record",
    "own_id": "identifier of the record",
}


def instance_facts(
    source: Entity, target: Entity, seen: Mapping[str, float], weights: Mapping[str, float]
) -> tuple[Fact, ...]:
    """The facts of one pair, the weightiest first.

    Args:
        source: an entity with a profile that has values.
        target: likewise.
        seen: observation to value.
        weights: observation to weight.
    """
    ours, theirs = source.profile or FieldProfile(), target.profile or FieldProfile()
    told = sorted(weights, key=lambda name: (-abs(weights[name] * seen[name]), name))
    facts = [_fact(name, ours, theirs, seen) for name in told if abs(seen[name]) >= TELLING]
    return _with_records([fact for fact in facts if fact is not None], ours, theirs)


def kinds_clash(source: Entity, target: Entity) -> tuple[Fact, ...]:
    """The one fact of a pair that the kinds of value rule out."""
    ours, theirs = source.profile or FieldProfile(), target.profile or FieldProfile()
    return _with_records([Fact("kinds_clash", _kind(ours), _kind(theirs))], ours, theirs)


def _with_records(facts: list[Fact], ours: FieldProfile, theirs: FieldProfile) -> tuple[Fact, ...]:
    """The facts, the first of them with example records of both sides."""
    examples = [tuple(id_ for _, id_ in profile.examples) for profile in (ours, theirs)]
    first = [replace(fact, records_subject=examples[0], records_object=examples[1]) for fact in facts[:1]]
    return (*first, *facts[1:])


def _fact(name: str, ours: FieldProfile, theirs: FieldProfile, seen: Mapping[str, float]) -> Fact | None:
    if name in ROLES:
        return Fact("role", ROLES[name], ROLES[name], n=round(seen[name], 3))
    if name == "kinds":
        return Fact("kinds", _kind(ours), _kind(theirs), n=round(seen[name], 3))
    if name == "values":
        return _shared(ours, theirs, int(seen["n_shared"]))
    if name == "words":
        return Fact("shared_tokens", n=round(seen[name], 3))
    if name == "opposite_times":
        return Fact("roles_clash", "earliest or latest time", "the other end", n=round(seen[name], 3))
    if name == "lists_differ":
        return Fact("list_shape", _shape(ours), _shape(theirs), n=round(seen[name], 3))
    if name == "uniqueness_differs":
        return Fact("uniqueness", f"{ours.uniqueness:.0%}", f"{theirs.uniqueness:.0%}", n=round(seen[name], 3))
    if name == "fill_differs":
        return Fact("fill", f"{ours.fill:.0%}", f"{theirs.fill:.0%}", n=round(seen[name], 3))
    if name == "lengths_differ":
        return Fact("distribution", "length", "length", n=round(seen[name], 3))
    return None


def _shared(ours: FieldProfile, theirs: FieldProfile, shared: int) -> Fact:
    """Shared values, with an example where one is among the commonest of both and may be shown."""
    common = {value.casefold() for value, _ in theirs.top_values}
    example = next((value for value, _ in ours.top_values if value.casefold() in common and "•••" not in value), None)
    hidden = example is None and any("•••" in value for value, _ in (*ours.top_values, *theirs.top_values))
    smaller = min(len(ours.value_sketch.entries), len(theirs.value_sketch.entries))
    return Fact("shared_values", example, example, n=shared, m=smaller, masked=hidden)


def _kind(profile: FieldProfile) -> str | None:
    """The commonest kind of value, in its coarse form."""
    kinds: dict[str, int] = {}
    for kind, count in profile.kinds:
        kinds[COARSE.get(kind, kind)] = kinds.get(COARSE.get(kind, kind), 0) + count
    return max(kinds, key=lambda kind: (kinds[kind], kind), default=None)


def _shape(profile: FieldProfile) -> str:
    if profile.list_share == 0:
        return "single values"
    return "lists" if profile.list_share == 1 else "lists or single values"
