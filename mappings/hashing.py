"""The standard hash of a mapping: the same for the same statement, wherever it is published.

A mapping's canonical S-expression (RFC 9804: octet counts) of its propagated values with CURIEs expanded, without
`record_id` and `mapping_cardinality`; hashed with FNV-1a of 64 bits, written as upper-case hexadecimal of the
little-endian bytes. Implementations agree on ASCII text; on other text each has its own way, and this is the
specification's: octets of UTF-8. It is no key: 64 bits collide, and equal statements are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mappings.cells import number_text
from mappings.mapping import ExtensionDefinition, MappingSet
from mappings.mapping import Mapping as Row
from mappings.prefixes import REFERENCE_TYPE, expand
from mappings.propagation import propagated
from mappings.vocabulary import MAPPING_SLOTS, Range

#: The property of an extension whose definition names none is this and its name.
DEFAULT_PROPERTY = "http://sssom.invalid/"

_BASIS, _PRIME, _MASK = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF
_LEFT_OUT = frozenset({"record_id", "mapping_cardinality"})


def hashes(mapping_set: MappingSet) -> list[str]:
    """The hash of each mapping, in the set's order: 16 hexadecimal digits.

    Raises:
        InputError: an identifier's prefix is not declared.
    """
    return [fnv1a(expression.encode("utf-8")) for expression in expressions(mapping_set)]


def expressions(mapping_set: MappingSet) -> Iterator[str]:
    """The canonical S-expression of each mapping, in the set's order."""
    definitions = {each.slot_name: each for each in mapping_set.extension_definitions}
    for row in propagated(mapping_set):
        yield _expression(row, mapping_set.curie_map, definitions)


def fnv1a(data: bytes) -> str:
    """FNV-1a of 64 bits, as hexadecimal of the little-endian bytes.

    >>> fnv1a(b"a")
    '8CEC01864CDC63AF'
    """
    value = _BASIS
    for byte in data:
        value = ((value ^ byte) * _PRIME) & _MASK
    return value.to_bytes(8, "little").hex().upper()


def _expression(row: Row, prefixes: Mapping[str, str], definitions: Mapping[str, ExtensionDefinition]) -> str:
    parts = []
    for slot in MAPPING_SLOTS:
        value = getattr(row, slot.name)
        if value is None or value == () or slot.name in _LEFT_OUT:
            continue
        if slot.range is Range.NUMBER:
            shown = _atom(number_text(value))
        else:
            values = value if slot.many else (value,)
            texts = [expand(each, prefixes) if slot.range is Range.REFERENCE else each for each in values]
            shown = f"({''.join(map(_atom, sorted(texts)))})" if slot.many else _atom(texts[0])
        parts.append(f"({_atom(slot.name)}{shown})")
    extensions = sorted(_extension(name, text, prefixes, definitions.get(name)) for name, text in row.extensions)
    if extensions:
        inner = "".join(f"({_atom(iri)}{_atom(text)})" for iri, text in extensions)
        parts.append(f"({_atom('extensions')}({inner}))")
    return f"({_atom('mapping')}({''.join(parts)}))"


def _extension(
    name: str, text: str, prefixes: Mapping[str, str], definition: ExtensionDefinition | None
) -> tuple[str, str]:
    """The property's IRI, and the value, expanded where it is an identifier."""
    stated = definition.property if definition else None
    hint = definition.type_hint if definition else None
    iri = expand(stated, prefixes) if stated else DEFAULT_PROPERTY + name
    return iri, expand(text, prefixes) if hint == REFERENCE_TYPE else text


def _atom(text: str) -> str:
    return f"{len(text) if text.isascii() else len(text.encode('utf-8'))}:{text}"
