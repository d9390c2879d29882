"""What the fields of the nine systems mean: the truth, declared once, from which the reference follows.

A concept groups fields that a steward would map to one another; a *sense* within it tells them apart:

* two fields of one sense are **exact**: they may stand for each other, up to spelling;
* a sense that is part of another (`PART_OF`) is **narrow** against it, and the other **broad**;
* two other senses of one concept are **close**.

Concepts are listed by weight. The first that brings two fields of a source pair together claims both: they are
that pair's counterparts, one to one. Where one of the two is claimed already, the pair is acceptable only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Concept:
    """Fields that mean the same, more or less.

    Attributes:
        name: short name; ``reference`` for links, which join records rather than describe them.
        meaning: what the fields have in common, as a reason to read.
        senses: sense → fields, as ``source.path`` parted by spaces.
        pairs: what two of its fields are to each other. ``counterpart``: they claim each other while both are
            free. ``acceptable``: nothing in the world says which belong together, so that none is claimed.
            ``part``: the same, and only a part and its whole are paired at all.
    """

    name: str
    meaning: str
    senses: dict[str, str]
    pairs: Literal["counterpart", "acceptable", "part"] = "counterpart"


#: Sense → the wider sense that it is part of.
PART_OF = {
    "desk issues": "any record",
    "work items": "any record",
    "pages": "any record",
    "changes": "any record",
    "files": "any record",
    "one speaker": "all speakers",
    "first contact": "all contacts",
    "part of the product": "any label",
}
