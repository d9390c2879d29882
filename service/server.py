"""Runs the service, or a worker alone, until it is told to stop."""

from __future__ import annotations

import logging
import signal
import threading
from types import FrameType

import uvicorn

from aligner.errors import InputError
from service.app import create_app, prepare
from service.database import Database
from service.settings import LOOPBACK, Settings
from service.worker import Worker

_LOGGER = logging.getLogger("aligner.service")

#: Seconds that open requests are given when the server stops.
GRACE = 10


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve until interrupted.

    Args:
        settings: of the service.
        host: address to listen on; any but the loopback's must be allowed by the settings.
        port: port to listen on.

    Raises:
        InputError: the address is not allowed, or the database cannot be used.
    """
    remote = host not in LOOPBACK and host != "::1"
    if remote and not settings.allow_remote:
        raise InputError(
            f"{host} can be reached from elsewhere, and there are no user accounts",
            field="host",
            remedy="Listen on 127.0.0.1, or set ALIGNER_ALLOW_REMOTE=1 behind something that asks who it is",
        )
    log_to_stderr()
    if remote:
        _LOGGER.warning("listening on %s without user accounts", host)
    app = create_app(settings)
    prepare(app.state.service)  # what is wrong is said before anything listens
    # The access log of the server would show whole addresses; ours shows patterns.
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def work(settings: Settings) -> None:
    """Work off runs until interrupted.

    Raises:
        InputError: the database cannot be used, or has older tables.
    """
    log_to_stderr()
    settings.make_folders()
    database = Database(settings.database_url)
    if not database.is_current():
        raise InputError("the database has older tables, or none", remedy="Run `aligner migrate`")
    worker = Worker(database, settings)
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
    worker.start()
    stopped.wait()
    worker.stop()
    database.close()


def log_to_stderr(level: int = logging.INFO) -> None:
    """Write the service's log to the standard error, a line each."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
