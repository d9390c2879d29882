"""Mapping and mapping set as SSSOM 1.1 defines them: plain frozen values, quick to make by the hundred thousand.

An attribute's meaning is that of the SSSOM slot of the same name (https://mapping-commons.github.io/sssom/); its
range and its place in the canonical order are in `vocabulary.MAPPING_SLOTS` and `vocabulary.SET_SLOTS`. An absent
scalar is None, an absent list is empty, identifiers are CURIEs, dates are text (`2025-05-14`).
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from mappings.vocabulary import MAPPING_SLOTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """A published statement: subject, predicate, object, why it was made and by what. All 50 slots of SSSOM 1.1.

    Attributes:
        extensions: values of extension slots as (slot name, text), sorted by name.
    """

    record_id: str | None = None
    subject_id: str | None = None
    subject_label: str | None = None
    subject_category: str | None = None
    predicate_id: str | None = None
    predicate_label: str | None = None
    predicate_modifier: str | None = None
    object_id: str | None = None
    object_label: str | None = None
    object_category: str | None = None
    mapping_justification: str | None = None
    author_id: tuple[str, ...] = ()
    author_label: tuple[str, ...] = ()
    reviewer_id: tuple[str, ...] = ()
    reviewer_label: tuple[str, ...] = ()
    creator_id: tuple[str, ...] = ()
    creator_label: tuple[str, ...] = ()
    license: str | None = None
    subject_type: str | None = None
    subject_source: str | None = None
    subject_source_version: str | None = None
    object_type: str | None = None
    object_source: str | None = None
    object_source_version: str | None = None
    predicate_type: str | None = None
    mapping_provider: str | None = None
    mapping_source: str | None = None
    mapping_cardinality: str | None = None
    cardinality_scope: tuple[str, ...] = ()
    mapping_tool: str | None = None
    mapping_tool_id: str | None = None
    mapping_tool_version: str | None = None
    mapping_date: str | None = None
    publication_date: str | None = None
    review_date: str | None = None
    confidence: float | None = None
    reviewer_agreement: float | None = None
    curation_rule: tuple[str, ...] = ()
    curation_rule_text: tuple[str, ...] = ()
    subject_match_field: tuple[str, ...] = ()
    object_match_field: tuple[str, ...] = ()
    match_string: tuple[str, ...] = ()
    subject_preprocessing: tuple[str, ...] = ()
    object_preprocessing: tuple[str, ...] = ()
    similarity_score: float | None = None
    similarity_measure: str | None = None
    see_also: tuple[str, ...] = ()
    issue_tracker_item: str | None = None
    other: str | None = None
    comment: str | None = None
    extensions: tuple[tuple[str, str], ...] = ()

    def extension(self, name: str) -> str | None:
        """The value of an extension slot, or None."""
        return dict(self.extensions).get(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtensionDefinition:
    """What an extension slot means.

    Attributes:
        slot_name: its name, an NCName that is no standard slot's.
        property: CURIE of the property it stands for; None means `http://sssom.invalid/<slot_name>`.
        type_hint: CURIE of its values' type; None means xsd:string.
    """

    slot_name: str
    property: str | None = None
    type_hint: str | None = None


@dataclass(frozen=True, kw_only=True)
class MappingSet:
    """Mappings published together, and what is to be known about them. All 38 slots of SSSOM 1.1.

    A value that all mappings share may be stated here (the propagatable slots); see `propagation`.

    Attributes:
        curie_map: prefix to URI prefix, without the built-in ones.
        extension_definitions: what the extension slots mean.
        extensions: values of extension slots about the set as (slot name, text), sorted by name.
        mappings: in any order; a canonical writer sorts them.
    """

    mappings: tuple[Mapping, ...] = ()
    curie_map: Map[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sssom_version: str | None = None
    mapping_set_id: str | None = None
    mapping_set_version: str | None = None
    mapping_set_source: tuple[str, ...] = ()
    mapping_set_title: str | None = None
    mapping_set_description: str | None = None
    mapping_set_confidence: float | None = None
    creator_id: tuple[str, ...] = ()
    creator_label: tuple[str, ...] = ()
    license: str | None = None
    subject_type: str | None = None
    subject_source: str | None = None
    subject_source_version: str | None = None
    object_type: str | None = None
    object_source: str | None = None
    object_source_version: str | None = None
    predicate_type: str | None = None
    mapping_provider: str | None = None
    cardinality_scope: tuple[str, ...] = ()
    mapping_tool: str | None = None
    mapping_tool_id: str | None = None
    mapping_tool_version: str | None = None
    mapping_date: str | None = None
    publication_date: str | None = None
    subject_match_field: tuple[str, ...] = ()
    object_match_field: tuple[str, ...] = ()
    subject_preprocessing: tuple[str, ...] = ()
    object_preprocessing: tuple[str, ...] = ()
    similarity_measure: str | None = None
    curation_rule: tuple[str, ...] = ()
    curation_rule_text: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    issue_tracker: str | None = None
    other: str | None = None
    comment: str | None = None
    extension_definitions: tuple[ExtensionDefinition, ...] = ()
    extensions: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "curie_map", MappingProxyType(dict(sorted(self.curie_map.items()))))

    def __len__(self) -> int:
        return len(self.mappings)

    def __iter__(self) -> Iterator[Mapping]:
        return iter(self.mappings)

    def extension(self, name: str) -> str | None:
        """The value of an extension slot of the set, or None."""
        return dict(self.extensions).get(name)

    def to_frame(self) -> Any:
        """The mappings as a `pandas.DataFrame`: a row per mapping, a column per slot in use, in canonical order.

        Lists are tuples, absent scalars None (NaN among numbers); extension slots follow the standard ones by name.
        """
        import pandas as pd

        used = [slot.name for slot in MAPPING_SLOTS if any(getattr(each, slot.name) not in (None, ()) for each in self)]
        columns = {name: [getattr(each, name) for each in self] for name in used}
        for name in sorted({name for each in self for name, _ in each.extensions}):
            columns[name] = [each.extension(name) for each in self]
        return pd.DataFrame(columns)
