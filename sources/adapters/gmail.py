"""Gmail: one record is an e-mail thread."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="gmail",
    label="Gmail",
    namespace="https://w3id.org/aligner/source/gmail/",
    records="an e-mail thread",
    required=frozenset({"thread_id", "mailbox_owner", "subject"}),
    title="subject",
    text=("messages", "body"),
    ignore=PLUMBING,
)
