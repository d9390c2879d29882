"""Fireflies: one record is a recorded meeting."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="fireflies",
    title="Fireflies",
    namespace="https://w3id.org/aligner/source/fireflies/",
    records="a recorded meeting",
    required=frozenset({"meeting_id", "recorded_at"}),
    text=("transcript", "body", "content"),
    ignore=PLUMBING | {"file_name"},
)
