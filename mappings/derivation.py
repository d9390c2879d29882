"""Sets made of other sets: each has an id of its own and says what it was made from."""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Map
from dataclasses import replace

from aligner.errors import InputError
from mappings.findings import Finding, Level
from mappings.identifiers import RECORD_NAMESPACE, RECORD_PREFIX, record_id
from mappings.mapping import ExtensionDefinition, Mapping, MappingSet
from mappings.prefixes import expand
from mappings.vocabulary import SSSOM_VERSION

#: Ids of derived sets are hashed within this namespace (RFC 9562, version 5).
_SPACE = uuid.UUID("3b0c6c1e-58b5-5d0b-9f53-6a1f0d9d7c42")


def derived(
    parents: Sequence[MappingSet],
    rows: Iterable[Mapping],
    operation: str,
    *,
    mapping_set_id: str | None = None,
    license: str | None = None,
    extension_definitions: Sequence[ExtensionDefinition] = (),
    new_records: bool = False,
) -> MappingSet:
    """A set of rows made from its parents, with nothing of what they say about themselves but prefixes and licence.

    Args:
        parents: what the rows were made of, in the propagated form.
        rows: in the propagated form.
        operation: what was done, as `merge`; part of the id that is made where none is given.
        mapping_set_id: the new set's URI; by default a UUID of operation, parents and rows: the same for the same.
        license: the new set's; by default the parents', where they agree.
        extension_definitions: of extensions that the parents do not define.
        new_records: whether the rows are statements that nobody made before, and get record ids of their own.

    Raises:
        InputError: the parents give one prefix or one extension two meanings, or differ in their licence.
    """
    prefixes = _prefixes(parents)
    kept = tuple(rows)
    if new_records:
        kept = _renamed(kept, prefixes)
        prefixes = _prefixes([*parents, MappingSet(curie_map={RECORD_PREFIX: RECORD_NAMESPACE})])
    sources = sorted({each.mapping_set_id for each in parents if each.mapping_set_id})
    return MappingSet(
        mappings=kept,
        curie_map=prefixes,
        sssom_version=SSSOM_VERSION,
        mapping_set_id=mapping_set_id or _identifier(operation, sources, kept),
        mapping_set_source=tuple(sources),
        license=license or _license(parents),
        extension_definitions=_definitions([*parents, MappingSet(extension_definitions=tuple(extension_definitions))]),
    )


def refused(row: Mapping, code: str, why: str, repair: str) -> Finding:
    """A mapping of which nothing could be made."""
    shown = f"{row.subject_id or row.subject_label} {row.predicate_id} {row.object_id or row.object_label}"
    return Finding(None, "predicate_id", shown, code, Level.WARNING, why, repair)


def _identifier(operation: str, sources: list[str], rows: tuple[Mapping, ...]) -> str:
    digest = hashlib.sha256(f"{operation}\n{sources}\n".encode())
    for text in sorted(map(repr, rows)):
        digest.update(text.encode("utf-8", "replace"))
    return f"urn:uuid:{uuid.uuid5(_SPACE, digest.hexdigest())}"


def _prefixes(parents: Sequence[MappingSet]) -> dict[str, str]:
    prefixes: dict[str, str] = {}
    for parent in parents:
        for prefix, iri in parent.curie_map.items():
            if prefixes.setdefault(prefix, iri) != iri:
                what = f"the prefix {prefix!r} stands for {prefixes[prefix]} and for {iri}"
                raise InputError(what, field="curie_map", remedy="Give the sets one meaning per prefix")
    return prefixes


def _license(parents: Sequence[MappingSet]) -> str | None:
    licenses = sorted({each.license for each in parents if each.license})
    if len(licenses) > 1:
        what = f"the sets are under different licences: {', '.join(licenses)}"
        raise InputError(what, field="license", remedy="State the one that the new set is under")
    return licenses[0] if licenses else None


def _definitions(parents: Sequence[MappingSet]) -> tuple[ExtensionDefinition, ...]:
    known: dict[str, ExtensionDefinition] = {}
    for parent in parents:
        for each in parent.extension_definitions:
            if known.setdefault(each.slot_name, each) != each:
                what = f"the extension {each.slot_name!r} is defined in two ways"
                raise InputError(what, field="extension_definitions", remedy="Rename one of them")
    return tuple(known[name] for name in sorted(known))


def _renamed(rows: Sequence[Mapping], prefixes: Map[str, str]) -> tuple[Mapping, ...]:
    """The rows with record ids made of what they state."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    named = []
    for row in rows:
        parts = (row.subject_id, row.predicate_id, row.object_id, row.mapping_justification)
        subject, predicate, object_, justification = (expand(each, prefixes) if each else "" for each in parts)
        key = (
            subject or str(row.subject_label),
            predicate + (row.predicate_modifier or ""),
            object_ or str(row.object_label),
            justification,
        )
        named.append(replace(row, record_id=record_id(*key, "", seen[key])))
        seen[key] += 1
    return tuple(named)
