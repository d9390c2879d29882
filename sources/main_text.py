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
    filled: frozenset[int]
    largest: int
    length: float


def main_text_paths(
    connection: duckdb.DuckDBPyConnection, paths: Mapping[Path, int], declared: Sequence[str]
) -> list[int]:
    """The numbers of the paths that together are the main text, the commonest first; none where it is unclear.

    Declared names are taken as they are. Otherwise the field that is most often the record's largest text
    leads, and others join that are as large, and stand in for it rather than beside it.
    """
    texts = _texts(connection)
    if declared:
        names = {paths[key] for name in declared for key in ((name,), (name, "[]")) if key in paths}
        chosen = [text for text in texts if text.path in names]
    else:
        chosen = _found(texts)
    names_of = {number: path for path, number in paths.items()}
    ranked = sorted(chosen, key=lambda text: (-len(text.filled), names_of[text.path]))
    return [text.path for text in ranked]


def _found(texts: list[_Text]) -> list[_Text]:
    chosen: list[_Text] = []
    together: set[int] = set()
    for text in sorted(texts, key=lambda each: (-each.largest, each.path)):
        is_text = text.length >= TEXT_LENGTH and text.largest >= LARGEST_SHARE * len(text.filled)
        if is_text and len(text.filled & together) <= TOGETHER_SHARE * len(text.filled):
            chosen.append(text)
            together |= text.filled
    return chosen


def _texts(connection: duckdb.DuckDBPyConnection) -> list[_Text]:
    rows = connection.execute(
        """
        SELECT path, list(record ORDER BY record), count(CASE WHEN size = largest THEN 1 END), avg(size)
        FROM (SELECT *, max(size) OVER (PARTITION BY record) AS largest
              FROM (SELECT record, path, sum(length(value)) AS size FROM raw GROUP BY record, path))
        GROUP BY path HAVING avg(size) >= 20 ORDER BY path
        """
    ).fetchall()
    return [_Text(path, frozenset(records), largest, float(length)) for path, records, largest, length in rows]
