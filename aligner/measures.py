"""What counts as right: the ways to read one reference, from strict to lenient.

Two annotators rarely agree on *the* counterpart of a field among several acceptable ones; the measures differ in
what they make of a pair that is listed but not one-to-one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from aligner.alignment import Relation
from aligner.errors import InputError
from aligner.reference import Cell, Reference, ReferenceRow, SchemaPair, Verdict


class Measure(StrEnum):
    """How a reference's rows are read."""

    PLAIN = "plain"  # every row is wanted, whatever its relation
    RELATION = "relation"  # every row is wanted, and its relation must be claimed too
    STRICT = "strict"  # the first annotator's one-to-one rows are wanted, all else is wrong
    LENIENT_IGNORED = "lenient-ignored"  # the same, but what the first annotator also lists is not counted
    EXACT_ONLY = "exact-only"  # the first's exact one-to-one rows are wanted, what else the first lists is not counted
    LENIENT = "lenient"  # the first's one-to-one rows are wanted, what else the first lists is right too
    CONSENSUS = "consensus"  # rows one-to-one for both are wanted, what else either lists is right too


class Standing(StrEnum):
    """What a claimed cell is worth under a measure."""

    WANTED = "wanted"  # right, and missed if it is not claimed
    ACCEPTED = "accepted"  # right, but not missed
    IGNORED = "ignored"  # not counted
    WRONG = "wrong"


def standing(row: ReferenceRow, measure: Measure) -> Standing:
    """What claiming the row is worth."""
    if not row.counted:
        return Standing.IGNORED
    if measure in (Measure.PLAIN, Measure.RELATION):
        return Standing.WANTED
    one_to_one = row.first == Verdict.ONE_TO_ONE
    if measure == Measure.CONSENSUS:
        agreed = one_to_one and row.second in (Verdict.ONE_TO_ONE, None)
        listed = {row.first, row.second} & {Verdict.ONE_TO_ONE, Verdict.LISTED}
        return Standing.WANTED if agreed else Standing.ACCEPTED if listed else Standing.WRONG
    if one_to_one and (measure != Measure.EXACT_ONLY or row.relation == Relation.EXACT):
        return Standing.WANTED
    if measure == Measure.STRICT or row.first == Verdict.ABSENT:
        return Standing.WRONG
    return Standing.ACCEPTED if measure == Measure.LENIENT else Standing.IGNORED


def headline(reference: Reference) -> Measure:
    """The measure to state first: the consensus where the rows carry verdicts, else that every row is wanted."""
    rows = (row for each in reference.rows.values() for row in each)
    judged = any(row.second is not None or row.first != Verdict.ONE_TO_ONE for row in rows)
    return Measure.CONSENSUS if judged else Measure.PLAIN


@dataclass(frozen=True)
class Judge:
    """Knows what every possible claim about one pair of schemas is worth.

    Attributes:
        reference: the truth.
        pair: the two schemas.
        measure: how it is read.
        listed: the standing of each listed cell; cells carry a relation under `Measure.RELATION` only.
        ends: entities with a counted row; None where the reference is complete.
    """

    reference: Reference
    pair: SchemaPair
    measure: Measure
    listed: Mapping[Cell, Standing]
    ends: tuple[frozenset[str], frozenset[str]] | None

    @classmethod
    def of(cls, reference: Reference, pair: SchemaPair, measure: Measure) -> Judge:
        """The judge of one pair of schemas that the reference has."""
        rows = [row for row in reference.rows[pair] if _takes_part(reference, pair, row.cell)]
        listed = {_key(row.cell, measure): standing(row, measure) for row in rows}
        counted = [row for row in rows if row.counted]
        ends = (frozenset(row.source_id for row in counted), frozenset(row.target_id for row in counted))
        return cls(reference, pair, measure, listed, None if reference.complete else ends)

    @property
    def wanted(self) -> frozenset[Cell]:
        """The cells that are missed if they are not claimed."""
        return frozenset(cell for cell, worth in self.listed.items() if worth == Standing.WANTED)

    def cells(self, claims: Iterable[tuple[str, str] | Cell]) -> frozenset[Cell]:
        """The distinct claims as cells of this measure.

        Raises:
            InputError: the measure is about relations and a claim has none.
        """
        return frozenset(self.cell(claim) for claim in claims)

    def cell(self, claim: tuple[str, str] | Cell) -> Cell:
        """One claim as a cell of this measure. Raises as `cells`."""
        return _key(Cell(*claim), self.measure)

    def __call__(self, cell: Cell) -> Standing:
        """What one claimed cell (as `cell` makes it) is worth."""
        if cell in self.listed:
            return self.listed[cell]
        if not _takes_part(self.reference, self.pair, cell):
            return Standing.IGNORED
        if self.ends and cell.source_id not in self.ends[0] and cell.target_id not in self.ends[1]:
            return Standing.IGNORED
        return Standing.WRONG


def _takes_part(reference: Reference, pair: SchemaPair, cell: Cell) -> bool:
    return reference.contains(pair[0], cell.source_id) and reference.contains(pair[1], cell.target_id)


def _key(cell: Cell, measure: Measure) -> Cell:
    if measure != Measure.RELATION:
        return Cell(cell.source_id, cell.target_id)
    if cell.relation is None:
        raise InputError(
            f"the claim of {cell.source_id} with {cell.target_id} states no relation",
            remedy="Use another measure, or give claims with relations",
        )
    return cell
