"""Entities and schemas: what is aligned (the term of Euzenat & Shvaiko, *Ontology Matching*, 2013)."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from aligner.errors import InputError, UnknownNameError
from aligner.profiles import FieldProfile


class EntityKind(StrEnum):
    """What an entity is; only entities of comparable kinds are ever paired."""

    FIELD = "field"
    CLASS = "class"
    OBJECT_PROPERTY = "object property"
    DATA_PROPERTY = "data property"
    INDIVIDUAL = "individual"


class Scope(StrEnum):
    """How close a synonym is to its entity, as oboInOwl writes it."""

    EXACT = "exact"
    RELATED = "related"
    BROAD = "broad"
    NARROW = "narrow"


@dataclass(frozen=True, slots=True)
class Synonym:
    """Another name of an entity.

    Attributes:
        text: the name.
        scope: how close it is in meaning.
        language: BCP 47 tag, or None where none is stated.
    """

    text: str
    scope: Scope = Scope.EXACT
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing to be aligned: a field of a record, a class or a property of an ontology.

    Attributes:
        id: CURIE, unique within its schema. A field's is `<source>:<path>`, percent-encoded.
        label: what people call it; for a field the last step of its path.
        kind: what it is.
        path: for a field, the steps from the record's root; `[]` is the step into the records of a list.
        synonyms: other names.
        description: a sentence or two, where the source has one.
        parents: ids of broader entities (is-a), or of the record a nested field lies in.
        domains: ids of the classes a property applies to.
        ranges: ids of the classes or datatypes a property leads to.
        datatype: declared datatype, where the source declares one.
        profile: what the instances look like, where there are instances.
    """

    id: str
    label: str
    kind: EntityKind = EntityKind.FIELD
    path: tuple[str, ...] = ()
    synonyms: tuple[Synonym, ...] = ()
    description: str | None = None
    parents: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    datatype: str | None = None
    profile: FieldProfile | None = None


@dataclass(frozen=True)
class Schema:
    """The entities of one source in a fixed order (by id): the axis of every score.

    Attributes:
        name: the source's name, which is also the CURIE prefix of its fields.
        entities: sorted by id; ids are unique.
        prefixes: CURIE prefix to URI prefix, for every prefix that the ids use.
        version: the source's own version, where it states one.

    Raises:
        InputError: two entities share an id.

    >>> schema = Schema("crm", (Entity("crm:owner", "owner"), Entity("crm:name", "name")))
    >>> [entity.id for entity in schema.entities]
    ['crm:name', 'crm:owner']
    """

    name: str
    entities: tuple[Entity, ...]
    prefixes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    version: str | None = None

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.entities, key=lambda entity: entity.id))
        for left, right in itertools.pairwise(ordered):
            if left.id == right.id:
                raise InputError(f"two entities of schema {self.name!r} share the id {left.id!r}")
        object.__setattr__(self, "entities", ordered)
        object.__setattr__(self, "prefixes", MappingProxyType(dict(sorted(self.prefixes.items()))))

    def __len__(self) -> int:
        return len(self.entities)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.version, tuple(entity.id for entity in self.entities)))

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Entity id to its position on the axis."""
        return MappingProxyType({entity.id: position for position, entity in enumerate(self.entities)})

    def __getitem__(self, entity_id: str) -> Entity:
        """The entity of that id.

        Raises:
            UnknownNameError: no entity has it.
        """
        try:
            return self.entities[self.positions[entity_id]]
        except KeyError:
            raise UnknownNameError(f"entity of {self.name}", entity_id, self.positions) from None

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the schema's whole content, profiles included: 64 hex digits."""
        content = [self.name, self.version, dict(self.prefixes), [asdict(entity) for entity in self.entities]]
        return fingerprint(content)


def fingerprint(content: Any) -> str:
    """SHA-256 (hex) of the canonical JSON of a value made of dicts, lists, strings, numbers and None."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
