"""The main text of a record under different names: found in the data where no adapter declares it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from sources.flattening import Path

#: A field is a main text only if it is the largest text in this share of the records that fill it.
LARGEST_SHARE = 0.6

#: Names of one main text hardly ever stand in the same record: at most this share of the rarer one's.
TOGETHER_SHARE = 0.1

#: Characters that a main text has on average, at least.
TEXT_LENGTH = 80


@dataclass(frozen=True, slots=True)
class _Text:
    path: int
    name: Path
    filled: int
    largest: int
    length: float


def main_text_paths(
    connection: duckdb.DuckDBPyConnection, paths: Mapping[Path, int], declared: Sequence[str]
) -> list[int]:
    """The numbers of the paths that together are the main text, the commonest first; none where it is unclear.

    Declared names are taken as they are. Otherwise the field that is most often the record's largest text
    leads, and others join that are as large, and stand in for it rather than beside it.
    """
    texts = _texts(connection, paths)
    if declared:
        names = {paths[key] for name in declared for key in ((name,), (name, "[]")) if key in paths}
        chosen = [text for text in texts if text.path in names]
    else:
        chosen = _found(connection, texts)
    ranked = sorted(chosen, key=lambda text: (-text.filled, text.name))
    return [text.path for text in ranked]


def _found(connection: duckdb.DuckDBPyConnection, texts: list[_Text]) -> list[_Text]:
    large = [text for text in texts if text.length >= TEXT_LENGTH and text.largest >= LARGEST_SHARE * text.filled]
    records = _records(connection, large)
    chosen: list[_Text] = []
    together: set[int] = set()
    for text in sorted(large, key=lambda each: (-each.largest, each.name)):
        if len(records[text.path] & together) <= TOGETHER_SHARE * text.filled:
            chosen.append(text)
            together |= records[text.path]
    return chosen


def _texts(connection: duckdb.DuckDBPyConnection, paths: Mapping[Path, int]) -> list[_Text]:
    rows = connection.execute(
        """
        SELECT path, count(*), count(CASE WHEN size = largest THEN 1 END), avg(size)
        FROM (SELECT *, max(size) OVER (PARTITION BY record) AS largest
              FROM (SELECT record, path, sum(length(value)) AS size FROM raw GROUP BY record, path))
        GROUP BY path HAVING avg(size) >= 20
        """
    ).fetchall()
    names = {number: path for path, number in paths.items()}
    return [_Text(path, names[path], filled, largest, length) for path, filled, largest, length in rows]


def _records(connection: duckdb.DuckDBPyConnection, texts: list[_Text]) -> dict[int, set[int]]:
    """The records that fill each of the texts."""
    filled: dict[int, set[int]] = {text.path: set() for text in texts}
    query = "SELECT DISTINCT path, record FROM raw WHERE list_contains($paths, path)"
    for path, record in connection.execute(query, {"paths": list(filled)}).fetchall():
        filled[path].add(record)
    return filled
