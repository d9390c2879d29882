"""The metadata of a mapping set: a tree of texts, as any format gives it, to the set without its mappings."""

from __future__ import annotations

from typing import Any

from mappings.findings import Level
from mappings.mapping import ExtensionDefinition, MappingSet
from mappings.readers.document import Document
from mappings.readers.mending import Mender, Outcome
from mappings.readers.namespaces import PLACEHOLDER, Namespaces
from mappings.validation import CONTROL, NCNAME, URI
from mappings.vocabulary import BUILT_IN_PREFIXES, OLD_NAMES, SET_SLOT, SET_SLOTS, STANDARD_NAMES, Range, Slot
from mappings.yaml_text import Node


def namespaces_of(document: Document) -> Namespaces:
    """The prefixes that the metadata declares, those that mean nothing mended or left out."""
    kept: dict[str, str] = {}
    bases: dict[str, str] = {}
    for prefix, iri in _pairs(document, document.tree.get("curie_map", {})):
        shown = f"{prefix}: {iri}"
        usable = NCNAME.fullmatch(prefix) is not None
        if BUILT_IN_PREFIXES.get(prefix, iri) != iri:
            what = f"the prefix {prefix!r} is built in and means another IRI"
            document.note("curie_map", shown, "prefix_redefined", Level.MENDED, what, "Left out")
        elif usable and URI.fullmatch(iri):
            kept[prefix] = iri
            if bases.setdefault(iri, prefix) != prefix:
                what = f"{prefix!r} and {bases[iri]!r} stand for the same IRI"
                document.note("curie_map", shown, "same_namespace", Level.WARNING, what, "Keep one of them")
        else:
            what, repair = f"{prefix!r} for {iri!r} is no prefix of an absolute URI", "Left out"
            if usable:
                kept[prefix] = f"{PLACEHOLDER}{prefix}/"
                repair = f"Set to {kept[prefix]}"
            document.note("curie_map", shown, "bad_prefix", Level.MENDED, what, repair)
    return Namespaces(kept)


def read_metadata(document: Document, mender: Mender) -> MappingSet:
    """The set without its mappings; what is odd about it is told in the document's findings."""
    tree = _renamed(document)
    values: dict[str, Any] = {}
    for slot in SET_SLOTS:
        if slot.name in tree:
            values[slot.name] = _value(document, slot, tree[slot.name], mender)
    definitions = {
        each.slot_name: each for each in _definitions(document, tree.get("extension_definitions", []), mender)
    }
    extensions = []
    for key, node in tree.items():
        text = _extension(document, key, node)
        if text is not None:
            extensions.append((key, text))
            if key not in definitions:
                what = f"nothing defines {key!r}: kept as text"
                document.note(key, text, "undefined_extension", Level.WARNING, what, "Define it")
                definitions[key] = ExtensionDefinition(slot_name=key)
    return MappingSet(**values, extension_definitions=tuple(definitions.values()), extensions=tuple(sorted(extensions)))


def _renamed(document: Document) -> dict[str, Node]:
    """The tree with every slot under its present name."""
    tree: dict[str, Node] = {}
    for key, node in document.tree.items():
        bare = key.removeprefix("sssom:")
        targets = OLD_NAMES.get(bare, (bare,)) if bare in OLD_NAMES or bare in SET_SLOT else (key,)
        targets = tuple(each for each in targets if each == key or each not in document.tree)
        if targets != (key,):
            what = f"{key!r} is called otherwise in SSSOM 1.0"
            document.note(key, None, "old_name", Level.MENDED, what, f"Read as {' and '.join(targets) or 'nothing'}")
        tree.update(dict.fromkeys(targets, node))
    return tree


def _value(document: Document, slot: Slot, node: Node, mender: Mender) -> Any:
    """The slot's value, mended; the absent value, and a finding, where it has another shape."""
    items = [node] if isinstance(node, str) else node if isinstance(node, list) else []
    texts = [each for each in items if isinstance(each, str) and each]
    lost = isinstance(node, dict) or any(not isinstance(each, str) for each in items)
    if lost or (len(texts) > 1 and not slot.many):
        what = "a list of texts" if slot.many else "one value, not a list or keys"
        document.note(slot.name, node, "not_kept", Level.MENDED, f"{slot.name} takes {what}", "Left out what was not")
        texts = texts if slot.many else []
    elif isinstance(node, list) and not slot.many and texts:
        document.note(slot.name, texts[0], "not_kept", Level.MENDED, f"{slot.name} takes one value", "The list undone")
    kept = []
    for text in texts:
        outcome = mender(slot, text)
        for each in outcome.said:
            document.findings.append(each.at(document.places.get(slot.name), slot.name, text))
        if outcome.value is not None:
            kept.append(outcome.value)
    if slot.many:
        return tuple(kept)
    return kept[0] if kept else None


def _pairs(document: Document, node: Node) -> list[tuple[str, str]]:
    """The prefixes as they stand; a list of one-key mappings, as some write it, is understood."""
    parts = node if isinstance(node, list) else [node] if node else []
    if isinstance(node, list):
        what = "curie_map is a list, not prefixes and URI prefixes"
        document.note("curie_map", None, "not_kept", Level.MENDED, what, "Read as if it were none")
    pairs: dict[str, str] = {}
    for part in parts:
        for prefix, iri in part.items() if isinstance(part, dict) else ((str(part), None),):
            if isinstance(iri, str) and iri:
                pairs[prefix] = iri
            else:
                what = f"the prefix {prefix!r} has no URI"
                document.note("curie_map", prefix, "not_kept", Level.MENDED, what, "Left out")
    return list(pairs.items())


def _definitions(document: Document, node: Node, mender: Mender) -> list[ExtensionDefinition]:
    """The extension definitions; bad ones are ignored, as the specification demands, and reported."""
    kept: dict[str, ExtensionDefinition] = {}
    for each in node if isinstance(node, list) else [node] if node else []:
        fields = {key: text for key, text in each.items() if isinstance(text, str)} if isinstance(each, dict) else {}
        name = fields.get("slot_name", "")
        if not NCNAME.fullmatch(name) or name in STANDARD_NAMES or name in kept:
            what = f"{name!r} cannot be an extension: a standard slot, no name, or defined twice"
            document.note("extension_definitions", name, "bad_extension", Level.MENDED, what, "Ignored")
            continue
        references = {key: _reference(document, key, fields.get(key, ""), mender) for key in ("property", "type_hint")}
        kept[name] = ExtensionDefinition(slot_name=name, **references)
    return list(kept.values())


def _reference(document: Document, key: str, text: str, mender: Mender) -> str | None:
    """The property or the type of an extension, mended."""
    outcome = mender(Slot(key, Range.REFERENCE), text) if text else Outcome(None)
    for each in outcome.said:
        document.findings.append(each.at(document.places.get("extension_definitions"), "extension_definitions", text))
    return None if outcome.value is None else str(outcome.value)


def _extension(document: Document, key: str, node: Node) -> str | None:
    """The text of a key that is no slot; None of a slot, of what is no extension, and of nothing."""
    if key in SET_SLOT or key in ("curie_map", "extension_definitions"):
        return None
    if key in STANDARD_NAMES or not NCNAME.fullmatch(key) or not isinstance(node, str):
        what = f"{key!r} is nothing a mapping set has: not kept"
        document.note(key, node, "unknown_key", Level.WARNING, what, "Remove it")
        return None
    if CONTROL.search(node):
        what = "the value had a control character"
        document.note(key, node, "control_character", Level.MENDED, what, "Removed")
        node = CONTROL.sub("", node)
    return node or None
