"""GitHub: one record is a pull request."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="github",
    title="GitHub",
    namespace="https://w3id.org/aligner/source/github/",
    records="a pull request",
    required=frozenset({"repo", "title", "created_at"}),
    text=("description", "body"),
    ignore=PLUMBING,
)
