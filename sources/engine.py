"""The query engine: an embedded DuckDB that can reach nothing outside its own memory and spill file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

import duckdb

#: Memory before the engine spills to a temporary folder.
MEMORY_LIMIT = "512MB"

#: Zone abbreviations to zones. Those that stand for two offsets are settled by the date, and noted.
ZONES = {
    "PT": "America/Los_Angeles", "PST": "Etc/GMT+8", "PDT": "Etc/GMT+7", "MT": "America/Denver",
    "MST": "Etc/GMT+7", "MDT": "Etc/GMT+6", "CT": "America/Chicago", "CST": "Etc/GMT+6", "CDT": "Etc/GMT+5",
    "ET": "America/New_York", "EST": "Etc/GMT+5", "EDT": "Etc/GMT+4", "BST": "Etc/GMT-1", "WET": "Etc/GMT",
    "CET": "Etc/GMT-1", "CEST": "Etc/GMT-2", "EET": "Etc/GMT-2", "EEST": "Etc/GMT-3", "IST": "Asia/Kolkata",
    "JST": "Asia/Tokyo", "SGT": "Asia/Singapore", "AEST": "Etc/GMT-10", "AEDT": "Etc/GMT-11",
}  # fmt: skip


@contextmanager
def engine() -> Iterator[duckdb.DuckDBPyConnection]:
    """A fresh in-memory database: no extensions to load, no files or network to reach, settings locked."""
    with tempfile.TemporaryDirectory(prefix="aligner-") as spill, duckdb.connect(":memory:") as connection:
        for setting in (
            f"temp_directory = '{spill}'",
            f"memory_limit = '{MEMORY_LIMIT}'",
            "autoinstall_known_extensions = false",
            "autoload_known_extensions = false",
            "TimeZone = 'UTC'",
            "enable_progress_bar = false",
            "preserve_insertion_order = false",
            "enable_external_access = false",
            "lock_configuration = true",
        ):
            connection.execute(f"SET {setting}")
        yield connection


def given_names() -> list[str]:
    """Common given names of many languages, lower case: what tells a person's name from a company's."""
    return resources.files("sources").joinpath("given_names.txt").read_text(encoding="utf-8").split()


def script(name: str) -> list[str]:
    """The statements of one of the SQL files beside this module."""
    text = resources.files("sources").joinpath(name).read_text(encoding="utf-8")
    return [statement for statement in text.split(";\n") if statement.strip()]
