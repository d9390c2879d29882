"""Planted people, addresses and telephones never come out of a schema, in whatever field or file name they went in."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from aligner.entity import Schema
from sources import load, load_records
from sources.masking import Masker, has_address, mask, names_someone

#: Names that no list of given names knows.
STRANGERS = ["Zyxquor Vandelbrisk", "Øvrild Trömsk-Hjålmar", "李小龙", "Thrandaline O’Bannister", "מרדכי", "Qwelth"]
KNOWN = ["Grace Hopper", "Maria Skłodowska", "linus_torvald"]
MAILS = [
    "zq.vandel@corp.example",
    "Zyx+tag@sub.corp.example",
    "jörg@firma.example",
    '"odd name"@corp.example',
    "root@localhost",
]
PHONES = [
    "+1 (555) 010-4477",
    "555-0147",
    "5550147",
    "5550148",
    "0044 20 7946 0958",
    "+442079460123",
    "555.010.4499",
    "1632960111",
]


def told(schema: Schema) -> str:
    """Everything that a schema says, as Python and as JSON."""
    entities = [asdict(entity) for entity in schema.entities]
    return f"{schema!r} {entities!r} {json.dumps(entities, ensure_ascii=False)} {schema.name}"


def leaks(schema: Schema, canaries: list[str]) -> list[str]:
    said = told(schema).casefold()
    return [canary for canary in canaries if canary.casefold() in said]


def test_people_in_fields_of_people() -> None:
    people = STRANGERS + KNOWN
    fields = ["owner", "assignee_name", "reviewers", "Created By User", "attendees", "customer"]
    records = [
        {name: people[(number + shift) % len(people)] for shift, name in enumerate(fields)} for number in range(90)
    ]
    assert leaks(load_records(records, "s").schema, people) == []


def test_strangers_beside_people_in_a_field_of_any_name() -> None:
    records = [{"zuständig": (STRANGERS + KNOWN)[number % 9]} for number in range(90)]
    assert leaks(load_records(records, "s").schema, STRANGERS + KNOWN) == []


def test_names_once_each_in_a_field_that_says_nothing() -> None:
    records = [{"who knows": name, "again": f"{name}: see above"} for name in STRANGERS[:5] + KNOWN]
    assert leaks(load_records(records, "s").schema, STRANGERS[:5] + KNOWN) == []


def test_people_met_in_one_field_are_masked_in_every_other() -> None:
    records = [{"owner": name, "state": name, "note": f"ask {name.split()[-1]}"} for name in STRANGERS[:2] + KNOWN] * 8
    assert leaks(load_records(records, "s").schema, STRANGERS[:2] + KNOWN) == []


def test_names_in_texts_and_titles() -> None:
    records = [
        {"title": f"Call with {name} on prices", "body": f"{name} said that it works. " * 20, "tag": f"for {name}"}
        for name in STRANGERS[:4] + KNOWN
    ]
    assert leaks(load_records(records, "s").schema, STRANGERS[:4] + KNOWN) == []


@pytest.mark.parametrize("field", ["email", "contact", "link", "x"])
def test_mail_addresses(field: str) -> None:
    records = [{field: mail, "note": f"write to {mail}", "url": f"mailto:{mail}"} for mail in MAILS] * 5
    assert leaks(load_records(records, "s").schema, MAILS) == []


@pytest.mark.parametrize("field", ["phone", "Mobile No.", "contact.fax", "work_tel"])
def test_telephones_in_fields_of_telephones(field: str) -> None:
    records = [{field: phone, "note": f"call {phone} tonight"} for phone in PHONES if not phone.isdigit()] * 3
    records += [{field: phone} for phone in PHONES]
    assert leaks(load_records(records, "s").schema, PHONES) == []


def test_telephones_of_a_usual_form_in_any_field() -> None:
    phones = [phone for phone in PHONES if not ((phone.isdigit() and len(phone) < 9) or phone.startswith("16"))]
    assert leaks(load_records([{"x": phone} for phone in phones] * 5, "s").schema, phones) == []


def test_names_and_addresses_as_file_names(tmp_path: Path) -> None:
    names = ["zyxquor-vandelbrisk", "Zyxquor Vandelbrisk", "ZyxquorVandelbrisk", "zyxquor.vandelbrisk", "李小龙",
             "grace", "notes-about-qwelthon", "zq@corp.example", "call-555-0147"]  # fmt: skip
    for number, name in enumerate(names):
        (tmp_path / f"{name}.json").write_text(json.dumps({"id": number, "owner": "Grace Qwelthon"}))
    for sample in [load(tmp_path / f"{name}.json", name="s") for name in names] + [load(tmp_path, name="s")]:
        assert leaks(sample.schema, [name for name in names if name != "notes-about-qwelthon"] + ["qwelthon"]) == []


def test_what_identifies_nobody_is_shown() -> None:
    records: list[dict[str, Any]] = [
        {
            "state": ["open", "In Progress", "done"][number % 3],
            "points": number % 5,
            "due": "2025-05-14",
            "key": f"OPS-{number}",
        }
        for number in range(60)
    ]
    schema = load_records(records, "s").schema
    shown = {entity.label: [value for value, _ in entity.profile.top_values] for entity in schema.entities}
    assert shown["state"] == ["In Progress", "done", "open"]
    assert shown["points"] == ["0", "1", "2", "3", "4"]
    assert shown["due"] == ["2025-05-14"] and shown["key"][0] == "OPS-0"
    assert schema["s:state"].profile.examples[0][1].startswith("s#")


def test_unmasked_shows_everything() -> None:
    schema = load_records([{"owner": name, "phone": "5550147"} for name in KNOWN], "s", masked=False).schema
    assert {value for value, _ in schema["s:owner"].profile.top_values} == set(KNOWN)
    assert schema["s:phone"].profile.numbers.low == 5550147


def test_masking_changes_nothing_but_what_is_shown() -> None:
    records = [{"owner": name, "points": number} for number, name in enumerate(KNOWN + STRANGERS)]
    masked, plain = (load_records(records, "s", masked=each).schema for each in (True, False))
    for one, other in zip(masked.entities, plain.entities, strict=True):
        for part in ("kinds", "value_sketch", "token_sketch", "lengths", "patterns", "roles", "numbers"):
            assert getattr(one.profile, part) == getattr(other.profile, part)
        assert [n for _, n in one.profile.top_values] == [n for _, n in other.profile.top_values]


@pytest.mark.parametrize(
    ("text", "hidden"),
    [("see 2025-05-14", False), ("555-0147", True), ("a@b", True), ("at 18:00", False), ("version 1.2.3", False),
     ("+44 20 7946 0958", True), ("@handle", True), ("a @ b", False)],
)  # fmt: skip
def test_what_an_address_looks_like(text: str, hidden: bool) -> None:
    assert has_address(text) is hidden


def test_a_masked_value_keeps_its_first_letter_and_length() -> None:
    assert mask("Grace Hopper") == "G•••(12)"
    assert mask("") == "•••(0)"
    assert names_someone("ask Grace") and not names_someone("deadline")


def test_a_record_id_is_replaced_by_the_same_hash_every_time() -> None:
    masker = Masker.knowing(["Zyxquor Vandelbrisk"])
    hidden = masker.record_id("old/zyxquor.json")
    assert hidden == Masker.knowing(["Zyxquor Vandelbrisk"]).record_id("old/zyxquor.json")
    assert hidden.startswith("record-") and len(hidden) == 19
    assert masker.record_id("old/report-2025-q3.json") == "old/report-2025-q3.json"
