"""Reading the sample company's files back, plainly, for the tests."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sample_company.records import SOURCES


@dataclass(frozen=True)
class Company:
    """Source → its records, without the strays."""

    records: dict[str, list[dict[str, Any]]]

    def values(self, source: str, field: str) -> list[str]:
        """All values of a field that are not missing."""
        found = (pair for record in self.records[source] for pair in paths_of(record))
        return [value for path, value in found if path == field and value != ""]

    def every(self) -> list[tuple[str, str, str]]:
        """(source, path, value) of the whole company."""
        records = ((source, record) for source, records in self.records.items() for record in records)
        return [(source, *pair) for source, record in records for pair in paths_of(record)]


def read_company(folder: Path) -> Company:
    def records(source: str) -> list[dict[str, Any]]:
        paths = sorted(path for path in (folder / source).iterdir() if not is_stray(path))
        return [json.loads(path.read_bytes()) for path in paths]

    return Company({source: records(source) for source in SOURCES})


def paths_of(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(path, value) of all that a value holds; the elements of a list of strings are values of the list's own path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from paths_of(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for part in value:
            yield from paths_of(part, f"{path}[]" if isinstance(part, dict) else path)
    else:
        yield path, value


def is_stray(path: Path) -> bool:
    return path.name.startswith("stray-")


def text_keys(source: str) -> tuple[str, ...]:
    """The keys under which a source's main text goes."""
    keys: tuple[str, ...] = importlib.import_module(f"sample_company.records.{source}").TEXT
    return keys


def digest(folder: Path) -> str:
    """One hash over the names and bytes of all files."""
    whole = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return whole.hexdigest()
