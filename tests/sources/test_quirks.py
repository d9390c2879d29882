"""The quirks that exports of real systems have, each read the one right way."""

from __future__ import annotations

import unicodedata

import pytest
from profiled import hashed, instant, kind_of, profile_of, write_lines

from sources import load, load_records

LONG = "We looked into the report of the customer and found that the upload stops after the first part. " * 2


@pytest.mark.parametrize(
    ("written", "meant"), [("12", 12), ("true", True), ("false", False), ("-3", -3), ("1.5", 1.5), (" 12 ", 12)]
)
def test_numbers_and_booleans_as_strings_are_the_same_values(written: str, meant: object) -> None:
    assert profile_of([written]) == profile_of([meant])


@pytest.mark.parametrize(
    "nothing", ["", "   ", None, "null", "N/A", "NaN", "undefined", [], {}, [""], "\x00", float("nan")]
)
def test_what_says_nothing_is_missing(nothing: object) -> None:
    profile = profile_of(["here", nothing])
    assert (profile.records, profile.filled, profile.missing, profile.values) == (2, 1, 1, 1)


def test_a_string_in_one_record_and_a_list_in_the_next_is_one_field() -> None:
    schema = load_records([{"label": "red"}, {"label": ["red", "blue"]}, {"label": []}, {"label": "blue"}], "s").schema
    assert [each.id for each in schema.entities] == ["s:label"]
    profile = schema["s:label"].profile
    assert profile.list_share == pytest.approx(1 / 3)
    assert (profile.filled, profile.values, profile.distinct) == (3, 4, 2)


@pytest.mark.parametrize(
    "form",
    ["Ada Lovelace", "ada_lovelace", "ada.lovelace", "Ada Lovelace (Engineering Lead)",
     "Ada Lovelace <ada@example.org>", "ADA LOVELACE <ada@example.org>", "Dr. Ada Lovelace",
     "Ada  Lovelace <ada@example.org>"],
)  # fmt: skip
def test_the_forms_of_a_person_have_one_canonical_value(form: str) -> None:
    profile = profile_of([form])
    assert dict(profile.kinds) == {"person": 1}
    assert profile.value_sketch.entries == ((hashed("ada lovelace"), 1),)


def test_lists_of_people_are_people() -> None:
    profile = profile_of([["Ada Lovelace", "grace_hopper"], ["Grace Hopper (Navy)"]])
    assert profile.kinds == (("person", 3),)
    assert profile.value_sketch.entries == tuple(sorted([(hashed("ada lovelace"), 1), (hashed("grace hopper"), 2)]))


@pytest.mark.parametrize(
    ("written", "kind", "seconds"),
    [
        ("2025-05-14", "date", instant(2025, 5, 14)),
        ("14 May 2025", "date", instant(2025, 5, 14)),
        ("May 14, 2025", "date", instant(2025, 5, 14)),
        ("2025-05-14T18:00:00Z", "datetime", instant(2025, 5, 14, 18)),
        ("2025-05-14T18:00:00.250Z", "datetime", instant(2025, 5, 14, 18)),
        ("2025-05-14T18:00:00+02:00", "datetime", instant(2025, 5, 14, 16)),
        ("2025-05-14T18:00:00-0730", "datetime", instant(2025, 5, 15, 1, 30)),
        ("2025-05-14T18:00+02", "datetime", instant(2025, 5, 14, 16)),
        ("2025-05-14 18:00", "datetime", instant(2025, 5, 14, 18)),
        ("2025-05-14 18:00 PT", "datetime", instant(2025, 5, 15, 1)),
        ("2025-01-14 18:00 PT", "datetime", instant(2025, 1, 15, 2)),
        ("2025-05-14 18:00 CEST", "datetime", instant(2025, 5, 14, 16)),
        ("2025-05", "month", instant(2025, 5, 1)),
        ("2025-W20", "week", instant(2025, 5, 12)),
        ("2025W20", "week", instant(2025, 5, 12)),
        ("2025-W01", "week", instant(2024, 12, 30)),
        ("1747245600", "epoch", instant(2025, 5, 14, 18)),
        ("1747245600.123456", "epoch", instant(2025, 5, 14, 18)),
        (1747245600.25, "epoch", instant(2025, 5, 14, 18)),
        ("1747245600123", "epoch_ms", instant(2025, 5, 14, 18)),
    ],
)
def test_times_become_one_instant_in_utc(written: object, kind: str, seconds: int) -> None:
    profile = profile_of([written])
    assert profile.kinds == ((kind, 1),)
    assert (profile.times.low, profile.times.high) == (seconds, seconds)
    assert profile.times.buckets == ((seconds // 86400, 1),)


@pytest.mark.parametrize("impossible", ["2025-02-30", "2025-13-01T10:00Z", "2025-W60", "2025-02-30T10:00:00Z"])
def test_an_impossible_time_is_no_instant(impossible: str) -> None:
    assert profile_of([impossible]).times.count == 0


@pytest.mark.parametrize(
    ("written", "vague"),
    [("2025-05-14 18:00 PT", 1), ("2025-05-14 18:00 XYZ", 1), ("03/04/2025", 1), ("2025-05-14T18:00:00Z", 0),
     ("2025-05-14 18:00 UTC", 0), ("2025-05-14", 0), ("23/04/2025", 0)],
)  # fmt: skip
def test_an_ambiguous_time_is_noted(written: str, vague: int) -> None:
    assert profile_of([written]).ambiguous_zones == vague
    notes = load_records([{"when": written}], "s").report.notes
    assert [note.code for note in notes] == ["ambiguous_time"] * vague


@pytest.mark.parametrize("adapter", ["jira", "generic"])
def test_the_main_text_under_different_names_is_one_field_named_by_the_commonest(adapter: str) -> None:
    names = ["description"] * 5 + ["content"] * 3 + ["body"] * 2
    records = [
        {
            "key": f"OPS-{number}",
            "issue_type": "Bug",
            "summary": f"Upload number {number} stops",
            name: LONG + str(number),
        }
        for number, name in enumerate(names)
    ]
    schema = load_records(records, "s", adapter=adapter).schema
    assert [each.label for each in schema.entities] == ["description", "issue_type", "key", "summary"]
    profile = schema["s:description"].profile
    assert (profile.filled, profile.role_share("main_text")) == (10, 1.0)


def test_two_texts_of_one_record_stay_two_fields() -> None:
    records = [{"question": LONG + "why", "answer": LONG + f"because {number}"} for number in range(9)]
    assert len(load_records(records, "s").schema) == 2


def test_noise_of_another_source_is_reported(tmp_path) -> None:
    own = {"key": "OPS-1", "issue_type": "Bug", "summary": "Upload stops"}
    noise = {"channel": "general", "thread_ts": "1747245600.000100", "messages": "hello there"}
    path = write_lines(tmp_path / "issues.ndjson", [own, own, noise, own])
    loaded = load(path)
    assert loaded.adapter == "jira"
    assert (loaded.report.records_in, loaded.report.records_kept) == (4, 3)
    (problem,) = loaded.report.problems
    assert (problem.code, problem.file, problem.line) == ("foreign_record", "issues.ndjson", 3)
    assert "Slack" in problem.message
    assert "s:channel" not in {each.id for each in loaded.schema.entities}


def test_a_literal_backslash_n_is_a_line_break() -> None:
    assert profile_of(["first line\\nsecond line"]) == profile_of(["first line\nsecond line"])
    assert kind_of("C:\\new") != "sentence"  # a path of another system is no text


def test_composed_and_decomposed_letters_are_equal() -> None:
    composed = "Zoë Müller"
    decomposed = unicodedata.normalize("NFD", composed)
    assert profile_of([composed, decomposed]).distinct == 1
    keys = load_records([{unicodedata.normalize("NFC", "größe"): 1}, {unicodedata.normalize("NFD", "größe"): 2}], "s")
    assert len(keys.schema) == 1
