"""What validation finds in sets that never were files, and what the writer refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from mapping_examples import valid_sets

from aligner.errors import InputError
from mappings.findings import Level
from mappings.mapping import ExtensionDefinition, Mapping, MappingSet
from mappings.prefixes import used_prefixes
from mappings.tsv import to_tsv
from mappings.validation import validate

ROW = Mapping(
    subject_id="a:1", predicate_id="skos:exactMatch", object_id="a:2", mapping_justification="semapv:LexicalMatching"
)
GOOD = MappingSet(
    mapping_set_id="https://example.org/s",
    license="https://example.org/l",
    curie_map={"a": "https://example.org/a/"},
    mappings=(ROW,),
)
DEFINED = ExtensionDefinition(slot_name="ext_a")


def test_a_good_set_has_no_findings() -> None:
    assert validate(GOOD) == []


@settings(max_examples=60, deadline=None)
@given(valid_sets())
def test_sets_made_to_be_valid_have_no_errors(mapping_set: MappingSet) -> None:
    assert [each for each in validate(mapping_set) if each.level is Level.ERROR] == []


@pytest.mark.parametrize(
    ("changes", "slot", "code"),
    [
        ({"mapping_set_id": None}, "mapping_set_id", "missing"),
        ({"license": "CC0"}, "license", "not_a_uri"),
        ({"curie_map": {"a": "https://a/", "skos": "https://b/"}}, "curie_map", "prefix_redefined"),
        ({"curie_map": {"a": "https://a/", "1 x": "https://b/"}}, "curie_map", "bad_prefix"),
        ({"creator_id": ("orcid:1",)}, "creator_id", "undeclared_prefix"),
        ({"mapping_date": "2025-02-30"}, "mapping_date", "not_a_date"),
        ({"mapping_set_confidence": float("nan")}, "mapping_set_confidence", "out_of_range"),
        ({"sssom_version": "2.0"}, "sssom_version", "not_allowed"),
        ({"extension_definitions": (DEFINED, DEFINED)}, "ext_a", "bad_extension"),
        ({"extension_definitions": (ExtensionDefinition(slot_name="comment"),)}, "comment", "bad_extension"),
        ({"extensions": (("ext_a", "x"),)}, "ext_a", "undefined_extension"),
    ],
)
def test_faults_of_the_set(changes: dict[str, Any], slot: str, code: str) -> None:
    faulty = replace(GOOD, **changes)
    assert [(each.slot, each.code) for each in validate(faulty) if each.level is Level.ERROR] == [(slot, code)]
    with pytest.raises(InputError, match=slot):
        to_tsv(faulty)


@pytest.mark.parametrize(
    ("changes", "slot", "code"),
    [
        ({"subject_id": "a:b c"}, "subject_id", "not_a_curie"),
        ({"mapping_justification": None}, "mapping_justification", "missing"),
        ({"subject_type": "rdfs literal"}, "subject_label", "missing"),
        ({"subject_type": "class"}, "subject_type", "not_allowed"),
        ({"predicate_modifier": "NOT"}, "predicate_modifier", "not_allowed"),
        ({"mapping_cardinality": "1:m"}, "mapping_cardinality", "not_allowed"),
        ({"confidence": 1.0001}, "confidence", "out_of_range"),
        ({"reviewer_agreement": -0.5}, "reviewer_id", "missing"),
        ({"reviewer_agreement": -1.5, "reviewer_label": ("Ann",)}, "reviewer_agreement", "out_of_range"),
        ({"see_also": ("a:1", "not a uri")}, "see_also", "not_a_uri"),
        ({"comment": "\x07"}, "comment", "control_character"),
        ({"comment": "\ud800"}, "comment", "control_character"),
    ],
)
def test_faults_of_a_row(changes: dict[str, Any], slot: str, code: str) -> None:
    faulty = replace(GOOD, mappings=(ROW, replace(ROW, **changes)))
    assert [(each.slot, each.code) for each in validate(faulty) if each.level is Level.ERROR] == [(slot, code)]
    with pytest.raises(InputError, match=slot):
        to_tsv(faulty)


def test_what_is_legal_but_odd_is_a_warning_and_is_written() -> None:
    odd = replace(
        GOOD,
        mapping_tool="set",
        mappings=(
            replace(ROW, mapping_justification="semapv:LLMBasedMatching", mapping_tool="own"),
            replace(ROW, subject_preprocessing=("semapv:Magic",), predicate_type="owl class"),
        ),
    )
    found = [(each.slot, each.code) for each in validate(odd)]
    assert {each.level for each in validate(odd)} == {Level.WARNING}
    assert sorted(found, key=str) == [
        ("mapping_justification", "unknown_term"),
        ("mapping_tool", "set_value_ignored"),
        ("sssom_version", "version_too_low"),
        ("subject_preprocessing", "unknown_term"),
    ]
    written = to_tsv(odd).decode()
    assert written.startswith('#sssom_version: "1.1"\n')
    assert "#mapping_tool" not in written


def test_only_used_prefixes_are_written_and_never_built_in_ones() -> None:
    prefixes = {"a": "https://a/", "b": "https://b/", "c": "https://c/", "skos": "http://www.w3.org/2004/02/skos/core#"}
    definition = ExtensionDefinition(slot_name="ext_a", property="b:p", type_hint="linkml:Uriorcurie")
    full = replace(
        GOOD,
        curie_map=prefixes,
        extension_definitions=(definition,),
        mappings=(replace(ROW, extensions=(("ext_a", "c:1"),)),),
    )
    assert list(used_prefixes(full)) == ["a", "b", "c"]
    assert list(used_prefixes(replace(full, mappings=(ROW,)))) == ["a", "b"]
