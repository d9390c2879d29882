"""A service to talk to, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from service_client import Service

from service.app import create_app
from service.database import Database, migrate
from service.settings import Settings


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite'}"
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def postgresql_url() -> Iterator[str]:
    """A PostgreSQL database of our own, dropped afterwards."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: the extra `postgres` has it")
    server = os.environ.get("ALIGNER_TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres")
    try:
        connection = psycopg.connect(server, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as error:
        pytest.skip(f"no PostgreSQL answers; set ALIGNER_TEST_POSTGRESQL to run this test ({type(error).__name__})")
    name = f"aligner_test_{uuid4().hex[:12]}"
    with connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield server.rsplit("/", 1)[0] + f"/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with its tables."""
    migrate(database_url)
    database = Database(database_url)
    yield database
    database.close()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Starts a service, with settings of one's own if wanted; all are stopped afterwards."""
    with ExitStack() as stack:

        def start(**options: Any) -> Service:
            settings = Settings(**({"data_dir": tmp_path / "data", "poll_seconds": 0.02} | options))
            if not settings.database_url.startswith("sqlite"):
                migrate(settings.database_url)
            client = TestClient(create_app(settings), base_url="http://localhost", raise_server_exceptions=False)
            return Service(stack.enter_context(client), settings)

        yield start


@pytest.fixture
def service(started: Callable[..., Service]) -> Service:
    """A service on SQLite with a worker."""
    return started()


@pytest.fixture(scope="module")
def resting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service without a worker, shared by the tests that only make it refuse things."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("resting"), embedded_worker=False)
    with TestClient(create_app(settings), base_url="http://localhost", raise_server_exceptions=False) as client:
        yield Service(client, settings)
