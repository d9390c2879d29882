"""The rows of a set to publish, and what they share: the workshop behind `conversion`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from aligner.alignment import Correspondence, Explanation, Relation
from aligner.entity import Entity, EntityKind, Schema
from aligner.errors import InputError
from mappings.cardinality import cardinalities
from mappings.evidence import EVIDENCE_SLOT, encode
from mappings.identifiers import RECORD_NAMESPACE, RECORD_PREFIX, published, record_id
from mappings.justification import justification_of, lexical_slots
from mappings.mapping import ExtensionDefinition, MappingSet
from mappings.mapping import Mapping as Row
from mappings.prefixes import expand
from mappings.propagation import propagated
from mappings.vocabulary import SSSOM_VERSION

TOOL = "aligner"

#: How a relation is stated.
PREDICATE_OF: Mapping[Relation, str] = MappingProxyType(
    {
        Relation.EXACT: "skos:exactMatch",
        Relation.CLOSE: "skos:closeMatch",
        Relation.RELATED: "skos:relatedMatch",
        Relation.BROAD: "skos:broadMatch",
        Relation.NARROW: "skos:narrowMatch",
    }
)

#: What SSSOM calls each kind of entity. A field relates a record to a value, as a property does.
TYPE_OF: Mapping[EntityKind, str] = MappingProxyType(
    {
        EntityKind.FIELD: "rdf property",
        EntityKind.CLASS: "owl class",
        EntityKind.OBJECT_PROPERTY: "owl object property",
        EntityKind.DATA_PROPERTY: "owl data property",
        EntityKind.INDIVIDUAL: "owl named individual",
    }
)

RECIPE_SLOT, THRESHOLD_SLOT = "ext_recipe", "ext_threshold"

#: What our extension slots mean, and the prefix their properties need.
EXTENSION_PREFIX, EXTENSION_NAMESPACE = "aligner_ext", "https://w3id.org/aligner/ext/"
EXTENSIONS = tuple(
    ExtensionDefinition(slot_name=name, property=f"{EXTENSION_PREFIX}:{name.removeprefix('ext_')}", type_hint=hint)
    for name, hint in ((EVIDENCE_SLOT, "xsd:string"), (RECIPE_SLOT, "xsd:string"), (THRESHOLD_SLOT, "xsd:double"))
)


@dataclass(frozen=True)
class Terms:
    """How a set is published.

    Attributes:
        mapping_set_id: the set's URI.
        license: URI of the terms under which it is published.
        tool_version: of aligner.
        date: the day of the run, `2025-05-14`; nothing is said of it where None.
        version: the set's own version.
    """

    mapping_set_id: str
    license: str
    tool_version: str
    date: str | None = None
    version: str | None = None


@dataclass(frozen=True)
class Publication:
    """Two schemas, the terms, and the prefixes that all rows need.

    Raises:
        InputError: the schemas give one prefix two meanings.
    """

    source: Schema
    target: Schema
    terms: Terms

    @property
    def prefixes(self) -> dict[str, str]:
        """Prefix to URI prefix."""
        ours = {EXTENSION_PREFIX: EXTENSION_NAMESPACE, RECORD_PREFIX: RECORD_NAMESPACE}
        known: dict[str, str] = {}
        for declared in (ours, self.source.prefixes, self.target.prefixes):
            for prefix, iri in declared.items():
                if known.setdefault(prefix, iri) != iri:
                    raise InputError(
                        f"the prefix {prefix!r} stands for {known[prefix]!r} and for {iri!r}",
                        field="curie_map",
                        remedy="Give one of the two sources another name",
                    )
        return known

    def row(self, claim: Correspondence, explanation: Explanation | None, **more: Any) -> Row:
        """One row, without what depends on the others."""
        extensions = [(RECIPE_SLOT, explanation.recipe)] if explanation else []
        subject, object_ = self.source[claim.source_id], self.target[claim.target_id]
        return Row(
            predicate_id=PREDICATE_OF[claim.relation],
            mapping_justification=justification_of(explanation)[0],
            confidence=claim.confidence,
            similarity_score=claim.score,
            extensions=tuple(extensions),
            **_end("subject", subject),
            **_end("object", object_),
            **lexical_slots(subject, object_, explanation),
            **more,
        )

    def set_of(self, rows: Iterable[tuple[Row, str]], about: Mapping[str, Any], threshold: float) -> MappingSet:
        """The set: rows with record ids and cardinalities, every shared slot in every row.

        Args:
            rows: each with the one matcher behind it, or "".
            about: further slots of the set.
            threshold: the cut on the combined score.
        """
        numbered = list(self._numbered(rows))
        counted = cardinalities([(row.subject_id or "", row.object_id or "") for row in numbered])
        terms = self.terms
        draft = MappingSet(
            sssom_version=SSSOM_VERSION,
            mapping_set_id=terms.mapping_set_id,
            mapping_set_version=terms.version,
            mapping_set_title=f"{self.source.name} to {self.target.name}",
            license=terms.license,
            mapping_tool=TOOL,
            mapping_tool_version=terms.tool_version,
            mapping_date=terms.date,
            curie_map=self.prefixes,
            mappings=tuple(replace(row, mapping_cardinality=each) for row, each in zip(numbered, counted, strict=True)),
            extension_definitions=EXTENSIONS,
            extensions=((THRESHOLD_SLOT, repr(round(threshold, 6))),),
            **_source("subject", self.source),
            **_source("object", self.target),
            **about,
        )
        return propagated(draft)

    def _numbered(self, rows: Iterable[tuple[Row, str]]) -> Iterable[Row]:
        """The rows with record ids, which hash IRIs: prefixes are for people."""
        alike: Counter[tuple[str, ...]] = Counter()
        prefixes = self.prefixes
        for row, matcher in rows:
            curies = (row.subject_id, row.predicate_id, row.object_id, row.mapping_justification)
            subject, predicate, object_, why = (expand(curie or "", prefixes) for curie in curies)
            key = (subject, predicate, object_, why, matcher)
            yield replace(row, record_id=record_id(subject, predicate, object_, why, matcher, alike[key]))
            alike[key] += 1


def with_evidence(row: Row, explanation: Explanation | None) -> Row:
    """The row with its explanation in `ext_evidence`, where there is one."""
    if explanation is None:
        return row
    return replace(row, extensions=tuple(sorted([*row.extensions, (EVIDENCE_SLOT, encode(explanation))])))


def _end(side: str, entity: Entity) -> dict[str, Any]:
    """The slots about one end of a row."""
    return {
        f"{side}_id": published(entity.id),
        f"{side}_label": entity.label or None,
        f"{side}_type": TYPE_OF[entity.kind],
    }


def _source(side: str, schema: Schema) -> dict[str, Any]:
    """The slots about one schema: it is named by its namespace, where its name is a prefix."""
    if schema.name not in schema.prefixes:
        return {}
    return {f"{side}_source": f"{schema.name}:", f"{side}_source_version": schema.version}
