"""Canonical SSSOM/TSV: one set, one sequence of bytes (the specification's canonical form, holes filled as below).

Where the specification leaves it open: rows are sorted on their cells as text, in canonical column order, by code
point, empty first; every backslash of a list's value is doubled; a float's tie is judged on its exact binary value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from aligner.errors import InputError
from mappings.cells import join, line, number_text
from mappings.findings import Level
from mappings.mapping import ExtensionDefinition, Mapping, MappingSet
from mappings.prefixes import expand, used_prefixes
from mappings.propagation import condensed
from mappings.validation import uses_recent, validate
from mappings.vocabulary import MAPPING_SLOTS, SET_SLOTS, SSSOM_VERSION, Range, Slot
from mappings.yaml_text import scalar

#: The property of an extension whose definition names none.
DEFAULT_PROPERTY = "http://sssom.invalid/"

#: Columns of a table without rows.
_LEAST = ("subject_id", "predicate_id", "object_id", "mapping_justification")


def to_tsv(mapping_set: MappingSet) -> bytes:
    """The set as canonical SSSOM/TSV with embedded metadata: UTF-8, LF.

    Raises:
        InputError: the set breaks the specification; `validation.validate` tells all that is wrong.
    """
    compact = canonical(mapping_set)
    text = "".join(f"#{each}\n" for each in _header(compact)) + "".join(_table(compact))
    return text.encode("utf-8")


def to_tsv_beside(mapping_set: MappingSet) -> tuple[bytes, bytes]:
    """The same in two files: the table, and its metadata as YAML, to be put beside it as `<name>.yml`.

    Raises:
        InputError: as for `to_tsv`.
    """
    compact = canonical(mapping_set)
    metadata = "".join(f"{each}\n" for each in _header(compact))
    return "".join(_table(compact)).encode("utf-8"), metadata.encode("utf-8")


def canonical(mapping_set: MappingSet) -> MappingSet:
    """The set as it is published in any format: checked, condensed, in canonical order, only what is used declared.

    Raises:
        InputError: the set breaks the specification; `validation.validate` tells all that is wrong.
    """
    for finding in validate(mapping_set):
        if finding.level is Level.ERROR:
            raise InputError(f"cannot write: {finding.message}", field=finding.slot, remedy=finding.repair)
    compact = condensed(mapping_set)
    stated = compact.sssom_version == SSSOM_VERSION or uses_recent(compact)
    definitions = tuple(_ordered_definitions(compact))
    columns = [cell for _, cell in _columns(replace(compact, extension_definitions=definitions))]
    rows = sorted(([cell(row) for cell in columns], _exact(row), place) for place, row in enumerate(compact.mappings))
    return replace(
        compact,
        mappings=tuple(compact.mappings[place] for *_, place in rows),
        curie_map=used_prefixes(compact),
        sssom_version=SSSOM_VERSION if stated else None,
        extension_definitions=definitions,
    )


def _exact(row: Mapping) -> tuple[float, ...]:
    """The numbers of a row as they are: the order of rows that differ in nothing that a table shows."""
    return row.confidence or 0.0, row.reviewer_agreement or 0.0, row.similarity_score or 0.0


def _header(mapping_set: MappingSet) -> Iterator[str]:
    """The metadata, line by line."""
    version, *others = SET_SLOTS
    if mapping_set.sssom_version:
        yield f"{version.name}: {scalar(SSSOM_VERSION)}"
    if mapping_set.curie_map:
        yield "curie_map:"
        yield from (f"  {scalar(prefix)}: {scalar(iri)}" for prefix, iri in mapping_set.curie_map.items())
    for slot in others:
        yield from _entry(slot, getattr(mapping_set, slot.name))
    if mapping_set.extension_definitions:
        yield "extension_definitions:"
    for each in mapping_set.extension_definitions:
        yield f"  - slot_name: {scalar(each.slot_name)}"
        yield from (f"    property: {scalar(text)}" for text in (each.property,) if text)
        yield from (f"    type_hint: {scalar(text)}" for text in (each.type_hint,) if text)
    values = dict(mapping_set.extensions)
    yield from (
        f"{each.slot_name}: {scalar(values[each.slot_name])}"
        for each in mapping_set.extension_definitions
        if each.slot_name in values
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
    columns = _columns(mapping_set)
    yield line([name for name, _ in columns] or _LEAST)
    cells = [cell for _, cell in columns]
    for row in mapping_set:
        yield line([cell(row) for cell in cells])


def _columns(mapping_set: MappingSet) -> list[tuple[str, Callable[[Any], str]]]:
    """The columns in use, each with the way to its cells."""
    columns = [
        (slot.name, _standard(slot))
        for slot in MAPPING_SLOTS
        if any(getattr(row, slot.name) not in (None, ()) for row in mapping_set)
    ]
    used = {name for row in mapping_set for name, text in row.extensions if text}
    names = [each.slot_name for each in mapping_set.extension_definitions]
    return columns + [(name, _extension(name)) for name in names if name in used]


def _standard(slot: Slot) -> Callable[[Any], str]:
    """The way from a mapping to a cell of its own slot."""
    name = slot.name
    if slot.many:
        return lambda row: _joined(getattr(row, name))
    if slot.range is Range.NUMBER:
        return lambda row: _number(getattr(row, name))
    return lambda row: getattr(row, name) or ""


def _extension(name: str) -> Callable[[Any], str]:
    return lambda row: row.extension(name) or ""


@lru_cache(maxsize=65_536)
def _joined(values: tuple[str, ...]) -> str:
    return join(values)


@lru_cache(maxsize=65_536)
def _number(value: float | None) -> str:
    return "" if value is None else number_text(value)
