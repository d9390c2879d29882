"""One value at a time: what it is, what is wrong with it, and what is kept of it.

A value that breaks a rule is mended where that loses nothing, else left out; only where a mapping means nothing
without it (`ESSENTIAL`) is it an error, which costs the row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from mappings.cells import number
from mappings.findings import Finding, Level
from mappings.identifiers import published
from mappings.prefixes import prefix_of
from mappings.readers.decoding import LOST
from mappings.readers.namespaces import Namespaces, is_iri
from mappings.validation import CONTROL, LOCAL, NCNAME, URI, is_date
from mappings.vocabulary import ENUMERATIONS, JUSTIFICATIONS, MEANINGS, OLD_VALUES, PREPROCESSING, Range, Slot

#: Slots whose value cannot be left out: without it the row would say something else.
ESSENTIAL = frozenset({"subject_id", "predicate_id", "object_id", "mapping_justification", "predicate_modifier"})

#: Slots that name a whole vocabulary: there a bare prefix is understood.
_SOURCES = frozenset({"subject_source", "object_source", "mapping_source"})

#: Slots whose identifiers are compared with a list.
_LISTED = frozenset({"mapping_justification"})
_PLAIN = re.compile(r"[A-Za-z0-9_.\-]*")

#: What may be around a value that is no text: spaces of every kind, and what a spoilt one leaves.
_AROUND = f" \t\r\n\v\f\u00a0\u2007\u200b\u202f\ufeff{LOST}"

#: What the words from before SSSOM 1.0 were prefixed with, if anything.
_OLD_PREFIXES = ("", "semapv", "sssom", "SSSOMC")

#: Enumerated values as others write them, by their lower case: their IRIs, and `owl:Class` for `owl class`.
_SPELLINGS: Mapping[str, str] = {
    **{curie.casefold(): value for value, curie in MEANINGS.items()},
    **{value.casefold(): value for values in ENUMERATIONS.values() for value in values},
}


class Said(NamedTuple):
    """Something to say about a value, wherever it stands."""

    code: str
    level: Level
    message: str
    repair: str

    def at(self, line: int | None, slot: str, value: str) -> Finding:
        """The same as a finding."""
        return Finding(line, slot, value, *self)


class Outcome(NamedTuple):
    """What is kept of a value (None: nothing), and what is to be said about it."""

    value: float | str | None
    said: tuple[Said, ...] = ()


def _mended(code: str, message: str, repair: str) -> Said:
    return Said(code, Level.MENDED, message, repair)


class Mender:
    """Judges and mends values by the range of their slot.

    Args:
        namespaces: the set's prefixes; those it takes to keep what nothing declares are added.
        by_iri: whether identifiers are IRIs by right.
    """

    def __init__(self, namespaces: Namespaces, *, by_iri: bool = False) -> None:
        self.namespaces, self._by_iri = namespaces, by_iri
        self._usual = namespaces.sound - {"semapv", "sssom"}

    def __call__(self, slot: Slot, text: str) -> Outcome:
        """What is kept of one value of a slot; the value is not empty."""
        if slot.range is Range.REFERENCE and self._is_plain(slot, text):
            return Outcome(text)
        said: list[Said] = []
        if CONTROL.search(text):
            text = CONTROL.sub("", text)
            said.append(_mended("control_character", "the value had a control character", "Removed"))
        if slot.range is Range.TEXT:
            return Outcome(text or None, tuple(said))
        trimmed = text.strip(_AROUND)
        if trimmed != text:
            said.append(_mended("spaces_around", "spaces around the value", "Removed"))
        if not trimmed:
            return Outcome(None, tuple(said))
        value, more = self._judged(slot, self._renamed(slot, trimmed, said))
        if value is None and slot.name in ESSENTIAL:
            more = [Said(each.code, Level.ERROR, each.message, "Correct it: the row was not kept") for each in more]
        return Outcome(value, (*said, *more))

    def _is_plain(self, slot: Slot, text: str) -> bool:
        """Whether an identifier is as most are: nothing to look up, nothing to mend."""
        prefix, colon, local = text.partition(":")
        return (
            bool(colon) and prefix in self._usual and slot.name not in _LISTED and _PLAIN.fullmatch(local) is not None
        )

    def _renamed(self, slot: Slot, text: str, said: list[Said]) -> str:
        if slot.name not in OLD_VALUES:
            return text
        prefix, _, local = text.rpartition(":")
        now = OLD_VALUES[slot.name].get(local) if prefix in _OLD_PREFIXES else None
        if now is None:
            return text
        said.append(_mended("old_value", f"{text!r} is a word from before SSSOM 1.0", f"Read as {now}"))
        return now

    def _judged(self, slot: Slot, text: str) -> tuple[float | str | None, list[Said]]:
        if slot.range is Range.REFERENCE:
            return self._reference(slot, text)
        if slot.range is Range.NUMBER:
            return _number(slot, text)
        if slot.range is Range.URI:
            return self._uri(text)
        if slot.range is Range.DATE:
            return _date(text)
        return self._enumerated(slot, text)

    def _reference(self, slot: Slot, text: str) -> tuple[str | None, list[Said]]:
        bare = text[1:-1] if text.startswith("<") and text.endswith(">") else text
        if LOST in text:
            return None, [_mended("not_utf8", "the identifier has bytes that are not UTF-8", "Left out")]
        if is_iri(bare) and not self.namespaces.knows(prefix_of(bare) or ""):
            return self._iri(slot, bare)
        prefix = prefix_of(text)
        if prefix is None and slot.name in _SOURCES and self.namespaces.knows(text):
            return f"{text}:", [_mended("not_a_curie", f"{text!r} is a prefix, not a CURIE", f"Read as {text}:")]
        if prefix is None or not NCNAME.fullmatch(prefix) or "|" in text:
            return None, [_mended("not_a_curie", f"{text!r} is not a CURIE", "Left out")]
        said = []
        if not LOCAL.fullmatch(text, len(prefix) + 1):
            said.append(_mended("not_a_curie", f"{text!r} holds what no URI can", "Percent-encoded"))
            text = published(text)
        if not self.namespaces.knows(prefix):
            self.namespaces.place(prefix)
        if self.namespaces.is_placeholder(prefix):
            base = self.namespaces.declared[prefix]
            said.append(_mended("undeclared_prefix", f"nothing declares the prefix {prefix!r}", f"Set to {base}"))
        return text, said + _unlisted(slot, text)

    def _iri(self, slot: Slot, iri: str) -> tuple[str | None, list[Said]]:
        safe = iri if URI.fullmatch(iri) else published(iri)
        curie = self.namespaces.contract(safe) or self.namespaces.generate(safe)
        if curie is None:
            return None, [_mended("not_a_curie", f"{iri!r} can be made no CURIE", "Left out")]
        said = [] if self._by_iri else [_mended("iri_for_curie", "an IRI where a CURIE belongs", f"Read as {curie}")]
        return curie, said + _unlisted(slot, curie)

    def _uri(self, text: str) -> tuple[str | None, list[Said]]:
        expanded = self.namespaces.expanded(text)
        if expanded is not None and URI.fullmatch(expanded):
            return expanded, [_mended("not_a_uri", f"{text!r} is a CURIE where a URI belongs", f"Read as {expanded}")]
        if URI.fullmatch(text):
            return text, []
        return None, [_mended("not_a_uri", f"{text!r} is not an absolute URI", "Left out")]

    def _enumerated(self, slot: Slot, text: str) -> tuple[str | None, list[Said]]:
        allowed = ENUMERATIONS[slot.range]
        if text in allowed:
            return text, []
        curie = self.namespaces.contract(text) or text
        value = _SPELLINGS.get(curie.casefold().replace("_", " "))
        if value in allowed:
            by_right = self._by_iri and curie == MEANINGS.get(value or "")
            return value, [] if by_right else [_mended("not_allowed", f"{text!r} is misspelt", f"Read as {value}")]
        said = f"{text!r} is no {slot.range.value}; allowed: {', '.join(sorted(allowed))}"
        return None, [_mended("not_allowed", said, "Left out")]


def _unlisted(slot: Slot, curie: str) -> list[Said]:
    """A term that semapv, or the schema, does not list: legal, but not every reader takes it."""
    if slot.name == "mapping_justification" and curie not in JUSTIFICATIONS:
        return [Said("unknown_term", Level.WARNING, "the schema does not list it", "Use a listed semapv term")]
    unlisted = slot.name.endswith("_preprocessing") and curie.startswith("semapv:") and curie not in PREPROCESSING
    if unlisted:
        return [Said("unknown_term", Level.WARNING, "semapv has no such preprocessing", "Use a listed semapv term")]
    return []


def _number(slot: Slot, text: str) -> tuple[float | None, list[Said]]:
    try:
        value = number(text)
    except ValueError as error:
        return None, [_mended("not_a_number", str(error), "Left out")]
    if not slot.low <= value <= 1:
        return None, [_mended("out_of_range", f"{text} is outside [{slot.low:g}, 1]", "Left out")]
    return value, []


_TIME = re.compile(r"[T ][0-9:.]+(?:Z|[+-][0-9:]+)?|Z|[+-]\d\d:\d\d", re.ASCII)


def _date(text: str) -> tuple[str | None, list[Said]]:
    if is_date(text):
        return text, []
    if is_date(text[:10]) and _TIME.fullmatch(text, 10):
        return text[:10], [_mended("not_a_date", f"{text!r} says more than the day", "Only the day was kept")]
    return None, [_mended("not_a_date", f"{text!r} is not a day of the calendar", "Left out")]
