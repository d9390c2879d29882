"""What is written in any format is read back as it was."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from mapping_examples import ALIGNMENT, CRM, HR, TERMS, valid_sets

from aligner.errors import InputError, UnknownNameError
from mappings.conversion import to_mapping_set
from mappings.mapping import Mapping, MappingSet
from mappings.propagation import propagated
from mappings.reading import read
from mappings.tsv import canonical, to_tsv, to_tsv_beside
from mappings.vocabulary import MAPPING_SLOTS
from mappings.writers.alignment_api import RELATIONS, to_alignment
from mappings.writers.json_text import schema, to_json, to_jsonld
from mappings.writers.rdf import to_graph, to_ntriples, to_turtle
from mappings.writers.spreadsheet import to_spreadsheet
from mappings.writing import FORMATS, format_for, write

ROOT = Path(__file__).resolve().parents[2]
FEW = settings(max_examples=20, deadline=None)
OURS = to_mapping_set(ALIGNMENT, CRM, HR, **TERMS)


@FEW
@given(valid_sets())
def test_a_table_with_its_metadata_beside_it_is_the_same(mapping_set: MappingSet) -> None:
    table, metadata = to_tsv_beside(mapping_set)
    embedded = "".join(f"#{line}\n" for line in metadata.decode().split("\n")[:-1]).encode()
    assert embedded + table == to_tsv(mapping_set)
    assert to_tsv(read(table, format="tsv", metadata=metadata).mapping_set) == to_tsv(mapping_set)


@FEW
@given(valid_sets())
def test_json_is_read_back_as_it_was(mapping_set: MappingSet) -> None:
    written = to_json(mapping_set)
    reading = read(written, format="json")
    assert reading.rows_kept == len(mapping_set)
    assert to_tsv(reading.mapping_set) == to_tsv(mapping_set)
    assert to_json(reading.mapping_set) == written
    Draft202012Validator(schema()).validate(json.loads(written))


@FEW
@given(valid_sets())
def test_json_ld_and_turtle_say_the_same(mapping_set: MappingSet) -> None:
    as_json = rdflib.Graph().parse(data=to_jsonld(mapping_set), format="json-ld")
    as_turtle = to_graph(mapping_set)
    lines = rdflib.Graph().parse(data="".join(to_ntriples(mapping_set)), format="nt")
    axioms = rdflib.OWL.Axiom, rdflib.RDF.type
    assert len(set(as_turtle.subjects(axioms[1], axioms[0]))) == len(set(lines.subjects(axioms[1], axioms[0])))
    assert len(set(as_json.subjects(axioms[1], axioms[0]))) == len(mapping_set)
    assert len(lines) == len(as_turtle)


def plain(mapping_set: MappingSet) -> MappingSet:
    """What RDF can hold: lists have no order there."""
    rows = []
    for row in propagated(mapping_set):
        lists = {s.name: tuple(sorted(set(getattr(row, s.name)))) for s in MAPPING_SLOTS if s.many}
        rows.append(replace(row, **lists))
    return replace(propagated(mapping_set), mappings=tuple(rows))


def test_our_own_sets_come_back_from_every_format() -> None:
    wanted = to_tsv(replace(plain(OURS), extensions=()))
    for name, content in (
        ("json", to_json(OURS)),
        ("json", to_jsonld(OURS)),
        ("turtle", "".join(to_turtle(OURS)).encode()),
        ("nt", "".join(to_ntriples(OURS)).encode()),
    ):
        reading = read(content, format=name)
        assert reading.rows_in == reading.rows_kept == len(OURS)
        if name != "nt":  # which has no prefixes
            assert to_tsv(replace(plain(reading.mapping_set), extensions=())) == wanted


def test_only_what_stands_is_a_triple_of_its_own() -> None:
    rows = (
        Mapping(subject_id="a:1", object_id="a:2"),
        Mapping(subject_id="a:3", object_id="a:4", predicate_modifier="Not"),
        Mapping(subject_id="a:5", object_id="sssom:NoTermFound"),
        Mapping(subject_id="a:6", object_id="a:7", object_type="rdfs literal", object_label="seven"),
    )
    given_ = {"predicate_id": "skos:exactMatch", "mapping_justification": "semapv:ManualMappingCuration"}
    mapping_set = MappingSet(
        mappings=tuple(replace(each, **given_) for each in rows),
        mapping_set_id="https://example.org/set",
        license="https://example.org/free",
        curie_map={"a": "https://example.org/a/"},
    )
    graph = to_graph(mapping_set)
    assert [str(subject) for subject in graph.subjects(rdflib.SKOS.exactMatch)] == ["https://example.org/a/1"]
    query = "SELECT ?s WHERE { ?m owl:annotatedSource ?s ; sssom:predicate_modifier sssom:NegatedPredicate }"
    assert [str(found[0]) for found in graph.query(query)] == ["https://example.org/a/3"]
    content, findings = to_alignment(mapping_set)
    assert [each.code for each in findings] == ["not_in_format"] * 3
    (only,) = read(content).mapping_set
    assert (only.predicate_id, only.confidence) == ("skos:exactMatch", 1.0)


@FEW
@given(valid_sets())
def test_an_alignment_holds_every_row_or_reports_it(mapping_set: MappingSet) -> None:
    content, findings = to_alignment(mapping_set)
    reading = read(content, format="alignment")
    assert reading.rows_in == len(mapping_set) - len(findings)
    assert all(each.predicate_id in RELATIONS for each in reading.mapping_set)


@FEW
@given(valid_sets())
def test_no_cell_of_a_spreadsheet_is_a_formula(mapping_set: MappingSet) -> None:
    rows = list(csv.reader(io.StringIO(to_spreadsheet(mapping_set).decode("utf-8-sig"), newline="")))
    assert len(rows) == len(mapping_set) + 1
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "@", "+", "\t", "\r"))
        assert not cell.startswith("-") or float(cell) <= 0


def test_the_published_schema_is_the_one_of_the_vocabulary() -> None:
    assert json.loads((ROOT / "docs" / "sssom.schema.json").read_text(encoding="utf-8")) == schema()
    Draft202012Validator.check_schema(schema())
    wrong = json.loads(to_json(OURS))
    wrong["mappings"][0]["confidence"] = 2
    assert not Draft202012Validator(schema()).is_valid(wrong)


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_every_format_has_a_door_and_refuses_what_breaks_a_rule(format: str) -> None:
    assert write(OURS, format).content == write(replace(OURS, mappings=OURS.mappings[::-1]), format).content
    with pytest.raises(InputError, match="licen"):
        write(replace(OURS, license=None), format)


def test_formats_go_by_their_suffix() -> None:
    assert format_for(Path("a.sssom.tsv")) == "tsv"
    assert format_for(Path("a.TTL")) == "turtle"
    with pytest.raises(UnknownNameError):
        format_for(Path("a.docx"))
    with pytest.raises(UnknownNameError):
        write(OURS, "docx")


def test_the_canonical_form_is_its_own() -> None:
    assert canonical(canonical(OURS)) == canonical(OURS)
