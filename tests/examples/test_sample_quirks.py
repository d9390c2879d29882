"""The sample company: every quirk of real exports occurs in it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from sample_company.records import SOURCES
from sample_company.reference import rows
from sample_company.writing import STRAYS
from sample_reading import Company, text_keys

RECORDS = 36


def test_numbers_and_booleans_are_strings(company: Company) -> None:
    assert all(isinstance(value, str) for _, _, value in company.every())
    for source, field in (("github", "pr_number"), ("gmail", "message_count"), ("linear", "estimate")):
        assert all(value.isdigit() for value in company.values(source, field))
    for source, field in (("github", "breaking_change"), ("gmail", "has_attachments"), ("slack", "pinned")):
        assert set(company.values(source, field)) == {"true", "false"}


def test_a_missing_value_is_an_empty_string_or_an_absent_key_in_every_source(company: Company) -> None:
    for source, records in company.records.items():
        keys = {key for record in records for key in record}
        assert any(value == "" for record in records for value in record.values()), source
        assert any(keys - record.keys() for record in records), source


@pytest.mark.parametrize(
    ("source", "field"),
    [
        ("confluence", "labels"),
        ("github", "reviewers"),
        ("gmail", "participants_external"),
        ("gmail", "messages"),
        ("google_drive", "tags"),
        ("hubspot", "notes"),
        ("jira", "comments"),
        ("linear", "parent_issue"),
    ],
)
def test_a_key_is_a_string_in_one_record_and_a_list_in_the_next(company: Company, source: str, field: str) -> None:
    kinds = {type(record[field]) for record in company.records[source] if record.get(field)}
    assert kinds == {str, list}


@pytest.mark.parametrize(
    ("source", "field", "pattern"),
    [
        ("confluence", "author", r"[^\W\d_]+ [^\W\d_]+"),
        ("github", "author", r"[a-z]+_[a-z]+"),
        ("confluence", "approved_by", r"[a-z]+_[a-z]+"),
        ("fireflies", "fennmoor_attendees", r"[^\W\d_]+ [^\W\d_]+ \([\w ]+\)"),
        ("gmail", "participants_external", r"[^\W\d_]+ [\w-]+ <[a-z.-]+@[a-z-]+\.example>"),
        ("slack", "participants", r"[^\W\d_]+"),
        ("slack", "participants", r"[a-z]+-(bot|relay)"),
    ],
)
def test_people_are_written_in_every_known_way(company: Company, source: str, field: str, pattern: str) -> None:
    assert any(re.fullmatch(pattern, value) for value in company.values(source, field))


def test_people_come_in_lists(company: Company) -> None:
    lists = [record["reviewers"] for record in company.records["github"] if isinstance(record["reviewers"], list)]
    assert any(len(names) >= 2 for names in lists)


@pytest.mark.parametrize(
    ("source", "field", "pattern"),
    [
        ("jira", "created_at", r"\d{4}-\d\d-\d\d"),
        ("gmail", "last_email_at", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
        ("gmail", "first_email_at", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d"),
        ("fireflies", "recorded_at", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
        ("fireflies", "recorded_at", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d"),
        ("fireflies", "recorded_at", r"\d{4}-\d\d-\d\d \d\d:\d\d PT"),
        ("hubspot", "forecast_close_month", r"\d{4}-\d\d"),
        ("linear", "cycle", r"\d{4}-W\d\d"),
        ("slack", "first_message_ts", r"\d{10}\.\d{6}"),
    ],
)
def test_times_are_written_in_every_known_way(company: Company, source: str, field: str, pattern: str) -> None:
    assert any(re.fullmatch(pattern, value) for value in company.values(source, field))


def test_the_main_text_has_several_keys_and_the_reference_names_the_commonest(company: Company) -> None:
    named = {(row.source_a, row.field_a) for row in rows() if row.concept == "main_text"}
    named |= {(row.source_b, row.field_b) for row in rows() if row.concept == "main_text"}
    assert {source for source, _ in named} == set(SOURCES) and len(named) == len(SOURCES)
    for source, field in named:
        keys = text_keys(source)
        counts = Counter(key for record in company.records[source] for key in keys if key in record)
        assert sum(counts.values()) == RECORDS  # exactly one main text per record
        assert len(counts) >= 2 and counts.most_common(1)[0][0] == field, (source, counts)


def test_the_main_text_is_the_longest_text_of_most_records(company: Company) -> None:
    for source, records in company.records.items():
        keys = text_keys(source)
        longest = [max(record, key=lambda key: len(json.dumps(record[key]))) for record in records]
        assert sum(key in keys for key in longest) >= 0.8 * len(records), source


def test_strays_are_records_of_another_source(folder: Path, company: Company) -> None:
    for source, strays in STRAYS.items():
        for other, number in strays:
            stray = json.loads((folder / source / f"stray-{number}-{other}.json").read_bytes())
            assert stray in company.records[other] and stray not in company.records[source]


def test_new_lines_are_real_in_some_records_and_written_out_in_others(company: Company) -> None:
    texts = company.values("jira", "description")
    assert any("\\n" in text for text in texts) and any("\n" in text for text in texts)


def test_accents_are_composed_in_some_records_and_decomposed_in_others(company: Company) -> None:
    accented = [value for _, _, value in company.every() if not value.isascii()]
    forms = {form for form in ("NFC", "NFD") for v in accented if unicodedata.normalize(form, v) == v}
    decomposed = {v for v in accented if unicodedata.normalize("NFC", v) != v}
    assert forms == {"NFC", "NFD"} and decomposed
    plain = set(accented) - decomposed
    assert {unicodedata.normalize("NFC", name) for name in decomposed} & plain  # one name in both spellings


def test_lists_of_objects_and_nested_people_occur_in_some_records(company: Company) -> None:
    actions = [record["action_items"] for record in company.records["fireflies"] if record.get("action_items")]
    objects = [items for items in actions if isinstance(items[0], dict)]
    assert objects and len(objects) < len(actions)  # sentences in the others
    assert all(item.keys() == {"owner", "item", "due"} for items in objects for item in items)
    contacts = [record["primary_contact"] for record in company.records["hubspot"] if record.get("primary_contact")]
    assert 0 < len(contacts) < RECORDS
    assert all(contact.keys() == {"name", "title", "email"} for contact in contacts)
