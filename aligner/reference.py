"""The truth to measure against: which pairs are right, by whom, and how complete that knowledge is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from aligner.alignment import Relation
from aligner.errors import InputError

#: The names of two schemas, source first.
SchemaPair = tuple[str, str]


class Cell(NamedTuple):
    """Two entities and, where it matters, how they relate (read from source to target)."""

    source_id: str
    target_id: str
    relation: Relation | None = None

    def transposed(self) -> Cell:
        """The same statement read from target to source."""
        return Cell(self.target_id, self.source_id, self.relation and self.relation.inverse)


#: What a method claims, per pair of schemas that it was run on: (source id, target id[, relation]) each.
Claims = Mapping[SchemaPair, Iterable[tuple[str, str] | Cell]]


class Verdict(StrEnum):
    """What one annotator says of a pair of entities."""

    ONE_TO_ONE = "one_to_one"  # the counterpart of each other
    LISTED = "listed"  # acceptable, but another pair is the better one
    ABSENT = "absent"  # not listed


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """One pair that somebody lists.

    Attributes:
        source_id: CURIE of the source's entity.
        target_id: CURIE of the target's entity.
        relation: how they relate; `BROAD` where the target is the broader one.
        first: the first annotator's verdict.
        second: the second annotator's, None where there was only one.
        counted: False for a row that is neither right nor wrong (as a "?" of the OAEI): it leaves claims and
            reference before anything is counted.
        concept: what the pair is about, in the annotators' words, where they said so.
    """

    source_id: str
    target_id: str
    relation: Relation = Relation.EXACT
    first: Verdict = Verdict.ONE_TO_ONE
    second: Verdict | None = None
    counted: bool = True
    concept: str | None = None

    @property
    def cell(self) -> Cell:
        """The pair with its relation."""
        return Cell(self.source_id, self.target_id, self.relation)

    def transposed(self) -> ReferenceRow:
        """The same row read from target to source."""
        source_id, target_id, _ = self.cell.transposed()
        return replace(self, source_id=source_id, target_id=target_id, relation=self.relation.inverse)


@dataclass(frozen=True)
class Reference:
    """Which pairs are right, for one or many pairs of schemas.

    Attributes:
        rows: per pair of schemas, sorted by (source id, target id); a pair without rows is one without counterparts.
        complete: whether a pair that is not listed is wrong. Otherwise (partial gold) it is wrong only if a row
            has one of its ends, and is not counted if none has.
        universe: schema name to the ids that take part; rows and claims with an end outside are not counted. A
            schema that is not a key takes part whole.

    Raises:
        InputError: two rows of one pair of schemas contradict each other; equal rows count once.
    """

    rows: Mapping[SchemaPair, tuple[ReferenceRow, ...]]
    complete: bool = True
    universe: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        ordered = {pair: _unique(pair, self.rows[pair]) for pair in sorted(self.rows)}
        object.__setattr__(self, "rows", MappingProxyType(ordered))
        object.__setattr__(self, "universe", MappingProxyType(dict(self.universe)))

    def __len__(self) -> int:
        return sum(len(rows) for rows in self.rows.values())

    @classmethod
    def of(cls, claims: Claims, *, complete: bool = True) -> Reference:
        """A plain reference in which every given pair is right; without a relation it is exact."""
        return cls({pair: tuple(_row(Cell(*cell)) for cell in cells) for pair, cells in claims.items()}, complete)

    def facing(self, pairs: Iterable[SchemaPair]) -> Reference:
        """The same reference with pairs of schemas turned round where only the reverse is among `pairs`."""
        asked = set(pairs)
        turned: dict[SchemaPair, tuple[ReferenceRow, ...]] = {}
        for (source, target), rows in self.rows.items():
            if (source, target) not in asked and (target, source) in asked and (target, source) not in self.rows:
                turned[target, source] = tuple(row.transposed() for row in rows)
            else:
                turned[source, target] = rows
        return replace(self, rows=turned)

    def without(self, concept: str) -> Reference:
        """The reference in which rows of that concept are not counted."""
        return self._counting(lambda row: row.concept != concept)

    def only(self, concept: str) -> Reference:
        """The reference for that concept alone: of other pairs, just those that share an end with it are wrong."""
        return replace(self._counting(lambda row: row.concept == concept), complete=False)

    def contains(self, schema: str, entity_id: str) -> bool:
        """Whether the entity takes part."""
        return schema not in self.universe or entity_id in self.universe[schema]

    def _counting(self, keep: Callable[[ReferenceRow], bool]) -> Reference:
        rows = {
            pair: tuple(row if keep(row) else replace(row, counted=False) for row in rows)
            for pair, rows in self.rows.items()
        }
        return replace(self, rows=rows)


def _row(cell: Cell) -> ReferenceRow:
    return ReferenceRow(cell.source_id, cell.target_id, cell.relation or Relation.EXACT)


def _unique(pair: SchemaPair, rows: Iterable[ReferenceRow]) -> tuple[ReferenceRow, ...]:
    found: dict[tuple[str, str], ReferenceRow] = {}
    for row in rows:
        known = found.setdefault((row.source_id, row.target_id), row)
        if known != row:
            raise InputError(
                f"the reference of {pair[0]} and {pair[1]} has {row.source_id} with {row.target_id} twice, differently",
                remedy="Keep one of the two rows",
            )
    return tuple(found[ends] for ends in sorted(found))
