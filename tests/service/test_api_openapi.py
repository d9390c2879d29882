"""The OpenAPI document: every operation described with an example, and every real answer as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from service_client import Service

from service.app import create_app
from service.settings import Settings

Operations = list[tuple[str, str, dict[str, Any]]]


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return create_app(Settings(data_dir=tmp_path_factory.mktemp("data"))).openapi()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def validate(document: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    Draft202012Validator(schema | {"components": document["components"]}).validate(value)


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    seen = list(operations(document))
    assert len(seen) >= 25
    names = [operation["operationId"] for _, _, operation in seen]
    assert len(set(names)) == len(names)
    for path, method, operation in seen:
        assert operation["summary"] and operation["description"], (method, path)
        assert operation["responses"]["default"]["content"].keys() == {"application/problem+json"}, (method, path)
        for parameter in operation.get("parameters", ()):
            assert "description" in parameter, (method, path, parameter["name"])


def test_every_example_is_as_described(document: dict[str, Any]) -> None:
    for path, method, operation in operations(document):
        body = operation.get("requestBody", {}).get("content", {})
        assert bool(body) == (method == "post" and not path.endswith("/cancel")), (method, path)
        contents = [body, *(answer.get("content", {}) for answer in operation["responses"].values())]
        checked = 0
        for kind, content in (each for contents_ in contents for each in contents_.items()):
            schema = content["schema"]
            found = _examples(document, content)
            assert found, (method, path, kind)
            for example in found:
                if kind != "multipart/form-data":
                    validate(document, schema, example)
                    checked += 1
        assert checked >= 2, (method, path)


def _examples(document: dict[str, Any], content: dict[str, Any]) -> list[Any]:
    if "example" in content:
        return [content["example"]]
    return list(content["schema"].get("examples", [each["value"] for each in content.get("examples", {}).values()]))


def test_every_real_answer_is_as_described(service: Service, document: dict[str, Any]) -> None:
    run = service.aligned()
    reference = {"name": "own", "source": "crm", "target": "desk"}
    service.post("references", data=reference, files={"file": ("own.csv", b"source,target\nowner,assignee\n")})
    sweep = service.wait(service.post("sweeps", json={"run": run["id"], "reference": "own"}).json()["id"])
    mapping = service.get(run["links"]["mappings"]).json()["items"][0]
    names = {
        "source_id": "crm",
        "schema_id": service.get("sources/crm").json()["latest"]["schema_id"],
        "name": "fields",
        "run_id": run["id"],
        "set_id": "crm--desk",
        "number": "1",
        "record_id": mapping["record_id"],
        "reference_id": "own",
        "sweep_id": sweep["result"]["sweep"],
        "code": "invalid",
    }
    seen = 0
    for path, method, operation in operations(document):
        if method == "get" and not path.endswith("/download"):
            answer = service.get(path.format(**names))
            assert answer.status_code == 200, (path, answer.text)
            validate(document, operation["responses"]["200"]["content"]["application/json"]["schema"], answer.json())
            seen += 1
    assert seen >= 20


def test_nothing_is_loaded_from_other_sites(service: Service) -> None:
    assert service.get("/docs").status_code == service.get("/redoc").status_code == 404
    assert service.get("openapi.json").json()["openapi"].startswith("3.1")
