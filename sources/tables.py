"""CSV and TSV to records: one row is one record, and a row that does not fit its header is reported."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import Any, TextIO

from sources.record import Item, Record
from sources.report import Problem

#: Longest cell, in characters.
CELL_LIMIT = 16 * 1024 * 1024

#: How a stream opened with `errors="surrogateescape"` shows bytes that are no text.
_NO_TEXT = re.compile("[\udc80-\udcff]")


def read_table(stream: TextIO, name: str, delimiter: str | None = None) -> Iterator[Item]:
    """The records of a table whose first row is its header.

    Args:
        stream: text opened with `newline=""` and `errors="surrogateescape"`; must be able to seek.
        name: the file's name in ids and problems.
        delimiter: by default the likeliest by the first row.
    """
    start = stream.read(65536)
    stream.seek(0)
    if not start.strip():
        yield Problem("empty", "the file is empty", name)
        return
    csv.field_size_limit(CELL_LIMIT)
    header: list[str] | None = None
    for line, row in _rows(stream, name, delimiter or _delimiter(start)):
        if isinstance(row, Problem):
            yield row
        elif not any(cell.strip() for cell in row):
            continue
        elif _NO_TEXT.search("".join(row)):
            yield Problem("encoding", "not UTF-8 text; save it as UTF-8", name, line)
            if header is None:
                return
        elif header is None:
            header = [cell.strip() or f"column_{number}" for number, cell in enumerate(row, start=1)]
        elif len(row) != len(header):
            yield Problem("ragged", f"{len(row)} cells where the header has {len(header)}; skipped", name, line)
        else:
            yield Record(f"{name}#{line}", collected(zip(header, row, strict=True)), name, line)


def _rows(stream: TextIO, name: str, delimiter: str) -> Iterator[tuple[int, list[str] | Problem]]:
    """Each row with the line it starts at."""
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            upto = f", up to line {reader.line_num}" if reader.line_num > line else ""
            yield line, Problem("invalid_csv", f"not a valid row{upto}: {error}", name, line)


def _delimiter(start: str) -> str:
    """The separator that the first row has most of; a comma where it has none."""
    first = start.lstrip().split("\n", 1)[0]
    return max((",", ";", "\t", "|"), key=first.count)


def collected(cells: Any) -> dict[str, Any]:
    """Pairs of header and cell as an object; a header that is repeated holds a list.

    >>> collected([("tag", "a"), ("tag", "b"), ("id", "7")])
    {'tag': ['a', 'b'], 'id': '7'}
    """
    gathered: dict[str, list[Any]] = {}
    for key, cell in cells:
        gathered.setdefault(key, []).append(cell)
    return {key: values if len(values) > 1 else values[0] for key, values in gathered.items()}
