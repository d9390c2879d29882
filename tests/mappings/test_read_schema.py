"""Our tables of slots against the schema that is published: a new slot is a line there, and one in the dataclass."""

from __future__ import annotations

import importlib.util
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from mappings.mapping import Mapping, MappingSet
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

STRUCTURE = ("mappings", "curie_map", "extension_definitions")
RANGES = {
    "string": Range.TEXT,
    "EntityReference": Range.REFERENCE,
    "NonRelativeURI": Range.URI,
    "double": Range.NUMBER,
    "date": Range.DATE,
    "entity_type_enum": Range.ENTITY_TYPE,
    "predicate_modifier_enum": Range.MODIFIER,
    "mapping_cardinality_enum": Range.CARDINALITY,
    "sssom_version_enum": Range.VERSION,
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found = importlib.util.find_spec("sssom_schema")
    assert found is not None and found.origin is not None
    text = (Path(found.origin).parent / "schema" / "sssom_schema.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # type: ignore[no-any-return]


def test_slots_are_those_of_the_schema_in_its_order(schema: dict[str, Any]) -> None:
    assert [slot.name for slot in MAPPING_SLOTS] == schema["classes"]["mapping"]["slots"]
    listed = [name for name in schema["classes"]["mapping set"]["slots"] if name not in STRUCTURE]
    assert [slot.name for slot in SET_SLOTS] == listed
    assert [each.name for each in fields(Mapping)] == [slot.name for slot in MAPPING_SLOTS] + ["extensions"]
    names = {each.name for each in fields(MappingSet)}
    assert names == {*listed, *STRUCTURE, "extensions"}


@pytest.mark.parametrize("slot", [*MAPPING_SLOTS, *SET_SLOTS], ids=lambda slot: slot.name)
def test_a_slot_is_what_the_schema_says(schema: dict[str, Any], slot: Slot) -> None:
    theirs = schema["slots"][slot.name]
    notes = theirs.get("annotations") or {}
    assert slot.range is RANGES[theirs["range"]]
    assert slot.many == bool(theirs.get("multivalued"))
    assert slot.propagatable == bool(notes.get("propagated"))
    if slot.range is Range.NUMBER:
        assert (theirs["minimum_value"], theirs["maximum_value"]) == (slot.low, 1)
    holder = Mapping() if slot in MAPPING_SLOTS else MappingSet()
    assert getattr(holder, slot.name) == (() if slot.many else None)
    prefix, _, local = theirs.get("slot_uri", f"sssom:{slot.name}").partition(":")
    base = schema["prefixes"].get(prefix) or BUILT_IN_PREFIXES.get(prefix) or FURTHER[prefix]
    iri = (base["prefix_reference"] if isinstance(base, dict) else base) + local
    assert PROPERTIES.get(slot.name, BUILT_IN_PREFIXES["sssom"] + slot.name) == iri


FURTHER = {"prov": "http://www.w3.org/ns/prov#", "pav": "http://purl.org/pav/", "dcterms": "http://purl.org/dc/terms/"}


def test_what_came_with_1_1_is_marked(schema: dict[str, Any]) -> None:
    added = {name for name, each in schema["slots"].items() if (each.get("annotations") or {}).get("added_in") == "1.1"}
    marked = {slot.name for slot in MAPPING_SLOTS if slot.recent} | {"sssom_version"}
    assert marked <= added
    # The set has more: slots that only mappings had in 1.0.
    newer = {"similarity_measure", "curation_rule", "curation_rule_text"}
    assert {slot.name for slot in SET_SLOTS if slot.recent} - newer == (
        added & {slot.name for slot in SET_SLOTS} - {"sssom_version"}
    )


def test_enumerations_and_what_they_mean(schema: dict[str, Any]) -> None:
    meanings: dict[str, str] = {}
    for name, kind in RANGES.items():
        if kind in ENUMERATIONS:
            values = schema["enums"][name]["permissible_values"]
            assert ENUMERATIONS[kind] == frozenset(values)
            meanings |= {value: each["meaning"] for value, each in values.items() if each and "meaning" in each}
    assert meanings == MEANINGS
