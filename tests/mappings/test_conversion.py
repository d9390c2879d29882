"""Alignments to mapping sets and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mapping_examples import AGAINST, ALIGNMENT, CRM, HR, NAME, SILENT, TERMS, VALUES, claim, explained

from aligner.alignment import Alignment, Relation
from aligner.calibration import Calibrator
from aligner.entity import Schema
from aligner.errors import InputError, UnknownNameError
from mappings.cardinality import cardinalities
from mappings.conversion import RELATION_OF, evidence_set, find, to_alignment, to_mapping_set, to_reference
from mappings.evidence import explanation_of
from mappings.findings import Level
from mappings.mapping import Mapping, MappingSet
from mappings.reading import read_tsv
from mappings.tsv import to_tsv
from mappings.validation import validate
from mappings.vocabulary import JUSTIFICATIONS, PREDICATES

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.fixture(scope="module")
def published() -> MappingSet:
    return to_mapping_set(ALIGNMENT, CRM, HR, **TERMS)


def row(mapping_set: MappingSet, subject_id: str) -> Mapping:
    return next(each for each in mapping_set if each.subject_id == subject_id)


def test_the_golden_file(published: MappingSet) -> None:
    assert to_tsv(published).decode() == (GOLDEN / "crm--hr.sssom.tsv").read_bytes().decode()


def test_one_valid_row_per_correspondence_and_none_for_abstentions(published: MappingSet) -> None:
    assert len(published) == len(ALIGNMENT)
    assert validate(published) == []
    assert len({each.record_id for each in published}) == len(published)


def test_relations_become_predicates(published: MappingSet) -> None:
    assert {each.subject_id: each.predicate_id for each in published} == {
        "crm:Person": "skos:broadMatch",
        "crm:contact%20name": "skos:exactMatch",
        "crm:id": "skos:relatedMatch",
        "crm:items%5B%5D.owner": "skos:closeMatch",
        "crm:na%C3%AFve": "skos:narrowMatch",
    }


def test_the_justification_is_the_only_part_for_it_or_composite(published: MappingSet) -> None:
    assert {each.subject_id: each.mapping_justification for each in published} == {
        "crm:Person": "semapv:LexicalMatching",
        "crm:contact%20name": "semapv:CompositeMatching",
        "crm:id": "semapv:InstanceBasedMatching",
        "crm:items%5B%5D.owner": "semapv:InstanceBasedMatching",
        "crm:na%C3%AFve": "semapv:UnspecifiedMatching",
    }


def test_what_is_known_of_both_ends_is_stated(published: MappingSet) -> None:
    name = row(published, "crm:contact%20name")
    assert (name.subject_label, name.subject_type, name.subject_source, name.subject_source_version) == (
        "Contact Name",
        "rdf property",
        "crm:",
        "0.10",
    )
    assert (name.object_source, name.object_source_version) == ("hr:", None)
    assert row(published, "crm:Person").object_type == "owl class"
    assert name.match_string == ("contact name",)
    assert name.subject_match_field == name.object_match_field == ("rdfs:label",)
    assert name.subject_preprocessing == ("semapv:CaseNormalization",)
    assert name.object_preprocessing == ("semapv:CaseNormalization", "semapv:Tokenization")
    assert row(published, "crm:id").match_string == ()
    assert name.mapping_date is None
    assert name.extension("ext_recipe") == "fields"
    assert published.extension("ext_threshold") == "0.35"


def test_confidence_and_score_are_not_one_number(published: MappingSet) -> None:
    name, claimed = row(published, "crm:contact%20name"), ALIGNMENT.correspondences[1]
    assert (name.confidence, name.similarity_score) == (claimed.confidence, claimed.score)
    assert name.similarity_measure


def test_record_ids_hash_iris_and_stay_when_a_prefix_is_renamed(published: MappingSet) -> None:
    assert row(published, "crm:id").record_id == "uuid:4e696359-fe1f-54ff-8c8d-1128adf4de94"


def test_cardinality_counts_distinct_counterparts(published: MappingSet) -> None:
    assert row(published, "crm:items%5B%5D.owner").mapping_cardinality == "n:1"
    assert row(published, "crm:Person").mapping_cardinality == "1:1"
    behind = evidence_set(ALIGNMENT, CRM, HR, calibrator=Calibrator(), **TERMS)
    assert {each.mapping_cardinality for each in behind if each.subject_id == "crm:contact%20name"} == {"1:1"}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"))))
def test_cardinality_by_the_slow_way(pairs: list[tuple[str, str]]) -> None:
    unique = set(pairs)
    for (subject, object_), stated in zip(pairs, cardinalities(pairs), strict=True):
        left = "n" if sum(each[1] == object_ for each in unique) > 1 else "1"
        right = "n" if sum(each[0] == subject for each in unique) > 1 else "1"
        assert stated == f"{left}:{right}"


def test_the_way_back_from_the_file_loses_nothing_but_unexplained_decimals(published: MappingSet) -> None:
    reading = read_tsv(to_tsv(published))
    back, findings = to_alignment(reading.mapping_set, abstentions=reversed(ALIGNMENT.abstentions), selector="greedy")
    assert findings == []
    *explained_ones, unexplained = ALIGNMENT.correspondences
    rounded = replace(unexplained, source_id="crm:na%C3%AFve", confidence=0.499)  # 0.4995 is a little less in binary
    assert back.correspondences[-1] == rounded
    for read, wrote in zip(back.correspondences, explained_ones, strict=False):
        assert (read.source_id, read.target_id, read.relation) == (wrote.source_id, wrote.target_id, wrote.relation)
        assert (read.score, read.confidence) == (wrote.score, wrote.confidence)
        assert read.explanation is not None
        assert wrote.explanation is not None
        assert read.explanation.parts == wrote.explanation.parts
    assert replace(back, correspondences=()) == replace(ALIGNMENT, correspondences=())


def test_an_empty_alignment_still_says_what_it_is_about() -> None:
    nothing = replace(ALIGNMENT, correspondences=())
    reading = read_tsv(to_tsv(to_mapping_set(nothing, CRM, HR, **TERMS)))
    assert reading.rows_in == 0
    assert reading.findings == ()
    assert (reading.mapping_set.subject_source, reading.mapping_set.mapping_tool) == ("crm:", "aligner")
    assert to_alignment(reading.mapping_set, ("crm", "hr"))[0].correspondences == ()


def test_the_evidence_set_has_a_row_per_part_with_its_own_confidence() -> None:
    calibrator = Calibrator("platt/1", 0.8, -0.1)
    behind = evidence_set(ALIGNMENT, CRM, HR, calibrator=calibrator, **TERMS)
    assert validate(behind) == []
    rows = [each for each in behind if each.subject_id == "crm:contact%20name"]
    assert {each.mapping_justification: each.similarity_score for each in rows} == {
        "semapv:LexicalMatching": 0.97,
        "semapv:InstanceBasedMatching": 0.8,
        "semapv:StructuralMatching": 0.3,
    }
    for each in rows:
        alone = explanation_of(each)
        (part,) = alone.parts
        assert alone.log_odds == pytest.approx(-2.0 + part.contribution)
        assert each.confidence == calibrator(alone.log_odds)
        assert each.similarity_measure == f"aligner {part.matcher}"
    assert all(each.mapping_justification in JUSTIFICATIONS for each in behind)


def test_rows_that_are_no_correspondence_are_reported(published: MappingSet) -> None:
    good = row(published, "crm:id")
    others = (
        replace(good, predicate_modifier="Not"),
        replace(good, object_id="sssom:NoTermFound"),
        replace(good, predicate_id="rdfs:seeAlso"),
        replace(good, confidence=0.1, extensions=()),
        replace(good, object_id="hr:other", extensions=(("ext_evidence", "{}"),)),
    )
    back, findings = to_alignment(replace(published, mappings=(good, *others)))
    assert [each.code for each in findings] == [
        "negated",
        "no_counterpart",
        "no_relation",
        "duplicate_pair",
        "bad_evidence",
    ]
    assert all(each.level is Level.WARNING for each in findings)
    assert [each.target_id for each in back] == ["hr:crm_id", "hr:other"]
    assert len(back) + len(findings) - 1 == 1 + len(others)  # bad evidence spoils no row


def test_common_predicates_of_ontologies_are_understood(published: MappingSet) -> None:
    good = row(published, "crm:id")
    others = {"owl:equivalentClass": Relation.EXACT, "rdfs:subClassOf": Relation.BROAD, "owl:sameAs": Relation.EXACT}
    for predicate, relation in others.items():
        back, _ = to_alignment(replace(published, mappings=(replace(good, predicate_id=predicate),)))
        assert [each.relation for each in back] == [relation]
    assert PREDICATES - set(RELATION_OF) == {"rdfs:seeAlso"}  # which relates no two meanings


def test_a_mapping_set_is_a_reference_too(published: MappingSet) -> None:
    reference, findings = to_reference(published)
    assert findings == []
    assert list(reference.rows) == [("crm", "hr")]
    assert [each.cell for each in reference.rows["crm", "hr"]] == [
        (each.source_id.replace("ï", "%C3%AF"), each.target_id, each.relation) for each in ALIGNMENT
    ]
    named, _ = to_reference(replace(published, mappings=()), ("x", "y"), complete=False)
    assert dict(named.rows) == {("x", "y"): ()}
    assert not named.complete


def test_a_set_about_several_pairs_of_sources_asks_which(published: MappingSet) -> None:
    other = replace(published.mappings[0], subject_id="erp:id")
    with pytest.raises(InputError, match="more than one pair"):
        to_alignment(replace(published, mappings=(*published.mappings, other)))


def test_find_takes_ids_and_published_ids(published: MappingSet) -> None:
    for subject in ("crm:items[].owner", "crm:items%5B%5D.owner"):
        assert find(published, subject, "hr:responsible").predicate_id == "skos:closeMatch"
    with pytest.raises(UnknownNameError, match="hr:crm_id"):
        find(published, "crm:id", "hr:body")


def test_contradictory_prefixes_and_foreign_justifications_are_refused() -> None:
    clash = Schema("hr", HR.entities, {"hr": "https://example.org/hr/", "crm": "https://example.com/other/"})
    with pytest.raises(InputError, match="'crm' stands for"):
        to_mapping_set(ALIGNMENT, CRM, clash, **TERMS)
    undeclared = Schema("hr", HR.entities)
    with pytest.raises(InputError, match="no prefix 'hr'"):
        to_mapping_set(ALIGNMENT, CRM, undeclared, **TERMS)
    odd = claim("crm:id", "hr:crm_id", Relation.EXACT, replace(NAME, evidence="Magic"))
    with pytest.raises(InputError, match="Magic"):
        to_mapping_set(replace(ALIGNMENT, correspondences=(odd,)), CRM, HR, **TERMS)


def test_the_frame_has_a_row_per_mapping_and_only_used_columns(published: MappingSet) -> None:
    frame = published.to_frame()
    assert len(frame) == len(published)
    assert list(frame.columns[:3]) == ["record_id", "subject_id", "subject_label"]
    assert list(frame.columns[-2:]) == ["ext_evidence", "ext_recipe"]
    assert "comment" not in frame
    assert frame["match_string"].tolist()[1] == ("contact name",)


def test_a_pair_stated_twice_alike_has_two_record_ids() -> None:
    twice = Alignment("crm", "hr", (ALIGNMENT.correspondences[2],) * 2, (), 0.5, "none")
    ids = [each.record_id for each in to_mapping_set(twice, CRM, HR, **TERMS)]
    assert len(set(ids)) == 2


def test_the_explanation_of_a_silent_matcher_makes_no_row() -> None:
    lone = replace(ALIGNMENT, correspondences=(claim("crm:id", "hr:crm_id", Relation.EXACT, VALUES, SILENT),))
    assert len(evidence_set(lone, CRM, HR, calibrator=Calibrator(), **TERMS)) == 1
    assert explained(VALUES, AGAINST).log_odds == pytest.approx(-1.0)
