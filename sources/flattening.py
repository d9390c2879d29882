"""A nested record to a flat list of cells: path, text, and whether it stood in a list."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

#: Records nested deeper than this are not followed; what lies below is passed over.
DEPTH_LIMIT = 16

#: Texts that say "nothing here", compared without regard to case.
MISSING = frozenset({"", "null", "n/a", "nan", "undefined"})

Path = tuple[str, ...]


class Cell(NamedTuple):
    """One value of one field of one record.

    Attributes:
        path: the steps to it; `[]` is the step into the records of a list. A list of plain values is no
            step: the same key often holds a value in one record and a list in the next.
        text: the value as text, never missing.
        in_list: whether it stood in a list.
    """

    path: Path
    text: str
    in_list: bool


def flatten(record: dict[str, Any], ignore: frozenset[str] = frozenset()) -> Iterator[Cell]:
    """The cells of one record, in its own order; top-level keys in `ignore` are left out."""
    for key, value in record.items():
        if key not in ignore:
            yield from _walk(value, (key,), False, DEPTH_LIMIT)


def _walk(value: Any, path: Path, in_list: bool, depth: int) -> Iterator[Cell]:
    if isinstance(value, dict):
        if depth:
            for key, each in value.items():
                yield from _walk(each, (*path, key), in_list, depth - 1)
    elif isinstance(value, list):
        if depth:
            for each in value:
                step = (*path, "[]") if isinstance(each, dict) else path
                yield from _walk(each, step, True, depth - 1)
    elif (text := as_text(value)) is not None:
        yield Cell(path, text, in_list)


def as_text(value: Any) -> str | None:
    """A scalar as text: NFC, trimmed; None where it says that nothing is there."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).strip()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")
    if text.casefold() in MISSING:
        return None
    if "\\n" in text and " " in text:  # exported twice: the line breaks of a text are still escaped
        text = text.replace("\\n", "\n")
    return text.replace("\x00", "")


def field_path(path: Path) -> str:
    """The path as it stands in a field's id: steps percent-encoded, joined by dots, `[]` kept.

    >>> field_path(("items", "[]", "due date"))
    'items[].due%20date'
    """
    text = ""
    for step in path:
        if step == "[]":
            text += "[]"
        else:
            text += ("." if text else "") + (quote(step, safe="").replace(".", "%2E") or "%00")
    return text
