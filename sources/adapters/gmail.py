"""Gmail: one record is an e-mail thread."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="gmail",
    title="Gmail",
    namespace="https://w3id.org/aligner/source/gmail/",
    records="an e-mail thread",
    required=frozenset({"thread_id", "mailbox_owner", "subject"}),
    text=("messages", "body"),
    ignore=PLUMBING,
)
