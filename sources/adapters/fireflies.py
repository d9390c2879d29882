"""Fireflies: one record is a recorded meeting."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="fireflies",
    label="Fireflies",
    namespace="https://w3id.org/aligner/source/fireflies/",
    records="a recorded meeting",
    required=frozenset({"meeting_id", "recorded_at"}),
    title="title",
    text=("transcript", "body", "content"),
    ignore=PLUMBING | {"file_name"},
)
