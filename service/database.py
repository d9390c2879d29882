"""Engines, transactions and migrations: the same code on a SQLite file and on PostgreSQL.

A reading transaction is `with database.reading() as session`, a writing one `with database.writing()`.
On SQLite a writer takes the write lock when it begins (`BEGIN IMMEDIATE`), so that it waits for its turn
instead of failing half-way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Float, create_engine, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlmodel import Session, SQLModel

from aligner.errors import InputError


class clock(FunctionElement[float]):  # noqa: N801 - reads as an SQL function
    """Seconds since 1970 UTC by the database's own clock, the one that every worker shares."""

    type = Float()
    inherit_cache = True


@compiles(clock, "sqlite")
def _sqlite_clock(_element: clock, _compiler: SQLCompiler, **_options: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(clock, "postgresql")
def _postgresql_clock(_element: clock, _compiler: SQLCompiler, **_options: Any) -> str:
    return "extract(epoch FROM clock_timestamp())::float8"


#: Seconds that a SQLite writer waits for its turn.
BUSY_SECONDS = 30

#: Number of the PostgreSQL advisory lock that lets only one process migrate at a time.
MIGRATION_LOCK = 7_254_616


class Database:
    """A pool of connections to one database.

    Args:
        url: SQLAlchemy URL of a SQLite file or of PostgreSQL (`postgresql://…`, driver psycopg).

    Raises:
        InputError: the URL is neither, or its driver is not installed.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._writer = self.engine.execution_options(writing=True)
        snapshot = {"isolation_level": "REPEATABLE READ"} if self.engine.dialect.name == "postgresql" else {}
        self._reader = self.engine.execution_options(**snapshot)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only reads: one consistent view, nothing to commit."""
        with Session(self._reader, autoflush=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is committed at the end, or rolled back if an exception leaves it."""
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def is_current(self) -> bool:
        """Whether the database can be reached and has the newest tables."""
        with self.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        return found == ScriptDirectory.from_config(_configuration()).get_current_head()


def insert_new(session: Session, table: type[SQLModel], rows: Sequence[Mapping[str, Any]]) -> int:
    """Insert many rows at once; those whose key is there already are left as they are. Returns how many were new."""
    connection = session.connection()
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(SQLModel.metadata.tables[str(table.__tablename__)]).on_conflict_do_nothing()
    options = {"preserve_rowcount": True}
    return connection.execute(statement, list(rows), execution_options=options).rowcount if rows else 0


def migrate(url: str, revision: str = "head") -> None:
    """Bring the tables of a database up (or, given an older revision, down) to a revision.

    Raises:
        InputError: the URL cannot be used.
    """
    database = Database(url)
    try:
        with database._writer.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
            _run(connection, revision)
    finally:
        database.close()


def _run(connection: Connection, revision: str) -> None:
    configuration = _configuration()
    configuration.attributes["connection"] = connection
    script = ScriptDirectory.from_config(configuration)
    current = MigrationContext.configure(connection).get_current_revision()
    known = [each.revision for each in script.walk_revisions()]
    upwards = revision == "head" or current is None or (revision in known[: known.index(current) + 1])
    (command.upgrade if upwards else command.downgrade)(configuration, revision)


def _configuration() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return configuration


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.drivername in {"postgresql", "postgres"}:
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed.render_as_string(hide_password=False), parsed.database)
        if parsed.get_backend_name() == "postgresql":
            return create_engine(parsed, pool_pre_ping=True, hide_parameters=True)
    except ModuleNotFoundError as error:
        remedy = "Install the extra: pip install 'aligner-service[postgres]'"
        raise InputError(f"the database's driver {error.name!r} is not installed", remedy=remedy) from None
    except (ArgumentError, NoSuchModuleError):
        raise InputError("the database URL cannot be read", remedy="Write sqlite:///FILE or postgresql://…") from None
    raise InputError("unknown kind of database", remedy="Write sqlite:///FILE or postgresql://…")


def _sqlite(url: str, file: str | None) -> Engine:
    if not file or file == ":memory:":
        raise InputError("the database must be a file", remedy="Write sqlite:///FILE")
    _make_private(Path(file))
    arguments = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    engine = create_engine(url, connect_args=arguments, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_private(file: Path) -> None:
    """Make the database file before SQLite does: for its owner only."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
