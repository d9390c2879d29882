"""A nested record to a flat list of cells: path, text, and whether it stood in a list."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote

import numpy as np
import pandas as pd

#: Records nested deeper than this are not followed; what lies below is passed over, and counted.
DEPTH_LIMIT = 16

#: Texts that say "nothing here", compared without regard to case.
MISSING = frozenset({"", "null", "n/a", "nan", "undefined"})
_MISSING_LENGTH = max(map(len, MISSING))

#: The step into the records of a list.
LIST_STEP = "[]"

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


def flatten(record: Mapping[str, Any], ignore: frozenset[str] = frozenset()) -> tuple[list[Cell], int]:
    """The cells of one record, in its own order, and how many branches were nested too deeply to follow.

    Args:
        record: keys to JSON values; dates, tuples, sets and numpy's and pandas' values are taken too.
        ignore: top-level keys to leave out.
    """
    cells: list[Cell] = []
    cut = 0
    for key, value in record.items():
        if key not in ignore:
            cut += _walk(value, (step(key),), False, DEPTH_LIMIT, cells)
    return cells, cut


def _walk(value: Any, path: Path, in_list: bool, depth: int, cells: list[Cell]) -> int:
    if not isinstance(value, str | dict | list):
        value = _plain(value)
    if isinstance(value, dict):
        if not depth:
            return 1
        return sum([_walk(each, (*path, step(key)), in_list, depth - 1, cells) for key, each in value.items()])
    if isinstance(value, list):
        if not depth:
            return 1
        into = (*path, LIST_STEP)
        return sum([_walk(each, into if isinstance(each, Mapping) else path, True, depth - 1, cells) for each in value])
    text = as_text(value)
    if text is not None:
        cells.append(Cell(path, text, in_list))
    return 0


def _plain(value: Any) -> Any:
    """The JSON value that a value of Python, numpy or pandas stands for."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if value is pd.NaT or value is pd.NA:
        return None
    if isinstance(value, datetime):
        midnight = value.tzinfo is None and (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        return value.date().isoformat() if midnight else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple | set | frozenset):
        return list(value)
    if isinstance(value, np.datetime64):
        return _plain(pd.Timestamp(value))
    if isinstance(value, np.generic):
        return value.item()
    return list(value) if isinstance(value, np.ndarray) and value.ndim else str(value)


def as_text(value: Any) -> str | None:
    """A scalar as text: NFC, trimmed; None where it says that nothing is there."""
    if not isinstance(value, str):
        if value is None:
            return None
        if isinstance(value, bool):
            return "true" if value else "false"
        # Python prints no decimal of that size
        value = hex(value) if isinstance(value, int) and value.bit_length() > 4096 else str(value)
    text = _clean(value).strip()
    if len(text) <= _MISSING_LENGTH and text.casefold() in MISSING:
        return None
    if "\\n" in text and " " in text:  # exported twice: the line breaks of a text are still escaped
        text = text.replace("\\n", "\n")
    return text


def _clean(text: str) -> str:
    """NFC, with neither NUL nor lone surrogates, which no engine stores."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")


@lru_cache(maxsize=8192, typed=True)
def step(key: object) -> str:
    r"""The step of a path that a key stands for: NFC text; a key that reads `[]` is escaped.

    >>> step("[]")
    '\\[]'
    """
    text = _clean(str(key))
    return f"\\{text}" if text.endswith(LIST_STEP) and text.lstrip("\\") == LIST_STEP else text


def field_path(path: Path) -> str:
    """The path as it stands in a field's id: steps percent-encoded, joined by dots, `[]` kept.

    >>> field_path(("items", "[]", "due date"))
    'items[].due%20date'
    """
    text = ""
    for each in path:
        if each == LIST_STEP:
            text += LIST_STEP
        else:
            text += ("." if text else "") + (quote(each, safe="").replace(".", "%2E") or "%00")
    return text
