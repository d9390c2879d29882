"""Identifiers as they are published: entity ids that every reader takes, and record ids that stay the same."""

from __future__ import annotations

import json
import re
import uuid

#: What a URI cannot hold (RFC 3986): published percent-encoded. Most often the `[]` of a list's elements.
_UNSAFE = re.compile(r"[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]")

#: Prefix of record ids, and what it stands for: UUIDs need no one's domain.
RECORD_PREFIX, RECORD_NAMESPACE = "uuid", "urn:uuid:"

#: Names are hashed within this namespace (RFC 9562, version 5). Never changes: record ids are for good.
_SPACE = uuid.UUID("8f0e7a52-6a0e-5c1c-9d53-3f2b1f0c7a61")


def published(entity_id: str) -> str:
    """The entity's id as a CURIE that is legal everywhere; ids that are legal already stay as they are.

    >>> published("crm:items[].due%20date")
    'crm:items%5B%5D.due%20date'
    """
    return _UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8")), entity_id)


def entity_id(curie: str) -> str:
    """The way back from `published` for the elements of lists, the only such thing in the ids of fields.

    >>> entity_id("crm:items%5B%5D.due%20date")
    'crm:items[].due%20date'
    """
    return curie.replace("%5B%5D", "[]")


def record_id(subject: str, predicate: str, object_: str, justification: str, matcher: str, ordinal: int) -> str:
    """A mapping's record id: the same wherever and whenever the same is stated for the same reason.

    Args:
        subject: IRI.
        predicate: IRI.
        object_: IRI.
        justification: IRI.
        matcher: the one matcher that made it, empty where several did.
        ordinal: 0, then 1, 2 … for further statements alike in all of this.
    """
    name = json.dumps([subject, predicate, object_, justification, matcher, ordinal], separators=(",", ":"))
    return f"{RECORD_PREFIX}:{uuid.uuid5(_SPACE, name)}"
