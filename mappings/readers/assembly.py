"""A document to a mapping set: every row is kept or reported, and nothing is mended in silence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mappings.findings import Finding, Level
from mappings.mapping import Mapping, MappingSet
from mappings.metadata import namespaces_of, read_metadata
from mappings.propagation import propagated
from mappings.readers.columns import Columns, columns_of
from mappings.readers.document import Cell, Document
from mappings.readers.mending import Mender
from mappings.validation import CONTROL, record_findings, required_findings, set_findings
from mappings.vocabulary import PROPAGATABLE


@dataclass(frozen=True)
class Reading:
    """What came of a file.

    Attributes:
        mapping_set: the rows kept, in the file's order, in the propagated form.
        rows_in: rows of the table, blank ones too; or mappings, or axioms.
        rejected: the lines (where rows have none: the numbers) of the rows not kept, each of which has a finding
            of level ERROR.
        findings: everything noticed, by line; those that concern no line come first.
    """

    mapping_set: MappingSet
    rows_in: int
    rejected: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def rows_kept(self) -> int:
        """Rows in the mapping set."""
        return len(self.mapping_set)

    @property
    def rows_reported(self) -> int:
        """Rows not kept: `rows_in` less `rows_kept`."""
        return len(self.rejected)


@dataclass
class _Rows:
    """The rows while they are read."""

    kept: list[Mapping] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    rejected: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def assemble(document: Document) -> Reading:
    """Judge and mend a document, value by value, and make a set of it."""
    namespaces = namespaces_of(document)
    mender = Mender(namespaces, by_iri=document.by_iri)
    about = read_metadata(document, mender)
    columns = columns_of(document, mender, [each.slot_name for each in about.extension_definitions])
    about = replace(about, extension_definitions=(*about.extension_definitions, *columns.undefined))
    handed = _handed_down(document, columns, about)
    rows = _read_rows(document, columns, {**handed, **document.assumed})
    if rows.kept:
        absent: dict[str, Any] = {name: () if isinstance(value, tuple) else None for name, value in handed.items()}
        about = replace(about, **absent)
    twice = record_findings(rows.kept, rows.lines)
    unwanted = {each.line for each in twice if each.line is not None}
    kept = [row for row, line in zip(rows.kept, rows.lines, strict=True) if line not in unwanted]
    whole = replace(about, mappings=tuple(kept), curie_map=namespaces.declared)
    about_set = [replace(each, line=document.places.get(each.slot or "")) for each in set_findings(whole)]
    for prefix in namespaces.added:
        what, base = f"the prefix {prefix!r} is declared nowhere in the file", namespaces.declared[prefix]
        about_set.append(
            Finding(None, "curie_map", prefix, "prefix_added", Level.WARNING, what, f"It was set to {base}")
        )
    for name, value in document.assumed.items():
        what, repair = f"the format has no place for {name}", f"Read as {value}"
        about_set.append(Finding(None, name, None, "not_stated", Level.WARNING, what, repair))
    everything = [*document.findings, *about_set, *rows.findings, *twice]
    return Reading(
        propagated(whole),
        len(rows.kept) + len(rows.rejected),
        tuple(sorted([*rows.rejected, *(line for line in unwanted)])),
        tuple(sorted(everything, key=lambda each: each.line or 0)),
    )


def _handed_down(document: Document, columns: Columns, about: MappingSet) -> dict[str, Any]:
    """The set's values that stand for its rows: those that no row has one of its own for."""
    stated = {slot.name: getattr(about, slot.name) for slot in PROPAGATABLE}
    stated = {name: value for name, value in stated.items() if value not in (None, ())}
    rivals = [(column.place, column.slot.name) for column in columns.slots if column.slot.name in stated]
    for _, cells in document.rows() if rivals else ():
        if not isinstance(cells, Finding):
            for place, name in rivals:
                if place < len(cells) and cells[place]:
                    stated.pop(name, None)
            rivals = [each for each in rivals if each[1] in stated]
        if not rivals:
            break
    return stated


def _read_rows(document: Document, columns: Columns, handed: dict[str, Any]) -> _Rows:
    rows = _Rows()
    wanted = len(document.columns)
    plan = [
        (each.place, each.slot.name, each.verbatim and not each.slot.many, each.known.get, each)
        for each in columns.slots
    ]
    for line, cells in document.rows():
        if isinstance(cells, Finding):
            found, refused = [cells], True
        else:
            found, refused = _shape(cells, wanted, line) if len(cells) != wanted or not any(cells) else ([], False)
        if refused:
            rows.rejected.append(line)
            rows.findings += found
            continue
        assert not isinstance(cells, Finding)
        values = dict(handed)
        for place, name, verbatim, known, column in plan:
            cell = cells[place]
            if not cell:
                continue
            if verbatim:
                values[name] = cell
                continue
            value, said = known(cell) or column.value(cell)
            if value is not None:
                values[name] = value
            if said:
                found += [each.at(line, name, text) for text, each in said]
        if columns.extensions:
            values["extensions"] = _extensions(cells, columns.extensions, found, line)
        if ("review_date" in values or "reviewer_agreement" in values) and not _reviewed(values):
            found += _left_out(values, line)
        row = Mapping(**values)
        found += _required(row, found, line)
        rows.findings += found
        if found and any(each.level is Level.ERROR for each in found):
            rows.rejected.append(line)
        else:
            rows.kept.append(row)
            rows.lines.append(line)
    return rows


def _reviewed(values: dict[str, Any]) -> bool:
    return bool(values.get("reviewer_id") or values.get("reviewer_label"))


def _left_out(values: dict[str, Any], line: int) -> list[Finding]:
    """A review by nobody breaks the specification: it goes, the row stays."""
    gone = [(name, values.pop(name)) for name in ("review_date", "reviewer_agreement") if name in values]
    what = "a review needs a reviewer"
    return [Finding(line, name, str(value), "missing", Level.MENDED, what, "Left out") for name, value in gone]


def _required(row: Mapping, found: Collection[Finding], line: int) -> list[Finding]:
    """What the row lacks, but for what a finding already says was left out."""
    lacking = required_findings(row, line)
    if lacking and found:
        told = {each.slot for each in found if each.level is Level.ERROR}
        return [each for each in lacking if each.slot not in told]
    return lacking


def _shape(cells: Sequence[Cell], wanted: int, line: int) -> tuple[list[Finding], bool]:
    """What to say of a row with too few or too many cells, and whether it is refused; mends what it can."""
    what = f"the row has {len(cells)} cells, the table {wanted} columns"
    if not any(cells):
        return [Finding(line, None, None, "blank_row", Level.ERROR, "the row is blank", "Remove it")], True
    if isinstance(cells[0], str) and cells[0].startswith("#"):
        said = Finding(line, None, None, "comment_row", Level.ERROR, "a comment is no row of a table", "Remove it")
        return [said], True
    if len(cells) > wanted and any(cells[wanted:]):
        repair = "Give every row as many cells as there are columns"
        return [Finding(line, None, None, "ragged_row", Level.ERROR, what, repair)], True
    repair = "The empty cells too many were left out"
    if len(cells) < wanted:
        repair = "The cells that the end of the row lacks were taken to be empty"
        assert isinstance(cells, list)
        cells.extend([""] * (wanted - len(cells)))
    return [Finding(line, None, None, "ragged_row", Level.MENDED, what, repair)], False


def _extensions(
    cells: Sequence[Cell], places: Sequence[tuple[int, str]], found: list[Finding], line: int
) -> tuple[tuple[str, str], ...]:
    kept = []
    for place, name in places:
        cell = cells[place]
        text = cell if isinstance(cell, str) else "|".join(cell)
        if CONTROL.search(text):
            text = CONTROL.sub("", text)
            what = "the value had a control character"
            found.append(Finding(line, name, None, "control_character", Level.MENDED, what, "Removed"))
        if text:
            kept.append((name, text))
    return tuple(sorted(kept))
