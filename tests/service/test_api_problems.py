"""Every error is a problem (RFC 9457) that names what is at fault, and nothing is taken from strangers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from service_client import CRM, Service

from service.problems import PROBLEMS


def uploads(service: Service) -> list[str]:
    return sorted(each.name for each in service.settings.uploads.iterdir())


def fields(answer: Any) -> set[str]:
    return {each.get("field") for each in answer.json().get("errors", [])}


def is_problem(answer: Any, status: int) -> bool:
    content = answer.json()
    return (
        answer.status_code == status == content["status"]
        and answer.headers["content-type"] == "application/problem+json"
        and {"type", "title", "status", "detail", "instance"} <= set(content)
        and content["instance"] == answer.request.url.path
        and content["type"].removeprefix("/problems/") in PROBLEMS
    )


MISSING = [
    "/nowhere",
    "/api/v1/nowhere",
    "/api/v1/sources/none",
    "/api/v1/sources/none/fields",
    "/api/v1/sources/none/versions",
    "/api/v1/sources/none/versions/1",
    "/api/v1/sources/none/versions/1/files",
    f"/api/v1/schemas/{'0' * 64}",
    f"/api/v1/schemas/{'0' * 64}/entities",
    "/api/v1/recipes/none",
    f"/api/v1/runs/{'0' * 16}",
    "/api/v1/mapping-sets/none",
    "/api/v1/mapping-sets/none/versions",
    "/api/v1/mapping-sets/none/versions/latest",
    "/api/v1/mapping-sets/none/versions/1/mappings",
    "/api/v1/mapping-sets/none/versions/1/abstentions",
    "/api/v1/mapping-sets/none/versions/1/download",
    "/api/v1/mappings/uuid:none",
    "/api/v1/mappings/uuid:none/evidence",
    "/api/v1/references/none",
    f"/api/v1/sweeps/{'0' * 16}",
    "/problems/none",
]


@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there(resting: Service, path: str) -> None:
    assert is_problem(resting.get(path), 404)


def test_a_method_that_an_address_does_not_know(resting: Service) -> None:
    answer = resting.get("alignments")
    assert is_problem(answer, 405) and answer.headers["allow"] == "POST"
    assert is_problem(resting.client.delete("/api/v1/recipes"), 405)


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"target": "desk"}, "body.source"),
        ({"source": "crm", "target": "none"}, "body.target"),
        ({"source": "none", "target": "desk"}, "body.source"),
        ({"source": "crm", "target": "crm"}, "body.target"),
        ({"source": "crm", "target": "desk", "source_version": 7}, "body.source_version"),
        ({"source": "crm", "target": "desk", "recipe": "none"}, "body.recipe"),
        ({"source": "crm", "target": "desk", "selector": "nobody"}, "body.selector"),
        ({"source": "crm", "target": "desk", "matchers": ["none"]}, "body.matchers"),
        ({"source": "crm", "target": "desk", "threshold": 1.5}, "body.threshold"),
        ({"source": "crm", "target": "desk", "date": "yesterday"}, "body.date"),
        ({"source": "crm", "target": "desk", "license": "mine"}, "body.license"),
        ({"source": "crm", "target": "desk", "colour": "red"}, "body.colour"),
        ({"source": "crm", "target": "desk", "mapping_set": "../x"}, "body.mapping_set"),
    ],
)
def test_an_alignment_that_cannot_be_asked_for(resting: Service, asked: dict[str, Any], wrong: str) -> None:
    for name in ("crm", "desk"):
        resting.upload(name, CRM)
    answer = resting.post("alignments", json=asked)
    assert is_problem(answer, 422) and fields(answer) == {wrong}
    assert resting.get("runs?kind=alignment").json()["total"] == 0


def test_bodies_that_are_no_json(resting: Service) -> None:
    broken = resting.post("alignments", content=b"{", headers={"Content-Type": "application/json"})
    assert is_problem(broken, 400)
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert is_problem(resting.post("alignments", content=b"{}", headers={"Content-Type": kind}), 415)
    assert is_problem(resting.post("sources", json={"name": "crm"}), 415)
    assert is_problem(resting.post("references", content=b"x", headers={"Content-Type": "multipart/form-data"}), 415)


def test_bodies_that_are_too_large(started: Callable[..., Service]) -> None:
    service = started(max_request_bytes=100, max_upload_bytes=1000)
    assert is_problem(service.post("alignments", json={"source": "x" * 200}), 413)
    unannounced = service.post(
        "alignments", content=iter([b"x" * 60, b"x" * 60]), headers={"Content-Type": "application/json"}
    )
    assert is_problem(unannounced, 413)
    assert is_problem(service.upload("crm", b"x" * 3_000_000), 413)
    assert not list(service.settings.uploads.iterdir())


@pytest.mark.parametrize("limit", ["0", "-1", "1001", "many"])
def test_pages_of_impossible_size(resting: Service, limit: str) -> None:
    answer = resting.get(f"runs?limit={limit}")
    assert is_problem(answer, 422) and fields(answer) == {"query.limit"}


@pytest.mark.parametrize("cursor", ["x", "WyJhIl0", "W10", "bnVsbA", "é", "W1tb" * 400])
def test_cursors_that_are_made_up(resting: Service, cursor: str) -> None:
    answer = resting.get("runs", params={"cursor": cursor})
    assert is_problem(answer, 422) and fields(answer) == {"query.cursor"}


def test_a_name_is_taken_once(service: Service) -> None:
    assert service.upload("crm", CRM).status_code == 201
    answer = service.upload("crm", CRM)
    assert is_problem(answer, 409) and fields(answer) == {"name"}
    assert len(list(service.settings.uploads.iterdir())) == 1


def test_a_name_is_taken_once_even_by_many_at_once(started: Callable[..., Service], database_url: str) -> None:
    service = started(database_url=database_url, embedded_worker=False)
    with ThreadPoolExecutor(6) as pool:
        sources = list(pool.map(lambda _: service.upload("crm", CRM).status_code, range(6)))
        form = {
            "data": {"name": "own", "source": "a", "target": "b"},
            "files": {"file": ("own.csv", b"source,target\nx,y\n")},
        }
        references = list(pool.map(lambda _: service.post("references", **form).status_code, range(6)))
        versions = list(
            pool.map(lambda _: service.post("sources/crm/versions", files={"files": ("a.csv", CRM)}).json(), range(6))
        )
    assert sorted(sources) == sorted(references) == [201, *[409] * 5]
    assert sorted(each["latest"]["number"] for each in versions) == [2, 3, 4, 5, 6, 7]
    assert len(list(service.settings.uploads.iterdir())) == 7


@pytest.mark.parametrize("name", ["", "1crm", "a--b", "a b", "../crm", "crm/x", "x" * 65, "crm\x00", "Ünïcode", "a__b"])
def test_names_that_are_none(resting: Service, name: str) -> None:
    before = uploads(resting)
    answer = resting.upload(name, CRM)
    assert is_problem(answer, 422) and fields(answer) == {"name"}
    assert uploads(resting) == before


def test_parts_of_a_form_that_are_not_expected(resting: Service) -> None:
    before = uploads(resting)
    assert fields(resting.upload("crm", CRM, adapter="none")) == {"adapter"}
    assert fields(resting.upload("crm", CRM, colour="red")) == {"colour"}
    assert fields(resting.post("sources", data={"name": "crm"}, files={"file": ("a.csv", CRM)})) == {"file"}
    nothing = resting.post("sources", files=[("name", (None, "crm"))])
    assert is_problem(nothing, 422) and fields(nothing) == {"files"}
    twice = resting.post("sources", files=[("name", (None, "a")), ("name", (None, "b")), ("files", ("a.csv", CRM))])
    assert is_problem(twice, 422) and fields(twice) == {"name"}
    assert uploads(resting) == before


def test_a_form_that_is_broken_off(resting: Service) -> None:
    before = uploads(resting)
    head = {"Content-Type": "multipart/form-data; boundary=b"}
    whole = b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nid\r\n1\r\n--b--\r\n'
    for cut in (0, 10, 60, 75, len(whole) - 5):
        assert is_problem(resting.post("sources", content=whole[:cut], headers=head), 400), cut
    nameless = whole.replace(b'name="files"; ', b"")
    assert is_problem(resting.post("sources", content=nameless, headers=head), 422)
    assert uploads(resting) == before


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "10.0.0.1:8000", ""])
def test_other_hosts_are_not_answered_for(resting: Service, host: str) -> None:
    assert is_problem(resting.get("recipes", headers={"Host": host}), 421)


def test_hosts_that_are_answered_for(started: Callable[..., Service]) -> None:
    service = started(allowed_hosts=("aligner.internal",))
    for host in ("localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:1", "aligner.internal"):
        assert service.get("recipes", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_pages_of_other_sites_change_nothing(service: Service, headers: dict[str, str]) -> None:
    answer = service.post("sources", data={"name": "crm"}, files={"files": ("a.csv", CRM)}, headers=headers)
    assert is_problem(answer, 403)
    assert service.get("sources", headers=headers).json()["total"] == 0
    own = service.post(
        "sources", data={"name": "crm"}, files={"files": ("a.csv", CRM)}, headers={"Origin": "http://localhost:8000"}
    )
    assert own.status_code == 201


def test_the_unexpected_is_a_problem_too_and_says_nothing_of_its_cause(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a value of somebody: Zebulon Quux")

    monkeypatch.setattr("service.api.runs.find_run", fail)
    answer = service.get(f"runs/{'0' * 16}")
    assert is_problem(answer, 500)
    assert "Zebulon" not in answer.text + caplog.text and "ValueError" in caplog.text
    assert answer.headers["x-request-id"] in caplog.text


def test_every_answer_carries_the_security_headers(resting: Service) -> None:
    for answer in (resting.get("recipes"), resting.get("nowhere"), resting.get("recipes", headers={"Host": "evil"})):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-request-id"]


def test_a_problem_leads_to_its_meaning(resting: Service) -> None:
    kind = resting.get("nowhere").json()["type"]
    assert resting.get(kind).json() == {"type": kind, "title": PROBLEMS["not-found"]}


def test_a_run_that_has_ended_cannot_be_cancelled(service: Service) -> None:
    run = service.aligned()
    assert is_problem(service.post(f"runs/{run['id']}/cancel"), 409)
    assert is_problem(service.post(f"runs/{'0' * 16}/cancel"), 404)


def test_sweeps_that_cannot_be_asked_for(resting: Service) -> None:
    asked = {"run": "0" * 16, "reference": "none", "selectors": ["nobody"]}
    answer = resting.post("sweeps", json=asked)
    assert is_problem(answer, 422) and fields(answer) == {"body.run", "body.reference", "body.selectors"}
