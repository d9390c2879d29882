"""What a reader or a validation has to say about one value, in one shape for people and programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How grave a finding is."""

    ERROR = "error"  # the row, or the set, breaks a rule of the specification
    MENDED = "mended"  # it broke a rule; a lenient reader kept it, changed as `repair` says
    WARNING = "warning"  # legal, but somebody should look


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Attributes:
        line: 1-based line of the file; in JSON and RDF, where rows have no lines, the 1-based number of the mapping;
            None for what concerns no row, or a set that comes from no file.
        slot: the slot concerned, where there is one.
        value: the value as it stands, where there is one.
        code: what was found, e.g. `undeclared_prefix`; `docs/sssom.md` lists the codes.
        level: how grave it is.
        message: what is wrong, in one sentence.
        repair: what to do about it, or what was done where the level is MENDED.
    """

    line: int | None
    slot: str | None
    value: str | None
    code: str
    level: Level
    message: str
    repair: str
