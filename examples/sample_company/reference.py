"""The reference alignment of the sample company: every pair of fields that means the same, for all 36 source pairs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from .acceptable import ACCEPTABLE
from .concepts import PART_OF, Concept
from .counterparts import COUNTERPARTS

Field = tuple[str, str]


class Row(NamedTuple):
    """One line of the reference.

    `relation` reads from a to b: ``narrow`` means that field a is narrower than field b. `second` is a second
    annotator's verdict elsewhere; here it repeats `one_to_one`, because the truth is made and not judged.
    """

    source_a: str
    field_a: str
    source_b: str
    field_b: str
    relation: str
    one_to_one: str
    second: str
    reason: str
    concept: str


def reference(folder: Path) -> Path:
    """Write ``reference.tsv`` into a folder and return its path. It is the same for every seed.

    Raises:
        OSError: the folder is missing or cannot be written.
    """
    path = Path(folder) / "reference.tsv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(Row._fields)
        table.writerows(rows())
    return path


def rows() -> list[Row]:
    """The reference, sorted by source pair and fields."""
    found: dict[tuple[Field, Field], Row] = {}
    claimed: set[tuple[Field, str]] = set()
    for concept in COUNTERPARTS + ACCEPTABLE:
        for (a, sense_a), (b, sense_b) in _pairs(concept):
            kind = relation(sense_a, sense_b)
            if (a, b) in found or (concept.pairs == "part" and kind not in ("narrow", "broad")):
                continue
            # a field has at most one counterpart in each other source
            free = concept.pairs == "counterpart" and (a, b[0]) not in claimed and (b, a[0]) not in claimed
            if free:
                claimed |= {(a, b[0]), (b, a[0])}
            verdict = "yes" if free else "no"
            found[a, b] = Row(*a, *b, kind, verdict, verdict, concept.meaning, concept.name)
    return sorted(found.values(), key=lambda row: (row.source_a, row.source_b, row.field_a, row.field_b))


def relation(sense_a: str, sense_b: str) -> str:
    """How a field of the first sense relates to one of the second, within one concept."""
    if sense_a == sense_b:
        return "exact"
    if PART_OF.get(sense_a) == sense_b:
        return "narrow"
    return "broad" if PART_OF.get(sense_b) == sense_a else "close"


def _pairs(concept: Concept) -> Iterator[tuple[tuple[Field, str], tuple[Field, str]]]:
    """Pairs of a concept's fields from different sources, those of one sense first."""
    fields = sorted((_field(name), sense) for sense, names in concept.senses.items() for name in names.split())
    pairs = [(a, b) for a, b in combinations(fields, 2) if a[0][0] != b[0][0]]
    yield from sorted(pairs, key=lambda pair: (pair[0][1] != pair[1][1], pair))


def _field(name: str) -> Field:
    source, _, path = name.partition(".")
    return source, path
