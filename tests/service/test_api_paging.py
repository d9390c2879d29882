"""Lists: following every link gives every item once, in order, whatever the size of the pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from service_client import CRM, Service


@pytest.fixture
def full(service: Service) -> Service:
    """A service with something in every list."""
    run = service.aligned()
    service.aligned(recipe="names", mapping_set="other")
    for name in ("first", "second", "third"):
        pair = {"name": name, "source": "crm", "target": "desk"}
        table = b"source,target\nowner,assignee\n"
        assert service.post("references", data=pair, files={"file": ("a.csv", table)}).status_code == 201
        sweep = service.post("sweeps", json={"run": run["id"], "reference": name})
        service.wait(sweep.json()["id"])
    many = [("name", (None, "many")), *(("files", (f"{n}.csv", CRM)) for n in range(7))]
    service.wait(service.post("sources", files=many).json()["run"])
    return service


LISTS = [
    "sources",
    "sources/many/versions",
    "sources/many/versions/1/files",
    "sources/crm/fields",
    "recipes",
    "runs",
    "mapping-sets",
    "mapping-sets/crm--desk/versions",
    "mapping-sets/crm--desk/versions/latest/mappings",
    "mapping-sets/crm--desk/versions/1/abstentions",
    "references",
    "sweeps",
]


def test_every_link_is_followed_to_the_end(full: Service) -> None:
    schema = full.get("sources/crm").json()["latest"]["schema_id"]
    for path in (*LISTS, f"schemas/{schema}/entities", "runs?state=succeeded&kind=sweep"):
        whole = full.get(f"{path}{'&' if '?' in path else '?'}limit=1000")
        items = whole.json()["items"]
        assert items and whole.json()["next"] is None, path
        for limit in (1, 2, len(items)):
            assert walk(full, path, limit) == items, (path, limit)


def walk(service: Service, path: str, limit: int) -> list[Any]:
    items: list[Any] = []
    address: str | None = f"{path}{'&' if '?' in path else '?'}limit={limit}"
    total = None
    while address is not None:
        answer = service.get(address)
        assert answer.status_code == 200, answer.text
        content, links = answer.json(), dict(reversed(each) for each in _links(answer.headers["link"]))
        assert len(content["items"]) <= limit and links.get("next") == content["next"]
        assert answer.headers["x-total-count"] == str(content["total"]) and total in (None, content["total"])
        assert service.get(links["first"]).json()["items"] == (items or content["items"])[:limit]
        total, address = content["total"], content["next"]
        items += content["items"]
    assert len(items) == total
    return items


def _links(header: str) -> list[tuple[str, str]]:
    return re.findall(r'<([^>]+)>; rel="(\w+)"', header)


def test_a_list_that_grows_while_it_is_read(service: Service) -> None:
    for name in ("b", "d", "f"):
        service.upload(name, CRM)
    first = service.get("sources?limit=2").json()
    service.upload("a", CRM)
    service.upload("e", CRM)
    second = service.get(first["next"]).json()
    assert [each["id"] for each in (*first["items"], *second["items"])] == ["b", "d", "e", "f"]
