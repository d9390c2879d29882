"""Real processes, really killed (SIGKILL): the run is taken up again and gives the same bytes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from service_client import API, Service

from aligner.errors import InputError
from service.database import Database
from service.server import serve
from service.settings import Settings
from service.worker import Worker

LEASE = 1.0


def records(seed: int, count: int = 12_000) -> bytes:
    """Enough for a second's profiling, so that there is a middle to be killed in."""
    rows = (
        {
            "id": f"{seed}-{number}",
            "owner": f"Person{number % 97} Name{number % 89}",
            "created": f"2025-{1 + number % 12:02}-{1 + number % 28:02}T10:{number % 60:02}:00Z",
            "title": f"case {number} about pump {number % 37}",
            "tags": [f"t{number % 7}", f"t{number % 11}"],
        }
        for number in range(count)
    )
    return "\n".join(json.dumps(row) for row in rows).encode()


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts a process of the service; whatever is left is killed afterwards."""
    with ExitStack() as stack:

        def start(code: str, **settings: str) -> subprocess.Popen[bytes]:
            environment = os.environ | {
                "ALIGNER_DATA_DIR": str(tmp_path / "data"),
                "ALIGNER_LEASE_SECONDS": str(LEASE),
                "ALIGNER_POLL_SECONDS": "0.05",
                **settings,
            }
            log = stack.enter_context((tmp_path / "log").open("ab"))
            process = subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=log, stdout=log)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        yield start


def kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    assert process.wait(10) == -signal.SIGKILL


class Server:
    """The real server in a process of its own."""

    def __init__(self, spawn: Callable[..., subprocess.Popen[bytes]]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        code = (
            f"from service.server import serve; from service.settings import Settings; serve(Settings(), port={port})"
        )
        self.process = spawn(code)
        self.client = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=20)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with suppress(httpx2.TransportError):
                if self.client.get("/readyz").status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def run(self, run: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{API}/runs/{run}").json()
        return found

    def wait(self, run: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if wanted(found := self.run(run)):
                return found
            time.sleep(0.02)
        raise AssertionError(f"still {self.run(run)}")


def is_running(run: dict[str, Any]) -> bool:
    return run["state"] == "running" and run["stage"] is not None


def is_over(run: dict[str, Any]) -> bool:
    return run["state"] not in ("queued", "running")


def test_a_server_killed_in_the_middle_of_runs(
    spawn: Callable[..., subprocess.Popen[bytes]], started: Callable[..., Service], tmp_path: Path
) -> None:
    server = Server(spawn)
    uploads = {name: records(seed) for name, seed in (("left", 3), ("right", 7))}
    profiles = [
        server.client.post(f"{API}/sources", data={"name": name}, files={"files": ("x.ndjson", content)}).json()["run"]
        for name, content in uploads.items()
    ]
    asked = {"source": "left", "target": "right"}
    alignment = server.client.post(f"{API}/alignments", json=asked).json()["id"]
    server.wait(profiles[1], is_running)
    kill(server.process)
    server = Server(spawn)
    assert server.run(profiles[1])["state"] == "running"
    ended = server.wait(alignment, is_over)
    assert ended["state"] == "succeeded", ended
    assert [server.run(run)["attempts"] for run in profiles] == [1, 2]
    survived = server.client.get(ended["links"]["download"]).content

    calm = started(data_dir=tmp_path / "calm")
    for name, content in uploads.items():
        calm.upload(name, content, "x.ndjson")
    run = calm.wait(calm.post("alignments", json=asked).json()["id"])
    assert calm.get(run["links"]["download"]).content == survived
    assert [each["latest"]["number"] for each in server.client.get(f"{API}/mapping-sets").json()["items"]] == [1]
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(15) in (0, -signal.SIGTERM)


def test_another_worker_takes_over(
    spawn: Callable[..., subprocess.Popen[bytes]], started: Callable[..., Service], database_url: str
) -> None:
    service = started(database_url=database_url, embedded_worker=False, lease_seconds=LEASE)
    code = "from service.server import work; from service.settings import Settings; work(Settings())"
    first = spawn(code, ALIGNER_DATABASE_URL=database_url)
    run = service.upload("left", records(3), "x.ndjson").json()["run"]
    until = time.monotonic() + 20
    while not is_running(service.get(f"runs/{run}").json()) and time.monotonic() < until:
        time.sleep(0.02)
    kill(first)
    assert service.get(f"runs/{run}").json()["state"] == "running"
    database = Database(database_url)
    second = Worker(database, service.settings)
    second.start()
    ended = service.wait(run)
    assert (ended["state"], ended["attempts"]) == ("succeeded", 2)
    second.stop()
    database.close()


def test_the_server_listens_on_the_loopback_only_unless_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no user accounts"):
        serve(Settings(data_dir=tmp_path), "0.0.0.0", 1)
