"""Nothing that identifies a person leaves the upload: neither into the database, nor a log, nor any answer."""

from __future__ import annotations

import csv
import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from service_client import Service

#: Names that no list of names knows, addresses and numbers: whatever of this turns up anywhere has leaked.
CANARIES = (
    "Zyxanthe",
    "Quorblimey",
    "Vroomfondle",
    "Xerxina",
    "quorblimey.z",
    "vroom+fondle",
    "canary-mail.example",
    "555-0142-987",
    "5550142986",
    "7700 900 461",
)

PEOPLE = ("Zyxanthe Quorblimey", "Xerxina Vroomfondle", "Ada Lovelace", "Grace Hopper", "Alan Turing")
MAILS = ("quorblimey.z@canary-mail.example", "vroom+fondle@canary-mail.example", "ada@canary-mail.example")
PHONES = ("+1 555-0142-987", "5550142986", "+44 7700 900 461")


def table() -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["id", "owner", "email", "phone", "people", "body", "contact"])
    for number in range(30):
        person, mail, phone = PEOPLE[number % 5], MAILS[number % 3], PHONES[number % 3]
        body = f"Call {person} on {phone} or write to {mail} about case {number}, please."
        writer.writerow([f"C-{number}", person, mail, phone, f"{person}; {PEOPLE[0]}", body, f"{person} <{mail}>"])
    return stream.getvalue().encode()


def records() -> bytes:
    rows = []
    for number in range(30):
        person, mail, phone = PEOPLE[number % 5], MAILS[number % 3], PHONES[number % 3]
        rows.append(
            {
                "key": f"T-{number}",
                "assignee": person.lower().replace(" ", "_"),
                "mail": mail,
                "tel": phone,
                "watchers": [{"name": person, "address": mail}],
                "text": f"{person} says that {phone} does not answer. " * 3,
            }
        )
    broken = ('{"assignee": "Zyxanthe Quorblimey", ', '["Xerxina Vroomfondle"]')
    return "\n".join([*(json.dumps(row) for row in rows), *broken]).encode()


def test_planted_people_turn_up_nowhere(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name, content, file in (
        ("crm", table(), "Zyxanthe Quorblimey.csv"),
        ("desk", records(), "desk.ndjson"),
    ):
        assert service.upload(name, content, file).status_code == 201
    run = service.aligned()
    reference = {"name": "own", "source": "crm", "target": "desk"}
    service.post("references", data=reference, files={"file": ("own.csv", b"source,target\nowner,assignee\n")})
    sweep = service.wait(service.post("sweeps", json={"run": run["id"], "reference": "own"}).json()["id"])
    failed = service.upload("bad", b'{"owner": "Zyxanthe Quorblimey"', "bad.json").json()["run"]
    assert service.wait(failed)["state"] == "failed"

    answers = {address: service.get(address).text for address in _addresses(service, run, sweep)}
    assert len(answers) > 20
    assert any("crm:owner" in text for text in answers.values())
    for address, text in answers.items():
        assert _found(text) == [], address
    assert _found("\n".join(record.getMessage() + str(record.exc_text) for record in caplog.records)) == []
    files = [path for path in service.settings.data_dir.glob("*") if path.is_file()]
    assert "aligner.sqlite" in {path.name for path in files}
    for path in files:
        assert _found(path.read_bytes().decode("latin-1")) == [], path.name
    assert _found("".join(path.read_text() for path in _raw(service))), "the canaries were planted at all"


def _found(text: str) -> list[str]:
    low = text.lower()
    return [canary for canary in CANARIES if canary.lower() in low]


def _raw(service: Service) -> list[Path]:
    return list(service.settings.uploads.glob("*/files/*"))


def _addresses(service: Service, run: dict[str, Any], sweep: dict[str, Any]) -> list[str]:
    """Every address that answers something here, but for the lists of the files' own names."""
    version = run["links"]["mapping_set"]
    found = [
        "/api/v1/openapi.json",
        *(f"/api/v1/{noun}" for noun in ("sources", "runs", "mapping-sets", "references", "sweeps", "recipes")),
        version,
        *(f"{version}/{part}" for part in ("mappings", "abstentions", "download")),
        sweep["links"]["sweep"],
    ]
    for name in ("crm", "desk", "bad"):
        source = service.get(f"sources/{name}").json()
        found += [f"/api/v1/sources/{name}", *source["links"].values(), f"/api/v1/sources/{name}/versions/1"]
        if source["latest"]["schema_id"]:
            schema = f"/api/v1/schemas/{source['latest']['schema_id']}"
            found += [schema, f"{schema}/entities"]
    for each in service.get("runs").json()["items"]:
        found.append(each["links"]["self"])
    for each in service.get(f"{version}/mappings").json()["items"]:
        found += each["links"].values()
    return found


def test_a_fault_within_a_run_is_told_without_what_it_quotes(
    service: Service, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("cannot convert 'Zyxanthe Quorblimey'")

    monkeypatch.setattr("service.tasks.load", fail)
    monkeypatch.setattr("service.worker.PAUSE", 0.0)
    run = service.wait(service.upload("crm", table()).json()["run"])
    assert run["state"] == "failed" and run["attempts"] == 3
    assert "ValueError" in run["error"]["detail"] and _found(str(run)) == []
    assert "ValueError" in caplog.text and _found(caplog.text) == []
