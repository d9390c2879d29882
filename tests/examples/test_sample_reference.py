"""The reference of the sample company: complete, one to one where it says so, and borne out by the records."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
import sample_company
from sample_company import reference
from sample_company.records import SOURCES
from sample_company.reference import Row, relation, rows
from sample_reading import Company, paths_of, text_keys

PACKAGE = Path(sample_company.__file__).parent

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


def test_every_field_of_the_reference_occurs_in_the_records(company: Company) -> None:
    known = {(source, path) for source, path, value in company.every() if value != ""}
    listed = {(row.source_a, row.field_a) for row in rows()} | {(row.source_b, row.field_b) for row in rows()}
    assert listed <= known


def test_every_source_has_fields_without_counterpart(company: Company) -> None:
    listed = {(row.source_a, row.field_a) for row in rows()} | {(row.source_b, row.field_b) for row in rows()}
    for source, records in company.records.items():
        keys = text_keys(source)
        paths = {path for record in records for path, _ in paths_of(record)}
        free = {path for path in paths if path not in keys and (source, path) not in listed}
        assert len(free) >= 2, source


@pytest.mark.parametrize(("a", "b", "why"), TEMPTING)
def test_tempting_pairs_exist_and_are_not_in_the_reference(company: Company, a: str, b: str, why: str) -> None:
    (source_a, field_a), (source_b, field_b) = a.split("."), b.split(".")
    assert company.values(source_a, field_a) and company.values(source_b, field_b), why
    listed = {row[:4] for row in rows()}
    assert (source_a, field_a, source_b, field_b) not in listed and (source_b, field_b, source_a, field_a) not in listed


def test_values_bear_out_the_concepts_that_share_them(company: Company) -> None:
    """The truth is declared; where it says that values are the same things, the records agree."""
    shared = {"customer", "deal_stage", "region", "priority", "labels", "account_id", "deal_id", "competitors"}
    exact = [row for row in rows() if row.relation == "exact" and row.one_to_one == "yes" and row.concept in shared]
    assert {row.concept for row in exact} == shared
    for row in exact:
        a, b = (set(company.values(*end)) for end in ((row.source_a, row.field_a), (row.source_b, row.field_b)))
        assert len(a & b) >= 0.5 * min(len(a), len(b)), row


def test_a_relation_turns_round_with_its_ends() -> None:
    turned = {"exact": "exact", "close": "close", "narrow": "broad", "broad": "narrow"}
    senses = ("pages", "changes", "any record", "one speaker", "all speakers")
    for a, b in combinations(senses, 2):
        assert relation(b, a) == turned[relation(a, b)]
    assert relation("pages", "any record") == "narrow"
