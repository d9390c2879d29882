"""Mapping sets in JSON, whoever wrote them: plain JSON with CURIEs or IRIs, JSON-LD, one mapping per line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aligner.errors import InputError
from mappings.findings import Finding, Level
from mappings.readers.decoding import decoded
from mappings.readers.document import MOST_COLUMNS, Cell, Document, Record
from mappings.validation import CONTROL, NCNAME, URI
from mappings.vocabulary import MAPPING_SLOT, SET_SLOT
from mappings.yaml_text import Node

#: Keys of the set that hold no metadata.
_STRUCTURE = frozenset({"mappings", "@context", "@type", "@id", "@graph"})


def read_json(data: bytes, *, file: str | None) -> Document:
    """Take a JSON document apart: a set with `mappings`, a list of mappings, one mapping, or a line for each.

    Numbers keep the text they are written with.

    Raises:
        InputError: it is no JSON, nested too deep, or no mapping set.
    """
    text, findings = decoded(data)
    about, rows = _parts(_parsed(text, file), file)
    columns = list(dict.fromkeys(key for row in rows if isinstance(row, dict) for key in row if key != "@type"))
    if len(columns) > MOST_COLUMNS:
        raise InputError(f"the mappings have more than {MOST_COLUMNS} different keys", file=file)
    tree: dict[str, Node] = {key: _node(value) for key, value in about.items() if key not in _STRUCTURE}
    if "mapping_set_id" not in tree and isinstance(about.get("@id"), str):
        tree["mapping_set_id"] = about["@id"]
    prefixes = _context(about.get("@context"))
    if prefixes:
        declared = tree.get("curie_map")
        tree["curie_map"] = {**prefixes, **(declared if isinstance(declared, dict) else {})}
    names = ["record_id" if name == "@id" and "record_id" not in columns else name for name in columns]
    return Document(
        tree,
        names,
        lambda: _records(rows, columns),
        findings=findings,
        plain=not CONTROL.search(text) and "\\u" not in text,
        by_iri=True,
    )


def _parsed(text: str, file: str | None) -> Any:
    options: dict[str, Any] = {"parse_float": str, "parse_int": str, "parse_constant": str}
    try:
        try:
            return json.loads(text, **options)
        except json.JSONDecodeError as error:
            lines = [line for line in text.split("\n") if line.strip()]
            if error.msg != "Extra data" or len(lines) < 2:
                raise
            return [json.loads(line, **options) for line in lines]
    except json.JSONDecodeError as error:
        raise InputError(f"not valid JSON: {error.msg}", file=file, line=error.lineno) from None
    except RecursionError:
        raise InputError("the JSON is nested too deep", file=file) from None


def _parts(tree: Any, file: str | None) -> tuple[dict[str, Any], list[Any]]:
    """The metadata and the mappings."""
    if isinstance(tree, list):
        first = tree[0] if tree else None
        if isinstance(first, dict) and not _is_mapping(first) and set(SET_SLOT).intersection(first):
            return first, tree[1:]
        return {}, tree
    if isinstance(tree, dict) and isinstance(tree.get("mappings", []), list):
        return ({}, [tree]) if _is_mapping(tree) else (tree, tree.get("mappings", []))
    remedy = "A mapping set is an object with a list of `mappings`"
    raise InputError("the JSON is no mapping set", file=file, remedy=remedy)


def _is_mapping(tree: dict[str, Any]) -> bool:
    return not {"subject_id", "object_id", "predicate_id"}.isdisjoint(tree)


def _node(value: Any) -> Node:
    """A value with every scalar as text."""
    if isinstance(value, dict):
        inner = _inner(value)
        return {key: _node(each) for key, each in value.items()} if inner is None else inner
    if isinstance(value, list):
        return [_node(each) for each in value if each is not None]
    return _scalar(value)


def _inner(value: Mapping[str, Any]) -> str | None:
    """The text of JSON-LD's `{"@id": …}` and `{"@value": …}`; None of any other object."""
    only = value.get("@id", value.get("@value"))
    return _scalar(only) if isinstance(only, str | bool) else None


def _scalar(value: Any) -> str:
    if value is None:
        return ""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _context(context: Any) -> dict[str, Node]:
    """The prefixes among the terms of a JSON-LD context."""
    found: dict[str, Node] = {}
    for part in context if isinstance(context, list) else [context]:
        for term, meaning in part.items() if isinstance(part, dict) else ():
            iri = meaning.get("@id") if isinstance(meaning, dict) and meaning.get("@prefix") else meaning
            named = NCNAME.fullmatch(term) and term not in MAPPING_SLOT and term not in SET_SLOT
            if named and isinstance(iri, str) and URI.fullmatch(iri) and iri[-1] in "/#_:=?-":
                found[term] = iri
    return found


def _records(rows: Sequence[Any], columns: Sequence[str]) -> Iterator[Record]:
    for number, row in enumerate(rows, 1):
        if isinstance(row, dict):
            yield number, [_cell(row.get(name)) for name in columns]
        else:
            what = "this is no mapping: an object with slots is"
            yield number, Finding(number, None, None, "not_a_mapping", Level.ERROR, what, "Correct or remove it")


def _cell(value: Any) -> Cell:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return tuple(_text(each) for each in value)
    return _text(value)


def _text(value: Any) -> str:
    """A value as text; what has more parts than a slot can hold, as the JSON it is."""
    if isinstance(value, dict | list):
        inner = _inner(value) if isinstance(value, dict) else None
        return json.dumps(value, ensure_ascii=False) if inner is None else inner
    return _scalar(value)
