"""The engine reaches nothing: neither files nor network nor extensions, and nobody can unlock it."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from sources import load_records
from sources.engine import MEMORY_LIMIT, engine, script

FORBIDDEN = [
    "SELECT * FROM read_csv('{file}')",
    "SELECT * FROM read_text('{file}')",
    "SELECT * FROM read_json('{file}')",
    "SELECT * FROM '{file}'",
    "SELECT * FROM glob('{folder}/*')",
    "COPY (SELECT 1) TO '{folder}/out.csv'",
    "EXPORT DATABASE '{folder}/out'",
    "ATTACH '{folder}/other.duckdb'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "LOAD '{folder}/evil.duckdb_extension'",
    "SELECT * FROM read_csv('https://example.org/x.csv')",
    "SET enable_external_access = true",
    "SET lock_configuration = false",
    "SET memory_limit = '100GB'",
    "SET allow_unsigned_extensions = true",
    "PRAGMA enable_external_access",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_engine_refuses(statement: str, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    with engine() as connection, pytest.raises(duckdb.Error):
        connection.execute(statement.format(file=tmp_path / "secret.csv", folder=tmp_path)).fetchall()
    assert {each.name for each in tmp_path.iterdir()} == {"secret.csv"}


def test_values_that_look_like_sql_or_paths_are_only_values() -> None:
    traps = ["'; DROP TABLE cells; --", "/etc/hosts", "$digits", "read_csv('x')", '"', "''", "\\"]
    profile = load_records([{"x": trap, trap: trap} for trap in traps], "s", masked=False).schema["s:x"].profile
    assert {value for value, _ in profile.top_values} == set(traps)


def test_the_engine_is_bounded_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with engine() as connection:
        limit, zone, spill = connection.execute(
            "SELECT current_setting('memory_limit'), current_setting('TimeZone'), current_setting('temp_directory')"
        ).fetchall()[0]
        assert MEMORY_LIMIT == "512MB" and limit == "488.2 MiB"
        assert zone == "UTC" and Path(spill).parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_the_scripts_end_each_statement_on_a_line() -> None:
    for name in ("values.sql", "profile.sql"):
        statements = script(name)
        assert len(statements) > 3
        assert all(statement.count("CREATE ") == 1 for statement in statements)
