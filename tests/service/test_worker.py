"""Runs and workers: whatever fails, stops or races, every run ends, once. On both databases."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from service_client import CRM, Service
from sqlmodel import Session, select

from aligner.errors import InputError
from service.database import Database
from service.settings import Settings
from service.store.runs import (
    LostLeaseError,
    RunKind,
    RunState,
    advance,
    ask_to_cancel,
    end,
    enqueue,
    find_run,
    give_back,
    is_due,
    renew,
    take,
)
from service.store.sources import add_source
from service.tables import RunRow, SourceRow
from service.tasks import TASKS, Task, Write
from service.worker import Worker


def enqueued(database: Database, **request: Any) -> str:
    with database.writing() as session:
        return enqueue(session, RunKind.PROFILE, request).id


def read(database: Database, run_id: str) -> RunRow:
    with database.reading() as session:
        row = find_run(session, run_id)
        assert row is not None
        session.expunge(row)
        return row


def test_no_run_is_taken_twice(database: Database) -> None:
    runs = [enqueued(database, number=number) for number in range(12)]

    def taker(_: int) -> Iterator[str]:
        while True:
            with database.reading() as session:
                if not is_due(session):
                    return
            with database.writing() as session:
                lease = take(session, 60, 3)
            if lease is not None:
                yield lease.run_id

    with ThreadPoolExecutor(4) as pool:
        taken = [run for each in pool.map(lambda n: list(taker(n)), range(4)) for run in each]
    assert sorted(taken) == sorted(runs)


def test_runs_are_taken_in_their_order(database: Database) -> None:
    runs = [enqueued(database) for _ in range(3)]
    taken = []
    for _ in runs:
        with database.writing() as session:
            lease = take(session, 60, 3)
            assert lease is not None
            taken.append(lease.run_id)
    assert taken == runs


def test_a_silent_workers_run_is_taken_over_and_it_can_change_nothing_any_more(database: Database) -> None:
    run = enqueued(database)
    with database.writing() as session:
        first = take(session, 0.05, 3)
    time.sleep(0.1)
    with database.writing() as session:
        second = take(session, 60, 3)
    assert first is not None and second is not None
    assert first.run_id == second.run_id == run and second.attempts == 2
    changes: list[Callable[[Session], object]] = [
        lambda session: renew(session, first, 60),
        lambda session: advance(session, first, "stage", 1, 2),
        lambda session: give_back(session, first, 0, counted=True),
        lambda session: end(session, first, RunState.SUCCEEDED),
    ]
    for change in changes:
        with pytest.raises(LostLeaseError), database.writing() as session:
            change(session)
    with database.writing() as session:
        renew(session, second, 60)
        end(session, second, RunState.SUCCEEDED, result={})
    assert read(database, run).state == RunState.SUCCEEDED


def test_a_renewed_run_is_left_alone(database: Database) -> None:
    enqueued(database)
    with database.writing() as session:
        lease = take(session, 0.05, 3)
        assert lease is not None
        renew(session, lease, 60)
    time.sleep(0.1)
    with database.writing() as session:
        assert take(session, 60, 3) is None


def test_a_run_whose_workers_go_silent_three_times_has_failed(database: Database) -> None:
    run = enqueued(database)
    for _ in range(3):
        with database.writing() as session:
            assert take(session, 0.0, 3) is not None
    with database.writing() as session:
        assert take(session, 0.0, 3) is None
    row = read(database, run)
    assert row.state == RunState.FAILED and "silent 3 times" in row.error["detail"]


def test_cancelling(database: Database) -> None:
    waiting, running, dead = (enqueued(database) for _ in range(3))
    with database.writing() as session:
        cancelled = ask_to_cancel(session, waiting)
        assert cancelled is not None and cancelled.state == RunState.CANCELLED
        lease = take(session, 60, 3)
        assert lease is not None and take(session, 0.0, 3) is not None
    with database.writing() as session:
        ask_to_cancel(session, running)
        ask_to_cancel(session, dead)
    with database.writing() as session:
        assert advance(session, lease, "stage", 1, 2)
        assert take(session, 60, 3) is None
    assert read(database, running).state == RunState.RUNNING
    assert read(database, dead).state == RunState.CANCELLED


@pytest.fixture
def working(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., RunRow]:
    """Lets a worker do one run with a task of one's own, as often as it wants to, and returns the run."""

    def work(task: Callable[[Task], Write], during: Callable[[str], None] = lambda run: None) -> RunRow:
        monkeypatch.setattr("service.worker.PAUSE", 0.0)
        monkeypatch.setitem(TASKS, RunKind.PROFILE, task)  # type: ignore[arg-type]
        run = enqueued(database)
        during(run)
        worker = Worker(database, Settings(data_dir=tmp_path, lease_seconds=60))
        while worker.step():
            pass
        return read(database, run)

    return work


def test_an_error_of_the_input_is_not_tried_again(working: Callable[..., RunRow]) -> None:
    def task(_: Task) -> Write:
        raise InputError("no good", file="a.json", line=3, field="owner", remedy="Mend it")

    row = working(task)
    assert (row.state, row.attempts) == (RunState.FAILED, 1)
    fault = {"message": "no good", "file": "a.json", "line": 3, "field": "owner", "remedy": "Mend it"}
    assert row.error == {"detail": "no good", "errors": [fault]}


def test_the_unexpected_is_tried_three_times(working: Callable[..., RunRow]) -> None:
    def task(_: Task) -> Write:
        raise KeyError("whatever")

    row = working(task)
    assert (row.state, row.attempts) == (RunState.FAILED, 3)
    assert row.error["detail"].startswith("Failed 3 times, at last with KeyError at test_worker.py")


def test_what_fails_once_succeeds_later(working: Callable[..., RunRow]) -> None:
    tries = []

    def task(given: Task) -> Write:
        given.stage("one", 0, 1)
        tries.append(1)
        if len(tries) < 3:
            raise OSError
        return lambda _: {"answer": 42}

    row = working(task)
    assert (row.state, row.attempts, row.result, row.done) == (RunState.SUCCEEDED, 3, {"answer": 42}, 1)


def test_nothing_half_written_is_ever_seen(working: Callable[..., RunRow], database: Database) -> None:
    def task(_: Task) -> Write:
        def write(session: Session) -> dict[str, Any]:
            add_source(session, "half")
            raise RuntimeError

        return write

    assert working(task).state == RunState.FAILED
    with database.reading() as session:
        assert session.exec(select(SourceRow)).all() == []


def test_a_worker_that_has_lost_its_run_publishes_nothing(working: Callable[..., RunRow], database: Database) -> None:
    def task(given: Task) -> Write:
        with database.writing() as session:
            row = find_run(session, given.lease.run_id)
            assert row is not None
            row.lease = "another"
            session.add(row)

        def write(session: Session) -> dict[str, Any]:
            add_source(session, "twice")
            return {}

        return write

    assert working(task).state == RunState.RUNNING
    with database.reading() as session:
        assert session.exec(select(SourceRow)).all() == []


def test_a_run_is_cancelled_between_its_stages(working: Callable[..., RunRow], database: Database) -> None:
    seen = []

    def task(given: Task) -> Write:
        for number in range(3):
            given.stage(f"stage {number}", number, 3)
            seen.append(number)
            with database.writing() as session:
                ask_to_cancel(session, given.lease.run_id)
        return lambda _: {}

    row = working(task)
    assert (row.state, seen, row.done, row.stage) == (RunState.CANCELLED, [0], 1, "stage 1")


def test_a_stopped_worker_gives_its_run_back(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, begun = enqueued(database), threading.Event()

    def task(given: Task) -> Write:
        while True:
            given.stage("endless", 0, 1)
            begun.set()
            time.sleep(0.01)

    monkeypatch.setitem(TASKS, RunKind.PROFILE, task)  # type: ignore[arg-type]
    worker = Worker(database, Settings(data_dir=tmp_path))
    worker.start()
    assert begun.wait(10)
    worker.stop()
    row = read(database, run)
    assert (row.state, row.attempts) == (RunState.QUEUED, 0)
    with database.writing() as session:
        assert take(session, 60, 3) is not None


def test_a_lease_is_renewed_while_the_work_goes_on(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = enqueued(database)

    def task(given: Task) -> Write:
        given.stage("long", 0, 1)
        time.sleep(0.8)
        given.stage("longer", 0, 1)
        return lambda _: {}

    monkeypatch.setitem(TASKS, RunKind.PROFILE, task)  # type: ignore[arg-type]
    workers = [Worker(database, Settings(data_dir=tmp_path, lease_seconds=0.4, poll_seconds=0.02)) for _ in range(2)]
    for worker in workers:
        worker.start()
    until = time.monotonic() + 10
    while read(database, run).state != RunState.SUCCEEDED and time.monotonic() < until:
        time.sleep(0.05)
    for worker in workers:
        worker.stop()
    assert (read(database, run).state, read(database, run).attempts) == (RunState.SUCCEEDED, 1)


def test_cancelling_by_rest(started: Callable[..., Service]) -> None:
    service = started(embedded_worker=False)
    run = service.upload("crm", CRM).json()["run"]
    answer = service.post(f"runs/{run}/cancel")
    assert answer.status_code == 202 and answer.json()["state"] == "cancelled"
    assert service.post(f"runs/{run}/cancel").status_code == 202
    assert service.get(f"runs/{run}").json()["finished"]
