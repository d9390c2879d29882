"""Entities left without a counterpart, as a small table beside the mapping set: an abstention is never a row there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from aligner.alignment import Abstention, Reason, RunnerUp, Side
from aligner.errors import InputError
from mappings.cells import line, number
from mappings.identifiers import entity_id, published

#: What a set's name becomes for the table beside it, and its columns.
SUFFIX = ".abstentions.tsv"
COLUMNS = ("entity", "side", "reason", "runner_up_subject", "runner_up_object", "score")


def write_abstentions(abstentions: Iterable[Abstention]) -> bytes:
    """The table: UTF-8, LF, sorted by side (source first) and entity, ids as in the published set."""
    rows = []
    for each in sorted(abstentions, key=lambda each: (each.side, each.entity_id)):
        rival = each.runner_up
        best = (published(rival.subject), published(rival.object), f"{rival.score:.6f}") if rival else ("", "", "")
        rows.append((published(each.entity_id), each.side.value, each.reason.value, *best))
    return "".join(map(line, (COLUMNS, *rows))).encode("utf-8")


def read_abstentions(data: bytes, *, file: str | None = None) -> tuple[Abstention, ...]:
    """The way back from `write_abstentions`.

    Raises:
        InputError: it is no such table; names the line.
    """
    try:
        text = io.StringIO(data.decode("utf-8"), newline="")
        rows = list(csv.reader(text, delimiter="\t", strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"the table of abstentions cannot be read: {error}", file=file) from None
    if not rows or tuple(rows[0]) != COLUMNS:
        raise InputError(f"the columns are not {', '.join(COLUMNS)}", file=file, line=1)
    return tuple(_abstention(cells, file, number_) for number_, cells in enumerate(rows[1:], 2))


def _abstention(cells: list[str], file: str | None, place: int) -> Abstention:
    try:
        entity, side, reason, subject, object_, score = cells
        rival = RunnerUp(entity_id(subject), entity_id(object_), number(score)) if score else None
        return Abstention(entity_id(entity), Side(side), Reason(reason), rival)
    except ValueError as error:
        raise InputError(f"the row is no abstention: {error}", file=file, line=place) from None
