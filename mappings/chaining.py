"""Two sets that meet in the middle, as one from end to end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping as Map
from types import MappingProxyType

from mappings.derivation import derived, refused
from mappings.diff import Triple, triple_of
from mappings.findings import Finding
from mappings.mapping import ExtensionDefinition, Mapping, MappingSet
from mappings.propagation import propagated
from mappings.vocabulary import LITERAL, NO_TERM_FOUND

JUSTIFICATION = "semapv:MappingChaining"

#: The extension that names the two mappings a chained one was made of: record ids, else what they state.
PARENTS_SLOT = "ext_derived_from"

_EXACT, _BROAD, _NARROW = "skos:exactMatch", "skos:broadMatch", "skos:narrowMatch"
_CLOSE, _RELATED, _SUB = "skos:closeMatch", "skos:relatedMatch", "rdfs:subClassOf"
_EQUAL = "owl:equivalentClass"


def _table() -> dict[tuple[str, str], str]:
    table = {(_EXACT, _EXACT): _EXACT, (_BROAD, _BROAD): _BROAD, (_NARROW, _NARROW): _NARROW}
    for weaker in (_BROAD, _NARROW, _CLOSE, _RELATED):
        table |= {(_EXACT, weaker): weaker, (weaker, _EXACT): weaker}
    for equal, sub in ((_EQUAL, _SUB), ("owl:equivalentProperty", "rdfs:subPropertyOf")):
        table |= {(equal, equal): equal, (sub, sub): sub, (equal, sub): sub, (sub, equal): sub}
    table[("owl:sameAs", "owl:sameAs")] = "owl:sameAs"
    for same in (_EQUAL, "owl:equivalentProperty", "owl:sameAs"):
        for skos in (_EXACT, _BROAD, _NARROW, _CLOSE, _RELATED):
            table |= {(same, skos): skos, (skos, same): skos}
    return table


#: What two predicates make in a row. Exact (the only transitive one of SKOS) passes the other on; broader than
#: broader is broader still; close and related lead nowhere on their own. What is not here is refused.
COMPOSITIONS: Map[tuple[str, str], str] = MappingProxyType(_table())


def chained(
    first: MappingSet, second: MappingSet, *, mapping_set_id: str | None = None, license: str | None = None
) -> tuple[MappingSet, list[Finding]]:
    """Every mapping from a subject of the first set to an object of the second through one thing in the middle.

    The confidence is the product of the two (absent counts as 1; absent where both are): both must hold. Pairs that
    are refused (negated, literal, without a term, predicates that make nothing together) have a finding each; rows
    that meet nothing are no pairs. Pairs that meet = rows out + findings.

    Raises:
        InputError: the sets give a prefix two meanings, or are under different licences and `license` is None.
    """
    left, right = propagated(first), propagated(second)
    starts: dict[str, list[tuple[Mapping, Triple]]] = defaultdict(list)
    for row in right:
        triple = triple_of(row, right)
        starts[triple[0]].append((row, triple))
    rows, findings = [], []
    for one in left:
        triple = triple_of(one, left)
        for two, next_triple in starts.get(triple[3], ()):
            predicate = COMPOSITIONS.get((one.predicate_id or "", two.predicate_id or ""))
            why = _refusal(one, two, predicate)
            if why is None and predicate is not None:
                rows.append(_joined(one, two, predicate, (triple, next_triple)))
            else:
                findings.append(refused(one, "no_chain", f"with {two.object_id}: {why}", "Left out"))
    made = derived(
        [left, right],
        rows,
        "chain",
        mapping_set_id=mapping_set_id,
        license=license,
        extension_definitions=[ExtensionDefinition(slot_name=PARENTS_SLOT)],
        new_records=True,
    )
    return made, findings


def _refusal(one: Mapping, two: Mapping, predicate: str | None) -> str | None:
    if one.predicate_modifier or two.predicate_modifier:
        return "a negated mapping leads nowhere"
    ends = (one.subject_id, one.object_id, two.subject_id, two.object_id)
    types = (one.subject_type, one.object_type, two.subject_type, two.object_type)
    if NO_TERM_FOUND in ends or None in ends or LITERAL in types:
        return "an end is a literal, or no term was found"
    if predicate is None:
        return f"{one.predicate_id} and {two.predicate_id} make nothing together"
    return None


def _joined(one: Mapping, two: Mapping, predicate: str, triples: tuple[Triple, Triple]) -> Mapping:
    known = [each for each in (one.confidence, two.confidence) if each is not None]
    confidence = None if not known else known[0] if len(known) == 1 else known[0] * known[1]
    parents = [row.record_id or " ".join(filter(None, triple)) for row, triple in zip((one, two), triples, strict=True)]
    return Mapping(
        subject_id=one.subject_id,
        subject_label=one.subject_label,
        subject_category=one.subject_category,
        subject_type=one.subject_type,
        subject_source=one.subject_source,
        subject_source_version=one.subject_source_version,
        predicate_id=predicate,
        object_id=two.object_id,
        object_label=two.object_label,
        object_category=two.object_category,
        object_type=two.object_type,
        object_source=two.object_source,
        object_source_version=two.object_source_version,
        mapping_justification=JUSTIFICATION,
        confidence=confidence,
        extensions=((PARENTS_SLOT, " | ".join(parents)),),
    )
