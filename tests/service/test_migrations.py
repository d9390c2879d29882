"""The tables' history: up and down with data in them, on both databases, and equal to what the code expects."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect
from sqlmodel import SQLModel

from aligner.errors import InputError
from service.database import Database, migrate
from service.store.documents import save_document
from service.store.sources import add_source, add_version
from service.tables import SourceRow
from service.uploads import UploadedFile


def tables(url: str) -> set[str]:
    database = Database(url)
    try:
        return set(inspect(database.engine).get_table_names()) - {"alembic_version"}
    finally:
        database.close()


def test_up_and_down_and_up_again_with_data(database_url: str) -> None:
    migrate(database_url)
    assert tables(database_url) == set(SQLModel.metadata.tables)
    database = Database(database_url)
    with database.writing() as session:
        add_source(session, "crm")
        add_version(session, "crm", "folder", [UploadedFile("0001.json", "a.json", 3 * 2**31)], None)
        save_document(session, b"text", "text/plain")
    migrate(database_url)
    with database.reading() as session:
        row = session.get_one(SourceRow, "crm")
        assert abs((datetime.now(UTC) - row.created).total_seconds()) < 60
    database.close()
    migrate(database_url, "base")
    assert tables(database_url) == set()
    migrate(database_url)
    assert tables(database_url) == set(SQLModel.metadata.tables)


def test_the_tables_are_what_the_code_expects(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_two_processes_may_migrate_at_once(database_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, [database_url] * 4))
    database = Database(database_url)
    assert database.is_current()
    database.close()


def test_a_database_without_tables_is_not_current(database_url: str) -> None:
    database = Database(database_url)
    assert not database.is_current()
    database.close()


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:", "oracle:x"])
def test_urls_that_cannot_be_used(url: str) -> None:
    with pytest.raises(InputError, match="database"):
        Database(url)
