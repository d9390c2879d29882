"""SSSOM/TSV, and CSV: a header of `#` lines or metadata beside the table, a column line, rows."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from aligner.errors import InputError
from mappings.findings import Finding, Level
from mappings.readers.decoding import decoded
from mappings.readers.document import MOST_COLUMNS, Document, Record
from mappings.readers.header import embedded, external, merged
from mappings.validation import CONTROL
from mappings.vocabulary import MAPPING_SLOT, OLD_NAMES

#: Lines that one row with quoted line ends may span; an opening quote without a closing one spoils no more.
LONGEST_ROW = 1000


def read_table(data: bytes, *, file: str | None, metadata: bytes | None = None) -> Document:
    """Take a table apart.

    Args:
        data: the file's bytes.
        file: its name, for errors.
        metadata: the bytes of its metadata file, if it has one.

    Raises:
        InputError: it has no column line, no column is a slot, or the metadata uses what the specification forbids.
    """
    text, findings = decoded(data)
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    start = _table_start(lines)
    if start >= len(lines):
        raise InputError("the column line is missing", file=file, line=start + 1, remedy="Is this SSSOM/TSV?")
    delimiter = _delimiter(lines[start])
    header = embedded(lines[:start], delimiter, file)
    if metadata is not None:
        header = merged(header, external(metadata, file))
    try:
        columns, span = _record(lines, start, delimiter)
    except csv.Error as error:
        what = f"the column line's quotes do not match: {error}"
        raise InputError(what, file=file, line=start + 1) from None
    if not any(_known(name) for name in columns):
        remedy = "Is this SSSOM/TSV? Its columns have names such as subject_id"
        raise InputError("no column of the table is a slot of SSSOM", file=file, line=start + 1, remedy=remedy)
    if len(columns) > MOST_COLUMNS:
        raise InputError(f"the table has more than {MOST_COLUMNS} columns", file=file, line=start + 1)
    return Document(
        header.tree,
        columns,
        lambda: _rows(lines, start + span, delimiter),
        header.places,
        start + 1,
        [*findings, *header.findings],
        plain=not CONTROL.search(text),
        packed=True,
    )


def _table_start(lines: Sequence[str]) -> int:
    """The index of the first line that is neither metadata nor blank."""
    return next(
        (place for place, line in enumerate(lines) if line.strip() and not line.startswith(("#", '"#'))), len(lines)
    )


def _delimiter(line: str) -> str:
    """What separates the columns: by the column line, whatever the file is called."""
    return "\t" if "\t" in line or "," not in line else ","


def _known(name: str) -> bool:
    bare = name.strip().removeprefix("sssom:")
    return bare in OLD_NAMES or bare.casefold().replace(" ", "_") in MAPPING_SLOT


def _record(lines: Sequence[str], position: int, delimiter: str) -> tuple[list[str], int]:
    """The cells of the row that begins at a position, and how many lines it spans.

    Raises:
        csv.Error: a quote is not closed, or not followed by the end of the cell.
    """
    text = lines[position].removesuffix("\r")
    if '"' not in text or (not text.startswith('"') and f'{delimiter}"' not in text):
        return text.split(delimiter), 1
    ahead = (f"{each}\n" for each in lines[position : position + LONGEST_ROW])
    reader = csv.reader(ahead, delimiter=delimiter, strict=True)
    return next(reader), reader.line_num


def _rows(lines: Sequence[str], position: int, delimiter: str) -> Iterator[Record]:
    """The rows from a position on."""
    while position < len(lines):
        line = position + 1
        try:
            cells, span = _record(lines, position, delimiter)
        except csv.Error as error:
            what = f"the row's quotes do not match: {error}"
            remedy = "Double the quotes in quoted cells"
            yield line, Finding(line, None, None, "bad_quotes", Level.ERROR, what, remedy)
            position += 1
        else:
            yield line, cells
            position += span
