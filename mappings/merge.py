"""Several sets as one: evidence is appended, never overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aligner.errors import InputError
from mappings.derivation import derived
from mappings.mapping import Mapping, MappingSet
from mappings.propagation import propagated


@dataclass(frozen=True)
class Merged:
    """What came of a merge. Rows in = rows out + duplicates.

    Attributes:
        mapping_set: every row of every set, those that are equal in all slots once.
        rows_in: rows of all sets.
        duplicates: rows left out because an equal one is there.
    """

    mapping_set: MappingSet
    rows_in: int
    duplicates: int


def merge(sets: Sequence[MappingSet], *, mapping_set_id: str | None = None, license: str | None = None) -> Merged:
    """Put sets together, in the order given. Rows about the same pair stay side by side as evidence of their own.

    Where the sets are under different licences, each row says its own. Where some rows have a record id and some
    have none, or two different rows have the same one, the sets cannot be merged as they are.

    Raises:
        InputError: there is no set; prefixes, extensions, licences or record ids contradict one another.
    """
    if not sets:
        raise InputError("nothing to merge", remedy="Name at least one set")
    parents = [propagated(each) for each in sets]
    several = len({each.license for each in parents}) > 1
    rows: dict[Mapping, None] = {}
    for parent in parents:
        for row in parent:
            own = replace(row, license=row.license or parent.license) if several else row
            rows.setdefault(own)
    _check_records(rows)
    rows_in = sum(map(len, parents))
    made = derived(parents, rows, "merge", mapping_set_id=mapping_set_id, license=license)
    return Merged(made, rows_in, rows_in - len(made))


def _check_records(rows: dict[Mapping, None]) -> None:
    named = [row.record_id for row in rows if row.record_id is not None]
    if named and len(named) < len(rows):
        what = "some rows have a record_id and some have none"
        raise InputError(what, field="record_id", remedy="Give one to all rows or to none")
    if len(set(named)) < len(named):
        twice = min(name for name in set(named) if named.count(name) > 1)
        what = f"different rows have the record_id {twice!r}"
        raise InputError(what, field="record_id", remedy="A record that changed needs a new id, or one set only")
