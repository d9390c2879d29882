"""Mapping sets in RDF: reified as `owl:Axiom`, as the specification has it, or plain axioms of OWL and SKOS."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import rdflib
from rdflib.namespace import OWL, RDF, RDFS
from rdflib.term import BNode, Literal, Node, URIRef

from aligner.errors import InputError
from mappings.findings import Finding, Level
from mappings.readers import xml_gate
from mappings.readers.document import MOST_COLUMNS, Cell, Document, Record
from mappings.validation import NCNAME
from mappings.vocabulary import (
    BUILT_IN_PREFIXES,
    MAPPING_SLOT,
    PREDICATES,
    PROPERTIES,
    SET_SLOT,
    STANDARD_NAMES,
    UNSPECIFIED,
)
from mappings.yaml_text import Node as Tree

#: Largest file that is read into a graph, in bytes: a graph takes some thirty times as much memory.
LARGEST = 32 * 1024 * 1024

SSSOM = BUILT_IN_PREFIXES["sssom"]
_SET, _MAPPINGS = URIRef(f"{SSSOM}MappingSet"), URIRef(f"{SSSOM}mappings")
_SLOT_OF = {iri: name for name, iri in PROPERTIES.items()}

#: Predicates of plain axioms that are mappings. `rdfs:seeAlso` leads anywhere.
_AXIOMS = {
    URIRef(BUILT_IN_PREFIXES[prefix] + local): f"{prefix}:{local}"
    for prefix, local in (curie.split(":") for curie in sorted(PREDICATES - {"rdfs:seeAlso"}))
}

_AXIOM_COLUMNS = ("subject_id", "subject_label", "predicate_id", "object_id", "object_label")


def read_graph(data: bytes, *, format: str, file: str | None) -> Document:
    """Take an RDF document apart.

    Rows are numbered in the order of their cells: a graph has no order of its own.

    Args:
        data: the document.
        format: of `rdflib`: xml, turtle or nt.
        file: named in errors.

    Raises:
        InputError: it is larger than 32 MiB, or cannot be parsed.
    """
    if len(data) > LARGEST:
        raise InputError(f"over {LARGEST >> 20} MiB", file=file, remedy="Split it, or use SSSOM/TSV")
    if format == "xml":
        xml_gate.check(data, file)
    graph = rdflib.Graph(bind_namespaces="none")
    try:
        graph.parse(io.BytesIO(data), format=format, publicID="urn:base:")
    except Exception as error:  # the parsers raise whatever they stumble over
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise InputError(f"not valid RDF: {first[:200]}", file=file) from None
    return document_of(graph, file)


def document_of(graph: rdflib.Graph, file: str | None = None) -> Document:
    """The mappings of a graph, and what it says of their set."""
    sets = sorted({*graph.subjects(RDF.type, _SET), *graph.subjects(_MAPPINGS, None)}, key=str)
    tree, findings = _metadata(graph, sets)
    tree["curie_map"] = {prefix: str(iri) for prefix, iri in graph.namespaces() if prefix and prefix != "xml"}
    nodes = _mapping_nodes(graph)
    if not nodes:
        rows = sorted(_axioms(graph), key=str)
        assumed = {"mapping_justification": UNSPECIFIED}
        return Document(tree, _AXIOM_COLUMNS, lambda: _numbered(rows), findings=findings, by_iri=True, assumed=assumed)
    names = _extensions(graph, nodes, tree)
    facts = sorted((_facts(graph, node, names) for node in nodes), key=lambda each: sorted(each.items()))
    columns = tuple(dict.fromkeys(name for each in facts for name in sorted(each)))
    if len(columns) > MOST_COLUMNS:
        raise InputError(f"the mappings have more than {MOST_COLUMNS} different properties", file=file)
    cells = [[_cell(each.get(name, ())) for name in columns] for each in facts]
    return Document(tree, columns, lambda: _numbered(cells), findings=findings, by_iri=True)


def _numbered(rows: Iterable[list[Cell] | Finding]) -> Iterator[Record]:
    for number, row in enumerate(rows, 1):
        if isinstance(row, Finding):
            yield number, Finding(number, row.slot, row.value, row.code, row.level, row.message, row.repair)
        else:
            yield number, row


def _slot(predicate: Node, slots: Iterable[str]) -> str | None:
    """The slot that a property is, of a mapping or of a set."""
    iri = str(predicate)
    name = _SLOT_OF.get(iri) or (iri[len(SSSOM) :] if iri.startswith(SSSOM) else "")
    return name if name in slots else None


def _mapping_nodes(graph: rdflib.Graph) -> set[Any]:
    """Nodes that state a mapping: a set's, and axioms that say something only a mapping has or whose property maps."""
    nodes = {each for each in graph.objects(None, _MAPPINGS) if not isinstance(each, Literal)}
    axioms = {*graph.subjects(RDF.type, OWL.Axiom), *graph.subjects(RDF.type, URIRef(f"{SSSOM}Mapping"))}
    for node in axioms - nodes:
        ours = any(str(predicate).startswith(SSSOM) for predicate in graph.predicates(node))
        if ours or any(each in _AXIOMS for each in graph.objects(node, OWL.annotatedProperty)):
            nodes.add(node)
    return nodes


def _metadata(graph: rdflib.Graph, sets: list[Any]) -> tuple[dict[str, Tree], list[Finding]]:
    findings: list[Finding] = []
    if len(sets) > 1:
        what = f"the graph has {len(sets)} mapping sets: all their mappings are read"
        repair = f"The metadata is that of {sets[0]}"
        findings.append(Finding(None, None, None, "several_sets", Level.WARNING, what, repair))
    tree: dict[str, Tree] = {}
    for node in sets[:1]:
        for predicate, value in sorted(graph.predicate_objects(node)):
            name = _slot(predicate, SET_SLOT)
            if name is not None and not isinstance(value, BNode):
                known = tree.setdefault(name, [])
                assert isinstance(known, list)
                known.append(str(value))
        for name, values in tree.items():
            if isinstance(values, list) and len(values) == 1:
                tree[name] = values[0]
        if isinstance(node, URIRef):
            tree.setdefault("mapping_set_id", str(node))
        tree["extension_definitions"] = _definitions(graph, node)
    return tree, findings


def _definitions(graph: rdflib.Graph, node: Any) -> list[Tree]:
    found: list[Tree] = []
    for each in graph.objects(node, URIRef(f"{SSSOM}extension_definitions")):
        keys = ("slot_name", "property", "type_hint")
        values = {key: next(iter(sorted(map(str, graph.objects(each, URIRef(SSSOM + key))))), "") for key in keys}
        found.append({key: value for key, value in values.items() if value})
    return sorted(found, key=str)


def _extensions(graph: rdflib.Graph, nodes: set[Any], tree: dict[str, Tree]) -> dict[str, str]:
    """Slot names for properties of mappings that are no slot; those that nothing defines are named and defined."""
    definitions = tree.setdefault("extension_definitions", [])
    assert isinstance(definitions, list)
    names = {
        str(each["property"]): str(each["slot_name"])
        for each in definitions
        if isinstance(each, dict) and "property" in each and "slot_name" in each
    }
    taken = {*names.values(), *STANDARD_NAMES}
    properties = {str(each) for node in nodes for each in graph.predicates(node) if each != RDF.type}
    for iri in sorted(properties - names.keys()):
        local = iri.rstrip("/#").rpartition("#")[2].rpartition("/")[2]
        if _slot(URIRef(iri), MAPPING_SLOT) is None and NCNAME.fullmatch(local) and local not in taken:
            taken.add(local)
            names[iri] = local
            definitions.append({"slot_name": local, "property": iri})
    return names


def _facts(graph: rdflib.Graph, node: Any, names: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """What is said of a mapping, by slot and by extension."""
    found: dict[str, list[str]] = {}
    for predicate, value in graph.predicate_objects(node):
        name = names.get(str(predicate)) or _slot(predicate, MAPPING_SLOT)
        if name is not None and predicate != RDF.type:
            found.setdefault(name, []).append(str(value) if not isinstance(value, BNode) else f"_:{name}")
    if isinstance(node, URIRef):
        found.setdefault("record_id", [str(node)])
    return {name: tuple(sorted(values)) for name, values in found.items()}


def _cell(values: tuple[str, ...]) -> Cell:
    return values[0] if len(values) == 1 else values


def _axioms(graph: rdflib.Graph) -> Iterator[list[Cell] | Finding]:
    for predicate, curie in _AXIOMS.items():
        for subject, object_ in graph.subject_objects(predicate):
            if isinstance(subject, URIRef) and isinstance(object_, URIRef):
                yield [str(subject), _label(graph, subject), curie, str(object_), _label(graph, object_)]
            else:
                what, remedy = f"an end of this {curie} is a class expression or a text", "Only named ends are mapped"
                yield Finding(None, None, _shown(subject, object_), "unnamed_end", Level.ERROR, what, remedy)


def _shown(*ends: Node) -> str:
    """The ends of an axiom, without the names of blank nodes, which change."""
    return " ".join("_:" if isinstance(each, BNode) else str(each) for each in ends)


def _label(graph: rdflib.Graph, node: Node) -> str:
    return min((str(each) for each in graph.objects(node, RDFS.label)), default="")
