"""Samples that may identify a person never enter a profile: masked here, at the source."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import Any

from sources.engine import given_names

#: Kinds of value that identify people.
PERSONAL = frozenset({"person", "email", "phone", "digits", "address"})

#: A field in which this share of the values is personal is personal throughout: a name that no list of
#: names knows stands beside many that it does.
PERSONAL_SHARE = 0.1

#: Kinds of value that are shown as they are in any field: they cannot hold a name.
HARMLESS = frozenset(
    {"boolean", "integer", "decimal", "percent", "money", "month", "week", "date", "datetime", "time", "epoch",
     "epoch_ms", "code", "key", "uuid"}
)  # fmt: skip

#: A field with few values that come again and again is a list of codes, not of people.
ENUMERATION_SIZE = 12
ENUMERATION_REPEAT = 4

_NAME_SHAPE = re.compile(r"\b[^\W\d_a-z][^\W\d_]+ (?:[^\W\d_]\.? )?[^\W\d_a-z][^\W\d_]+\b|^[a-z]{2,}[_.][a-z]{2,}$")
_MAIL = re.compile(r"[\w.+'-]+@[\w-]+(\.[\w-]+)+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PHONE = re.compile(r"\+?\(?\d[\d ().-]{7,}\d|^\d{3}-\d{4}$")
_WORD = re.compile(r"[^\W\d_]+")


def mask(text: str) -> str:
    """What a masked value looks like: its first letter and its length survive, nothing else.

    >>> mask("Ada Lovelace")
    'A•••(12)'
    """
    return f"{text[:1]}•••({len(text)})"


def mask_values(top: list[tuple[Any, ...]], kinds: dict[str, int], distinct: int) -> tuple[tuple[str, int], ...]:
    """Commonest values as (text, count), masked where they may identify a person.

    Args:
        top: (text, kind, count) rows.
        kinds: the field's values by kind.
        distinct: the field's distinct values.
    """
    values = sum(kinds.values())
    personal = sum(kinds.get(kind, 0) for kind in PERSONAL) >= PERSONAL_SHARE * values
    listed = distinct <= ENUMERATION_SIZE and values >= ENUMERATION_REPEAT * distinct
    return tuple((mask(text) if _hide(text, kind, personal, listed) else text, n) for text, kind, n in top)


def _hide(text: str, kind: str, personal: bool, listed: bool) -> bool:
    if kind in PERSONAL or (kind not in HARMLESS and has_address(text)):
        return True
    if kind in HARMLESS:
        return False
    if personal or names_someone(text):
        return True
    return not listed and (kind == "headline" or bool(_NAME_SHAPE.search(text)))


def names_someone(text: str) -> bool:
    """Whether some word of a text is a common given name."""
    return not _names().isdisjoint(word.lower() for word in _WORD.findall(text))


def has_address(text: str) -> bool:
    """Whether a text holds an e-mail address or a telephone number."""
    return bool(_MAIL.search(text) or _PHONE.search(_DAY.sub(" ", text)))


def mask_record_id(record_id: str) -> str:
    """A record's id as it is shown: a file name that holds a name or an address becomes a short hash."""
    if names_someone(record_id) or has_address(record_id):
        return "record-" + hashlib.md5(record_id.encode("utf-8", "replace")).hexdigest()[:12]
    return record_id


@cache
def _names() -> frozenset[str]:
    return frozenset(given_names())
