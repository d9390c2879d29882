"""Sources by sources: how many mappings each pair has, and where its section is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.report.pairs import PairSection

#: Shades of the heat map, besides none.
SHADES = 5


@dataclass(frozen=True)
class Square:
    """One pair of sources.

    Attributes:
        anchor: id of its section.
        count: its mappings.
        shade: 0 (none) to `SHADES` (the most of all pairs).
        f1: against the reference; None where it is not measured.
    """

    anchor: str
    count: int
    shade: int
    f1: float | None


@dataclass(frozen=True)
class Matrix:
    """The squares, a row a source; None where a pair was not aligned, as on the diagonal."""

    names: tuple[str, ...]
    rows: tuple[tuple[Square | None, ...], ...]


def matrix(names: Sequence[str], pairs: Sequence[PairSection]) -> Matrix:
    """Each pair once on either side of the diagonal; a pair aligned in both directions has a square for each."""
    most = max((len(each.mappings) for each in pairs), default=0)
    found = {(each.source, each.target): _square(each, most) for each in pairs}
    return Matrix(
        tuple(names),
        tuple(tuple(found.get((row, column)) or found.get((column, row)) for column in names) for row in names),
    )


def _square(pair: PairSection, most: int) -> Square:
    count = len(pair.mappings)
    shade = -(-count * SHADES // most) if most else 0
    return Square(pair.anchor, count, shade, pair.figures.f1 if pair.figures else None)
