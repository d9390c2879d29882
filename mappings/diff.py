"""What changed between two sets, by the statement and by the record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from mappings.mapping import Mapping, MappingSet
from mappings.prefixes import prefix_of
from mappings.propagation import propagated
from mappings.vocabulary import BUILT_IN_PREFIXES, MAPPING_SLOTS

#: Subject, predicate, modifier, object: IRIs, or a literal's label in quotes.
Triple = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """Two records of one id, or two lone rows of one statement, that differ.

    Attributes:
        before: the row of the first set.
        after: the row of the second.
        slots: names of the slots (or extensions) in which they differ, in canonical order.
    """

    before: Mapping
    after: Mapping
    slots: tuple[str, ...]


@dataclass(frozen=True)
class Diff:
    """What changed.

    Attributes:
        triples_added: statements that only the second set has, sorted.
        triples_removed: statements that only the first set has, sorted.
        added: rows of the second set without a row to compare with in the first.
        removed: rows of the first set without one in the second.
        changed: rows that are the same record, or the only ones left of a statement, and differ.
        same: how many rows are equal.
    """

    triples_added: tuple[Triple, ...]
    triples_removed: tuple[Triple, ...]
    added: tuple[Mapping, ...]
    removed: tuple[Mapping, ...]
    changed: tuple[Change, ...]
    same: int

    @property
    def empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.added or self.removed or self.changed)


def triple_of(row: Mapping, mapping_set: MappingSet) -> Triple:
    """What a row states, whatever the prefixes of its set are called."""

    def end(curie: str | None, label: str | None) -> str:
        if curie is None:
            return f'"{label or ""}"'
        prefix = prefix_of(curie)
        base = BUILT_IN_PREFIXES.get(prefix or "") or mapping_set.curie_map.get(prefix or "")
        return curie if base is None or prefix is None else base + curie[len(prefix) + 1 :]

    return (
        end(row.subject_id, row.subject_label),
        end(row.predicate_id, None),
        row.predicate_modifier or "",
        end(row.object_id, row.object_label),
    )


def diff(before: MappingSet, after: MappingSet) -> Diff:
    """Compare two sets; rows are paired when equal, else by `record_id`, else where one of a statement is left a side.

    Rows before = same + changed + removed; rows after = same + changed + added.
    """
    old, new = propagated(before), propagated(after)
    olds = {triple_of(row, old) for row in old}
    news = {triple_of(row, new) for row in new}
    gone, come, same = _unequal(old, new)
    changed = _paired(gone, come, lambda row, _: row.record_id, (old, new))
    changed += _paired(gone, come, triple_of, (old, new))
    return Diff(tuple(sorted(news - olds)), tuple(sorted(olds - news)), tuple(come), tuple(gone), tuple(changed), same)


def _unequal(old: MappingSet, new: MappingSet) -> tuple[list[Mapping], list[Mapping], int]:
    """Rows of each side without an equal one on the other, and how many have one."""
    waiting: dict[Mapping, int] = defaultdict(int)
    for row in new:
        waiting[row] += 1
    gone = []
    for row in old:
        if waiting[row]:
            waiting[row] -= 1
        else:
            gone.append(row)
    come = []
    for row in reversed(new.mappings):
        if waiting[row]:
            waiting[row] -= 1
            come.append(row)
    return gone, come[::-1], len(old) - len(gone)


def _paired(gone: list[Mapping], come: list[Mapping], key: object, sets: tuple[MappingSet, MappingSet]) -> list[Change]:
    """Rows that alone on each side have a key; they are taken out of both lists."""
    assert callable(key)
    sides = []
    for rows, mapping_set in zip((gone, come), sets, strict=True):
        groups: dict[object, list[Mapping]] = defaultdict(list)
        for row in rows:
            groups[key(row, mapping_set)].append(row)
        sides.append(groups)
    changes = []
    for name, rows in sides[0].items():
        others = sides[1].get(name, [])
        if name is not None and len(rows) == len(others) == 1:
            changes.append(Change(rows[0], others[0], _differing(rows[0], others[0])))
    _take(gone, (each.before for each in changes))
    _take(come, (each.after for each in changes))
    return changes


def _take(rows: list[Mapping], taken: Iterable[Mapping]) -> None:
    out = {id(each) for each in taken}
    rows[:] = [row for row in rows if id(row) not in out]


def _differing(before: Mapping, after: Mapping) -> tuple[str, ...]:
    slots = [slot.name for slot in MAPPING_SLOTS if getattr(before, slot.name) != getattr(after, slot.name)]
    old, new = dict(before.extensions), dict(after.extensions)
    return (*slots, *sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))
