"""The metadata of a mapping set as it stands before its table: a header of `#` lines, or YAML of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mappings.cells import number
from mappings.findings import Finding, Level
from mappings.mapping import ExtensionDefinition, MappingSet
from mappings.validation import NCNAME
from mappings.vocabulary import LITERAL, SET_SLOT, SET_SLOTS, STANDARD_NAMES, Range, Slot
from mappings.yaml_text import Node, parse


@dataclass
class Metadata:
    """What the header says.

    Attributes:
        lines: the header's lines as they stand.
        mapping_set: the set without its mappings.
        findings: what is wrong with the header's shape.
    """

    lines: Sequence[str]
    mapping_set: MappingSet = field(default_factory=MappingSet)
    findings: list[Finding] = field(default_factory=list)

    def line_of(self, key: str | None) -> int | None:
        """The line on which a key stands, or None."""
        pattern = re.compile(rf"#\s*{re.escape(key or '')}\s*:")
        return next((i for i, text in enumerate(self.lines, 1) if key and pattern.match(text)), None)

    def defines(self, name: str) -> bool:
        """Whether an extension of that name is defined."""
        return any(each.slot_name == name for each in self.mapping_set.extension_definitions)

    def define(self, definition: ExtensionDefinition) -> None:
        """Add the definition of an extension."""
        known = (*self.mapping_set.extension_definitions, definition)
        self.mapping_set = replace(self.mapping_set, extension_definitions=known)

    def literal_types(self) -> dict[str, str]:
        """The set's `subject_type` and `object_type` where they say that rows need no identifier there."""
        names = ("subject_type", "object_type")
        return {name: LITERAL for name in names if getattr(self.mapping_set, name) == LITERAL}

    def warn(self, key: str, value: Node | None, code: str, message: str, repair: str) -> None:
        """Note something about a key that was not kept as it stands."""
        shown = value if isinstance(value, str) else None
        self.findings.append(Finding(self.line_of(key), key, shown, code, Level.WARNING, message, repair))


def read_metadata(lines: Sequence[str], file: str | None = None) -> Metadata:
    """The metadata in a header whose lines all begin with `#`.

    Raises:
        InputError: it is no plain YAML.
    """
    bare = [text[1:].rstrip("\t\r") for text in lines]
    indent = min((len(text) - len(text.lstrip(" ")) for text in bare if text.strip()), default=0)
    tree = parse("\n".join(text[indent:] for text in bare), file=file)
    found = Metadata(lines)
    values: dict[str, Any] = {}
    for slot in SET_SLOTS:
        if slot.name in tree:
            values[slot.name] = _value(found, slot, tree[slot.name])
    curie_map = _curie_map(found, tree.get("curie_map", {}))
    definitions = _definitions(found, tree.get("extension_definitions", []))
    found.mapping_set = MappingSet(**values, curie_map=curie_map, extension_definitions=definitions)
    extensions = tuple(sorted(_extensions(found, tree)))
    found.mapping_set = replace(found.mapping_set, extensions=extensions)
    return found


def _value(found: Metadata, slot: Slot, node: Node) -> Any:
    """The slot's value; the absent value, and a finding, where it has another shape."""
    if slot.many:
        items = [node] if isinstance(node, str) else node if isinstance(node, list) else []
        texts = tuple(each for each in items if isinstance(each, str))
        if isinstance(node, dict) or len(texts) < len(items):
            found.warn(slot.name, node, "not_kept", f"{slot.name} holds more than a list of texts", "Write a list")
        return texts if texts != ("",) else ()
    if not isinstance(node, str):
        found.warn(slot.name, node, "not_kept", f"{slot.name} takes one value, not a list or keys", "Keep one value")
        return None
    if slot.range is Range.NUMBER and node:
        try:
            return number(node)
        except ValueError as error:
            found.warn(slot.name, node, "not_a_number", str(error), "Write it as 0.5")
            return None
    return node or None


def _curie_map(found: Metadata, node: Node) -> dict[str, str]:
    """The prefixes; a list of one-key mappings, as some write it, is understood."""
    pairs: dict[str, str] = {}
    parts = node if isinstance(node, list) else [node] if node else []
    for part in parts:
        if not isinstance(part, dict):
            found.warn("curie_map", part, "not_kept", "curie_map takes prefixes and URI prefixes", "Write prefix: URI")
            continue
        for prefix, iri in part.items():
            if isinstance(iri, str):
                pairs[prefix] = iri
            else:
                found.warn("curie_map", prefix, "not_kept", f"the prefix {prefix!r} has no URI", "Write prefix: URI")
    return pairs


def _definitions(found: Metadata, node: Node) -> tuple[ExtensionDefinition, ...]:
    """The extension definitions; bad ones are ignored, as the specification demands, and reported."""
    kept: dict[str, ExtensionDefinition] = {}
    for each in node if isinstance(node, list) else [node] if node else []:
        fields = {key: text for key, text in each.items() if isinstance(text, str)} if isinstance(each, dict) else {}
        name = fields.get("slot_name", "")
        if not NCNAME.fullmatch(name) or name in STANDARD_NAMES or name in kept:
            what = f"{name!r} cannot be an extension: a standard slot, no name, or defined twice"
            found.warn("extension_definitions", name, "bad_extension", what, "Choose a name of its own, as ext_…")
            continue
        property_, hint = fields.get("property") or None, fields.get("type_hint") or None
        kept[name] = ExtensionDefinition(slot_name=name, property=property_, type_hint=hint)
    return tuple(kept.values())


def _extensions(found: Metadata, tree: dict[str, Node]) -> list[tuple[str, str]]:
    """Every other key: an extension's value, kept as text even where nothing defines it."""
    kept = []
    for key, node in tree.items():
        if key in SET_SLOT or key in ("curie_map", "extension_definitions"):
            continue
        if key in STANDARD_NAMES or not NCNAME.fullmatch(key) or not isinstance(node, str):
            found.warn(key, node, "unknown_key", f"{key!r} is nothing a mapping set has: not kept", "Remove it")
            continue
        if not found.defines(key):
            found.warn(key, node, "undefined_extension", f"nothing defines {key!r}: kept as text", "Define it")
            found.define(ExtensionDefinition(slot_name=key))
        if node:
            kept.append((key, node))
    return kept
