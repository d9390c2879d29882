"""The service as a client of it sees it, and two small sources to send."""

from __future__ import annotations

import time
from typing import Any

from fastapi.testclient import TestClient

from service.settings import Settings

API = "/api/v1"

CRM = b"""id,owner,email,created,headline
C-1,Ada Lovelace,ada@example.org,2025-01-02,Pump does not start
C-2,Alan Turing,alan@example.org,2025-01-03,Valve leaks at night
C-3,Grace Hopper,grace@example.org,2025-01-04,Probe reports nothing
C-4,Ada Lovelace,ada@example.org,2025-01-05,Invoice was sent twice
"""

DESK = b"""ticket,assignee,mail,opened,subject,colour
T-1,Ada Lovelace,ada@example.org,2025-02-02,Pump does not start,red
T-2,Grace Hopper,grace@example.org,2025-02-03,Probe reports nothing at all,blue
T-3,Alan Turing,alan@example.org,2025-02-04,Valve leaks again,red
"""


class Service:
    """A running service."""

    def __init__(self, client: TestClient, settings: Settings) -> None:
        self.client, self.settings = client, settings

    def get(self, path: str, **options: Any) -> Any:
        return self.client.get(path if path.startswith("/") else f"{API}/{path}", **options)

    def post(self, path: str, **options: Any) -> Any:
        return self.client.post(f"{API}/{path}", **options)

    def upload(self, name: str, content: bytes, file: str = "export.csv", **values: str) -> Any:
        return self.post("sources", data={"name": name, **values}, files={"files": (file, content)})

    def wait(self, run: str, seconds: float = 20) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found: dict[str, Any] = self.get(f"runs/{run}").json()
            if found["state"] not in ("queued", "running"):
                return found
            time.sleep(0.02)
        raise AssertionError(f"run {run} is still {found['state']} in {found['stage']}")

    def aligned(self, **asked: Any) -> dict[str, Any]:
        """Upload the two sources if need be, align them, and return the finished run."""
        if self.get("sources/crm").status_code == 404:
            for name, content in (("crm", CRM), ("desk", DESK)):
                assert self.upload(name, content).status_code == 201
        answer = self.post("alignments", json={"source": "crm", "target": "desk"} | asked)
        assert answer.status_code == 202, answer.text
        run = self.wait(answer.json()["id"])
        assert run["state"] == "succeeded", run
        return run
