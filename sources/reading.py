"""Files to records: JSON, NDJSON, CSV and TSV, one file or a folder of them, streamed in a fixed order.

Nothing here stops at the first fault: whatever cannot be read is yielded as a `Problem` with its file and
line, and reading goes on behind it.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from aligner.errors import InputError
from sources.record import Item, as_record
from sources.report import Problem
from sources.tables import read_table

#: Largest single JSON document, in bytes; NDJSON and CSV are streamed and have no such limit.
DOCUMENT_LIMIT = 256 * 1024 * 1024

#: Longest single line of NDJSON, in bytes.
LINE_LIMIT = 16 * 1024 * 1024

_JSON_SUFFIXES = {".json"}
_LINES_SUFFIXES = {".ndjson", ".jsonl"}
_TABLE_SUFFIXES = {".csv", ".tsv"}
SUFFIXES = frozenset(_JSON_SUFFIXES | _LINES_SUFFIXES | _TABLE_SUFFIXES)

_UTF16_MARKS = frozenset({b"\xff\xfe", b"\xfe\xff"})

#: More digits than the fast parser keeps: it would round such a number.
_LONG_NUMBER = re.compile(r"[0-9]{20}")


def read_path(path: Path, container: str | None = None) -> Iterator[Item]:
    """All records of a file or of the files below a folder, in the order of their paths.

    Args:
        path: a file, or a folder; hidden files are passed over, links out of the folder are refused.
        container: key of the list of records, where a file wraps them in an object.

    Raises:
        InputError: the path does not exist, or a single named file has an unknown format.
    """
    if not _exists(path):
        raise InputError("no such file or folder", file=shown(path), remedy="Check the path")
    if path.is_file():
        if path.suffix.lower() not in SUFFIXES:
            raise InputError("unknown format", file=shown(path), remedy=f"Known endings: {', '.join(sorted(SUFFIXES))}")
        return _read_file(path, shown(path.name), container, alone=True)
    return _read_folder(path, container)


def _read_folder(path: Path, container: str | None) -> Iterator[Item]:
    root = path.resolve()
    for file in sorted(path.rglob("*"), key=lambda each: each.relative_to(path).as_posix()):
        relative = file.relative_to(path)
        if any(part.startswith(".") for part in relative.parts) or not file.is_file():
            continue
        name = shown(relative.as_posix())
        if not file.resolve().is_relative_to(root):
            yield Problem("outside", "a link that leads out of the folder; skipped", name)
        elif file.suffix.lower() in SUFFIXES:
            yield from _read_file(file, name, container, alone=False)
        else:
            yield Problem("unknown_format", f"not one of {', '.join(sorted(SUFFIXES))}; skipped", name)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file system takes
        return False


def shown(name: str | Path) -> str:
    r"""A file name as text: what is no text in it is written as an escape.

    >>> shown("caf\udce9.json")
    'caf\\udce9.json'
    """
    return str(name).encode("utf-8", "backslashreplace").decode("utf-8")


def read_bytes(content: bytes, name: str = "-") -> Iterator[Item]:
    """Records of a document of unknown format, as from standard input: JSON, NDJSON, or else CSV."""
    if len(content) > DOCUMENT_LIMIT:
        yield Problem("too_large", f"over {DOCUMENT_LIMIT >> 20} MiB; save it as a file of NDJSON or CSV", name)
        return
    text, problem = _decode(content, name)
    if problem:
        yield problem
    elif text.lstrip()[:1] in {"{", "["}:
        yield from _read_json(text, name, None, alone=True)
    else:
        yield from read_table(io.StringIO(text, newline=""), name)


def _read_file(path: Path, name: str, container: str | None, *, alone: bool) -> Iterator[Item]:
    suffix = path.suffix.lower()
    try:
        size = path.stat().st_size
        if size == 0:
            yield Problem("empty", "the file is empty", name)
        elif suffix in _LINES_SUFFIXES:
            yield from _read_lines(path, name)
        elif suffix in _TABLE_SUFFIXES:
            with path.open(encoding=_encoding(path), errors="surrogateescape", newline="") as stream:
                yield from read_table(stream, name, "\t" if suffix == ".tsv" else None)
        elif size > DOCUMENT_LIMIT:
            yield Problem("too_large", f"over {DOCUMENT_LIMIT >> 20} MiB in one document; convert it to NDJSON", name)
        else:
            text, problem = _decode(path.read_bytes(), name)
            yield from [problem] if problem else _read_json(text, name, container, alone=alone)
    except (OSError, UnicodeError) as error:
        yield Problem("unreadable", f"cannot be read: {getattr(error, 'strerror', None) or error}", name)


def _encoding(path: Path) -> str:
    """UTF-8, unless a mark at the file's beginning says UTF-16."""
    with path.open("rb") as stream:
        return "utf-16" if stream.read(2) in _UTF16_MARKS else "utf-8-sig"


def _decode(content: bytes, name: str) -> tuple[str, Problem | None]:
    encoding = "utf-16" if content[:2] in _UTF16_MARKS else "utf-8-sig"
    try:
        return content.decode(encoding), None
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return "", Problem("encoding", "not UTF-8 text; save it as UTF-8", name, line)


def _read_json(text: str, name: str, container: str | None, *, alone: bool) -> Iterator[Item]:
    value, problem = _parse(text, name, 1)
    if problem:
        lines = text.split("\n")
        yield from _numbered_lines(enumerate(lines, start=1), name) if _is_lines(lines) else [problem]
        return
    rows = _unwrap(value, container, alone=alone)
    if rows is None:
        yield as_record(value, name, name, None)
        return
    for position, row in enumerate(rows, start=1):
        yield as_record(row, f"{name}#{position}", name, None)


def _is_lines(lines: list[str]) -> bool:
    """Whether a document that is no JSON is NDJSON: one of its first lines is an object of its own."""
    first = [line for line in lines if line.strip()][:3]
    whole = [each for each in first if each.strip()[0] == "{" and _parse(each, "", 1)[1] is None]
    return len(lines) > 1 and bool(whole) and first[0].strip()[0] == "{" and first[0].strip() != "{"


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
    if _encoding(path) == "utf-16":
        with path.open(encoding="utf-16", errors="replace") as text:
            yield from _numbered_lines(enumerate(text, start=1), name)
        return
    with path.open("rb") as stream:
        number = 0
        while line := stream.readline(LINE_LIMIT):
            number += 1
            if len(line) == LINE_LIMIT and not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = stream.readline(LINE_LIMIT)
                yield Problem("too_large", f"a line of over {LINE_LIMIT >> 20} MiB; skipped", name, number)
                continue
            try:
                yield from _numbered_lines([(number, line.decode("utf-8-sig"))], name)
            except UnicodeDecodeError:
                yield Problem("encoding", "not UTF-8 text; save it as UTF-8", name, number)


def _numbered_lines(lines: Iterable[tuple[int, str]], name: str) -> Iterator[Item]:
    for number, line in lines:
        if line.strip():
            value, problem = _parse(line.rstrip("\r\n"), name, number)
            yield problem or as_record(value, f"{name}#{number}", name, number)


def _parse(text: str, name: str, first_line: int) -> tuple[Any, Problem | None]:
    try:
        if not _LONG_NUMBER.search(text):
            return orjson.loads(text), None
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        pass
    try:  # slower, but it takes NaN, lone surrogates and long numbers, and says where the fault is
        return json.loads(text), None
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        return None, Problem("invalid_json", f"not valid JSON: {error.msg} at column {error.colno}", name, line)
    except (RecursionError, ValueError):
        return None, Problem("invalid_json", "nested too deeply, or a number of too many digits", name, first_line)
