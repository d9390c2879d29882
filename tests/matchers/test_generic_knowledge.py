"""The matchers know general English and no system: no field name of a source, no source, no adapter."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import matchers
from sources import SOURCES

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(Path(matchers.__path__[0]).rglob("*.py"))

#: Names of systems that are English words as well; they may stand in prose, never as a string of the program.
WORDS_TOO = frozenset({"linear", "slack", "generic"})


def text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in FILES)


def pieces(name: str) -> list[str]:
    return [piece.lower() for piece in re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", name) if piece]


def occurring(names: Iterable[str]) -> list[str]:
    """The names of several words that occur in the matchers in any way of writing them."""
    code, found = text(), []
    for name in sorted(set(names)):
        words = pieces(name)
        if len(words) > 1:
            camel = words[0] + "".join(word.title() for word in words[1:])
            written = {"_".join(words), "-".join(words), " ".join(words), camel, "".join(words)}
            pattern = rf"(?<![A-Za-z_])(?:{'|'.join(map(re.escape, written))})(?![A-Za-z_])"
            found += [name] if re.search(pattern, code, re.IGNORECASE) else []
    return found


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(each)


def test_no_field_of_the_sample_company():
    found = [
        json.loads(line)
        for path in sorted((ROOT / "examples" / "sample_company").rglob("*.json*"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("{") and line.endswith("}")
    ]
    reference = (ROOT / "examples" / "sample_company" / "reference.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(reference.splitlines(), delimiter="\t"))
    names = {name for record in found for name in keys(record)} | {
        row[f"field_{side}"] for row in rows for side in "ab"
    }
    assert len(names) > 50
    assert occurring(names) == []


def test_no_documented_field_of_the_real_sources(shared_data):
    table = (shared_data / "enterprise" / "agents_fields.tsv").read_text(encoding="utf-8")
    names = {row["field"] for row in csv.DictReader(table.splitlines(), delimiter="\t")}
    assert len(names) > 80
    assert occurring(names) == []


def test_no_source_and_no_adapter():
    code = text()
    systems = {name.replace("_", " ") for name in SOURCES} | {name.replace("_", "") for name in SOURCES} | set(SOURCES)
    for name in sorted(systems - WORDS_TOO):
        assert not re.search(rf"\b{name}\b", code, re.IGNORECASE), name
    for name in WORDS_TOO - {"generic"}:
        assert not re.search(rf"['\"][^'\"\n]*\b{name}\b[^'\"\n]*['\"]", code.replace('"""', "")), name
    assert not re.search(r"^\s*(from|import) sources\b", code, re.MULTILINE)
