"""The rows of a set that somebody wants."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from mappings.derivation import derived
from mappings.mapping import Mapping, MappingSet
from mappings.propagation import propagated


@dataclass(frozen=True, kw_only=True)
class Criteria:
    """What a row must be to be kept: all of what is stated. Texts may have the wildcards `*` and `?`.

    Attributes:
        subject_id: CURIEs, one of which the subject must be.
        object_id: as for the subject.
        predicate_id: predicates.
        mapping_justification: justifications.
        low: least confidence, in [0, 1]; a row without one counts as 1, as the specification has it.
        high: greatest confidence.
        negated: True only rows with `Not`, False only those without, None both.
    """

    subject_id: tuple[str, ...] = ()
    object_id: tuple[str, ...] = ()
    predicate_id: tuple[str, ...] = ()
    mapping_justification: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 1.0
    negated: bool | None = None

    def admits(self, row: Mapping) -> bool:
        """Whether the row is wanted."""
        confidence = 1.0 if row.confidence is None else row.confidence
        if not self.low <= confidence <= self.high:
            return False
        if self.negated is not None and self.negated != (row.predicate_modifier is not None):
            return False
        return all(
            _any(getattr(self, name), getattr(row, name))
            for name in ("subject_id", "object_id", "predicate_id", "mapping_justification")
        )


def filtered(mapping_set: MappingSet, criteria: Criteria, *, mapping_set_id: str | None = None) -> MappingSet:
    """The rows that the criteria admit, unchanged and in their order, as a set of their own."""
    spread = propagated(mapping_set)
    kept = (row for row in spread if criteria.admits(row))
    return derived([spread], kept, "filter", mapping_set_id=mapping_set_id)


def _any(patterns: tuple[str, ...], value: str | None) -> bool:
    return not patterns or any(fnmatchcase(value or "", pattern) for pattern in patterns)
