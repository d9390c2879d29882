"""Short ways for tests to say what was profiled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aligner.profiles import FieldProfile
from sources import load_records


def profile_of(values: Iterable[Any], **options: Any) -> FieldProfile:
    """The profile of one field that holds these values, one a record."""
    schema = load_records([{"field": value, "filler": "x"} for value in values], "s", masked=False, **options).schema
    return schema["s:field"].profile


def kind_of(value: Any) -> str:
    """The kind of one value."""
    ((kind, _),) = profile_of([value]).kinds
    return kind


def hashed(canonical: str) -> int:
    """The sketch's hash, spelled out: the first 15 hexadecimal digits of the MD5."""
    return int(hashlib.md5(canonical.encode()).hexdigest()[:15], 16)


def instant(*parts: int) -> int:
    """Seconds since 1970 of a moment in UTC."""
    return int(datetime(*parts, tzinfo=UTC).timestamp())  # type: ignore[misc, arg-type]


def write_lines(path: Path, records: Iterable[Any]) -> Path:
    """Records as a file of NDJSON."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
