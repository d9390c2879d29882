"""Slack: one record is a thread."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="slack",
    label="Slack",
    namespace="https://w3id.org/aligner/source/slack/",
    records="a thread",
    required=frozenset({"channel", "thread_ts"}),
    text=("messages", "text", "thread", "content", "body"),
    ignore=PLUMBING | {"file_name"},
)
