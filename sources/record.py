"""One record of a source, with where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sources.report import Problem


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
    value: Mapping[str, Any]
    file: str
    line: int | None = None


#: What reading yields: each record met is kept or reported, in the order of the file.
Item = Record | Problem


def as_record(value: Any, record_id: str, file: str, line: int | None = None) -> Item:
    """A value as a record, or what keeps it from being one."""
    if not isinstance(value, Mapping):
        return Problem("no_object", f"a record must be an object, this is a {type(value).__name__}", file, line)
    if not value:
        return Problem("empty", "a record without any field", file, line)
    return Record(record_id, value, file, line)
