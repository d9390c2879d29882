"""What the SSSOM specification demands of a mapping set, checked value by value; says everything, changes nothing."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

from mappings.findings import Finding, Level
from mappings.mapping import Mapping as Row
from mappings.mapping import MappingSet
from mappings.prefixes import prefix_of
from mappings.propagation import shadowed
from mappings.vocabulary import (
    BUILT_IN_PREFIXES,
    ENUMERATIONS,
    JUSTIFICATIONS,
    LITERAL,
    MAPPING_SLOTS,
    NO_TERM_FOUND,
    PREPROCESSING,
    SET_SLOTS,
    SSSOM_VERSION,
    STANDARD_NAMES,
    Range,
    Slot,
)

#: (code, what is wrong, what to do about it)
Fault = tuple[str, str, str]

#: All slots' values at once: a set may have a hundred thousand rows of fifty slots.
_ROW_VALUES: attrgetter[tuple[Any, ...]] = attrgetter(*(slot.name for slot in MAPPING_SLOTS))
_SET_VALUES: attrgetter[tuple[Any, ...]] = attrgetter(*(slot.name for slot in SET_SLOTS))

NCNAME = re.compile(r"[^\W\d][\w.\-]*")
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:[^\s<>\"{}|\\^`\x00-\x20]+")
LOCAL = re.compile(r"[^\s<>\"{}|\\^`\[\]\x00-\x20]*")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@lru_cache(maxsize=65_536)
def _text_fault(kind: Range, text: str) -> Fault | None:
    """What is wrong with a value, by its range alone."""
    if CONTROL.search(text):
        return "control_character", "the value has a control character", "Remove it"
    if kind is Range.REFERENCE:
        prefix = prefix_of(text)
        if prefix is None or not NCNAME.fullmatch(prefix) or not LOCAL.fullmatch(text, len(prefix) + 1):
            return "not_a_curie", f"{text!r} is not a CURIE", "Write prefix:name; percent-encode what a URI cannot hold"
    elif kind is Range.URI and not URI.fullmatch(text):
        return "not_a_uri", f"{text!r} is not an absolute URI", "Write the URI in full"
    elif kind is Range.DATE and not is_date(text):
        return "not_a_date", f"{text!r} is not a date", "Write it as 2025-05-14"
    elif kind in ENUMERATIONS and text not in ENUMERATIONS[kind]:
        allowed = ", ".join(sorted(ENUMERATIONS[kind]))
        return "not_allowed", f"{text!r} is no {kind.value}", f"Use one of: {allowed}"
    return None


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, as `2025-05-14`."""
    try:
        return bool(_DATE.fullmatch(text) and datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _value_findings(slot: Slot, value: float | str, prefixes: Mapping[str, str], line: int | None) -> Iterator[Finding]:
    """What is wrong with one value of one slot."""
    if isinstance(value, float | int):
        if not slot.low <= value <= 1:
            what = f"{value} is outside [{slot.low:g}, 1]"
            yield Finding(line, slot.name, str(value), "out_of_range", Level.ERROR, what, "Correct or remove it")
        return
    fault = _text_fault(slot.range, value)
    if fault is not None:
        yield Finding(line, slot.name, value, fault[0], Level.ERROR, *fault[1:])
    elif slot.range is Range.REFERENCE:
        prefix = prefix_of(value) or ""
        if prefix not in prefixes and prefix not in BUILT_IN_PREFIXES:
            what = f"nothing declares the prefix {prefix!r} of {value!r}"
            yield Finding(line, slot.name, value, "undeclared_prefix", Level.ERROR, what, "Declare it in curie_map")


def _of_value(slot: Slot, value: Any, prefixes: Mapping[str, str], line: int | None = None) -> list[Finding]:
    """What is wrong with the value of a slot, be it one or a list; terms that the schema does not list, too."""
    found: list[Finding] = []
    for each in value if slot.many else (value,):
        found += _value_findings(slot, each, prefixes, line)
        if slot.name.endswith("_preprocessing") and each.startswith("semapv:") and each not in PREPROCESSING:
            found.append(_unknown(slot.name, each, line, "semapv has no such preprocessing"))
        elif slot.name == "mapping_justification" and each not in JUSTIFICATIONS:
            found.append(_unknown(slot.name, each, line, "the schema does not list it"))
    return found


def _of_extensions(holder: Row | MappingSet, line: int | None) -> list[Finding]:
    what = "the value has a control character"
    return [
        Finding(line, name, None, "control_character", Level.ERROR, what, "Remove it")
        for name, text in holder.extensions
        if CONTROL.search(text)
    ]


def row_findings(row: Row, prefixes: Mapping[str, str], line: int | None = None) -> list[Finding]:
    """Everything wrong with one mapping; an ERROR means that the row breaks the specification.

    Args:
        row: in the propagated form.
        prefixes: the set's prefixes.
        line: where it stands.
    """
    found: list[Finding] = []
    for slot, value in zip(MAPPING_SLOTS, _ROW_VALUES(row), strict=True):
        if value is not None and value != ():
            found += _of_value(slot, value, prefixes, line)
    return found + _of_extensions(row, line) + required_findings(row, line)


def _unknown(slot: str, value: str, line: int | None, message: str) -> Finding:
    return Finding(line, slot, value, "unknown_term", Level.WARNING, message, "Use a listed semapv term")


def required_findings(row: Row, line: int | None = None) -> list[Finding]:
    """Slots that must be there and are not: the ends, the predicate, the justification, a literal's label, a reviewer.

    Args:
        row: in the propagated form.
        line: where it stands.
    """
    plain = row.subject_type != LITERAL and row.object_type != LITERAL
    complete = row.subject_id and row.predicate_id and row.object_id and row.mapping_justification
    reviewed = row.review_date is not None or row.reviewer_agreement is not None
    if complete and plain and not reviewed and row.predicate_id != NO_TERM_FOUND:
        return []
    return list(_required(row, line, reviewed))


def _required(row: Row, line: int | None, reviewed: bool) -> Iterator[Finding]:
    def missing(slot: str, why: str) -> Finding:
        return Finding(line, slot, None, "missing", Level.ERROR, why, f"Give {slot}")

    for side in ("subject", "object"):
        if getattr(row, f"{side}_type") == LITERAL:
            if getattr(row, f"{side}_label") is None:
                yield missing(f"{side}_label", f"a literal {side} needs its label")
        elif getattr(row, f"{side}_id") is None:
            yield missing(f"{side}_id", f"the mapping has no {side}")
    for name in ("predicate_id", "mapping_justification"):
        if getattr(row, name) is None:
            yield missing(name, "every mapping needs one")
    if row.predicate_id == NO_TERM_FOUND:
        what = f"{NO_TERM_FOUND} is no predicate"
        remedy = "Use it as object or subject"
        yield Finding(line, "predicate_id", NO_TERM_FOUND, "not_allowed", Level.ERROR, what, remedy)
    if reviewed and not row.reviewer_id and not row.reviewer_label:
        yield missing("reviewer_id", "a review needs a reviewer")


def set_findings(mapping_set: MappingSet) -> list[Finding]:
    """Everything wrong with what the set says of itself."""
    found: list[Finding] = []
    for slot, value in zip(SET_SLOTS, _SET_VALUES(mapping_set), strict=True):
        if value is not None and value != ():
            found += _of_value(slot, value, mapping_set.curie_map)
    found += _of_extensions(mapping_set, None)
    for name in ("mapping_set_id", "license"):
        if getattr(mapping_set, name) is None:
            what = "every mapping set needs one"
            found.append(Finding(None, name, None, "missing", Level.ERROR, what, f"Give {name}"))
    for prefix, iri in mapping_set.curie_map.items():
        fault = _prefix_fault(prefix, iri)
        if fault is not None:
            found.append(Finding(None, "curie_map", f"{prefix}: {iri}", fault[0], Level.ERROR, *fault[1:]))
    found += _extension_findings(mapping_set)
    if mapping_set.sssom_version != SSSOM_VERSION and uses_recent(mapping_set):
        what = f"the set uses slots of SSSOM {SSSOM_VERSION} and does not say so"
        version = mapping_set.sssom_version
        found.append(
            Finding(None, "sssom_version", version, "version_too_low", Level.WARNING, what, f"State {SSSOM_VERSION}")
        )
    for name in shadowed(mapping_set):
        what = f"the set's {name} stands for no mapping: some have one of their own"
        found.append(Finding(None, name, None, "set_value_ignored", Level.WARNING, what, "State it per mapping"))
    return found


def _prefix_fault(prefix: str, iri: str) -> Fault | None:
    if prefix in BUILT_IN_PREFIXES and iri != BUILT_IN_PREFIXES[prefix]:
        return "prefix_redefined", f"the prefix {prefix!r} is built in and means another IRI", "Choose another prefix"
    if not NCNAME.fullmatch(prefix) or not URI.fullmatch(iri):
        return "bad_prefix", f"{prefix!r} for {iri!r} is no prefix of an absolute URI", "Write a name and a URI prefix"
    return None


def _extension_findings(mapping_set: MappingSet) -> Iterator[Finding]:
    names = Counter(each.slot_name for each in mapping_set.extension_definitions)
    for name in sorted(names):
        if name in STANDARD_NAMES or not NCNAME.fullmatch(name) or names[name] > 1:
            what = f"{name!r} cannot be an extension: a standard slot, no name, or defined twice"
            yield Finding(None, name, None, "bad_extension", Level.ERROR, what, "Choose a name of its own, as ext_…")
    used = {name for holder in (mapping_set, *mapping_set) for name, _ in holder.extensions}
    for name in sorted(used - names.keys()):
        what = f"nothing defines the extension {name!r}"
        yield Finding(None, name, None, "undefined_extension", Level.ERROR, what, "Define it in extension_definitions")


def uses_recent(mapping_set: MappingSet) -> bool:
    """Whether the set needs SSSOM 1.1."""
    in_set = [slot.name for slot in SET_SLOTS if slot.recent]
    in_rows = [slot.name for slot in MAPPING_SLOTS if slot.recent]
    return any(getattr(mapping_set, name) not in (None, ()) for name in in_set) or any(
        getattr(row, name) not in (None, ()) for row in mapping_set for name in in_rows
    )


def record_findings(rows: Sequence[Row], lines: Sequence[int | None]) -> list[Finding]:
    """Record ids that occur twice (at the later row), or that only some rows have."""
    found = []
    seen: set[str] = set()
    for row, line in zip(rows, lines, strict=True):
        identifier = row.record_id
        if identifier is not None and identifier in seen:
            what = f"another row has the record_id {identifier!r}"
            found.append(Finding(line, "record_id", identifier, "duplicate_id", Level.ERROR, what, "Make it unique"))
        elif identifier is not None:
            seen.add(identifier)
    if seen and any(row.record_id is None for row in rows):
        what = "some rows have a record_id and some have none"
        found.append(Finding(None, "record_id", None, "missing", Level.ERROR, what, "Give one to all rows or to none"))
    return found


def validate(mapping_set: MappingSet) -> list[Finding]:
    """Everything wrong with a set, the set's own slots first, then row by row; empty for a good one."""
    lines: tuple[int | None, ...] = (None,) * len(mapping_set)
    found = set_findings(mapping_set) + record_findings(mapping_set.mappings, lines)
    # Values recur: each is judged once per column, and most columns have nothing wrong in them.
    faulty: list[tuple[str, dict[Any, list[Finding]]]] = []
    for slot in MAPPING_SLOTS:
        values = set(map(attrgetter(slot.name), mapping_set.mappings)) - {None, ()}
        told = {value: _of_value(slot, value, mapping_set.curie_map) for value in values}
        told = {value: findings for value, findings in told.items() if findings}
        if told:
            faulty.append((slot.name, told))
    for row in mapping_set:
        for name, told in faulty:
            found += told.get(getattr(row, name), ())
        if row.extensions:
            found += _of_extensions(row, None)
        found += required_findings(row)
    return found
