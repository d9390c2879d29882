"""What a record is, and the three ways in which a value can be missing from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..dice import Dice

Value: TypeAlias = str | list[str] | dict[str, str] | list[dict[str, str]]
Record: TypeAlias = dict[str, Value]


def present(**values: Value | None) -> Record:
    """A record of the values that are there: a key whose value is None is left out."""
    return {key: value for key, value in values.items() if value is not None}


def often(dice: Dice, key: str, value: Value, *, percent: int = 80) -> Value | None:
    """The value in about `percent` of a hundred records; else an empty string or no key at all."""
    if dice.chance(f"often/{key}", percent):
        return value
    return "" if dice.chance(f"empty/{key}", 60) else None


def bare(dice: Dice, key: str, values: Sequence[str], *, percent: int = 15) -> Value:
    """The list; in about `percent` of a hundred records a string instead, its parts joined by commas."""
    return ", ".join(values) if dice.chance(f"bare/{key}", percent) else list(values)


def flag(dice: Dice, key: str, percent: int) -> str:
    """``true`` or ``false``, as a string."""
    return "true" if dice.chance(key, percent) else "false"


def main_text(dice: Dice, value: Value, keys: Sequence[str]) -> Record:
    """The main text under the first key in most records, under one of the others in the rest."""
    common, *others = keys
    return {common if dice.chance("main/common", 70) else dice.pick("main/other", others): value}
