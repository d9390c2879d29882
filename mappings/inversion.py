"""A set read from its objects to its subjects."""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from mappings.derivation import derived, refused
from mappings.findings import Finding
from mappings.mapping import Mapping, MappingSet
from mappings.propagation import propagated

JUSTIFICATION = "semapv:MappingInversion"

_SYMMETRIC = (
    "owl:equivalentClass",
    "owl:equivalentProperty",
    "owl:sameAs",
    "semapv:crossSpeciesCloseMatch",
    "semapv:crossSpeciesExactMatch",
    "skos:closeMatch",
    "skos:exactMatch",
    "skos:relatedMatch",
)
_PAIRS = (
    ("semapv:crossSpeciesBroadMatch", "semapv:crossSpeciesNarrowMatch"),
    ("skos:broadMatch", "skos:narrowMatch"),
)

#: What a predicate is from the other end. Of all others nothing is known: they are refused.
INVERSES: Map[str, str] = MappingProxyType(
    {name: name for name in _SYMMETRIC} | dict(_PAIRS) | {second: first for first, second in _PAIRS}
)

_SIDES = tuple(
    (each.name, "object" + each.name.removeprefix("subject"))
    for each in fields(Mapping)
    if each.name.startswith("subject_")
)


def inverted(mapping_set: MappingSet, *, mapping_set_id: str | None = None) -> tuple[MappingSet, list[Finding]]:
    """Every mapping whose predicate has an inverse, turned round; and a finding for each other one.

    Subject and object change places with all that is said of them. The justification becomes
    `semapv:MappingInversion`, confidence stays, and where rows have record ids they get new ones. Turned round twice
    the statements are what they were. Rows in = rows out + findings.
    """
    spread = propagated(mapping_set)
    rows, findings = [], []
    for row in spread:
        inverse = INVERSES.get(row.predicate_id or "")
        if inverse is None:
            why = f"{row.predicate_id} has no inverse that a mapping could state"
            findings.append(refused(row, "no_inverse", why, "Left out: keep it in the direction it has"))
        else:
            rows.append(_turned(row, inverse))
    new = any(row.record_id for row in rows)
    return derived([spread], rows, "invert", mapping_set_id=mapping_set_id, new_records=new), findings


def _turned(row: Mapping, predicate: str) -> Mapping:
    values: dict[str, Any] = {}
    for subject, object_ in _SIDES:
        values[subject], values[object_] = getattr(row, object_), getattr(row, subject)
    if row.mapping_cardinality:
        values["mapping_cardinality"] = ":".join(reversed(row.mapping_cardinality.split(":")))
    label = row.predicate_label if predicate == row.predicate_id else None
    return replace(row, **values, predicate_id=predicate, predicate_label=label, mapping_justification=JUSTIFICATION)
