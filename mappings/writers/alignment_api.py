"""Alignments in the RDF/XML of the Alignment API (http://alignapi.gforge.inria.fr/format.html)."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr

from mappings.findings import Finding, Level
from mappings.mapping import Mapping, MappingSet
from mappings.prefixes import expand
from mappings.propagation import propagated
from mappings.tsv import canonical
from mappings.vocabulary import LITERAL, NO_TERM_FOUND

#: What a predicate is called there. Other relations have no place in the format.
RELATIONS = MappingProxyType(
    {
        "owl:equivalentClass": "=",
        "owl:equivalentProperty": "=",
        "owl:sameAs": "=",
        "rdf:type": "InstanceOf",
        "rdfs:subClassOf": "<",
        "rdfs:subPropertyOf": "<",
        "skos:broadMatch": "<",
        "skos:exactMatch": "=",
        "skos:narrowMatch": ">",
    }
)

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns="http://knowledgeweb.semanticweb.org/heterogeneity/alignment"
         xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<Alignment>
  <xml>yes</xml>
  <level>0</level>
  <type>??</type>
"""


def to_alignment(mapping_set: MappingSet) -> tuple[bytes, list[Finding]]:
    """The set as an alignment, and a finding for each mapping that has no place in one.

    Left out are negated mappings, texts, `sssom:NoTermFound` and relations that are neither equal, broader, narrower
    nor instance of. The measure is the confidence, 1 where there is none.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    whole = propagated(canonical(mapping_set))
    findings: list[Finding] = []
    text = _HEAD + "".join(_ontologies(whole)) + "".join(_cells(whole, findings)) + "</Alignment>\n</rdf:RDF>\n"
    return text.encode("utf-8"), findings


def _ontologies(whole: MappingSet) -> Iterator[str]:
    for place, name in (("onto1", "subject_source"), ("onto2", "object_source")):
        sources = {getattr(row, name) for row in whole}
        if len(sources) == 1 and None not in sources:
            yield f"  <{place}>{escape(expand(sources.pop(), whole.curie_map))}</{place}>\n"


def _cells(whole: MappingSet, findings: list[Finding]) -> Iterator[str]:
    for row in whole:
        why = _refusal(row)
        if why is not None:
            shown = f"{row.subject_id or row.subject_label} {row.predicate_id} {row.object_id or row.object_label}"
            remedy = "Left out: use another format"
            findings.append(Finding(None, "predicate_id", shown, "not_in_format", Level.WARNING, why, remedy))
            continue
        source, target = (quoteattr(expand(str(each), whole.curie_map)) for each in (row.subject_id, row.object_id))
        measure = 1.0 if row.confidence is None else row.confidence
        yield (
            "  <map>\n    <Cell>\n"
            f"      <entity1 rdf:resource={source}/>\n"
            f"      <entity2 rdf:resource={target}/>\n"
            f"      <relation>{escape(RELATIONS[str(row.predicate_id)])}</relation>\n"
            f'      <measure rdf:datatype="http://www.w3.org/2001/XMLSchema#float">{measure!r}</measure>\n'
            "    </Cell>\n  </map>\n"
        )


def _refusal(row: Mapping) -> str | None:
    if row.predicate_modifier:
        return "an alignment has no negated mappings"
    if LITERAL in (row.subject_type, row.object_type) or None in (row.subject_id, row.object_id):
        return "an alignment has no texts for ends"
    if NO_TERM_FOUND in (row.subject_id, row.object_id):
        return "an alignment has no ends without a term"
    if row.predicate_id not in RELATIONS:
        return f"an alignment has no relation for {row.predicate_id}"
    return None
