"""GitHub: one record is a pull request."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="github",
    label="GitHub",
    namespace="https://w3id.org/aligner/source/github/",
    records="a pull request",
    required=frozenset({"repo", "title", "created_at"}),
    title="title",
    text=("description", "body"),
    ignore=PLUMBING,
)
