"""CURIEs and the prefixes they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aligner.errors import InputError
from mappings.mapping import MappingSet
from mappings.vocabulary import BUILT_IN_PREFIXES, MAPPING_SLOTS, SET_SLOTS, Range

#: The type of extension values that are identifiers.
REFERENCE_TYPE = "linkml:Uriorcurie"


def prefix_of(curie: str) -> str | None:
    """The prefix of a CURIE, or None of text that is none (no colon, or an IRI such as `https://…`).

    >>> prefix_of("crm:contact%20name"), prefix_of("https://example.org/"), prefix_of("owner")
    ('crm', None, None)
    """
    prefix, colon, local = curie.partition(":")
    return prefix if colon and not local.startswith("//") else None


def expand(curie: str, prefixes: Mapping[str, str]) -> str:
    """The IRI of a CURIE.

    Raises:
        InputError: it is no CURIE, or nothing declares its prefix.
    """
    prefix = prefix_of(curie)
    if prefix is None:
        raise InputError(f"{curie!r} is not a CURIE", remedy="Write it as prefix:name and declare the prefix")
    base = BUILT_IN_PREFIXES.get(prefix) or prefixes.get(prefix)
    if base is None:
        raise InputError(f"no prefix {prefix!r} is declared for {curie!r}", field="curie_map", remedy="Declare it")
    return base + curie[len(prefix) + 1 :]


def used_prefixes(mapping_set: MappingSet) -> dict[str, str]:
    """The declared prefixes that the set's identifiers use, sorted, without the built-in ones.

    Raises:
        InputError: an identifier uses a prefix that nothing declares.
    """
    needed: dict[str, str] = {}
    for curie in _references(mapping_set):
        prefix = prefix_of(curie)
        if prefix is not None:
            needed.setdefault(prefix, curie)
    missing = sorted(set(needed) - set(mapping_set.curie_map) - set(BUILT_IN_PREFIXES))
    if missing:
        example = needed[missing[0]]
        raise InputError(f"prefix {missing[0]!r} of {example!r} is not declared", field="curie_map")
    return {
        prefix: iri
        for prefix, iri in mapping_set.curie_map.items()
        if prefix in needed and prefix not in BUILT_IN_PREFIXES
    }


def _references(mapping_set: MappingSet) -> Iterator[str]:
    """Every identifier in the set that a reader will expand."""
    hinted = {each.slot_name for each in mapping_set.extension_definitions if each.type_hint == REFERENCE_TYPE}
    for definition in mapping_set.extension_definitions:
        yield from (curie for curie in (definition.property, definition.type_hint) if curie is not None)
    for slots, holders in ((SET_SLOTS, (mapping_set,)), (MAPPING_SLOTS, mapping_set.mappings)):
        names = [(slot.name, slot.many) for slot in slots if slot.range is Range.REFERENCE]
        for holder in holders:
            for name, many in names:
                value = getattr(holder, name)
                if value is not None:
                    yield from value if many else (value,)
            yield from (text for name, text in holder.extensions if name in hinted)
