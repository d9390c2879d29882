"""Confluence: one record is a page."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="confluence",
    label="Confluence",
    namespace="https://w3id.org/aligner/source/confluence/",
    records="a page",
    required=frozenset({"space", "title", "owner_team"}),
    title="title",
    text=("content", "body"),
    ignore=PLUMBING | {"file_path"},
)
