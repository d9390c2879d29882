"""Records into the engine: one streaming pass that flattens, counts and numbers what it meets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import duckdb
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sources.adapter import Adapter
from sources.flattening import DEPTH_LIMIT, Cell, Path, flatten
from sources.record import Item, Record
from sources.report import Problem, ReportBuilder

#: Cells, and characters, handed to the engine at a time.
BATCH = 50_000
BATCH_TEXT = 16 * 1024 * 1024

#: Fields of one source; what comes later is passed over and noted (keys that are data make endless fields).
FIELD_LIMIT = 5_000

Progress = Callable[[int], None]


@dataclass(slots=True)
class CellStore:
    """The `records` and `cells` tables of one source while it is being read.

    Attributes:
        connection: the engine.
        paths: every path met, to its number.
    """

    connection: duckdb.DuckDBPyConnection
    paths: dict[Path, int] = field(default_factory=dict)
    _ids: list[str] = field(default_factory=list)
    _records: list[int] = field(default_factory=list)
    _paths: list[int] = field(default_factory=list)
    _in_lists: list[bool] = field(default_factory=list)
    _values: list[str] = field(default_factory=list)
    _first: int = 0
    _text: int = 0

    def __post_init__(self) -> None:
        self.connection.execute("CREATE TABLE records(record INTEGER, id VARCHAR)")
        self.connection.execute("CREATE TABLE raw(record INTEGER, path INTEGER, in_list BOOLEAN, value VARCHAR)")

    def add(self, record: Record, cells: Iterable[Cell]) -> bool:
        """Store the next record; False where some of its fields had to be passed over."""
        number = self._first + len(self._ids)
        self._ids.append(record.id)
        complete = True
        for path, text, in_list in cells:
            known = self.paths.get(path)
            if known is None:
                if len(self.paths) >= FIELD_LIMIT:
                    complete = False
                    continue
                known = self.paths[path] = len(self.paths)
            self._records.append(number)
            self._paths.append(known)
            self._in_lists.append(in_list)
            self._values.append(text)
            self._text += len(text)
        if len(self._values) >= BATCH or len(self._ids) >= BATCH or self._text >= BATCH_TEXT:
            self.flush()
        return complete

    def flush(self) -> None:
        """Hand what is waiting to the engine."""
        first, self._first = self._first, self._first + len(self._ids)
        self._append("records", {"record": np.arange(first, self._first, dtype=np.int32), "id": _objects(self._ids)})
        self._append(
            "raw",
            {
                "record": np.array(self._records, dtype=np.int32),
                "path": np.array(self._paths, dtype=np.int32),
                "in_list": np.array(self._in_lists, dtype=np.bool_),
                "value": _objects(self._values),
            },
        )
        for column in (self._ids, self._records, self._paths, self._in_lists, self._values):
            column.clear()
        self._text = 0

    def _append(self, table: str, columns: dict[str, NDArray[Any]]) -> None:
        batch = pd.DataFrame(columns, copy=False)
        self.connection.register("batch", batch)
        self.connection.execute(f"INSERT INTO {table} SELECT * FROM batch")
        self.connection.unregister("batch")


def _objects(texts: list[str]) -> NDArray[np.object_]:
    return np.array(texts, dtype=object)


def store_records(
    items: Iterable[Item], adapter: Adapter, others: Iterable[Adapter], store: CellStore, progress: Progress | None
) -> ReportBuilder:
    """Read everything once into the store; what cannot be kept is reported.

    A record in the shape of another known system, in a source of this one, is noise and is skipped.
    """
    report = ReportBuilder()
    rivals = [each for each in others if each.required and each.name != adapter.name] if adapter.required else []
    for item in items:
        if isinstance(item, Problem):
            report.skip(item)
            continue
        stranger = (
            None if adapter.recognises(item.value) else next((r for r in rivals if r.recognises(item.value)), None)
        )
        if stranger:
            message = f"a record in the shape of {stranger.label} among those of {adapter.label}; skipped"
            report.skip(Problem("foreign_record", message, item.file, item.line))
            continue
        cells, cut = flatten(item.value, adapter.ignore)
        if cut:
            note = f"nested deeper than {DEPTH_LIMIT} levels; what lies below is passed over"
            report.note(Problem("too_deep", note, item.file))
        if not store.add(item, cells):
            note = f"more than {FIELD_LIMIT} different fields; later ones are passed over"
            report.note(Problem("too_many_fields", note, item.file))
        report.keep()
        if progress and report.records_kept % 100 == 0:
            progress(report.records_kept)
    store.flush()
    if progress:
        progress(report.records_kept)
    return report
