"""Instances to `FieldProfile`s: one read of the input, the statistics in SQL, bounded memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import duckdb
import pandas as pd

from aligner.profiles import EXAMPLE_SIZE, HASH_DIGITS, SKETCH_SIZE, TOP_SIZE, FieldProfile, Sketch, Summary
from sources.engine import ZONES, given_names, script
from sources.flattening import Path
from sources.masking import Masker, holds_people, holds_telephones

#: People that masking knows by name; what comes later in the alphabet is still masked by its shape.
PEOPLE_LIMIT = 50_000

Rows = dict[int, list[tuple[Any, ...]]]


def profile_fields(
    connection: duckdb.DuckDBPyConnection,
    paths: Mapping[Path, int],
    main_text: list[int],
    headline: int | None,
    records: int,
    *,
    masked: bool,
) -> dict[int, FieldProfile]:
    """The profile of every path that was met.

    Args:
        connection: the engine, with `records` and `raw` filled.
        paths: path to number.
        main_text: numbers of the paths that hold the main text, one or the other; they are one field, the first.
        headline: number of the path that is declared to hold the headline.
        records: records kept.
        masked: whether samples that may identify a person are masked.

    Returns:
        Path number to its profile; names of the main text other than the first are left out.
    """
    stands_for = {number: number for number in paths.values()}
    stands_for.update(dict.fromkeys(main_text, main_text[0] if main_text else 0))
    declared = [("main_text", number) for number in main_text[:1]] + [("headline", headline)] * (headline is not None)
    _register(connection, "entity", {"path": list(stands_for), "field": list(stands_for.values())})
    _register(
        connection, "declared", {"role": [role for role, _ in declared], "field": [field for _, field in declared]}
    )
    _register(connection, "given_names", {"name": given_names()})
    _register(connection, "zones", {"abbreviation": list(ZONES), "zone": list(ZONES.values())})
    connection.execute("CREATE TABLE cells AS SELECT record, field, in_list, value FROM raw JOIN entity USING (path)")
    connection.execute("DROP TABLE raw")
    connection.execute("CREATE TABLE texts AS SELECT DISTINCT value FROM cells")
    _settle(connection)
    tables = _tables(connection)
    names = {number: path for path, number in paths.items()}
    masker = _masker(connection, tables, names) if masked else None
    return {
        number: _profile(number, names[number], tables, records, masker)
        for number in sorted(set(stands_for.values()))
        if number in tables["counts"]
    }


def _register(connection: duckdb.DuckDBPyConnection, name: str, columns: dict[str, list[Any]]) -> None:
    frame = pd.DataFrame(
        {key: pd.Series(value, dtype="int64" if key in {"path", "field"} else object) for key, value in columns.items()}
    )
    connection.register("batch", frame)
    connection.execute(f"CREATE TABLE {name} AS SELECT * FROM batch")
    connection.unregister("batch")


def _settle(connection: duckdb.DuckDBPyConnection) -> None:
    """Run the two scripts: what each value is, then what each field looks like."""
    numbers = {"digits": HASH_DIGITS, "sketch": SKETCH_SIZE, "top": TOP_SIZE, "examples": EXAMPLE_SIZE}
    for statement in [*script("values.sql"), *script("profile.sql")]:
        for name, value in numbers.items():
            statement = statement.replace(f"${name}", str(value))
        connection.execute(statement)


def _tables(connection: duckdb.DuckDBPyConnection) -> dict[str, Rows]:
    """Every statistic, by field."""
    queries = {
        "counts": "SELECT field, filled, n_values, list_records, vague FROM counts",
        "kinds": "SELECT field, kind, n FROM kind_counts ORDER BY field, kind",
        "value_sketch": "SELECT field, hash, n FROM value_sketch ORDER BY field, hash",
        "token_sketch": "SELECT field, hash, n FROM token_sketch ORDER BY field, hash",
        "lengths": "SELECT field, bucket, n, low, high FROM lengths ORDER BY field, bucket",
        "numbers": "SELECT field, bucket, n, low, high FROM numbers ORDER BY field, bucket",
        "times": "SELECT field, bucket, n, low, high FROM times ORDER BY field, bucket",
        "roles": "SELECT field, role, n FROM roles ORDER BY field, role",
        "patterns": "SELECT field, pattern, n FROM patterns ORDER BY field, n DESC, pattern",
        "top_values": "SELECT field, shown, kind, n FROM top_values ORDER BY field, n DESC, shown",
        "examples": "SELECT field, hash, id FROM examples ORDER BY field, hash, id",
    }
    tables = {}
    for name, query in queries.items():
        rows: Rows = defaultdict(list)
        for field, *rest in connection.execute(query).fetchall():
            rows[field].append(tuple(rest))
        tables[name] = rows
    return tables


def _masker(connection: duckdb.DuckDBPyConnection, tables: dict[str, Rows], names: Mapping[int, Path]) -> Masker:
    """What hides samples of this source, knowing the people in it."""
    people = "SELECT DISTINCT canonical FROM value_counts WHERE kind = 'person' AND NOT contains(canonical, '@')"
    others = "SELECT DISTINCT canonical FROM value_counts WHERE kind = 'name' AND list_contains($fields, field)"
    fields = [number for number, kinds in tables["kinds"].items() if holds_people(names[number], _counts(kinds))]
    first = f" ORDER BY canonical LIMIT {PEOPLE_LIMIT}"
    return Masker.knowing(
        [name for (name,) in connection.execute(people + first).fetchall()],
        [name for (name,) in connection.execute(others + first, {"fields": fields}).fetchall()],
    )


def _counts(rows: list[tuple[Any, ...]]) -> dict[str, int]:
    return dict(rows)


def _profile(number: int, path: Path, tables: dict[str, Rows], records: int, masker: Masker | None) -> FieldProfile:
    (filled, values, list_records, vague), *_ = tables["counts"][number]
    kinds = tables["kinds"].get(number, [])
    top = tables["top_values"].get(number, [])
    distinct = len(tables["value_sketch"][number])
    examples = tables["examples"].get(number, [])
    hidden = masker is not None and holds_telephones(path)  # a number's extremes are numbers themselves
    return FieldProfile(
        records=records,
        filled=filled,
        values=values,
        list_records=list_records,
        kinds=tuple(kinds),
        value_sketch=Sketch(tuple(tables["value_sketch"].get(number, ()))),
        token_sketch=Sketch(tuple(tables["token_sketch"].get(number, ()))),
        lengths=_summary(tables["lengths"].get(number, [])),
        numbers=_summary([] if hidden else tables["numbers"].get(number, [])),
        times=_summary([] if hidden else tables["times"].get(number, [])),
        ambiguous_zones=vague,
        roles=tuple(tables["roles"].get(number, ())),
        patterns=tuple(tables["patterns"].get(number, ())),
        top_values=masker.top_values(top, _counts(kinds), distinct, path)
        if masker
        else tuple((shown, n) for shown, _, n in top),
        examples=tuple((hash_, masker.record_id(id_) if masker else id_) for hash_, id_ in examples),
    )


def _summary(rows: list[tuple[Any, ...]]) -> Summary:
    if not rows:
        return Summary()
    return Summary(
        sum(n for _, n, _, _ in rows),
        min(low for _, _, low, _ in rows),
        max(high for _, _, _, high in rows),
        tuple((bucket, n) for bucket, n, _, _ in rows),
    )
