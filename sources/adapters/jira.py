"""Jira: one record is an issue."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="jira",
    label="Jira",
    namespace="https://w3id.org/aligner/source/jira/",
    records="an issue",
    required=frozenset({"key", "issue_type", "summary"}),
    title="summary",
    text=("description", "content", "body"),
    ignore=PLUMBING,
)
