"""Alignments in the RDF/XML of the Alignment API (http://alignapi.gforge.inria.fr/format.html)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from mappings.findings import Finding, Level
from mappings.readers.document import Document, Record
from mappings.readers.xml_gate import elements
from mappings.vocabulary import UNSPECIFIED
from mappings.yaml_text import Node

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"

#: Relations, read from the first entity to the second: the predicate, and whether it is negated.
PREDICATES = {
    "=": ("skos:exactMatch", ""),
    "equivalence": ("skos:exactMatch", ""),
    "<": ("skos:broadMatch", ""),
    ">": ("skos:narrowMatch", ""),
    "InstanceOf": ("rdf:type", ""),
    "%": ("skos:exactMatch", "Not"),
}

_COLUMNS = ("subject_id", "predicate_id", "predicate_modifier", "object_id", "confidence")


@dataclass(frozen=True, slots=True)
class AlignedPair:
    """One cell of an alignment.

    Attributes:
        line: on which it ends.
        source: IRI of the first entity, empty where there is none.
        target: IRI of the second.
        relation: as it stands; `=` where none is.
        measure: as it stands.
    """

    line: int
    source: str
    target: str
    relation: str
    measure: str


def aligned_pairs(data: bytes, file: str | None) -> Iterator[AlignedPair]:
    """The cells of an alignment in their order.

    Raises:
        InputError: it is no XML, or more than a parser can be trusted with.
    """
    for cell in elements(data, ("{*}Cell",), file):
        yield _pair(cell)
        cell.clear()


def _pair(cell: etree._Element) -> AlignedPair:
    source, target = (_resource(cell.find(f"{{*}}{name}")) for name in ("entity1", "entity2"))
    relation = (cell.findtext("{*}relation") or "=").strip()
    line = int(str(cell.sourceline or 0))
    return AlignedPair(line, source, target, relation, (cell.findtext("{*}measure") or "").strip())


def _resource(element: etree._Element | None) -> str:
    return "" if element is None else str(element.get(f"{_RDF}resource") or "")


def read_alignment(data: bytes, *, file: str | None) -> Document:
    """Take an alignment apart. It has no place for a justification: its rows are `semapv:UnspecifiedMatching`.

    Raises:
        InputError: as for `aligned_pairs`.
    """
    tree: dict[str, Node] = {}
    rows: list[Record] = []
    for element in elements(data, ("{*}Cell", "{*}onto1", "{*}onto2"), file):
        name = etree.QName(element).localname
        if name == "Cell":
            rows.append((len(rows) + 1, _cells(_pair(element), len(rows) + 1)))
            element.clear()
        else:
            about = next((str(each.get(f"{_RDF}about")) for each in element if each.get(f"{_RDF}about")), None)
            source = about or (element.text or "").strip()
            if source:
                tree.setdefault("subject_source" if name == "onto1" else "object_source", source)
    return Document(tree, _COLUMNS, lambda: iter(rows), by_iri=True, assumed={"mapping_justification": UNSPECIFIED})


def _cells(pair: AlignedPair, number: int) -> list[str | tuple[str, ...]] | Finding:
    if pair.relation not in PREDICATES:
        what = f"the relation {pair.relation!r} is no predicate of ours"
        remedy = f"Use one of: {' '.join(PREDICATES)}"
        return Finding(number, "predicate_id", pair.relation, "unknown_relation", Level.ERROR, what, remedy)
    predicate, modifier = PREDICATES[pair.relation]
    return [pair.source, predicate, modifier, pair.target, pair.measure]
