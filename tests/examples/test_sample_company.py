"""The sample company: its shape, one seed gives the same bytes, and its world hangs together."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import sample_company
from sample_company import generate
from sample_company.people import STAFF
from sample_company.records import SOURCES
from sample_company.world import build
from sample_company.writing import STRAYS
from sample_reading import Company, digest, is_stray

PACKAGE = Path(sample_company.__file__).parent
RECORDS = 36

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


def test_nine_folders_hold_a_few_hundred_records_and_the_declared_strays(folder: Path, company: Company) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(SOURCES) and len(SOURCES) == 9
    assert {source: len(records) for source, records in company.records.items()} == dict.fromkeys(SOURCES, RECORDS)
    strays = {source: sum(map(is_stray, (folder / source).iterdir())) for source in SOURCES}
    assert {source: count for source, count in strays.items() if count} == {s: len(n) for s, n in STRAYS.items()}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(folder: Path, tmp_path: Path) -> None:
    assert digest(generate(tmp_path / "again")) == digest(folder)
    assert digest(generate(tmp_path / "other", seed=8)) != digest(folder)


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_a_fresh_interpreter_with_another_hash_seed_writes_the_same_bytes(
    folder: Path, tmp_path: Path, hash_seed: str
) -> None:
    command = [sys.executable, str(PACKAGE / "generate.py"), str(tmp_path / "out"), "--reference", str(tmp_path)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert digest(tmp_path / "out") == digest(folder)
    assert (tmp_path / "reference.tsv").read_bytes() == (PACKAGE / "reference.tsv").read_bytes()


def test_it_runs_as_a_module_under_any_parent_package(tmp_path: Path, folder: Path) -> None:
    """So that it works when shipped inside another package."""
    parent = tmp_path / "carrier"
    parent.mkdir()
    (parent / "__init__.py").touch()
    shutil.copytree(PACKAGE, parent / "sample_company")
    command = [sys.executable, "-m", "carrier.sample_company", "out"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert digest(tmp_path / "out") == digest(folder)


@pytest.mark.parametrize("records", [1, 2, 130])
def test_any_number_of_records_works_and_no_file_overwrites_another(tmp_path: Path, records: int) -> None:
    folder = generate(tmp_path, records=records)
    for source in SOURCES:
        assert sum(not is_stray(path) for path in (folder / source).iterdir()) == records


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


def test_links_lead_to_records_that_exist(company: Company) -> None:
    for source, field, target in LINKS:
        links, known = company.values(source, field), set(company.values(target, KEYS[target]))
        assert len(links) >= 10, (source, field)
        assert set(links) <= known, (source, field)
    numbers = set(company.values("github", "pr_number"))
    assert {link.rpartition("/")[2] for link in company.values("jira", "related_github_prs")} <= numbers


def test_the_same_people_customers_and_keys_occur_in_several_sources(company: Company) -> None:
    staff = {person.name for person in STAFF}
    for source, field in (("confluence", "author"), ("hubspot", "owner"), ("jira", "reporter"), ("linear", "assignee")):
        assert set(company.values(source, field)) <= staff
    known = set(company.values("hubspot", "company_name"))
    for source, field in (
        ("fireflies", "customer_company"),
        ("gmail", "related_account"),
        ("jira", "customer_company"),
    ):
        assert set(company.values(source, field)) <= known
    assert set(company.values("fireflies", "crm_account_id")) <= set(company.values("hubspot", "company_id"))
    counts = Counter(company.values("fireflies", "customer_company"))
    assert counts.most_common(1)[0][1] >= 3  # a customer comes back


def test_no_record_ends_before_it_begins(company: Company) -> None:
    days = {
        "confluence": "last_updated",
        "github": "updated_at",
        "google_drive": "last_modified",
        "hubspot": "updated_at",
        "jira": "updated_at",
        "linear": "updated_at",
    }
    for source, field in days.items():
        assert all(record["created_at"] <= record[field] for record in company.records[source]), source
    assert all(record["first_message_ts"] < record["last_message_ts"] for record in company.records["slack"])


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
