"""What differs between one system and the next, declared: everything else is shared."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Adapter:
    """How to read the records of one system. All names are keys as they stand in the records.

    Attributes:
        name: the system's name: default name of the source, and its fields' CURIE prefix.
        label: the system's name as people write it.
        namespace: URI prefix of its fields' ids.
        records: what one record is, in words.
        required: keys that every record of the system has; the shape is recognised by them.
        title: key of the headline, where every record has one.
        text: keys under which the main text occurs, one or the other: they become one field, named by
            the commonest. Empty: the main text is found in the data.
        ignore: keys that are plumbing of an export and no fact of the record.
        container: key of the list of records, where a file wraps them in an object.
    """

    name: str
    label: str
    namespace: str
    records: str
    required: frozenset[str] = frozenset()
    title: str | None = None
    text: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    container: str | None = None

    def recognises(self, keys: Collection[str]) -> bool:
        """Whether a record with these keys has this system's shape."""
        return bool(self.required) and self.required.issubset(keys)


#: Keys that exports of document collections add for their own housekeeping.
PLUMBING = frozenset(
    {"title_field_name", "content_field_names", "dataset_doc_uuid", "dataset_noise_document", "original_location"}
)
