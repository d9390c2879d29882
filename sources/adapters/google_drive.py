"""Google Drive: one record is a file."""

from sources.adapter import PLUMBING, Adapter

ADAPTER = Adapter(
    name="google_drive",
    label="Google Drive",
    namespace="https://w3id.org/aligner/source/google_drive/",
    records="a file",
    required=frozenset({"drive_area", "path", "title"}),
    title="title",
    text=("content", "body"),
    ignore=PLUMBING | {"filename"},
)
