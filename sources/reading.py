"""Files to records: JSON, NDJSON, CSV and TSV, one file or a folder of them, streamed in a fixed order.

Nothing here stops at the first fault: whatever cannot be read is yielded as a `Problem` with its file and
line, and reading goes on behind it.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from aligner.errors import InputError
from sources.report import Problem

#: Largest single JSON document, in bytes; NDJSON and CSV are streamed and have no such limit.
DOCUMENT_LIMIT = 256 * 1024 * 1024

#: Longest single line of NDJSON or field of CSV, in characters.
LINE_LIMIT = 16 * 1024 * 1024

_JSON_SUFFIXES = {".json"}
_LINES_SUFFIXES = {".ndjson", ".jsonl"}
_TABLE_SUFFIXES = {".csv", ".tsv"}
SUFFIXES = frozenset(_JSON_SUFFIXES | _LINES_SUFFIXES | _TABLE_SUFFIXES)


@dataclass(frozen=True, slots=True)
class Record:
    """One record with where it came from.

    Attributes:
        id: file and position within it; unique within the source.
        value: the record itself, keys to JSON values.
        file: relative path.
        line: 1-based line, where the format has lines.
    """

    id: str
    value: dict[str, Any]
    file: str
    line: int | None = None


Item = Record | Problem


def read_path(path: Path, container: str | None = None) -> Iterator[Item]:
    """All records of a file or of the files below a folder, in the order of their paths.

    Args:
        path: a file, or a folder; hidden files are passed over, links out of the folder are refused.
        container: key of the list of records, where a file wraps them in an object.

    Raises:
        InputError: the path does not exist, or a single named file has an unknown format.
    """
    if not path.exists():
        raise InputError("no such file or folder", file=str(path), remedy="Check the path")
    if path.is_file():
        if path.suffix.lower() not in SUFFIXES:
            raise InputError("unknown format", file=str(path), remedy=f"Known endings: {', '.join(sorted(SUFFIXES))}")
        yield from _read_file(path, path.name, container, alone=True)
        return
    root = path.resolve()
    for file in sorted(path.rglob("*"), key=lambda each: each.relative_to(path).as_posix()):
        relative = file.relative_to(path)
        if any(part.startswith(".") for part in relative.parts) or not file.is_file():
            continue
        name = relative.as_posix()
        if not file.resolve().is_relative_to(root):
            yield Problem("outside", "a link that leads out of the folder; skipped", name)
        elif file.suffix.lower() in SUFFIXES:
            yield from _read_file(file, name, container, alone=False)
        else:
            yield Problem("unknown_format", f"not one of {', '.join(sorted(SUFFIXES))}; skipped", name)


def read_bytes(content: bytes, name: str = "-") -> Iterator[Item]:
    """Records of a document of unknown format, as from standard input: JSON, NDJSON, or else CSV."""
    text, problem = _decode(content, name)
    if problem:
        yield problem
    elif text.lstrip()[:1] in {"{", "["}:
        yield from _read_json(text, name, None, alone=True)
    else:
        yield from _read_table(io.StringIO(text, newline=""), name, None)


def _read_file(path: Path, name: str, container: str | None, *, alone: bool) -> Iterator[Item]:
    suffix = path.suffix.lower()
    if path.stat().st_size == 0:
        yield Problem("empty", "the file is empty", name)
    elif suffix in _LINES_SUFFIXES:
        yield from _read_lines(path, name)
    elif suffix in _TABLE_SUFFIXES:
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
            yield from _read_table(stream, name, "\t" if suffix == ".tsv" else None)
    elif path.stat().st_size > DOCUMENT_LIMIT:
        yield Problem("too_large", f"over {DOCUMENT_LIMIT >> 20} MiB in one document; convert it to NDJSON", name)
    else:
        text, problem = _decode(path.read_bytes(), name)
        if problem:
            yield problem
        else:
            yield from _read_json(text, name, container, alone=alone)


def _decode(content: bytes, name: str) -> tuple[str, Problem | None]:
    encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        return content.decode(encoding), None
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return "", Problem("encoding", "not UTF-8 text; save it as UTF-8", name, line)


def _read_json(text: str, name: str, container: str | None, *, alone: bool) -> Iterator[Item]:
    value, problem = _parse(text, name, 1)
    if problem:
        if "\n" in text.strip() and _parse(text.lstrip().split("\n", 1)[0], name, 1)[1] is None:
            yield from _numbered_lines(enumerate(text.split("\n"), start=1), name)
        else:
            yield problem
        return
    rows = _unwrap(value, container, alone=alone)
    if rows is None:
        yield _record(value, name, name, None)
        return
    for position, row in enumerate(rows, start=1):
        yield _record(row, f"{name}#{position}", name, None)


def _unwrap(value: Any, container: str | None, *, alone: bool) -> list[Any] | None:
    """The list of records in a document, or None where the document is one record."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return None
    if container and isinstance(value.get(container), list):
        return list(value[container])
    if alone:  # a file named by itself is a collection: an object that wraps one list of objects
        nested = [each for each in value.values() if isinstance(each, list | dict)]
        if len(nested) == 1 and isinstance(nested[0], list) and len(nested[0]) > 1:
            rows = nested[0]
            return rows if all(isinstance(row, dict) for row in rows) else None
    return None


def _read_lines(path: Path, name: str) -> Iterator[Item]:
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(LINE_LIMIT):
            number += 1
            if len(line) == LINE_LIMIT and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = stream.readline(LINE_LIMIT)
                yield Problem("too_large", f"a line of over {LINE_LIMIT >> 20} MiB; skipped", name, number)
                continue
            text, problem = _decode(line, name)
            if problem:
                yield Problem(problem.code, problem.message, name, number)
            else:
                yield from _numbered_lines([(number, text)], name)


def _numbered_lines(lines: Any, name: str) -> Iterator[Item]:
    for number, line in lines:
        if line.strip():
            value, problem = _parse(line, name, number)
            yield problem or _record(value, f"{name}#{number}", name, number)


def _parse(text: str, name: str, first_line: int) -> tuple[Any, Problem | None]:
    try:
        return orjson.loads(text), None
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        pass
    try:  # slower, but it takes NaN and lone surrogates, and says where the fault is
        return json.loads(text), None
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        return None, Problem("invalid_json", f"not valid JSON: {error.msg} at column {error.colno}", name, line)
    except (RecursionError, ValueError):
        return None, Problem("invalid_json", "nested too deeply, or a number of too many digits", name, first_line)


def _record(value: Any, record_id: str, name: str, line: int | None) -> Item:
    if not isinstance(value, dict):
        return Problem("no_object", f"a record must be an object, this is a {type(value).__name__}", name, line)
    if not value:
        return Problem("empty", "a record without any field", name, line)
    return Record(record_id, value, name, line)


def _read_table(stream: Any, name: str, delimiter: str | None) -> Iterator[Item]:
    start = stream.read(65536)
    stream.seek(0)
    if not start.strip():
        yield Problem("empty", "the file is empty", name)
        return
    delimiter = delimiter or _delimiter(start)
    csv.field_size_limit(LINE_LIMIT)
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Problem("invalid_csv", f"not a valid row: {error}", name, reader.line_num)
            continue
        if not any(cell.strip() for cell in row):
            continue
        if header is None:
            header = [cell.strip() or f"column_{number}" for number, cell in enumerate(row, start=1)]
        elif len(row) != len(header):
            message = f"{len(row)} cells where the header has {len(header)}; skipped"
            yield Problem("ragged", message, name, reader.line_num)
        elif any("�" in cell for cell in row):
            yield Problem("encoding", "not UTF-8 text; save it as UTF-8", name, reader.line_num)
        else:
            yield Record(f"{name}#{reader.line_num}", _row(header, row), name, reader.line_num)


def _delimiter(start: str) -> str:
    """The separator that the first row has most of; a comma where it has none."""
    first = start.lstrip().split("\n", 1)[0]
    return max((",", ";", "\t", "|"), key=first.count)


def _row(header: list[str], row: list[str]) -> dict[str, Any]:
    """A row as an object; a header that is repeated holds a list."""
    value: dict[str, Any] = {}
    for key, cell in zip(header, row, strict=True):
        if key not in value:
            value[key] = cell
        elif isinstance(value[key], list):
            value[key].append(cell)
        else:
            value[key] = [value[key], cell]
    return value
