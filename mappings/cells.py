"""Values as text in a table's cell: numbers, lists and quoting, each with its way back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

_THOUSANDTH = Decimal("0.001")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_NEEDS_QUOTES = re.compile('[\t\r\n"]')


def number_text(value: float) -> str:
    """At most three decimals, no trailing zeros; ties, judged on the exact binary value, go away from zero.

    >>> number_text(1.0), number_text(0.0625), number_text(0.1235), number_text(0.9995), number_text(-0.0)
    ('1', '0.063', '0.123', '1', '0')
    """
    text = str(Decimal(value).quantize(_THOUSANDTH, ROUND_HALF_UP)).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def number(text: str) -> float:
    """The number that a cell states.

    Raises:
        ValueError: it is no decimal number (`nan`, `inf`, `1_000` and `0x1` are none).
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is not a number")
    return float(text)


def join(values: Iterable[str]) -> str:
    r"""Values of a list separated by `|`; a pipe or backslash in a value gets a backslash before it.

    >>> print(join(["Alice|Bob", "C\\D"]))
    Alice\|Bob|C\\D
    """
    return "|".join(value.replace("\\", "\\\\").replace("|", "\\|") for value in values)


def split(text: str) -> tuple[str, ...]:
    r"""The values of a list: the way back from `join`. A backslash before anything else is a backslash.

    >>> split(r"Alice\|Bob|C\\D|E\F")
    ('Alice|Bob', 'C\\D', 'E\\F')
    """
    if "\\" not in text:
        return tuple(text.split("|")) if text else ()
    parts = [""]
    for piece in re.findall(r"\\[\\|]|[^\\|]+|[\\|]", text):
        if piece == "|":
            parts.append("")
        else:
            parts[-1] += piece[1:] if piece in ("\\\\", "\\|") else piece
    return tuple(parts)


def quoted(text: str) -> str:
    """The cell as it stands in the file: in quotes only where it has a tab, a line end or a quote."""
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def line(cells: Iterable[str]) -> str:
    """One row of a tab-separated table, with its line end."""
    return "\t".join(map(quoted, cells)) + "\n"
