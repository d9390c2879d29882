"""How many ways a mapping's ends are mapped within its set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace

from aligner.errors import UnknownNameError
from mappings.mapping import Mapping, MappingSet
from mappings.vocabulary import LITERAL, MAPPING_SLOT, NO_TERM_FOUND


def cardinalities(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """The SSSOM cardinality of each (subject, object): `n` on a side where several are mapped to the other end.

    Several rows about one pair count once; a row that says that there is no term (`sssom:NoTermFound`) has `0` on
    that side and does not count for others.

    >>> cardinalities([("a:1", "b:1"), ("a:2", "b:1"), ("a:3", "b:2"), ("a:3", "sssom:NoTermFound")])
    ['n:1', 'n:1', '1:1', '1:0']
    """
    return _counted([(subject, object_, ()) for subject, object_ in pairs])


def with_cardinality(mapping_set: MappingSet, scope: Sequence[str] = ()) -> MappingSet:
    """The same set with every mapping's cardinality, counted anew.

    A literal counts by its label.

    Args:
        mapping_set: in the propagated form.
        scope: slots within whose values is counted, such as `predicate_id`; written to `cardinality_scope`.

    Raises:
        UnknownNameError: a name of the scope is no slot of a mapping.
    """
    for name in scope:
        if name not in MAPPING_SLOT:
            raise UnknownNameError("slot of a mapping", name, MAPPING_SLOT)
    ends = [
        (_end(row, "subject"), _end(row, "object"), tuple(getattr(row, name) for name in scope)) for row in mapping_set
    ]
    rows = (
        replace(row, mapping_cardinality=found, cardinality_scope=tuple(scope))
        for row, found in zip(mapping_set, _counted(ends), strict=True)
    )
    return replace(mapping_set, mappings=tuple(rows))


def _end(row: Mapping, side: str) -> Hashable:
    """What stands for an end: its id, or the label of a literal, which no id equals."""
    literal = getattr(row, f"{side}_type") == LITERAL
    return (LITERAL, getattr(row, f"{side}_label")) if literal else getattr(row, f"{side}_id")


def _counted(ends: Sequence[tuple[Hashable, Hashable, Hashable]]) -> list[str]:
    """The cardinality of each (subject, object, what it is counted within)."""
    subjects: dict[Hashable, set[Hashable]] = defaultdict(set)
    objects: dict[Hashable, set[Hashable]] = defaultdict(set)
    for subject, object_, within in ends:
        if NO_TERM_FOUND not in (subject, object_):
            subjects[object_, within].add(subject)
            objects[subject, within].add(object_)

    def side(end: Hashable, partners: set[Hashable], other: Hashable) -> str:
        if end == NO_TERM_FOUND:
            return "0"
        return "n" if other != NO_TERM_FOUND and len(partners) > 1 else "1"

    return [
        f"{side(subject, subjects[object_, within], object_)}:{side(object_, objects[subject, within], subject)}"
        for subject, object_, within in ends
    ]
