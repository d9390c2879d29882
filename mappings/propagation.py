"""Values that all mappings share: stated once for the set, or in every mapping.

The propagated form is the one to work with: every mapping says all there is to say about it. The condensed form
is the one to publish. A set value stands for the mappings only where no mapping has a value of its own in that slot.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mappings.mapping import MappingSet
from mappings.vocabulary import PROPAGATABLE


def shadowed(mapping_set: MappingSet) -> tuple[str, ...]:
    """Slots in which the set has a value that cannot stand for its mappings, because some have one of their own."""
    return tuple(
        slot.name
        for slot in PROPAGATABLE
        if getattr(mapping_set, slot.name) not in (None, ())
        and any(getattr(each, slot.name) not in (None, ()) for each in mapping_set)
    )


def propagated(mapping_set: MappingSet) -> MappingSet:
    """The same with every shared value in the mappings; a set without mappings keeps its values.

    A shadowed set value, which applies to no mapping, is left out: half of all readers would put it over the
    mappings' own. Ask `shadowed` first where somebody should know.
    """
    stated = [slot for slot in PROPAGATABLE if getattr(mapping_set, slot.name) not in (None, ())]
    if not stated or not mapping_set.mappings:
        return mapping_set
    dropped = set(shadowed(mapping_set))
    handed: dict[str, Any] = {s.name: getattr(mapping_set, s.name) for s in stated if s.name not in dropped}
    cleared: dict[str, Any] = {slot.name: () if slot.many else None for slot in stated}
    rows = tuple(replace(each, **handed) for each in mapping_set) if handed else mapping_set.mappings
    return replace(mapping_set, mappings=rows, **cleared)


def condensed(mapping_set: MappingSet) -> MappingSet:
    """The same with every value that all mappings share stated for the set instead."""
    spread = propagated(mapping_set)
    if not spread.mappings:
        return spread
    first = spread.mappings[0]
    shared: dict[str, Any] = {}
    for slot in PROPAGATABLE:
        value = getattr(first, slot.name)
        if value not in (None, ()) and all(getattr(each, slot.name) == value for each in spread):
            shared[slot.name] = value
    if not shared:
        return spread
    cleared: dict[str, Any] = {name: () if isinstance(value, tuple) else None for name, value in shared.items()}
    return replace(spread, mappings=tuple(replace(each, **cleared) for each in spread), **shared)
