"""Mapping sets in JSON (keys are the names of slots, lists are arrays, identifiers CURIEs) and in JSON-LD."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mappings.mapping import Mapping, MappingSet
from mappings.propagation import propagated
from mappings.tsv import DEFAULT_PROPERTY, canonical
from mappings.vocabulary import (
    BUILT_IN_PREFIXES,
    ENUMERATIONS,
    MAPPING_SLOTS,
    MEANINGS,
    PROPERTIES,
    SET_SLOTS,
    Range,
    Slot,
)

_TYPES = {
    Range.REFERENCE: "@id",
    Range.URI: "xsd:anyURI",
    Range.NUMBER: "xsd:double",
    Range.DATE: "xsd:date",
    Range.ENTITY_TYPE: "@vocab",
    Range.MODIFIER: "@vocab",
    Range.VERSION: "@vocab",
}


def to_json(mapping_set: MappingSet) -> bytes:
    """The set as JSON: canonical order, condensed, UTF-8; `docs/sssom.schema.json` is its schema.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    return _text(_members(canonical(mapping_set)))


def to_jsonld(mapping_set: MappingSet) -> bytes:
    """The set as JSON-LD: the same with a `@context`, and with every mapping saying all there is to say about it.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    whole = propagated(canonical(mapping_set))
    members = {"@context": context(whole), "@type": "sssom:MappingSet"} | _members(whole)
    for each in members["mappings"]:
        each["@type"] = "owl:Axiom"
    return _text(members)


def context(mapping_set: MappingSet) -> dict[str, Any]:
    """What the keys and the values of the set are in RDF."""
    terms: dict[str, Any] = dict(sorted({**mapping_set.curie_map, **BUILT_IN_PREFIXES}.items()))
    terms |= {"mappings": "sssom:mappings", "curie_map": None, "mapping_set_id": "@id", "record_id": "@id"}
    terms |= {"extension_definitions": "sssom:extension_definitions", "slot_name": "sssom:slot_name"}
    terms |= {key: {"@id": f"sssom:{key}", "@type": "@id"} for key in ("property", "type_hint")}
    for slot in (*SET_SLOTS, *MAPPING_SLOTS):
        if slot.name not in terms:
            iri = PROPERTIES.get(slot.name, f"sssom:{slot.name}")
            terms[slot.name] = {"@id": iri, "@type": _TYPES[slot.range]} if slot.range in _TYPES else {"@id": iri}
    terms |= dict(sorted(MEANINGS.items()))
    for each in mapping_set.extension_definitions:
        terms[each.slot_name] = {"@id": each.property or DEFAULT_PROPERTY + each.slot_name}
        if each.type_hint:
            hint = "@id" if each.type_hint == "linkml:Uriorcurie" else each.type_hint
            terms[each.slot_name]["@type"] = hint
    return terms


def schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of what `to_json` writes, made of the vocabulary."""
    text = {"type": "string"}
    definition = {
        "type": "object",
        "properties": {"slot_name": text, "property": text, "type_hint": text},
        "required": ["slot_name"],
        "additionalProperties": False,
    }
    mapping = {
        "type": "object",
        "properties": {slot.name: _schema(slot) for slot in MAPPING_SLOTS},
        "required": ["mapping_justification", "predicate_id"],
        "additionalProperties": text,
    }
    own = {
        "curie_map": {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}},
        "extension_definitions": {"type": "array", "items": definition},
        "mappings": {"type": "array", "items": {"$ref": "#/$defs/mapping"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "SSSOM mapping set",
        "description": "Keys are SSSOM slots; identifiers are CURIEs, by curie_map; other keys are extensions.",
        "type": "object",
        "properties": {slot.name: _schema(slot) for slot in SET_SLOTS} | own,
        "required": ["license", "mapping_set_id", "mappings"],
        "additionalProperties": text,
        "$defs": {"mapping": mapping},
    }


def _schema(slot: Slot) -> dict[str, Any]:
    one: dict[str, Any] = {"type": "string"}
    if slot.range is Range.NUMBER:
        one = {"type": "number", "minimum": slot.low, "maximum": 1}
    elif slot.range in ENUMERATIONS:
        one = {"enum": sorted(ENUMERATIONS[slot.range])}
    elif slot.range is Range.DATE:
        one = {"type": "string", "format": "date"}
    elif slot.range is Range.URI:
        one = {"type": "string", "format": "uri"}
    elif slot.range is Range.REFERENCE:
        one = {"type": "string", "pattern": "^[^:]+:"}
    return {"type": "array", "items": one, "minItems": 1} if slot.many else one


def _members(mapping_set: MappingSet) -> dict[str, Any]:
    members: dict[str, Any] = {}
    version, *others = SET_SLOTS
    members |= _values(mapping_set, [version])
    members["curie_map"] = dict(mapping_set.curie_map)
    members |= _values(mapping_set, others)
    if mapping_set.extension_definitions:
        members["extension_definitions"] = [
            {key: text for key in ("slot_name", "property", "type_hint") if (text := getattr(each, key))}
            for each in mapping_set.extension_definitions
        ]
    members |= dict(mapping_set.extensions)
    members["mappings"] = list(_rows(mapping_set))
    return members


def _rows(mapping_set: MappingSet) -> Iterator[dict[str, Any]]:
    for row in mapping_set:
        yield {**_values(row, MAPPING_SLOTS), **dict(row.extensions)}


def _values(holder: Mapping | MappingSet, slots: Any) -> dict[str, Any]:
    found = ((slot, getattr(holder, slot.name)) for slot in slots)
    return {slot.name: list(value) if slot.many else value for slot, value in found if value not in (None, ())}


def _text(members: dict[str, Any]) -> bytes:
    return (json.dumps(members, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
