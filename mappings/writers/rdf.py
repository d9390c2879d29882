"""Mapping sets in RDF, a mapping at a time: N-Triples, Turtle, and a graph for SPARQL.

As the specification has it: a set is the IRI of its id, a mapping an `owl:Axiom` named by its record id where it has
one, every mapping saying all there is to say about it. What a mapping states is a triple too, but for those that are
negated, have a text for an end, or `sssom:NoTermFound`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mappings.mapping import Mapping, MappingSet
from mappings.prefixes import REFERENCE_TYPE, expand, prefix_of
from mappings.propagation import propagated
from mappings.tsv import DEFAULT_PROPERTY, canonical
from mappings.vocabulary import (
    BUILT_IN_PREFIXES,
    LITERAL,
    MAPPING_SLOTS,
    MEANINGS,
    NO_TERM_FOUND,
    PROPERTIES,
    SET_SLOTS,
    Range,
    Slot,
)

_XSD = BUILT_IN_PREFIXES["xsd"]
_SSSOM = BUILT_IN_PREFIXES["sssom"]
_TYPE = f"<{BUILT_IN_PREFIXES['rdf']}type>"
_DATATYPES = {Range.NUMBER: f"{_XSD}double", Range.DATE: f"{_XSD}date", Range.URI: f"{_XSD}anyURI"}
_UNSAFE_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}

#: Subject, predicate, object as N-Triples writes them.
Triple = tuple[str, str, str]


def to_ntriples(mapping_set: MappingSet) -> Iterator[str]:
    """The set as N-Triples, line by line.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    for subject, predicate, object_ in _triples(propagated(canonical(mapping_set))):
        yield f"{subject} {predicate} {object_} .\n"


def to_turtle(mapping_set: MappingSet) -> Iterator[str]:
    """The set as Turtle, subject by subject: the prefixes, the set, its mappings.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    whole = propagated(canonical(mapping_set))
    for prefix, iri in sorted({**BUILT_IN_PREFIXES, **whole.curie_map}.items()):
        yield f"@prefix {prefix}: <{_iri_text(iri)}> .\n"
    last = ""
    for subject, predicate, object_ in _triples(whole):
        if subject == last:
            yield f" ;\n    {predicate} {object_}"
        else:
            yield f"{' .' if last else ''}\n{subject} {predicate} {object_}"
        last = subject
    yield " .\n"


def to_graph(mapping_set: MappingSet) -> Any:
    """The set as a `rdflib.Graph`, with its prefixes bound, to be asked in SPARQL.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    import rdflib

    graph = rdflib.Graph(bind_namespaces="none")
    graph.parse(data="".join(to_turtle(mapping_set)), format="turtle")
    return graph


def _triples(whole: MappingSet) -> Iterator[Triple]:
    """Everything, grouped by subject: the set, its definitions, each mapping and what it states."""
    node = _iri(str(whole.mapping_set_id))
    prefixes = whole.curie_map
    yield node, _TYPE, f"<{_SSSOM}MappingSet>"
    for slot in SET_SLOTS:
        if slot.name != "mapping_set_id":
            yield from _facts(node, slot, getattr(whole, slot.name), whole)
    definitions = {each.slot_name: each for each in whole.extension_definitions}
    properties = {
        name: _iri(expand(each.property, prefixes) if each.property else DEFAULT_PROPERTY + name)
        for name, each in definitions.items()
    }
    hints = {name: each.type_hint for name, each in definitions.items()}
    yield from _extensions(node, whole, properties, hints, whole)
    yield from ((node, f"<{_SSSOM}mappings>", _name(row, place, whole)) for place, row in enumerate(whole.mappings))
    places = {name: f"_:e{place}" for place, name in enumerate(definitions)}
    yield from ((node, f"<{_SSSOM}extension_definitions>", place) for place in places.values())
    for name, place in places.items():
        yield place, f"<{_SSSOM}slot_name>", _literal(name)
        if definitions[name].property:
            yield place, f"<{_SSSOM}property>", properties[name]
        if hint := definitions[name].type_hint:
            yield place, f"<{_SSSOM}type_hint>", _iri(expand(hint, prefixes))
    for number, row in enumerate(whole.mappings):
        axiom = _name(row, number, whole)
        yield axiom, _TYPE, f"<{BUILT_IN_PREFIXES['owl']}Axiom>"
        for slot in MAPPING_SLOTS:
            if slot.name != "record_id":
                yield from _facts(axiom, slot, getattr(row, slot.name), whole)
        yield from _extensions(axiom, row, properties, hints, whole)
        if _stands(row):
            subject, predicate, object_ = (
                _iri(expand(str(each), prefixes)) for each in (row.subject_id, row.predicate_id, row.object_id)
            )
            yield subject, predicate, object_


def _stands(row: Mapping) -> bool:
    """Whether what the row says may be a triple of its own."""
    ends = (row.subject_id, row.object_id)
    plain = LITERAL not in (row.subject_type, row.object_type) and None not in ends and NO_TERM_FOUND not in ends
    return plain and row.predicate_modifier is None


def _name(row: Mapping, place: int, whole: MappingSet) -> str:
    return _iri(expand(row.record_id, whole.curie_map)) if row.record_id else f"_:m{place}"


def _facts(node: str, slot: Slot, value: Any, whole: MappingSet) -> Iterator[Triple]:
    if value is None or value == ():
        return
    predicate = f"<{PROPERTIES.get(slot.name, _SSSOM + slot.name)}>"
    for each in value if slot.many else (value,):
        if slot.range is Range.REFERENCE:
            yield node, predicate, _iri(expand(each, whole.curie_map))
        elif each in MEANINGS and slot.range in (Range.ENTITY_TYPE, Range.MODIFIER, Range.VERSION):
            yield node, predicate, _iri(expand(MEANINGS[each], {}))
        elif slot.range is Range.NUMBER:
            yield node, predicate, _literal(repr(float(each)), _DATATYPES[slot.range])
        else:
            yield node, predicate, _literal(each, _DATATYPES.get(slot.range))


def _extensions(
    node: str, holder: Mapping | MappingSet, properties: dict[str, str], hints: dict[str, str | None], whole: MappingSet
) -> Iterator[Triple]:
    for name, text in holder.extensions:
        hint = hints[name]
        if hint == REFERENCE_TYPE and prefix_of(text) is not None:
            yield node, properties[name], _iri(expand(text, whole.curie_map))
        else:
            yield node, properties[name], _literal(text, expand(hint, whole.curie_map) if hint else None)


def _iri_text(iri: str) -> str:
    return _UNSAFE_IRI.sub(lambda found: f"%{ord(found[0]):02X}", iri)


def _iri(iri: str) -> str:
    return f"<{_iri_text(iri)}>"


def _literal(text: str, datatype: str | None = None) -> str:
    shown = '"' + "".join(_ESCAPES.get(each, each) for each in text) + '"' if _special(text) else f'"{text}"'
    return shown if datatype in (None, f"{_XSD}string") else f"{shown}^^<{datatype}>"


def _special(text: str) -> bool:
    return any(each in text for each in _ESCAPES)
