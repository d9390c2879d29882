"""The path that a user walks, on both databases: upload, align, read, download, measure."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from typing import Any

import pytest
from service_client import CRM, Service

from mappings.reading import read_tsv

REFERENCE = (
    b"source_a\tfield_a\tsource_b\tfield_b\ncrm\tid\tdesk\tticket\ncrm\towner\tdesk\tassignee\ncrm\temail\tdesk\tmail\n"
)


@pytest.fixture
def everywhere(started: Callable[..., Service], database_url: str) -> Service:
    """A service with a worker, on SQLite and on PostgreSQL."""
    return started(database_url=database_url)


def test_the_whole_path(everywhere: Service) -> None:
    service = everywhere
    run = service.aligned(date="2025-05-14", license="https://creativecommons.org/publicdomain/zero/1.0/")
    assert run["done"] == run["total"] == 4
    mappings = service.get(run["links"]["mappings"]).json()["items"]
    ends = {(each["slots"]["subject_id"], each["slots"]["object_id"]) for each in mappings}
    assert {("crm:owner", "desk:assignee"), ("crm:email", "desk:mail")} <= ends
    assert {each["slots"]["mapping_date"] for each in mappings} == {"2025-05-14"}
    for each in mappings:
        _explained(each["explanation"])
        assert service.get(each["links"]["self"]).json() == each
        evidence = service.get(each["links"]["evidence"]).json()
        assert evidence == {"record_id": each["record_id"], "explanation": each["explanation"]}
    _accounts_for_every_field(service, run, ends)
    sweep = _sweep(service, run["id"])
    best = {each["selector"]: each["best"]["figures"]["f1"]["value"] for each in sweep["selectors"]}
    assert set(best) == {"mutual", "hungarian"} and all(0.5 < f1 <= 1 for f1 in best.values())


def _explained(explanation: dict[str, Any]) -> None:
    total = explanation["prior"] + sum(part["contribution"] for part in explanation["parts"])
    assert math.isclose(total, explanation["log_odds"], abs_tol=1e-6)
    assert math.isclose(1 / (1 + math.exp(-explanation["log_odds"])), explanation["score"], abs_tol=2e-6)


def _accounts_for_every_field(service: Service, run: dict[str, Any], ends: set[tuple[str, str]]) -> None:
    """Each field is in a mapping or an abstention, never in both."""
    abstained = service.get(run["links"]["mapping_set"] + "/abstentions").json()["items"]
    left = {(each["side"], each["entity_id"]) for each in abstained}
    for side, name, matched in (
        ("source", "crm", {subject for subject, _ in ends}),
        ("target", "desk", {object_ for _, object_ in ends}),
    ):
        fields = {each["id"] for each in service.get(f"sources/{name}/fields").json()["items"]}
        unmatched = {entity for at, entity in left if at == side}
        assert matched | unmatched == fields and not matched & unmatched


def _sweep(service: Service, run: str) -> dict[str, Any]:
    sent = service.post("references", data={"name": "checked"}, files={"file": ("checked.tsv", REFERENCE)})
    assert sent.status_code == 201 and sent.json()["pairs"] == 3, sent.text
    asked = {"run": run, "reference": "checked", "selectors": ["mutual", "hungarian"]}
    answer = service.post("sweeps", json=asked)
    assert answer.status_code == 202, answer.text
    done = service.wait(answer.json()["id"])
    assert done["state"] == "succeeded", done
    found: dict[str, Any] = service.get(done["links"]["sweep"]).json()
    return found


def test_download_is_canonical_and_cached_by_its_hash(everywhere: Service) -> None:
    service = everywhere
    run = service.aligned()
    answer = service.get(run["links"]["download"])
    assert answer.headers["etag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'
    assert answer.headers["content-type"] == "text/tab-separated-values; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="crm--desk-1.sssom.tsv"'
    assert answer.headers["vary"] == "Accept" and "immutable" in answer.headers["cache-control"]
    reading = read_tsv(answer.content)
    assert not reading.rejected and len(reading.mapping_set) == service.get(run["links"]["mappings"]).json()["total"]

    head = service.client.head(run["links"]["download"])
    assert head.content == b"" and head.headers["content-length"] == str(len(answer.content))
    for condition in (answer.headers["etag"], f'"other", W/{answer.headers["etag"]}', "*"):
        unchanged = service.get(run["links"]["download"], headers={"If-None-Match": condition})
        assert unchanged.status_code == 304 and unchanged.content == b""
        assert unchanged.headers["etag"] == answer.headers["etag"]
    changed = service.get(run["links"]["download"], headers={"If-None-Match": '"other"'})
    assert changed.status_code == 200


ACCEPT = {
    "*/*": "text/tab-separated-values",
    "text/*": "text/tab-separated-values",
    "application/sssom+tsv": "application/sssom+tsv",
    "text/html, application/sssom+tsv;q=0.5": "application/sssom+tsv",
    "application/json": None,
    "text/tab-separated-values;q=0": None,
}


def test_download_in_the_form_asked_for(service: Service) -> None:
    address = service.aligned()["links"]["download"]
    for accept, kind in ACCEPT.items():
        answer = service.get(address, headers={"Accept": accept})
        if kind is None:
            assert answer.status_code == 406, accept
        else:
            assert answer.headers["content-type"].split(";")[0] == kind, accept


def test_equal_input_gives_equal_bytes_and_versions_stay(
    service: Service, started: Callable[..., Service], tmp_path: Any
) -> None:
    first, second = service.aligned(), service.aligned()
    assert (first["result"]["version"], second["result"]["version"]) == (1, 2)
    other = started(data_dir=tmp_path / "elsewhere")
    elsewhere = other.get(other.aligned()["links"]["download"]).content
    bytes_of = [service.get(run["links"]["download"]).content for run in (first, second)]
    assert bytes_of == [elsewhere, elsewhere]

    stricter = service.aligned(threshold=1.0)
    assert service.get("mapping-sets/crm--desk/versions/latest").json()["number"] == stricter["result"]["version"] == 3
    assert service.get(stricter["links"]["mappings"]).json()["total"] == 0
    assert service.get(first["links"]["download"]).content == bytes_of[0]


def test_a_new_version_of_a_source_leaves_the_old_one_alone(service: Service) -> None:
    service.aligned()
    head, *rows = CRM.splitlines()
    wider = b"\n".join([head + b",fax", *(row + b",none" for row in rows)])
    sent = service.post("sources/crm/versions", files={"files": ("export.csv", wider)})
    assert sent.status_code == 201 and sent.json()["latest"]["number"] == 2
    service.wait(sent.json()["run"])
    assert "crm:fax" in {each["id"] for each in service.get("sources/crm/fields").json()["items"]}
    old = service.aligned(source_version=1)
    schema = service.get(old["links"]["mapping_set"]).json()["source_schema"]
    entities = service.get(f"schemas/{schema}/entities").json()
    assert entities["total"] == 5 == service.get(f"schemas/{schema}").json()["entities"]
    assert schema == service.get("sources/crm/versions/1").json()["schema_id"]


def test_a_report_says_what_was_skipped_and_where(service: Service) -> None:
    lines = b'{"id": 1, "name": "a"}\n{"id": 2, "name": "b"}\n[3]\n{broken\n'
    sent = service.upload("notes", lines, "notes.ndjson").json()
    service.wait(sent["run"])
    report = service.get("sources/notes/versions/1").json()["report"]
    assert (report["records_in"], report["records_kept"], report["records_reported"]) == (4, 2, 2)
    assert [(each["file"], each["line"]) for each in report["problems"]] == [("notes.ndjson", 3), ("notes.ndjson", 4)]


def test_an_upload_of_which_nothing_can_be_read_fails_with_its_reason(service: Service) -> None:
    sent = service.upload("broken", b"{broken", "mine.json").json()
    run = service.wait(sent["run"])
    assert run["state"] == "failed" and run["attempts"] == 1
    assert "'broken'" in run["error"]["detail"] and "0001" not in run["error"]["detail"]
    assert [(each["file"], each["line"]) for each in run["error"]["errors"]] == [("mine.json", 1)]
    assert service.get("sources/broken/fields").status_code == 409


def test_a_reference_that_does_not_name_its_sources(service: Service) -> None:
    run = service.aligned()
    table = b"source,target\nowner,assignee\n"
    refused = service.post("references", data={"name": "bare"}, files={"file": ("bare.csv", table)})
    assert refused.status_code == 422 and refused.json()["errors"][0]["file"] == "bare.csv"
    pair = {"name": "bare", "source": "crm", "target": "desk"}
    assert service.post("references", data=pair, files={"file": ("bare.csv", table)}).status_code == 201
    asked = service.post("sweeps", json={"run": run["id"], "reference": "bare"}).json()
    assert service.wait(asked["id"])["state"] == "succeeded"


def test_a_published_set_is_a_reference_too(service: Service) -> None:
    run = service.aligned()
    content = service.get(run["links"]["download"]).content
    sent = service.post("references", data={"name": "own"}, files={"file": ("own.sssom.tsv", content)})
    assert sent.status_code == 201, sent.text
    asked = service.post("sweeps", json={"run": run["id"], "reference": "own"}).json()
    sweep = service.get(service.wait(asked["id"])["links"]["sweep"]).json()
    assert sweep["selectors"][0]["best"]["figures"]["f1"]["value"] == 1.0


def test_recipes_are_listed_and_used(service: Service) -> None:
    recipes = {each["name"]: each for each in service.get("recipes").json()["items"]}
    assert {"fields", "instance-greedy"} <= set(recipes)
    assert service.get("recipes/fields").json() == recipes["fields"]
    run = service.aligned(recipe="instance-greedy", mapping_set="baseline")
    version = service.get(run["links"]["mapping_set"]).json()
    assert (version["set"], version["recipe"], version["selector"]) == ("baseline", "instance-greedy", "greedy")
    assert version["recipe_fingerprint"] == recipes["instance-greedy"]["fingerprint"]


def test_alive_and_ready(service: Service) -> None:
    assert service.get("/healthz").json() == {"status": "alive"}
    assert service.get("/readyz").json() == {"status": "ready"}
