"""Draws that depend on the seed and on a key, never on the order in which they are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Dice:
    """A keyed source of chance: one key, one outcome, on every machine and under every Python.

    A keyed hash rather than the standard generator: a new field then leaves every other field as it was,
    and no release of Python can change the draws.

    Attributes:
        seed: which world.
        scope: prefix of the keys, such as ``jira/12/``.
    """

    seed: int
    scope: str = ""

    def at(self, *scope: object) -> Dice:
        """The same dice for the keys of a narrower scope."""
        return Dice(self.seed, self.scope + "".join(f"{part}/" for part in scope))

    def number(self, key: str, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        digest = sha256(f"{self.seed}/{self.scope}{key}".encode()).digest()
        return low + int.from_bytes(digest[:8], "big") % (high - low + 1)

    def chance(self, key: str, percent: int) -> bool:
        """True in about `percent` of a hundred keys."""
        return self.number(key, 1, 100) <= percent

    def pick(self, key: str, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.number(key, 0, len(options) - 1)]

    def some(self, key: str, options: Sequence[T], low: int, high: int) -> list[T]:
        """From `low` to `high` different options (fewer if there are fewer), in a drawn order."""
        count = min(self.number(key, low, high), len(options))
        order = sorted(range(len(options)), key=lambda index: (self.number(f"{key}/{index}", 0, 1 << 30), index))
        return [options[index] for index in order[:count]]
