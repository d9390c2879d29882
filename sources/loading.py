"""The front door: a path, records or a DataFrame in, a profiled `Schema` and a report out."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pandas as pd

from aligner.entity import Entity, Schema
from aligner.errors import InputError, UnknownNameError
from aligner.profiles import FieldProfile
from sources.adapter import Adapter
from sources.adapters.generic import ADAPTER as GENERIC
from sources.catalogue import SOURCES
from sources.cells import CellStore, Progress, store_records
from sources.engine import engine
from sources.flattening import Path as FieldPath
from sources.flattening import field_path
from sources.main_text import main_text_paths
from sources.profiling import profile_fields
from sources.reading import DOCUMENT_LIMIT, read_bytes, read_path
from sources.record import Item, Record, as_record
from sources.report import Problem, SourceReport
from sources.tables import collected

#: Records looked at to tell which system they come from, and the share of them that must have its shape.
SAMPLE = 50
SHAPE_SHARE = 0.5


@dataclass(frozen=True)
class LoadedSource:
    """A source that has been read and profiled.

    Attributes:
        schema: its fields, each with its profile.
        adapter: name of the adapter that read it.
        report: what was kept and what was not.
    """

    schema: Schema
    adapter: str
    report: SourceReport


def load(
    path: str | Path,
    *,
    name: str | None = None,
    adapter: str | None = None,
    masked: bool = True,
    progress: Progress | None = None,
    adapters: Mapping[str, Adapter] = SOURCES,
) -> LoadedSource:
    """Read and profile a file, a folder of files, or standard input (`-`).

    Args:
        path: JSON, NDJSON, CSV or TSV.
        name: the source's name and its fields' CURIE prefix; by default the system's, or the file's stem.
        adapter: a name in `SOURCES`; by default recognised by the shape of the records, else `generic`.
        masked: whether samples that may identify people are masked.
        progress: called with the number of records read so far.
        adapters: those to choose from.

    Raises:
        InputError: nothing could be read.
        UnknownNameError: no adapter has that name.
    """
    chosen = find_adapter(adapter, adapters) if adapter else None
    if str(path) == "-":
        items: Iterator[Item] = read_bytes(sys.stdin.buffer.read(DOCUMENT_LIMIT + 1))
        stem = "stdin"
    else:
        items = read_path(Path(path), chosen.container if chosen else None)
        stem = Path(path).stem or Path(path).resolve().stem
    return _load(items, name, stem, chosen, adapters, masked, progress)


def load_records(
    records: Iterable[Mapping[str, Any]], name: str, *, adapter: str = "generic", masked: bool = True
) -> LoadedSource:
    """Profile records that are already in memory: any iterable of mappings.

    Values may be JSON's, and also dates, tuples, sets and those of numpy and pandas.

    Raises:
        InputError: none of them is a record with a value.
    """
    items = (as_record(each, f"{name}#{number}", name) for number, each in enumerate(records, start=1))
    return _load(items, name, name, find_adapter(adapter), SOURCES, masked, None)


def load_frame(frame: pd.DataFrame, name: str, *, masked: bool = True) -> LoadedSource:
    """Profile a DataFrame: one record a row; a missing value is no value, a repeated column holds a list.

    Raises:
        InputError: the frame has no rows.
    """
    columns = [".".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in frame.columns]
    rows = (collected(zip(columns, map(_whole, row), strict=True)) for row in frame.itertuples(index=False, name=None))
    return load_records(rows, name, masked=masked)


def _whole(value: Any) -> Any:
    """An integer where it is one: pandas turns integers into floats beside a gap."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def find_adapter(name: str, adapters: Mapping[str, Adapter] = SOURCES) -> Adapter:
    """The adapter of that name.

    Raises:
        UnknownNameError: there is none.
    """
    try:
        return adapters[name]
    except KeyError:
        raise UnknownNameError("adapter", name, adapters) from None


def recognise(records: Iterable[Record], adapters: Mapping[str, Adapter] = SOURCES) -> Adapter:
    """The adapter whose shape most of the records have; `generic` where none reaches half of them."""
    sample = list(records)
    votes = {name: sum(each.recognises(record.value) for record in sample) for name, each in adapters.items()}
    best = max(votes, key=lambda name: (votes[name], name))
    return adapters[best] if sample and votes[best] >= SHAPE_SHARE * len(sample) else GENERIC


def _load(
    items: Iterator[Item],
    name: str | None,
    stem: str,
    adapter: Adapter | None,
    adapters: Mapping[str, Adapter],
    masked: bool,
    progress: Progress | None,
) -> LoadedSource:
    head = list(islice(items, SAMPLE)) if adapter is None else []
    adapter = adapter or recognise((each for each in head if isinstance(each, Record)), adapters)
    name = prefix_of(name or (stem if adapter is GENERIC else adapter.name))
    with engine() as connection:
        store = CellStore(connection)
        builder = store_records(chain(head, items), adapter, adapters.values(), store, progress)
        report = builder.build()
        if not store.paths:
            raise _nothing(report, stem)
        text = main_text_paths(connection, store.paths, adapter.text)
        headline = store.paths.get((adapter.title,)) if adapter.title else None
        profiles = profile_fields(connection, store.paths, text, headline, report.records_kept, masked=masked)
    for path, number in store.paths.items():
        if number in profiles and (vague := profiles[number].ambiguous_zones):
            told = f"{vague} times in {field_path(path)!r} can be read in two ways (zone, or day and month)"
            builder.note(Problem("ambiguous_time", f"{told}; the likelier was taken"))
    schema = Schema(name, tuple(_entities(profiles, store.paths, name)), {name: _namespace(adapter, name)})
    return LoadedSource(schema, adapter.name, builder.build())


def _nothing(report: SourceReport, stem: str) -> InputError:
    first = report.problems[0] if report.problems else None
    if report.records_kept:
        return InputError(f"no record of {stem!r} holds any value", remedy="Check that its fields are filled")
    why = f"; the first problem: {first.message}" if first else ""
    return InputError(
        f"no record of {stem!r} could be read{why}",
        file=first.file if first else None,
        line=first.line if first else None,
        remedy="Mend the input or name another path",
    )


def prefix_of(name: str) -> str:
    """The CURIE prefix for a source's name: letters, digits, `-`, `_` and `.`, starting with a letter.

    >>> prefix_of("CRM export (2)")
    'CRM_export_2'
    """
    plain = re.sub(r"[^A-Za-z0-9.-]+", "_", name)  # `--` stands between two names in a file's name
    kept = re.sub(r"-{2,}", "-", plain).strip("_.-") or "source"
    return kept if kept[0].isalpha() else f"s_{kept}"


def _namespace(adapter: Adapter, prefix: str) -> str:
    return f"{adapter.namespace}{prefix}/" if adapter is GENERIC else adapter.namespace


def label_of(step: str) -> str:
    """A key as a label that can be written anywhere: what cannot be printed becomes its escape.

    >>> label_of("na\\x01me")
    'na\\\\x01me'
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in step)


def _entities(profiles: dict[int, FieldProfile], paths: dict[FieldPath, int], prefix: str) -> Iterator[Entity]:
    for path, number in paths.items():
        if number in profiles:
            steps = [step for step in path if step != "[]"]
            parents = (f"{prefix}:{field_path(path[:-1])}",) if len(steps) > 1 else ()
            yield Entity(
                f"{prefix}:{field_path(path)}",
                label_of(steps[-1]),
                path=path,
                parents=parents,
                profile=profiles[number],
            )
