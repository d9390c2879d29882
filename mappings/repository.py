"""Where published sets are kept: every save is a version that never changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from aligner.errors import InputError, UnknownNameError
from mappings.filtering import Criteria
from mappings.mapping import Mapping, MappingSet
from mappings.propagation import propagated


@dataclass(frozen=True)
class Version:
    """One saved state of a set.

    Attributes:
        mapping_set_id: the set's URI.
        number: 1, 2, 3 … in the order of saving.
        mapping_set: in the propagated form.
    """

    mapping_set_id: str
    number: int
    mapping_set: MappingSet


class Repository(Protocol):
    """Sets by id, versions by number."""

    def save(self, mapping_set: MappingSet) -> Version:
        """Keep a set as the next version of its id; what is equal to the latest one is no new version.

        Raises:
            InputError: the set has no id.
        """

    def version(self, mapping_set_id: str, number: int | None = None) -> Version:
        """A version, the latest where no number is given.

        Raises:
            UnknownNameError: there is none such.
        """

    def versions(self, mapping_set_id: str) -> Sequence[Version]:
        """All versions of a set, oldest first.

        Raises:
            UnknownNameError: there is no such set.
        """

    def latest(self) -> Sequence[Version]:
        """The latest version of every set, by id."""

    def mapping(self, record_id: str) -> tuple[Version, Mapping]:
        """A mapping by its record id, from the latest version that has it, of the first set by id.

        Raises:
            UnknownNameError: no latest version has it.
        """

    def find(self, criteria: Criteria) -> Sequence[tuple[Version, Mapping]]:
        """The mappings of the latest versions that the criteria admit, by set id, in the sets' order."""


class MemoryRepository:
    """Sets in memory: gone with the process."""

    def __init__(self) -> None:
        self._versions: dict[str, list[Version]] = {}

    def save(self, mapping_set: MappingSet) -> Version:
        """As in `Repository`."""
        identifier = mapping_set.mapping_set_id
        if not identifier:
            raise InputError("the set has no id", field="mapping_set_id", remedy="Give mapping_set_id")
        kept = self._versions.setdefault(identifier, [])
        spread = propagated(mapping_set)
        if not kept or kept[-1].mapping_set != spread:
            kept.append(Version(identifier, len(kept) + 1, spread))
        return kept[-1]

    def version(self, mapping_set_id: str, number: int | None = None) -> Version:
        """As in `Repository`."""
        kept = self.versions(mapping_set_id)
        found = [each for each in kept if number is None or each.number == number]
        if not found:
            raise UnknownNameError("version", str(number), [str(each.number) for each in kept])
        return found[-1]

    def versions(self, mapping_set_id: str) -> Sequence[Version]:
        """As in `Repository`."""
        if mapping_set_id not in self._versions:
            raise UnknownNameError("mapping set", mapping_set_id, sorted(self._versions))
        return tuple(self._versions[mapping_set_id])

    def latest(self) -> Sequence[Version]:
        """As in `Repository`."""
        return tuple(self._versions[identifier][-1] for identifier in sorted(self._versions))

    def mapping(self, record_id: str) -> tuple[Version, Mapping]:
        """As in `Repository`."""
        for version in self.latest():
            for row in version.mapping_set:
                if row.record_id == record_id:
                    return version, row
        raise UnknownNameError("record", record_id, ())

    def find(self, criteria: Criteria) -> Sequence[tuple[Version, Mapping]]:
        """As in `Repository`."""
        return tuple((each, row) for each in self.latest() for row in each.mapping_set if criteria.admits(row))
