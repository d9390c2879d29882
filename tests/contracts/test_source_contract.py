"""What every source adapter must do, whatever system it reads; a hostile one is among them."""

from __future__ import annotations

import json
import pkgutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import sources.adapters
from aligner.errors import InputError
from sources import SOURCES, load, load_records
from sources.adapter import PLUMBING, Adapter
from sources.flattening import field_path
from sources.loading import label_of

ROOT = Path(__file__).resolve().parents[2]

NASTY_KEYS = (
    "", " ", "a.b", "a b", "a[]", "[]", "\\[]", "[", "[0]", "%", "%2E", "100%", "🦊 fox", "ключ", "e\u0301", "a/b",
    "a:b", "a#b", "a,b", '"quoted"', "back\\slash", "tab\t", "line\nbreak", "nul\x00", "\ud800", "x" * 3000,
    "__proto__", "SELECT 1; --",
)  # fmt: skip

HOSTILE = Adapter(
    name="hostile",
    label="Hostile",
    namespace="https://example.org/hostile/",
    records="a trap",
    required=frozenset({"a.b", "", "[]"}),
    title="a b",
    text=("100%", "[", "🦊 fox"),
    ignore=PLUMBING | {"%2E"},
)

ADAPTERS = [*SOURCES.values(), HOSTILE]
LONG = "The meeting agreed on the plan for next week, and on who writes the summary of what was said in it. "


def records(adapter: Adapter, count: int = 12) -> list[dict[str, Any]]:
    """Records in an adapter's shape, written by hand: what it requires, its texts by turns, and a few others."""
    made = []
    for number in range(count):
        record: dict[str, Any] = {
            key: f"value {number % 4} of {position}" for position, key in enumerate(sorted(adapter.required))
        }
        if adapter.title:
            record[adapter.title] = f"What we found out about case {number}"
        if adapter.text:
            record[adapter.text[number % 3 % len(adapter.text)]] = LONG * 3 + str(number)
        record |= dict.fromkeys(sorted(adapter.ignore), "plumbing")
        record |= {
            "people": ["Ada Lovelace"],
            "steps": [{"due": "2025-05-14", "done": number % 2 == 0}],
            "nothing": None,
        }
        made.append(record)
    return made


def hostile_records() -> list[dict[str, Any]]:
    nest = dict.fromkeys(NASTY_KEYS, "deep")
    return [
        dict.fromkeys(NASTY_KEYS, str(number)) | each | {"nest": nest, "list": [nest, {"x": [nest]}]}
        for number, each in enumerate(records(HOSTILE))
    ]


def given(adapter: Adapter) -> list[dict[str, Any]]:
    return hostile_records() if adapter is HOSTILE else records(adapter)


def read(adapter: Adapter, tmp_path: Path, **options: Any) -> Any:
    path = tmp_path / "records.json"
    path.write_text(json.dumps(given(adapter)), encoding="utf-8")
    return load(path, adapters={**SOURCES, adapter.name: adapter}, **options)


def parsed(field: str) -> tuple[str, ...]:
    """A field's path out of its id: the inverse of how ids are made."""
    path: list[str] = []
    for part in field.split("."):
        step = part.rstrip("[]")
        path += ["" if step == "%00" else unquote(step)] if step else []
        path += ["[]"] * part.count("[]")
    return tuple(path)


@pytest.fixture(params=ADAPTERS, ids=lambda each: each.name)
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return request.param


def test_it_says_who_it_is(adapter: Adapter) -> None:
    assert adapter.name.isascii() and adapter.name.replace("_", "").isalnum() and adapter.name.islower()
    assert adapter.label and adapter.records.split()[0] in {"a", "an", "one"}
    assert adapter.namespace.startswith("https://") and adapter.namespace.endswith("/")
    assert len(set(adapter.text)) == len(adapter.text)
    assert not adapter.ignore & (adapter.required | {adapter.title, *adapter.text})


def test_it_recognises_its_own_records_and_nobody_elses(adapter: Adapter, tmp_path: Path) -> None:
    assert read(adapter, tmp_path).adapter == adapter.name
    others = [each for each in ADAPTERS if each.name not in {adapter.name, "generic"}]
    assert not [each.name for each in others for record in given(adapter) if each.recognises(record)]


def test_ids_are_unique_percent_encoded_and_read_back_as_the_path(adapter: Adapter, tmp_path: Path) -> None:
    schema = read(adapter, tmp_path).schema
    ids = [entity.id for entity in schema.entities]
    assert len(ids) == len(set(ids)) and ids == sorted(ids)
    for entity in schema.entities:
        prefix, local = entity.id.split(":")
        assert schema.prefixes[prefix]
        assert local.isascii() and not set(local) & set(' "<>\\^`{|}#/?\n\t')
        assert parsed(local) == entity.path and field_path(entity.path) == local
        assert entity.label == label_of([each for each in entity.path if each != "[]"][-1])


def test_every_record_is_kept_and_every_field_profiled(adapter: Adapter, tmp_path: Path) -> None:
    loaded = read(adapter, tmp_path)
    assert (loaded.report.records_in, loaded.report.records_kept) == (12, 12)
    for entity in loaded.schema.entities:
        profile = entity.profile
        assert profile is not None and profile.records == 12 and 1 <= profile.filled <= 12
        assert sum(n for _, n in profile.kinds) == profile.values == profile.lengths.count
        assert profile.list_records <= profile.filled <= profile.values
        assert profile.examples


def test_plumbing_is_left_out_and_the_main_text_is_one_field(adapter: Adapter, tmp_path: Path) -> None:
    schema = read(adapter, tmp_path).schema
    tops = {entity.path[0] for entity in schema.entities if len(entity.path) == 1}
    assert not tops & adapter.ignore
    if adapter.text and adapter is not HOSTILE:
        texts = [entity for entity in schema.entities if entity.path[0] in adapter.text]
        assert [text.profile.filled for text in texts] == [12]
        assert texts[0].profile.role_share("main_text") == 1
    if adapter.title:
        assert schema[f"{schema.name}:{field_path((adapter.title,))}"].profile.role_share("headline") == 1


def test_two_readings_give_the_same_bytes_and_a_name_only_renames(adapter: Adapter, tmp_path: Path) -> None:
    first, second = read(adapter, tmp_path), read(adapter, tmp_path)
    assert first.schema.fingerprint == second.schema.fingerprint
    renamed = read(adapter, tmp_path, name="Another name (2)").schema
    assert [each.path for each in renamed.entities] == [each.path for each in first.schema.entities]
    assert {each.id.split(":")[0] for each in renamed.entities} == {"Another_name_2"}


def test_broken_records_among_its_own_are_reported(adapter: Adapter, tmp_path: Path) -> None:
    path = tmp_path / "mixed.ndjson"
    lines = [json.dumps(each) for each in given(adapter)]
    path.write_text("\n".join([*lines[:6], "{broken", "[1]", *lines[6:]]), encoding="utf-8")
    report = load(path, adapters={**SOURCES, adapter.name: adapter}).report
    assert (report.records_in, report.records_kept, report.records_reported) == (14, 12, 2)
    assert [(each.code, each.line) for each in report.problems] == [("invalid_json", 7), ("no_object", 8)]


def test_nothing_to_read_is_an_input_error(adapter: Adapter, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text("[]")
    with pytest.raises(InputError, match="no record"):
        load(path, adapter=adapter.name, adapters={**SOURCES, adapter.name: adapter})


@pytest.mark.parametrize("name", sorted(set(SOURCES) - {"generic"}))
def test_the_generic_source_finds_the_same_fields(name: str) -> None:
    given_records = records(SOURCES[name])
    own = load_records(given_records, "s", adapter=name).schema
    generic = load_records(given_records, "s").schema
    assert {each.path for each in own.entities} <= {each.path for each in generic.entities}


def test_every_adapter_module_is_listed_and_documented() -> None:
    modules = {each.name for each in pkgutil.iter_modules(sources.adapters.__path__)}
    assert modules == set(SOURCES)
    rows = [
        line
        for line in (ROOT / "docs" / "sources.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    undocumented = {name for name in modules if not any(row.startswith(f"| `{name}` ") for row in rows)}
    assert not undocumented
