"""The sample company: every quirk occurs, the records bear out the truth, and one seed gives the same bytes."""

from __future__ import annotations

import ast
import csv
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import sample_company
from sample_company import generate, reference
from sample_company.people import STAFF
from sample_company.records import SOURCES
from sample_company.reference import Row, relation, rows
from sample_company.world import build
from sample_company.writing import STRAYS

PACKAGE = Path(sample_company.__file__).parent
RECORDS = 36
Records = dict[str, list[dict[str, Any]]]

#: Pairs that tempt and are wrong, with the reason: none of them is in the reference.
TEMPTING = (
    ("github.breaking_change", "gmail.has_attachments", "both are true or false"),
    ("linear.security_review_required", "slack.pinned", "both are true or false"),
    ("github.files_changed_count", "gmail.message_count", "small numbers"),
    ("fireflies.duration_minutes", "github.files_changed_count", "small numbers"),
    ("confluence.version", "linear.estimate", "small numbers"),
    ("gmail.message_count", "slack.reaction_count", "small numbers"),
    ("jira.severity", "linear.priority", "ordered codes, but how hard it hits is not how soon it is due"),
    ("hubspot.account_tier", "jira.severity", "ordered codes, of other things"),
    ("fireflies.transcription_quality", "linear.customer_impact", "ordered words, of other things"),
    ("confluence.status", "github.ci_status", "one name inside the other, but a test is no document"),
    ("jira.project", "linear.project", "one name, but a desk is no undertaking"),
    ("hubspot.forecast_close_month", "linear.cycle", "calendar periods of other events"),
    ("hubspot.security_requirements", "linear.security_review_required", "a shared word"),
    ("fireflies.customer_attendees", "gmail.participants_internal", "guests are no staff"),
    ("fireflies.fennmoor_attendees", "gmail.participants_external", "staff are no guests"),
    ("jira.reporter", "linear.assignee", "who reports does not mend"),
    ("jira.created_at", "linear.updated_at", "days, but of other events"),
    ("github.head_branch", "google_drive.path", "both have slashes"),
    ("gmail.deal_id", "hubspot.company_id", "a deal is no account"),
)

#: Source → the field that identifies its records, for the links that lead to them.
KEYS = {"fireflies": "meeting_id", "gmail": "thread_id", "google_drive": "path", "jira": "key", "linear": "key"}
LINKS = (
    ("github", "linked_jira", "jira"),
    ("github", "linked_linear", "linear"),
    ("hubspot", "linked_fireflies", "fireflies"),
    ("hubspot", "linked_gmail_threads", "gmail"),
    ("hubspot", "linked_drive_docs", "google_drive"),
    ("hubspot", "linked_support_tickets", "jira"),
    ("jira", "linked_issues", "jira"),
    ("linear", "dependencies", "linear"),
    ("linear", "sub_issues", "linear"),
    ("linear", "parent_issue", "linear"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generate(tmp_path_factory.mktemp("company"))


@pytest.fixture(scope="module")
def company(folder: Path) -> Records:
    """Source → its records, without the strays."""
    return {
        source: [json.loads(path.read_bytes()) for path in sorted((folder / source).iterdir()) if not _stray(path)]
        for source in SOURCES
    }


def _stray(path: Path) -> bool:
    return path.name.startswith("stray-")


def _text_keys(source: str) -> tuple[str, ...]:
    """The keys under which a source's main text goes."""
    keys: tuple[str, ...] = importlib.import_module(f"sample_company.records.{source}").TEXT
    return keys


def _digest(folder: Path) -> str:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    whole = hashlib.sha256()
    for path in paths:
        whole.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return whole.hexdigest()


def _paths(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """(path, value) of all that a value holds; the elements of a list of strings are values of the list's own path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _paths(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for part in value:
            yield from _paths(part, f"{path}[]" if isinstance(part, dict) else path)
    else:
        yield path, value


def _values(company: Records, source: str, field: str) -> list[str]:
    """All values of a field that are not missing."""
    found = (pair for record in company[source] for pair in _paths(record, ""))
    return [value for path, value in found if path == field and value != ""]


def _every(company: Records) -> list[tuple[str, str, str]]:
    """(source, path, value) of the whole company."""
    return [(source, *pair) for source, records in company.items() for record in records for pair in _paths(record, "")]


# ---- shape and determinism


def test_nine_folders_hold_a_few_hundred_records_and_the_declared_strays(folder: Path, company: Records) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(SOURCES) and len(SOURCES) == 9
    assert {source: len(records) for source, records in company.items()} == dict.fromkeys(SOURCES, RECORDS)
    strays = {source: sum(map(_stray, (folder / source).iterdir())) for source in SOURCES}
    assert {source: count for source, count in strays.items() if count} == {s: len(n) for s, n in STRAYS.items()}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(folder: Path, tmp_path: Path) -> None:
    assert _digest(generate(tmp_path / "again")) == _digest(folder)
    assert _digest(generate(tmp_path / "other", seed=8)) != _digest(folder)


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_a_fresh_interpreter_with_another_hash_seed_writes_the_same_bytes(
    folder: Path, tmp_path: Path, hash_seed: str
) -> None:
    command = [sys.executable, str(PACKAGE / "generate.py"), str(tmp_path / "out"), "--reference", str(tmp_path)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert _digest(tmp_path / "out") == _digest(folder)
    assert (tmp_path / "reference.tsv").read_bytes() == (PACKAGE / "reference.tsv").read_bytes()


def test_it_runs_as_a_module_under_any_parent_package(tmp_path: Path, folder: Path) -> None:
    """So that it works when shipped inside another package."""
    parent = tmp_path / "carrier"
    parent.mkdir()
    (parent / "__init__.py").touch()
    shutil.copytree(PACKAGE, parent / "sample_company")
    command = [sys.executable, "-m", "carrier.sample_company", "out"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert _digest(tmp_path / "out") == _digest(folder)


@pytest.mark.parametrize("records", [1, 2, 130])
def test_any_number_of_records_works_and_no_file_overwrites_another(tmp_path: Path, records: int) -> None:
    folder = generate(tmp_path, records=records)
    for source in SOURCES:
        assert sum(not _stray(path) for path in (folder / source).iterdir()) == records


def test_no_records_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        build(7, 0)


def test_the_generator_needs_the_standard_library_alone_and_no_parent_by_name() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            assert all(name.partition(".")[0] in sys.stdlib_module_names for name in names), (path, names)


# ---- the world hangs together


def test_links_lead_to_records_that_exist(company: Records) -> None:
    for source, field, target in LINKS:
        links, known = _values(company, source, field), set(_values(company, target, KEYS[target]))
        assert len(links) >= 10, (source, field)
        assert set(links) <= known, (source, field)
    numbers = set(_values(company, "github", "pr_number"))
    assert {link.rpartition("/")[2] for link in _values(company, "jira", "related_github_prs")} <= numbers


def test_the_same_people_customers_and_keys_occur_in_several_sources(company: Records) -> None:
    staff = {person.name for person in STAFF}
    for source, field in (("confluence", "author"), ("hubspot", "owner"), ("jira", "reporter"), ("linear", "assignee")):
        assert set(_values(company, source, field)) <= staff
    known = set(_values(company, "hubspot", "company_name"))
    for source, field in (
        ("fireflies", "customer_company"),
        ("gmail", "related_account"),
        ("jira", "customer_company"),
    ):
        assert set(_values(company, source, field)) <= known
    assert set(_values(company, "fireflies", "crm_account_id")) <= set(_values(company, "hubspot", "company_id"))
    counts = Counter(_values(company, "fireflies", "customer_company"))
    assert counts.most_common(1)[0][1] >= 3  # a customer comes back


def test_no_record_ends_before_it_begins(company: Records) -> None:
    days = {
        "confluence": "last_updated",
        "github": "updated_at",
        "google_drive": "last_modified",
        "hubspot": "updated_at",
        "jira": "updated_at",
        "linear": "updated_at",
    }
    for source, field in days.items():
        assert all(record["created_at"] <= record[field] for record in company[source]), source
    assert all(record["first_message_ts"] < record["last_message_ts"] for record in company["slack"])


def test_file_names_hold_nobody_s_name(folder: Path) -> None:
    world = build(7, RECORDS)
    people = [*STAFF, *(person for customer in world.customers for person in customer.people)]
    parts = {
        part.casefold()
        for person in people
        for name in (person.name, person.handle)
        for part in re.split(r"\W|_", name)
    }
    for path in folder.rglob("*.json"):
        words = set(re.split(r"[^a-z]+", path.stem.casefold()))
        assert not words & parts, path.name


# ---- quirks: all of them occur


def test_numbers_and_booleans_are_strings(company: Records) -> None:
    assert all(isinstance(value, str) for _, _, value in _every(company))
    for source, field in (("github", "pr_number"), ("gmail", "message_count"), ("linear", "estimate")):
        assert all(value.isdigit() for value in _values(company, source, field))
    for source, field in (("github", "breaking_change"), ("gmail", "has_attachments"), ("slack", "pinned")):
        assert set(_values(company, source, field)) == {"true", "false"}


def test_a_missing_value_is_an_empty_string_or_an_absent_key_in_every_source(company: Records) -> None:
    for source, records in company.items():
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
def test_a_key_is_a_string_in_one_record_and_a_list_in_the_next(company: Records, source: str, field: str) -> None:
    kinds = {type(record[field]) for record in company[source] if record.get(field)}
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
def test_people_are_written_in_every_known_way(company: Records, source: str, field: str, pattern: str) -> None:
    assert any(re.fullmatch(pattern, value) for value in _values(company, source, field))


def test_people_come_in_lists(company: Records) -> None:
    lists = [record["reviewers"] for record in company["github"] if isinstance(record["reviewers"], list)]
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
def test_times_are_written_in_every_known_way(company: Records, source: str, field: str, pattern: str) -> None:
    assert any(re.fullmatch(pattern, value) for value in _values(company, source, field))


def test_the_main_text_has_several_keys_and_the_reference_names_the_commonest(company: Records) -> None:
    named = {(row.source_a, row.field_a) for row in rows() if row.concept == "main_text"}
    named |= {(row.source_b, row.field_b) for row in rows() if row.concept == "main_text"}
    assert {source for source, _ in named} == set(SOURCES) and len(named) == len(SOURCES)
    for source, field in named:
        keys = _text_keys(source)
        counts = Counter(key for record in company[source] for key in keys if key in record)
        assert sum(counts.values()) == RECORDS  # exactly one main text per record
        assert len(counts) >= 2 and counts.most_common(1)[0][0] == field, (source, counts)


def test_the_main_text_is_the_longest_text_of_most_records(company: Records) -> None:
    for source, records in company.items():
        keys = _text_keys(source)
        longest = [max(record, key=lambda key: len(json.dumps(record[key]))) for record in records]
        assert sum(key in keys for key in longest) >= 0.8 * len(records), source


def test_strays_are_records_of_another_source(folder: Path, company: Records) -> None:
    for source, strays in STRAYS.items():
        for other, number in strays:
            stray = json.loads((folder / source / f"stray-{number}-{other}.json").read_bytes())
            assert stray in company[other] and stray not in company[source]


def test_new_lines_are_real_in_some_records_and_written_out_in_others(company: Records) -> None:
    texts = _values(company, "jira", "description")
    assert any("\\n" in text for text in texts) and any("\n" in text for text in texts)


def test_accents_are_composed_in_some_records_and_decomposed_in_others(company: Records) -> None:
    accented = [value for _, _, value in _every(company) if not value.isascii()]
    forms = {form for form in ("NFC", "NFD") for v in accented if unicodedata.normalize(form, v) == v}
    decomposed = {v for v in accented if unicodedata.normalize("NFC", v) != v}
    assert forms == {"NFC", "NFD"} and decomposed
    plain = set(accented) - decomposed
    assert {unicodedata.normalize("NFC", name) for name in decomposed} & plain  # one name in both spellings


def test_lists_of_objects_and_nested_people_occur_in_some_records(company: Records) -> None:
    actions = [record["action_items"] for record in company["fireflies"] if record.get("action_items")]
    objects = [items for items in actions if isinstance(items[0], dict)]
    assert objects and len(objects) < len(actions)  # sentences in the others
    assert all(item.keys() == {"owner", "item", "due"} for items in objects for item in items)
    contacts = [record["primary_contact"] for record in company["hubspot"] if record.get("primary_contact")]
    assert 0 < len(contacts) < RECORDS
    assert all(contact.keys() == {"name", "title", "email"} for contact in contacts)


# ---- broken files


def test_broken_files_are_written_only_on_demand_and_each_is_broken_in_its_way(folder: Path, tmp_path: Path) -> None:
    assert not list(folder.rglob("broken-*"))
    broken = {path.name: path.read_bytes() for path in generate(tmp_path, broken=True).rglob("broken-*")}
    assert broken.keys() == {
        "broken-cut-off.json",
        "broken-no-objects.json",
        "broken-latin-1.json",
        "broken-empty.json",
    }
    with pytest.raises(json.JSONDecodeError):
        json.loads(broken["broken-cut-off.json"].decode())
    elements = json.loads(broken["broken-no-objects.json"])
    assert isinstance(elements, list) and not any(isinstance(element, dict) for element in elements)
    with pytest.raises(UnicodeDecodeError):
        broken["broken-latin-1.json"].decode()
    assert json.loads(broken["broken-latin-1.json"].decode("latin-1"))
    assert broken["broken-empty.json"] == b""


# ---- the reference


def test_the_committed_reference_is_the_generated_one(tmp_path: Path) -> None:
    assert reference(tmp_path).read_bytes() == (PACKAGE / "reference.tsv").read_bytes()


def test_the_reference_reads_back_as_a_table_of_pairs_over_all_36_source_pairs(tmp_path: Path) -> None:
    with reference(tmp_path).open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t"))
    assert [Row(**line) for line in table] == rows()
    assert {(row.source_a, row.source_b) for row in rows()} == set(combinations(sorted(SOURCES), 2))
    assert {row.relation for row in rows()} == {"exact", "close", "narrow", "broad"}
    assert all(row.one_to_one in ("yes", "no") and row.second == row.one_to_one and row.reason for row in rows())


def test_no_pair_is_listed_twice_and_no_field_has_two_counterparts_in_one_source() -> None:
    pairs = Counter(row[:4] for row in rows())
    assert max(pairs.values()) == 1
    yes = [row for row in rows() if row.one_to_one == "yes"]
    ends = Counter((row.source_a, row.field_a, row.source_b) for row in yes)
    ends += Counter((row.source_b, row.field_b, row.source_a) for row in yes)
    assert max(ends.values()) == 1


def test_every_field_of_the_reference_occurs_in_the_records(company: Records) -> None:
    known = {(source, path) for source, path, value in _every(company) if value != ""}
    listed = {(row.source_a, row.field_a) for row in rows()} | {(row.source_b, row.field_b) for row in rows()}
    assert listed <= known


def test_every_source_has_fields_without_counterpart(company: Records) -> None:
    listed = {(row.source_a, row.field_a) for row in rows()} | {(row.source_b, row.field_b) for row in rows()}
    for source, records in company.items():
        keys = _text_keys(source)
        paths = {path for record in records for path, _ in _paths(record, "")}
        free = {path for path in paths if path not in keys and (source, path) not in listed}
        assert len(free) >= 2, source


@pytest.mark.parametrize(("a", "b", "why"), TEMPTING)
def test_tempting_pairs_exist_and_are_not_in_the_reference(company: Records, a: str, b: str, why: str) -> None:
    (source_a, field_a), (source_b, field_b) = a.split("."), b.split(".")
    assert _values(company, source_a, field_a) and _values(company, source_b, field_b), why
    listed = {row[:4] for row in rows()}
    assert (source_a, field_a, source_b, field_b) not in listed and (source_b, field_b, source_a, field_a) not in listed


def test_values_bear_out_the_concepts_that_share_them(company: Records) -> None:
    """The truth is declared; where it says that values are the same things, the records agree."""
    shared = {"customer", "deal_stage", "region", "priority", "labels", "account_id", "deal_id", "competitors"}
    exact = [row for row in rows() if row.relation == "exact" and row.one_to_one == "yes" and row.concept in shared]
    assert {row.concept for row in exact} == shared
    for row in exact:
        a, b = (set(_values(company, *end)) for end in ((row.source_a, row.field_a), (row.source_b, row.field_b)))
        assert len(a & b) >= 0.5 * min(len(a), len(b)), row


def test_a_relation_turns_round_with_its_ends() -> None:
    turned = {"exact": "exact", "close": "close", "narrow": "broad", "broad": "narrow"}
    senses = ("pages", "changes", "any record", "one speaker", "all speakers")
    for a, b in combinations(senses, 2):
        assert relation(b, a) == turned[relation(a, b)]
    assert relation("pages", "any record") == "narrow"
