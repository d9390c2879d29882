"""Confluence: one record is a page."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="confluence",
    title="Confluence",
    namespace="https://w3id.org/aligner/source/confluence/",
    records="a page",
    required=frozenset({"space", "title", "owner_team"}),
    text=("content", "body"),
    ignore=PLUMBING | {"file_path"},
)
