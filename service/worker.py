"""The worker: takes one run after the other, in a thread of the server or in a process of its own."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from aligner.errors import AlignerError, CancelledError, InputError
from service.database import Database
from service.faults import describe, log_fault
from service.problems import fault_of
from service.settings import Settings
from service.store.runs import Lease, LostLeaseError, RunState, advance, end, give_back, is_due, renew, take
from service.tasks import TASKS, Task, UploadError

_LOGGER = logging.getLogger("aligner.worker")

#: A run that failed unexpectedly is tried again after this many seconds, times its attempts so far.
PAUSE = 1.0

#: Seconds between two looks at the database within a stage.
LOOK = 1.0


class StoppedError(Exception):
    """The worker is to stop; its run goes back to the others."""


class Worker:
    """Takes runs and does them, until it is stopped.

    Args:
        database: where the runs are; several workers may share it.
        settings: of the service.
    """

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings = database, settings
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Work in a thread."""
        self._thread = threading.Thread(target=self.work, name="aligner-worker", daemon=True)
        self._thread.start()

    def stop(self, patience: float = 10.0) -> None:
        """Stop after the stage that is being done; after `patience` seconds its lease is left to run out."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(patience)

    def work(self) -> None:
        """Take runs until `stop` is called. A database that cannot be reached is waited for."""
        while not self._stopping.is_set():
            try:
                busy = self.step()
            except Exception as error:
                log_fault("worker", error)
                busy = False
            if not busy:
                self._stopping.wait(self.settings.poll_seconds)

    def step(self) -> bool:
        """Do one run, if there is one; returns whether there was."""
        with self.database.reading() as session:
            if not is_due(session):
                return False
        with self.database.writing() as session:
            lease = take(session, self.settings.lease_seconds, self.settings.max_attempts)
        if lease is None:
            return False
        _LOGGER.info("run %s: %s, attempt %d", lease.run_id, lease.kind, lease.attempts)
        with _Heartbeat(self.database, lease, self.settings.lease_seconds) as heartbeat:
            self._do(lease, heartbeat)
        return True

    def _do(self, lease: Lease, heartbeat: _Heartbeat) -> None:
        hold = _Hold(self.database, lease, heartbeat, self._stopping)
        try:
            write = TASKS[lease.kind](Task(self.database, self.settings, lease, hold.stage, hold.progress))
            with self.database.writing() as session:
                renew(session, lease, self.settings.lease_seconds)
                end(session, lease, RunState.SUCCEEDED, result=write(session))
            _LOGGER.info("run %s: succeeded", lease.run_id)
        except LostLeaseError:
            _LOGGER.warning("run %s: another worker has taken it over", lease.run_id)
        except StoppedError:
            self._change(lease, None)
        except CancelledError:
            self._change(lease, RunState.CANCELLED)
        except AlignerError as error:  # the same input would fail the same way again
            self._change(lease, RunState.FAILED, error_content(error))
        except Exception as error:
            log_fault(f"run {lease.run_id}", error)
            if lease.attempts >= self.settings.max_attempts:
                detail = f"Failed {lease.attempts} times, at last with {describe(error)}"
                self._change(lease, RunState.FAILED, {"detail": detail})
            else:
                self._change(lease, RunState.QUEUED)

    def _change(self, lease: Lease, state: RunState | None, error: dict[str, Any] | None = None) -> None:
        """End a run, or give it back: QUEUED counts as an attempt, None (the worker stops) does not."""
        _LOGGER.info("run %s: %s", lease.run_id, state or "given back")
        try:
            with self.database.writing() as session:
                if state in (None, RunState.QUEUED):
                    pause = PAUSE * lease.attempts if state else 0.0
                    give_back(session, lease, pause, counted=state is not None)
                else:
                    end(session, lease, state, error=error)
        except LostLeaseError:
            _LOGGER.warning("run %s: another worker has taken it over", lease.run_id)


def error_content(error: AlignerError) -> dict[str, Any]:
    """An error as it is kept with a run: files by their own names on disk, and where their manifest lies."""
    fault = asdict(fault_of(error))
    if isinstance(error, InputError) and error.file:
        fault["file"] = Path(error.file).name
    content: dict[str, Any] = {"detail": fault["message"], "errors": [fault]}
    return content | {"folder": error.folder} if isinstance(error, UploadError) else content


class _Hold:
    """What a task asks between and within its stages: may it go on?"""

    def __init__(self, database: Database, lease: Lease, heartbeat: _Heartbeat, stopping: threading.Event) -> None:
        self.database, self.lease, self.heartbeat, self.stopping = database, lease, heartbeat, stopping
        self.at = ("", 0, 0)
        self.looked = time.monotonic()

    def stage(self, name: str, done: int, total: int) -> None:
        """Say how far the run is.

        Raises:
            CancelledError: somebody cancelled it.
            StoppedError: the worker is to stop.
            LostLeaseError: another worker has it.
        """
        self.at, self.looked = (name, done, total), time.monotonic()
        if self.stopping.is_set():
            raise StoppedError
        if self.heartbeat.lost.is_set():
            raise LostLeaseError(self.lease.run_id)
        with self.database.writing() as session:
            cancelled = advance(session, self.lease, name, done, total)
        if cancelled:
            raise CancelledError

    def progress(self, _records: int) -> None:
        """The same within a stage, seldom enough to cost nothing."""
        if time.monotonic() - self.looked > LOOK:
            self.stage(*self.at)


class _Heartbeat:
    """Renews a lease from a thread of its own while the work goes on."""

    def __init__(self, database: Database, lease: Lease, seconds: float) -> None:
        self.database, self.lease, self.seconds = database, lease, seconds
        self.lost = threading.Event()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="aligner-heartbeat", daemon=True)

    def __enter__(self) -> _Heartbeat:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join(self.seconds)

    def _beat(self) -> None:
        while not self._done.wait(self.seconds / 4):
            try:
                with self.database.writing() as session:
                    renew(session, self.lease, self.seconds)
            except LostLeaseError:
                self.lost.set()
                return
            except Exception as error:  # the next beat may reach the database again
                log_fault(f"heartbeat of run {self.lease.run_id}", error)
