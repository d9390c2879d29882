"""Records into the engine: one streaming pass that flattens, counts and numbers what it meets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import duckdb
import pandas as pd

from sources.adapter import Adapter
from sources.flattening import DEPTH_LIMIT, Cell, Path, flatten
from sources.record import Item, Record
from sources.report import Problem, ReportBuilder

#: Cells handed to the engine at a time.
BATCH = 50_000

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
    _records: list[tuple[int, str]] = field(default_factory=list)
    _cells: list[tuple[int, int, bool, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection.execute("CREATE TABLE records(record INTEGER, id VARCHAR)")
        self.connection.execute("CREATE TABLE raw(record INTEGER, path INTEGER, in_list BOOLEAN, value VARCHAR)")

    def add(self, number: int, record: Record, cells: Iterable[Cell]) -> bool:
        """Store one record; False where some of its fields had to be passed over."""
        self._records.append((number, record.id))
        complete = True
        for cell in cells:
            path = self.paths.get(cell.path)
            if path is None:
                if len(self.paths) >= FIELD_LIMIT:
                    complete = False
                    continue
                path = self.paths[cell.path] = len(self.paths)
            self._cells.append((number, path, cell.in_list, cell.text))
        if len(self._cells) >= BATCH:
            self.flush()
        return complete

    def flush(self) -> None:
        """Hand what is waiting to the engine."""
        self._append("records", self._records, ["record", "id"])
        self._append("raw", self._cells, ["record", "path", "in_list", "value"])

    def _append(
        self,
        table: str,
        rows: list[tuple[object, ...]] | list[tuple[int, str]] | list[tuple[int, int, bool, str]],
        columns: list[str],
    ) -> None:
        if rows:
            batch = pd.DataFrame.from_records(rows, columns=columns).astype({columns[-1]: object})
            self.connection.register("batch", batch)
            self.connection.execute(f"INSERT INTO {table} SELECT * FROM batch")
            self.connection.unregister("batch")
            rows.clear()


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
        if not store.add(report.records_kept, item, cells):
            note = f"more than {FIELD_LIMIT} different fields; later ones are passed over"
            report.note(Problem("too_many_fields", note, item.file))
        report.keep()
        if progress and report.records_kept % 100 == 0:
            progress(report.records_kept)
    store.flush()
    if progress:
        progress(report.records_kept)
    return report
