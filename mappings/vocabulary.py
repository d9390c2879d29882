"""The words of SSSOM 1.1: slots in canonical order, enumerations, justifications, predicates and prefixes.

Everything else in this folder reads these tables; nothing repeats them. The tables follow the SSSOM schema 1.1
(https://mapping-commons.github.io/sssom/) and the Semantic Mapping Vocabulary (semapv) of 2026-06-10.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

#: The version written with every set of ours, and those a reader understands.
SSSOM_VERSION = "1.1"
SSSOM_VERSIONS = ("1.0", "1.1")

#: Prefixes every reader knows: they may be left out of `curie_map` and must never be redefined.
BUILT_IN_PREFIXES = MappingProxyType(
    {
        "linkml": "https://w3id.org/linkml/",
        "owl": "http://www.w3.org/2002/07/owl#",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "semapv": "https://w3id.org/semapv/vocab/",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "sssom": "https://w3id.org/sssom/",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
    }
)

#: The only identifier that stands for "nothing": allowed as a subject or an object.
NO_TERM_FOUND = "sssom:NoTermFound"

#: The justifications the schema admits; newer semapv terms fail the reference validation.
JUSTIFICATIONS = frozenset(
    f"semapv:{name}"
    for name in (
        "BackgroundKnowledgeBasedMatching",
        "CompositeMatching",
        "InstanceBasedMatching",
        "LexicalMatching",
        "LexicalSimilarityThresholdMatching",
        "LogicalReasoning",
        "ManualMappingCuration",
        "MappingChaining",
        "MappingInversion",
        "MappingReview",
        "SemanticSimilarityThresholdMatching",
        "StructuralMatching",
        "UnspecifiedMatching",
    )
)
COMPOSITE = "semapv:CompositeMatching"
UNSPECIFIED = "semapv:UnspecifiedMatching"

#: Preprocessing terms, spelt as semapv spells them.
PREPROCESSING = frozenset(
    f"semapv:{name}"
    for name in (
        "BlankNormalisation",
        "CaseNormalization",
        "DiacriticsSuppression",
        "DigitSuppression",
        "Lemmatization",
        "LinkStripping",
        "Normalization",
        "PunctuationElemination",
        "RegexRemoval",
        "RegexReplacement",
        "Stemming",
        "StopWordRemoval",
        "TermExtraction",
        "Tokenization",
    )
)

#: Predicates in common use. Any predicate is legal; these have a meaning that a program can act on.
PREDICATES = frozenset(
    {
        "owl:equivalentClass",
        "owl:equivalentProperty",
        "owl:sameAs",
        "rdfs:seeAlso",
        "rdfs:subClassOf",
        "rdfs:subPropertyOf",
        "skos:broadMatch",
        "skos:closeMatch",
        "skos:exactMatch",
        "skos:narrowMatch",
        "skos:relatedMatch",
    }
)

ENTITY_TYPES = frozenset(
    {
        "composed entity expression",
        "owl annotation property",
        "owl class",
        "owl data property",
        "owl named individual",
        "owl object property",
        "rdf property",
        "rdfs class",
        "rdfs datatype",
        "rdfs literal",
        "rdfs resource",
        "skos concept",
    }
)
LITERAL = "rdfs literal"
MODIFIERS = frozenset({"Not"})
CARDINALITIES = frozenset({"1:1", "1:n", "n:1", "n:n", "1:0", "0:1", "0:0"})

#: What the type and the modifier of a mapping are in RDF; cardinalities and versions stay text.
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "composed entity expression": "sssom:ComposedEntityExpression",
        "owl annotation property": "owl:AnnotationProperty",
        "owl class": "owl:Class",
        "owl data property": "owl:DataProperty",
        "owl named individual": "owl:NamedIndividual",
        "owl object property": "owl:ObjectProperty",
        "rdf property": "rdf:Property",
        "rdfs class": "rdfs:Class",
        "rdfs datatype": "rdfs:Datatype",
        "rdfs literal": "rdfs:Literal",
        "rdfs resource": "rdfs:Resource",
        "skos concept": "skos:Concept",
        "Not": "sssom:NegatedPredicate",
        "1.0": "sssom:version1.0",
        "1.1": "sssom:version1.1",
    }
)

#: The properties that slots are in RDF where they are not `sssom:<slot>`.
PROPERTIES: Mapping[str, str] = MappingProxyType(
    {
        "author_id": "http://purl.org/pav/authoredBy",
        "comment": "http://www.w3.org/2000/01/rdf-schema#comment",
        "creator_id": "http://purl.org/dc/terms/creator",
        "license": "http://purl.org/dc/terms/license",
        "mapping_date": "http://purl.org/dc/terms/created",
        "mapping_set_description": "http://purl.org/dc/terms/description",
        "mapping_set_source": "http://www.w3.org/ns/prov#wasDerivedFrom",
        "mapping_set_title": "http://purl.org/dc/terms/title",
        "mapping_set_version": "http://www.w3.org/2002/07/owl#versionInfo",
        "object_id": "http://www.w3.org/2002/07/owl#annotatedTarget",
        "predicate_id": "http://www.w3.org/2002/07/owl#annotatedProperty",
        "publication_date": "http://purl.org/dc/terms/issued",
        "see_also": "http://www.w3.org/2000/01/rdf-schema#seeAlso",
        "subject_id": "http://www.w3.org/2002/07/owl#annotatedSource",
    }
)

#: Names of slots before SSSOM 1.0, and what each is called now.
OLD_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "author_name": ("author_label",),
        "creator_name": ("creator_label",),
        "match_term_type": ("subject_type", "object_type"),
        "match_type": ("mapping_justification",),
        "reviewer_name": ("reviewer_label",),
        "semantic_similarity_measure": ("similarity_measure",),
        "semantic_similarity_score": ("similarity_score",),
    }
)

_OLD_JUSTIFICATIONS = {
    "Complex": COMPOSITE,
    "HumanCurated": "semapv:ManualMappingCuration",
    "HumanCuration": "semapv:ManualMappingCuration",
    "Lexical": "semapv:LexicalMatching",
    "Logical": "semapv:LogicalReasoning",
    "SemanticSimilarity": "semapv:SemanticSimilarityThresholdMatching",
    "Unspecified": UNSPECIFIED,
}
_OLD_TYPES = {
    "ClassMatch": "owl class",
    "ConceptMatch": "skos concept",
    "DataPropertyMatch": "owl data property",
    "IndividualMatch": "owl named individual",
    "ObjectPropertyMatch": "owl object property",
}

#: By slot: values from before SSSOM 1.0, without their prefix, and what each is now.
OLD_VALUES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "mapping_justification": _OLD_JUSTIFICATIONS,
        "subject_type": _OLD_TYPES,
        "object_type": _OLD_TYPES,
        "subject_id": {"NoMapping": NO_TERM_FOUND},
        "object_id": {"NoMapping": NO_TERM_FOUND},
    }
)


class Range(Enum):
    """What a slot's value may be."""

    TEXT = "text"
    REFERENCE = "CURIE"
    URI = "absolute URI"
    NUMBER = "number"
    DATE = "date"
    ENTITY_TYPE = "entity type"
    MODIFIER = "predicate modifier"
    CARDINALITY = "mapping cardinality"
    VERSION = "SSSOM version"


#: The values of the ranges that are enumerations.
ENUMERATIONS = MappingProxyType(
    {
        Range.ENTITY_TYPE: ENTITY_TYPES,
        Range.MODIFIER: MODIFIERS,
        Range.CARDINALITY: CARDINALITIES,
        Range.VERSION: frozenset(SSSOM_VERSIONS),
    }
)


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot of a mapping or of a mapping set.

    Attributes:
        name: its name, which is also the column's, the JSON key's and the attribute's.
        range: what its values may be.
        many: whether it holds any number of values.
        propagatable: whether a set may state it once for all its mappings.
        recent: whether it came with SSSOM 1.1.
        low: smallest number allowed.
    """

    name: str
    range: Range
    many: bool = False
    propagatable: bool = False
    recent: bool = False
    low: float = 0.0


_CODES = MappingProxyType(
    {
        "t": Range.TEXT,
        "r": Range.REFERENCE,
        "u": Range.URI,
        "n": Range.NUMBER,
        "d": Range.DATE,
        "e": Range.ENTITY_TYPE,
        "m": Range.MODIFIER,
        "c": Range.CARDINALITY,
        "v": Range.VERSION,
    }
)


def _slots(*lines: str) -> tuple[Slot, ...]:
    """Slots from `name code[*][^][+]`: `*` many values, `^` propagatable, `+` new in 1.1."""
    table = []
    for word in " ".join(lines).split(", "):
        name, code = word.split()
        low = -1.0 if name == "reviewer_agreement" else 0.0
        table.append(Slot(name, _CODES[code[0]], "*" in code, "^" in code, "+" in code, low))
    return tuple(table)


#: The slots of a mapping in canonical order.
MAPPING_SLOTS = _slots(
    "record_id r+, subject_id r, subject_label t, subject_category t, predicate_id r, predicate_label t,",
    "predicate_modifier m, object_id r, object_label t, object_category t, mapping_justification r,",
    "author_id r*, author_label t*, reviewer_id r*, reviewer_label t*, creator_id r*, creator_label t*, license u,",
    "subject_type e^, subject_source r^, subject_source_version t^, object_type e^, object_source r^,",
    "object_source_version t^, predicate_type e^+, mapping_provider u^, mapping_source r, mapping_cardinality c,",
    "cardinality_scope t*^+, mapping_tool t^, mapping_tool_id r^+, mapping_tool_version t^, mapping_date d^,",
    "publication_date d, review_date d+, confidence n, reviewer_agreement n+, curation_rule r*^,",
    "curation_rule_text t*^, subject_match_field r*^, object_match_field r*^, match_string t*,",
    "subject_preprocessing r*^, object_preprocessing r*^, similarity_score n, similarity_measure t^, see_also u*,",
    "issue_tracker_item r, other t, comment t",
)

#: The slots of a mapping set in canonical order, but for `mappings`, `curie_map` and `extension_definitions`.
SET_SLOTS = _slots(
    "sssom_version v, mapping_set_id u, mapping_set_version t, mapping_set_source u*, mapping_set_title t,",
    "mapping_set_description t, mapping_set_confidence n+, creator_id r*, creator_label t*, license u,",
    "subject_type e^, subject_source r^, subject_source_version t^, object_type e^, object_source r^,",
    "object_source_version t^, predicate_type e^+, mapping_provider u^, cardinality_scope t*^+, mapping_tool t^,",
    "mapping_tool_id r^+, mapping_tool_version t^, mapping_date d^, publication_date d, subject_match_field r*^,",
    "object_match_field r*^, subject_preprocessing r*^, object_preprocessing r*^, similarity_measure t^+,",
    "curation_rule r*^+, curation_rule_text t*^+, see_also u*, issue_tracker u, other t, comment t",
)

#: The slots a set may state once for all its mappings.
PROPAGATABLE = tuple(slot for slot in SET_SLOTS if slot.propagatable)

MAPPING_SLOT = MappingProxyType({slot.name: slot for slot in MAPPING_SLOTS})
SET_SLOT = MappingProxyType({slot.name: slot for slot in SET_SLOTS})

#: Names no extension may take: every standard slot, and the three structural ones.
STANDARD_NAMES = frozenset(MAPPING_SLOT) | frozenset(SET_SLOT) | {"mappings", "curie_map", "extension_definitions"}
