"""Reading SSSOM/TSV: every row is kept or reported with its line, and nothing is mended in silence."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aligner.errors import InputError
from mappings.cells import number, split
from mappings.findings import Finding, Level
from mappings.mapping import ExtensionDefinition, Mapping, MappingSet
from mappings.metadata import Metadata, read_metadata
from mappings.propagation import propagated
from mappings.validation import NCNAME, record_findings, row_findings, set_findings
from mappings.vocabulary import MAPPING_SLOT, STANDARD_NAMES, Range, Slot

#: Lines that one row with quoted line ends may span; an opening quote without a closing one spoils no more.
LONGEST_ROW = 1000


@dataclass(frozen=True)
class Reading:
    """What came of a file.

    Attributes:
        mapping_set: the rows kept, in the file's order, in the propagated form.
        rows_in: rows of the table, blank ones too.
        rejected: the lines of the rows not kept, each of which has a finding of level ERROR.
        findings: everything noticed, by line; the metadata's findings that concern no line come first.
    """

    mapping_set: MappingSet
    rows_in: int
    rejected: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def rows_kept(self) -> int:
        """Rows in the mapping set."""
        return len(self.mapping_set)


def read_tsv(data: bytes, *, file: str | None = None) -> Reading:
    """Read SSSOM/TSV with embedded metadata.

    Args:
        data: the file's bytes, UTF-8.
        file: its name, for errors.

    Raises:
        InputError: nothing can be read at all: not UTF-8, no column line, a column twice, or metadata that is no
            plain YAML (anchors, aliases, tags and directives are refused, and so is anything very long).
    """
    lines = _lines(data, file)
    header = list(itertools.takewhile(lambda text: text.startswith("#"), lines))
    metadata = read_metadata(header, file)
    columns = _columns(lines, len(header), metadata, file)
    metadata.findings.extend(columns.findings)
    kept, rejected, findings, rows_in = _read_rows(lines, columns, metadata)
    candidate = replace(metadata.mapping_set, mappings=tuple(row for _, row in kept))
    twice = record_findings(candidate.mappings, tuple(number for number, _ in kept))
    unwanted = {each.line for each in twice if each.line is not None}
    whole = replace(candidate, mappings=tuple(row for number, row in kept if number not in unwanted))
    about_set = [replace(each, line=metadata.line_of(each.slot)) for each in set_findings(whole)]
    everything = [*metadata.findings, *about_set, *findings, *twice]
    return Reading(
        propagated(whole),
        rows_in,
        tuple(sorted([*rejected, *(number for number in unwanted)])),
        tuple(sorted(everything, key=lambda each: each.line or 0)),
    )


def _lines(data: bytes, file: str | None) -> list[str]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = data.count(b"\n", 0, error.start) + 1
        raise InputError("the file is not UTF-8", file=file, line=place, remedy="Save it as UTF-8") from None
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@dataclass(frozen=True)
class _Columns:
    """What each column holds: a slot, an extension's name, or (None) nothing we keep; and where the rows begin."""

    targets: list[Slot | str | None]
    end: int
    findings: list[Finding]


def _columns(lines: Sequence[str], position: int, metadata: Metadata, file: str | None) -> _Columns:
    if position >= len(lines) or not lines[position].strip():
        raise InputError("the column line is missing", file=file, line=position + 1, remedy="Is this SSSOM/TSV?")
    try:
        raw, span = _record(lines, position)
    except csv.Error as error:
        raise InputError(f"the column line's quotes do not match: {error}", file=file, line=position + 1) from None
    names = [name.strip() for name in raw]
    targets: list[Slot | str | None] = []
    findings = []
    for name, original in zip(names, raw, strict=True):
        if name and names.count(name) > 1:
            raise InputError("two columns have the same name", file=file, line=position + 1, field=name)
        warn, target = _column(name, metadata)
        targets.append(target)
        if warn or name != original:
            warn = warn or ("spaces_around", "spaces around the column's name", "Remove them")
            findings.append(Finding(position + 1, name, None, warn[0], Level.WARNING, *warn[1:]))
    return _Columns(targets, position + span, findings)


def _column(name: str, metadata: Metadata) -> tuple[tuple[str, str, str] | None, Slot | str | None]:
    """What to say of a column, and what it holds."""
    if name in MAPPING_SLOT:
        return None, MAPPING_SLOT[name]
    if name in STANDARD_NAMES or not NCNAME.fullmatch(name):
        return ("unknown_column", "the column is no slot of a mapping: not kept", "Rename or remove it"), None
    if metadata.defines(name):
        return None, name
    metadata.define(ExtensionDefinition(slot_name=name))
    return ("undefined_extension", "the column is no slot and nothing defines it: kept as text", "Define it"), name


def _record(lines: Sequence[str], position: int) -> tuple[list[str], int]:
    """The cells of the row that begins at a position, and how many lines it spans.

    Raises:
        csv.Error: a quote is not closed, or not followed by the end of the cell.
    """
    text = lines[position].removesuffix("\r")
    if not text.startswith('"') and '\t"' not in text:
        return text.split("\t"), 1
    ahead = (f"{each}\n" for each in lines[position : position + LONGEST_ROW])
    reader = csv.reader(ahead, delimiter="\t", strict=True)
    return next(reader), reader.line_num


Rows = list[tuple[int, Mapping]]


def _read_rows(
    lines: Sequence[str], columns: _Columns, metadata: Metadata
) -> tuple[Rows, list[int], list[Finding], int]:
    """Rows kept with their lines, lines of rows rejected, findings, and how many rows there were."""
    kept: Rows = []
    rejected: list[int] = []
    findings: list[Finding] = []
    rows_in, position = 0, columns.end
    stated = metadata.literal_types()
    prefixes = metadata.mapping_set.curie_map
    while position < len(lines):
        rows_in, number_ = rows_in + 1, position + 1
        try:
            cells, span = _record(lines, position)
        except csv.Error as error:
            cells, span = [], 1
            what = f"the row's quotes do not match: {error}"
            found = [Finding(number_, None, None, "bad_quotes", Level.ERROR, what, "Double the quotes in quoted cells")]
        else:
            found = list(_shape(cells, columns, number_))
        position += span
        row, more = (None, []) if _errors(found) else _mapping(cells, columns, number_)
        found += more
        if row is not None:
            found += row_findings(_completed(row, stated), prefixes, number_)
        findings += found
        if row is None or _errors(found):
            rejected.append(number_)
        else:
            kept.append((number_, row))
    return kept, rejected, findings, rows_in


def _errors(findings: list[Finding]) -> bool:
    return any(each.level is Level.ERROR for each in findings)


def _shape(cells: list[str], columns: _Columns, line: int) -> Iterator[Finding]:
    """Whether a row has as many cells as there are columns; empty ones too many are let pass."""
    wanted = len(columns.targets)
    if not any(cells):
        yield Finding(line, None, None, "blank_row", Level.ERROR, "the row is blank", "Remove it")
    elif len(cells) != wanted:
        harmless = len(cells) > wanted and not any(cells[wanted:])
        level = Level.WARNING if harmless else Level.ERROR
        what = f"the row has {len(cells)} cells, the table {wanted} columns"
        yield Finding(line, None, None, "ragged_row", level, what, "Give every row as many cells as there are columns")


def _mapping(cells: list[str], columns: _Columns, line: int) -> tuple[Mapping | None, list[Finding]]:
    values: dict[str, Any] = {}
    extensions: list[tuple[str, str]] = []
    for target, text in zip(columns.targets, cells, strict=False):
        if not text or target is None:
            continue
        if isinstance(target, str):
            extensions.append((target, text))
        elif target.many:
            values[target.name] = split(text)
        elif target.range is Range.NUMBER:
            try:
                values[target.name] = number(text)
            except ValueError as error:
                what = str(error)
                return None, [Finding(line, target.name, text, "not_a_number", Level.ERROR, what, "Write 0.5")]
        else:
            values[target.name] = text
    return Mapping(**values, extensions=tuple(sorted(extensions))), []


def _completed(row: Mapping, stated: dict[str, str]) -> Mapping:
    """The row with the set's types where it has none, for judging it alone."""
    lacking: dict[str, Any] = {name: value for name, value in stated.items() if getattr(row, name) is None}
    return replace(row, **lacking) if lacking else row
