"""Linear: one record is an issue."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="linear",
    label="Linear",
    namespace="https://w3id.org/aligner/source/linear/",
    records="an issue",
    required=frozenset({"key", "team", "creator"}),
    title="title",
    text=("description", "body", "content"),
    ignore=PLUMBING,
)
