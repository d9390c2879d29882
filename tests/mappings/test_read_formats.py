"""The same mappings in every format, each in the dialects that others write."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.errors import InputError, UnknownNameError
from mappings.findings import Level
from mappings.mapping import MappingSet
from mappings.prefixes import expand
from mappings.reading import FORMATS, Reading, format_of, read
from mappings.tsv import to_tsv
from mappings.vocabulary import MAPPING_SLOTS, Range

TSV = """#sssom_version: "1.1"
#curie_map:
#  a: https://example.org/a/
#  b: https://example.org/b#
#  orcid: https://orcid.org/
#mapping_set_id: https://example.org/set
#license: https://example.org/l
#mapping_tool: ours
subject_id\tsubject_label\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\tauthor_id\tsubject_type\tmapping_date\tconfidence\tsee_also
a:1\tone|two\tskos:exactMatch\t\tb:1\tsemapv:LexicalMatching\torcid:1|orcid:2\towl class\t2024-05-01\t0.5\thttps://example.org/x|https://example.org/y
a:2\t\tskos:broadMatch\tNot\tb:2\tsemapv:ManualMappingCuration\t\t\t\t0.25\t
a:3\t\tskos:exactMatch\t\tsssom:NoTermFound\tsemapv:ManualMappingCuration\t\t\t\t\t
"""
WANTED = read(TSV.encode()).mapping_set
PREFIXES = dict(WANTED.curie_map)
SLOTS = {
    "mapping_set_id": "https://example.org/set",
    "license": "https://example.org/l",
    "mapping_tool": "ours",
    "sssom_version": "1.1",
}


def iri(curie: str) -> str:
    names = {**PREFIXES, "skos": "http://www.w3.org/2004/02/skos/core#", "semapv": "https://w3id.org/semapv/vocab/"}
    prefix, local = curie.split(":")
    return {**names, "sssom": "https://w3id.org/sssom/"}[prefix] + local


def rows(full: bool) -> list[dict[str, object]]:
    name = iri if full else str
    return [
        {
            "subject_id": name("a:1"), "subject_label": "one|two", "predicate_id": name("skos:exactMatch"),
            "object_id": name("b:1"), "mapping_justification": name("semapv:LexicalMatching"),
            "author_id": [name("orcid:1"), name("orcid:2")], "subject_type": "owl class", "mapping_date": "2024-05-01",
            "confidence": 0.5, "see_also": ["https://example.org/x", "https://example.org/y"],
        },
        {
            "subject_id": name("a:2"), "predicate_id": name("skos:broadMatch"), "predicate_modifier": "Not",
            "object_id": name("b:2"), "mapping_justification": name("semapv:ManualMappingCuration"), "confidence": 0.25,
        },
        {
            "subject_id": name("a:3"), "predicate_id": name("skos:exactMatch"), "object_id": name("sssom:NoTermFound"),
            "mapping_justification": name("semapv:ManualMappingCuration"), "confidence": None,
        },
    ]  # fmt: skip


JSON = {
    "CURIEs and curie_map": {**SLOTS, "curie_map": PREFIXES, "mappings": rows(False)},
    "IRIs and curie_map": {**SLOTS, "curie_map": PREFIXES, "mappings": rows(True)},
    "JSON-LD": {
        "@context": {
            "sssom": "https://w3id.org/sssom/",
            "subject_id": {"@id": "owl:annotatedSource", "@type": "@id"},
            "mappings": {"@id": "sssom:mappings"},
            **{prefix: {"@id": base, "@prefix": True} for prefix, base in PREFIXES.items()},
        },
        "@type": "MappingSet",
        **{key: value for key, value in SLOTS.items() if key != "mapping_set_id"},
        "@id": SLOTS["mapping_set_id"],
        "mappings": [{"@type": "sssom:Mapping", **row} for row in rows(False)],
    },
    "keys with a prefix": {
        **SLOTS,
        "curie_map": PREFIXES,
        "mappings": [{f"sssom:{key}": value for key, value in row.items()} for row in rows(False)],
    },
}


@pytest.mark.parametrize("dialect", JSON)
def test_dialects_of_json_say_the_same(dialect: str) -> None:
    reading = read(json.dumps(JSON[dialect], indent=1).encode())
    assert {each.code for each in reading.findings} <= {"old_name"}
    assert to_tsv(reading.mapping_set) == to_tsv(WANTED)


def test_json_without_prefixes_gets_some_and_says_so() -> None:
    reading = read(json.dumps({**SLOTS, "mappings": rows(True)}).encode())
    assert [each.code for each in reading.findings] == ["prefix_added"] * 3
    assert reading.mapping_set.curie_map == {
        "ns1": "https://example.org/a/",
        "ns2": "https://example.org/b#",
        "ns3": "https://orcid.org/",
    }


def test_a_line_for_each_mapping_is_json_too() -> None:
    lines = [{**SLOTS, "curie_map": PREFIXES}, *rows(True)]
    assert to_tsv(read("\n".join(map(json.dumps, lines)).encode()).mapping_set) == to_tsv(WANTED)
    bare = read("\n".join(map(json.dumps, rows(False))).encode())
    assert bare.rows_kept == 3


def test_json_keeps_numbers_and_rows_apart() -> None:
    tree = {
        **SLOTS,
        "curie_map": PREFIXES,
        "mapping_set_version": 0.10,
        "mappings": [*rows(False), 3, {}, {"x": {"y": 1}}],
    }
    reading = read(json.dumps(tree).replace("0.1,", "0.10,").encode())
    assert reading.mapping_set.mapping_set_version == "0.10"
    assert (reading.rows_in, reading.rows_kept, reading.rejected) == (6, 3, (4, 5, 6))
    assert {each.line for each in reading.findings if each.level is Level.ERROR} == {4, 5, 6}


TURTLE = """@prefix a: <https://example.org/a/> . @prefix b: <https://example.org/b#> .
@prefix orcid: <https://orcid.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix semapv: <https://w3id.org/semapv/vocab/> .
@prefix sssom: <https://w3id.org/sssom/> . @prefix dcterms: <http://purl.org/dc/terms/> .
@prefix pav: <http://purl.org/pav/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/set> a sssom:MappingSet ; dcterms:license <https://example.org/l> ; sssom:mapping_tool "ours" ;
  sssom:sssom_version sssom:version1.1 ; sssom:mappings _:x ,
  [ a owl:Axiom ; owl:annotatedSource a:2 ; owl:annotatedProperty skos:broadMatch ; owl:annotatedTarget b:2 ;
    sssom:predicate_modifier sssom:NegatedPredicate ; sssom:confidence "0.25"^^xsd:double ;
    sssom:mapping_justification semapv:ManualMappingCuration ] ,
  [ a owl:Axiom ; owl:annotatedSource a:3 ; owl:annotatedProperty skos:exactMatch ;
    owl:annotatedTarget sssom:NoTermFound ; sssom:mapping_justification semapv:ManualMappingCuration ] .
_:x a owl:Axiom ; owl:annotatedSource a:1 ; owl:annotatedProperty skos:exactMatch ; owl:annotatedTarget b:1 ;
  sssom:subject_label "one|two" ; sssom:mapping_justification semapv:LexicalMatching ;
  pav:authoredBy orcid:2 , orcid:1 ; sssom:subject_type owl:Class ; dcterms:created "2024-05-01"^^xsd:date ;
  sssom:confidence 0.5 ; rdfs:seeAlso <https://example.org/y> , "https://example.org/x" .
a:1 skos:exactMatch b:1 .
"""


def graph_in(format: str) -> bytes:
    import rdflib

    return rdflib.Graph().parse(data=TURTLE, format="turtle").serialize(format=format, encoding="utf-8")


def expanded(mapping_set: MappingSet) -> list[str]:
    """The mappings with IRIs, in some order that prefixes do not change."""
    names = [(slot.name, slot.range is Range.REFERENCE) for slot in MAPPING_SLOTS]
    found = []
    for row in mapping_set:
        values = [(getattr(row, name), reference) for name, reference in names]
        found.append(
            str(
                [
                    [expand(each, mapping_set.curie_map) if reference else each for each in value]
                    if isinstance(value, tuple)
                    else expand(value, mapping_set.curie_map)
                    if reference and value
                    else value
                    for value, reference in values
                ]
            )
        )
    return sorted(found)


@pytest.mark.parametrize(("format", "name"), [("turtle", "turtle"), ("xml", "rdfxml"), ("nt", "turtle")])
def test_reified_axioms_are_mappings(format: str, name: str) -> None:
    data = graph_in(format)
    assert format_of(data) == name
    reading = read(data)
    assert {each.level for each in reading.findings} <= {Level.WARNING}
    assert expanded(reading.mapping_set) == expanded(WANTED)
    if format == "turtle":
        assert to_tsv(reading.mapping_set) == to_tsv(WANTED)
    assert reading.rows_in == reading.rows_kept == 3
    assert read(data) == reading


def test_properties_that_are_no_slots_become_extensions_and_iris_record_ids() -> None:
    extra = TURTLE.replace("_:x", "a:r1").replace("sssom:confidence 0.5", '<https://example.org/p/mood> "good"')
    reading = read(extra.encode())
    named = next(row for row in reading.mapping_set if row.subject_id == "a:1")
    assert (named.record_id, named.extension("mood")) == ("a:r1", "good")
    (definition,) = reading.mapping_set.extension_definitions
    assert definition.property == "ns1:mood"
    assert ("record_id", "missing") in [(each.slot, each.code) for each in reading.findings]


def test_plain_axioms_are_mappings_without_a_stated_justification() -> None:
    text = """@prefix a: <https://a/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    a:x owl:equivalentClass a:y ; rdfs:label "X" . a:z rdfs:subClassOf a:y , [ a owl:Class ] ; rdfs:seeAlso a:q ."""
    reading = read(text.encode(), format="turtle")
    shown = [(each.subject_id, each.predicate_id, each.object_id, each.subject_label) for each in reading.mapping_set]
    assert shown == [("a:x", "owl:equivalentClass", "a:y", "X"), ("a:z", "rdfs:subClassOf", "a:y", None)]
    assert {each.mapping_justification for each in reading.mapping_set} == {"semapv:UnspecifiedMatching"}
    assert (reading.rows_in, reading.rows_reported) == (3, 1)
    assert {"unnamed_end", "not_stated"} <= {each.code for each in reading.findings}


ALIGNMENT = """<?xml version="1.0"?>
<rdf:RDF xmlns="http://knowledgeweb.semanticweb.org/heterogeneity/alignment#"
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Alignment><xml>yes</xml>
<onto1><Ontology rdf:about="http://mouse.owl"/></onto1><onto2>http://human.owl</onto2>
<map><Cell><entity1 rdf:resource="http://mouse.owl#MA_1"/><entity2 rdf:resource="http://human.owl#NCI_C1"/>
<relation>=</relation><measure rdf:datatype="xsd:float">0.75</measure></Cell></map>
<map><Cell><entity1 rdf:resource="http://mouse.owl#MA_2"/><entity2 rdf:resource="http://human.owl#NCI_C2"/>
<relation>&lt;</relation><measure>1.5</measure></Cell></map>
<map><Cell><entity1 rdf:resource="http://mouse.owl#MA_3"/><entity2 rdf:resource="http://human.owl#NCI_C3"/>
<relation>%</relation></Cell></map>
<map><Cell><entity1 rdf:resource="http://mouse.owl#MA_4"/><entity2 rdf:resource="http://human.owl#NCI_C4"/>
<relation>?</relation></Cell></map>
<map><Cell><entity1 rdf:resource="http://mouse.owl#MA_5"/></Cell></map>
</Alignment></rdf:RDF>"""


def test_an_alignment_is_a_mapping_set() -> None:
    reading = read(ALIGNMENT.encode())
    first, second, third = reading.mapping_set
    assert (first.predicate_id, first.confidence, first.object_id) == ("skos:exactMatch", 0.75, "ns4:NCI_C1")
    assert (second.predicate_id, second.confidence) == ("skos:broadMatch", None)
    assert (third.predicate_id, third.predicate_modifier) == ("skos:exactMatch", "Not")
    assert first.subject_source == "ns1:"
    assert (reading.rows_in, reading.rejected) == (5, (4, 5))
    codes = {each.code for each in reading.findings}
    assert codes == {"unknown_relation", "missing", "out_of_range", "not_stated", "prefix_added"}


ENTITIES = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 20}">' for n in range(9))
BOMB = f'<!DOCTYPE x [<!ENTITY e0 "boom">{ENTITIES}]><x>&e9;</x>'.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"{", b"[1, 2", b"[" * 100_000, b"{}x", b'{"mappings": 3}', b"3", b"<a>", b"<rdf:RDF/>",
        BOMB,
        b"<a>" * 10_000, b"@prefix a <", b"@prefix : <http://a> . : : " + b"[" * 5000, b"",
    ],
    ids=lambda data: data[:12].decode(),
)  # fmt: skip
def test_what_is_no_mapping_set_is_refused_at_once(data: bytes) -> None:
    started = time.process_time()
    with pytest.raises(InputError):
        read(data, file="x")
    assert time.process_time() - started < 10


def test_a_format_goes_by_content_and_has_a_name(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UnknownNameError):
        read(b"", format="yaml")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "none.tsv")
    path = tmp_path / "set.sssom.tsv"
    header = [line for line in TSV.splitlines() if line.startswith("#")]
    path.write_text("\n".join(TSV.splitlines()[len(header) :]) + "\n", encoding="utf-8")
    path.with_suffix(".yml").write_text("\n".join(line[1:] for line in header), encoding="utf-8")
    assert read(path).mapping_set == WANTED
    assert read(str(path), strict=True).findings == ()


_CELL = st.sampled_from(
    ["a:1", "b:2", "https://example.org/a/1", "skos:exactMatch", "semapv:LexicalMatching", "", "x y"]
)
_KEYS = st.sampled_from(
    ["subject_id", "predicate_id", "object_id", "mapping_justification", "confidence", "author_id", "z"]
)
_VALUE = (
    _CELL
    | st.none()
    | st.floats()
    | st.integers()
    | st.lists(_CELL, max_size=2)
    | st.dictionaries(_CELL, _CELL, max_size=1)
)


def lawful(reading: Reading) -> None:
    assert reading.rows_in == reading.rows_kept + reading.rows_reported
    told = {each.line for each in reading.findings if each.level is Level.ERROR}
    assert told.issuperset(reading.rejected)
    usable = MappingSet(
        mappings=reading.mapping_set.mappings, curie_map=reading.mapping_set.curie_map, mapping_set_id="urn:x:y",
        license="urn:x:y", extension_definitions=reading.mapping_set.extension_definitions,
    )  # fmt: skip
    if not any(each.slot == "record_id" for each in reading.findings):
        assert read(to_tsv(usable), strict=True).rows_kept == reading.rows_kept


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(_KEYS, _VALUE, max_size=6) | st.integers(), max_size=5))
def test_rows_in_are_rows_kept_and_rows_reported_in_json(mappings: list[object]) -> None:
    reading = read(json.dumps({"curie_map": PREFIXES, "mappings": mappings}).encode(), format="json")
    assert reading.rows_in == len(mappings)
    lawful(reading)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(_CELL | st.text(max_size=6), min_size=1, max_size=6), max_size=5))
def test_rows_in_are_rows_kept_and_rows_reported_in_tables(table: list[list[str]]) -> None:
    head = "#curie_map:\n#  a: https://example.org/a/\nsubject_id\tpredicate_id\tobject_id\tmapping_justification\tcomment\n"
    data = head + "".join("\t".join(cells) + "\n" for cells in table)
    lawful(read(data.encode("utf-8", "replace"), format="tsv"))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(*[st.sampled_from(["<https://a/1>", "<urn:b:2>", "_:b", "'x'", "<https://a/>"])] * 4), max_size=5
    )
)
def test_rows_in_are_rows_kept_and_rows_reported_in_graphs(facts: list[tuple[str, ...]]) -> None:
    axiom = "[] a <http://www.w3.org/2002/07/owl#Axiom> ; " + " ; ".join(
        f"<http://www.w3.org/2002/07/owl#annotated{each}> %s" for each in ("Source", "Property", "Target")
    )
    text = "".join(
        axiom % each[:3] + f" ; <https://w3id.org/sssom/mapping_justification> {each[3]} .\n" for each in facts
    )
    reading = read(text.encode(), format="turtle")
    assert reading.rows_in == len(facts)
    lawful(reading)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(sorted(FORMATS)),
    st.binary(max_size=200),
    st.sampled_from([TSV, json.dumps(JSON["JSON-LD"]), TURTLE, ALIGNMENT]),
    st.integers(0, 3000),
)
def test_spoilt_files_of_every_format_are_read_or_refused(format: str, junk: bytes, text: str, place: int) -> None:
    data = text.encode()
    for spoilt in (junk, data[:place] + junk + data[place + len(junk) :]):
        for chosen in (None, format):
            try:
                reading = read(spoilt, format=chosen)
            except InputError:
                continue
            lawful(reading)
