"""Canonical SSSOM/TSV: one set, one sequence of bytes (the specification's canonical form, holes filled as below).

Where the specification leaves it open: rows are sorted on their cells as text, in canonical column order, by code
point, empty first; every backslash of a list's value is doubled; a float's tie is judged on its exact binary value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aligner.errors import InputError
from mappings.cells import join, line, number_text
from mappings.findings import Level
from mappings.mapping import ExtensionDefinition, MappingSet
from mappings.prefixes import expand, used_prefixes
from mappings.propagation import condensed
from mappings.validation import uses_recent, validate
from mappings.vocabulary import MAPPING_SLOTS, SET_SLOTS, SSSOM_VERSION, Range, Slot
from mappings.yaml_text import scalar

#: The property of an extension whose definition names none.
DEFAULT_PROPERTY = "http://sssom.invalid/"


def to_tsv(mapping_set: MappingSet) -> bytes:
    """The set as canonical SSSOM/TSV with embedded metadata: UTF-8, LF.

    Raises:
        InputError: the set breaks the specification; `validation.validate` tells all that is wrong.
    """
    for finding in validate(mapping_set):
        if finding.level is Level.ERROR:
            raise InputError(f"cannot write: {finding.message}", field=finding.slot, remedy=finding.repair)
    compact = condensed(mapping_set)
    text = "".join(f"#{each}\n" for each in _header(compact)) + "".join(_table(compact))
    return text.encode("utf-8")


def _header(mapping_set: MappingSet) -> Iterator[str]:
    """The metadata, line by line."""
    version, *others = SET_SLOTS
    if mapping_set.sssom_version == SSSOM_VERSION or uses_recent(mapping_set):
        yield f"{version.name}: {scalar(SSSOM_VERSION)}"
    prefixes = used_prefixes(mapping_set)
    if prefixes:
        yield "curie_map:"
        yield from (f"  {scalar(prefix)}: {scalar(iri)}" for prefix, iri in prefixes.items())
    for slot in others:
        yield from _entry(slot, getattr(mapping_set, slot.name))
    definitions = _ordered_definitions(mapping_set)
    if definitions:
        yield "extension_definitions:"
    for each in definitions:
        yield f"  - slot_name: {scalar(each.slot_name)}"
        yield from (f"    property: {scalar(text)}" for text in (each.property,) if text)
        yield from (f"    type_hint: {scalar(text)}" for text in (each.type_hint,) if text)
    values = dict(mapping_set.extensions)
    yield from (
        f"{each.slot_name}: {scalar(values[each.slot_name])}" for each in definitions if each.slot_name in values
    )


def _entry(slot: Slot, value: Any) -> Iterator[str]:
    if value is None or value == ():
        return
    if slot.many:
        yield f"{slot.name}:"
        yield from (f"  - {scalar(each)}" for each in value)
    elif slot.range is Range.NUMBER:
        yield f"{slot.name}: {number_text(value)}"
    else:
        yield f"{slot.name}: {value if slot.range is Range.DATE else scalar(value)}"


def _ordered_definitions(mapping_set: MappingSet) -> list[ExtensionDefinition]:
    """By the IRI of the property, then by name."""

    def key(each: ExtensionDefinition) -> tuple[str, str]:
        iri = expand(each.property, mapping_set.curie_map) if each.property else DEFAULT_PROPERTY + each.slot_name
        return iri, each.slot_name

    return sorted(mapping_set.extension_definitions, key=key)


def _table(mapping_set: MappingSet) -> Iterator[str]:
    """The column line and the rows."""
    names = [slot.name for slot in MAPPING_SLOTS] + [each.slot_name for each in _ordered_definitions(mapping_set)]
    rows = sorted(_rows(mapping_set, names[len(MAPPING_SLOTS) :]))
    used = [column for column in range(len(names)) if any(row[column] for row in rows)]
    if not rows:
        used = [names.index(name) for name in ("subject_id", "predicate_id", "object_id", "mapping_justification")]
    yield line(names[column] for column in used)
    for row in rows:
        yield line(row[column] for column in used)


def _rows(mapping_set: MappingSet, extensions: list[str]) -> Iterator[tuple[str, ...]]:
    """The cells of every mapping, a column per slot and per extension."""
    for each in mapping_set:
        values = dict(each.extensions)
        standard = (_cell(slot, getattr(each, slot.name)) for slot in MAPPING_SLOTS)
        yield (*standard, *(values.get(name, "") for name in extensions))


def _cell(slot: Slot, value: Any) -> str:
    if value is None or value == ():
        return ""
    if slot.many:
        return join(value)
    return number_text(value) if slot.range is Range.NUMBER else str(value)
