"""Runs: work to be done, taken by one worker at a time under a lease, whatever happens to the worker.

A run may be taken when it is queued or running and `due` has passed: at once for a new one, after a pause for one
that failed, when the lease has run out for one whose worker has gone silent. Every change that a worker makes names
its lease; one whose lease was taken over changes nothing any more.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import update
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import Session, col, select

from service.database import clock
from service.tables import RunRow


class RunKind(StrEnum):
    """What is to be done."""

    PROFILE = "profile"
    ALIGNMENT = "alignment"
    SWEEP = "sweep"


class RunState(StrEnum):
    """How far a run is."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


#: States in which there is still something to be done.
OPEN = (RunState.QUEUED, RunState.RUNNING)


class LostLeaseError(Exception):
    """Another worker has taken the run over; this one must leave it alone."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A worker's hold on a run.

    Attributes:
        run_id: the run.
        kind: what is to be done.
        request: with what.
        attempts: this one included.
        token: names this hold; no two are alike.
    """

    run_id: str
    kind: RunKind
    request: dict[str, Any]
    attempts: int
    token: str


def enqueue(session: Session, kind: RunKind, request: dict[str, Any]) -> RunRow:
    """Make a run for some worker to take."""
    row = RunRow(
        id=secrets.token_hex(8), kind=kind, state=RunState.QUEUED, request=request, due=0.0, created=datetime.now(UTC)
    )
    session.add(row)
    session.flush()
    return row


def find_run(session: Session, run_id: str) -> RunRow | None:
    """The run of that id, if there is one."""
    return session.exec(select(RunRow).where(RunRow.id == run_id)).first()


def is_due(session: Session) -> bool:
    """Whether there is a run that may be taken."""
    return session.exec(select(RunRow.number).where(_takeable()).limit(1)).first() is not None


def take(session: Session, seconds: float, max_attempts: int) -> Lease | None:
    """Take the oldest run that may be taken, if there is one.

    A run that was to be cancelled, or that has been tried often enough, is brought to its end instead.
    """
    query = select(RunRow).where(_takeable()).order_by(col(RunRow.number)).limit(1).with_for_update(skip_locked=True)
    row = session.exec(query).first()
    if row is None:
        return None
    if row.cancel_requested:
        _end(row, RunState.CANCELLED)
    elif row.attempts >= max_attempts:
        detail = f"The worker went silent {row.attempts} times; last in stage {row.stage!r}"
        _end(row, RunState.FAILED, error={"detail": detail})
    else:
        row.state, row.stage, row.done = RunState.RUNNING, None, 0
        row.attempts += 1
        row.lease = secrets.token_hex(8)
        row.started = row.started or datetime.now(UTC)
        row.due = clock() + seconds  # type: ignore[assignment]  # an expression, evaluated by the database
        session.add(row)
        session.flush()
        return Lease(row.id, RunKind(row.kind), row.request, row.attempts, row.lease)
    session.add(row)
    return None


def renew(session: Session, lease: Lease, seconds: float) -> None:
    """Hold on to a run for some more seconds.

    Raises:
        LostLeaseError: another worker has it.
    """
    _change(session, lease, {"due": clock() + seconds})


def advance(session: Session, lease: Lease, stage: str, done: int, total: int) -> bool:
    """Say how far a run is; returns whether it is to be cancelled.

    Raises:
        LostLeaseError: another worker has it.
    """
    _change(session, lease, {"stage": stage, "done": done, "total": total})
    return bool(session.exec(select(RunRow.cancel_requested).where(RunRow.id == lease.run_id)).one())


def give_back(session: Session, lease: Lease, seconds: float, *, counted: bool) -> None:
    """Let a run be taken again after some seconds; `counted` says whether this was an attempt.

    Raises:
        LostLeaseError: another worker has it.
    """
    attempts = lease.attempts if counted else lease.attempts - 1
    _change(session, lease, {"state": RunState.QUEUED, "lease": None, "due": clock() + seconds, "attempts": attempts})


def end(
    session: Session,
    lease: Lease,
    state: RunState,
    *,
    result: dict[str, Any] | None = None,
    error: dict[str, Any] | None = None,
) -> None:
    """Bring a run to its end.

    Raises:
        LostLeaseError: another worker has it.
    """
    values: dict[str, Any] = {
        "state": state,
        "result": result,
        "error": error,
        "finished": datetime.now(UTC),
        "lease": None,
    }
    if state == RunState.SUCCEEDED:
        values |= {"stage": None, "done": col(RunRow.total)}
    _change(session, lease, values)


def ask_to_cancel(session: Session, run_id: str) -> RunRow | None:
    """Cancel a run that waits, ask the worker of one that runs; a finished one stays as it is."""
    row = session.exec(select(RunRow).where(RunRow.id == run_id).with_for_update()).first()
    if row is not None and row.state in OPEN:
        row.cancel_requested = True
        if row.state == RunState.QUEUED:
            _end(row, RunState.CANCELLED)
        session.add(row)
        session.flush()
    return row


def _takeable() -> ColumnElement[bool]:
    return col(RunRow.state).in_(OPEN) & (col(RunRow.due) <= clock())


def _end(row: RunRow, state: RunState, error: dict[str, Any] | None = None) -> None:
    row.state, row.error, row.lease, row.finished = state, error, None, datetime.now(UTC)


def _change(session: Session, lease: Lease, values: dict[str, Any]) -> None:
    own = (col(RunRow.id) == lease.run_id) & (col(RunRow.lease) == lease.token)
    if session.exec(update(RunRow).where(own).values(values)).rowcount != 1:
        raise LostLeaseError(lease.run_id)
