"""Reference files to `Reference`s: SSSOM, Alignment API RDF, and tables of pairs."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from aligner.alignment import Relation
from aligner.errors import InputError
from aligner.reference import Reference, ReferenceRow, SchemaPair, Verdict
from mappings.conversion import to_reference
from mappings.readers.alignment_api import aligned_pairs
from mappings.reading import read_tsv
from sources.flattening import field_path

#: Largest reference that is read, in bytes.
SIZE_LIMIT = 256 * 1024 * 1024

#: How the Alignment API writes relations, read from entity1 to entity2.
_RELATIONS = {"=": Relation.EXACT, "<": Relation.BROAD, ">": Relation.NARROW, "equivalence": Relation.EXACT}

#: A gold table states the narrower side: `narrow` says that field a is narrower, so that b is the broader one.
_TABLE_RELATIONS = {
    "exact": Relation.EXACT,
    "close": Relation.CLOSE,
    "related": Relation.RELATED,
    "narrow": Relation.BROAD,
    "broad": Relation.NARROW,
}

_VERDICTS = {"yes": Verdict.ONE_TO_ONE, "no": Verdict.LISTED, "absent": Verdict.ABSENT}


def read_reference(path: Path, claimed: Mapping[SchemaPair, Collection[str]], prefixes: Mapping[str, str]) -> Reference:
    """Read the truth from a file and put it in the terms of what it is to judge.

    Args:
        path: SSSOM/TSV, Alignment RDF/XML, or a CSV/TSV table with the columns `source_a field_a source_b
            field_b` (and `relation one_to_one second concept`), or `source target`.
        claimed: the pairs of schemas that claims are about, each with the ids known of it; they settle how a bare
            field name becomes an id.
        prefixes: CURIE prefixes of the claims, by which the IRIs of an Alignment file become CURIEs.

    Raises:
        InputError: the file cannot be read, or is none of these.
    """
    return reference_from_bytes(_content(path), str(path), claimed, prefixes)


def reference_from_bytes(
    content: bytes, name: str, claimed: Mapping[SchemaPair, Collection[str]], prefixes: Mapping[str, str]
) -> Reference:
    """As `read_reference`, from bytes that were sent; `name` is used in messages."""
    start = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        rows = _alignment_rows(content, name, claimed, prefixes)
    elif start.startswith(b"#") or b"subject_id" in start.split(b"\n", 1)[0]:
        rows = _sssom_rows(content, name, claimed)
    else:
        rows = _table_rows(content, name, claimed)
    grouped: dict[SchemaPair, list[ReferenceRow]] = defaultdict(list)
    for pair, row in rows:
        grouped[pair].append(row)
    if not grouped:
        raise InputError("no pair could be read", file=name, remedy="See docs/evaluation.md for the formats")
    return Reference({pair: tuple(found) for pair, found in grouped.items()}, complete=False)


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise InputError(f"over {SIZE_LIMIT >> 20} MiB", file=str(path))
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path), remedy="Check the path") from None


def with_universe(reference: Reference, path: Path) -> Reference:
    """The same reference, complete over the fields that a table lists (columns `source` and `field`).

    Main texts and other fields that the reference's own rows call one-to-one take part too.

    Raises:
        InputError: the table has no such columns.
    """
    names: dict[str, set[str]] = defaultdict(set)
    for line, row in _rows(_content(path), str(path)):
        if "source" not in row or "field" not in row:
            raise InputError("columns `source` and `field` are needed", file=str(path), line=line)
        names[row["source"]].add(_id(row["source"], row["field"], ()))
    for (source, target), rows in reference.rows.items():
        for each in rows:
            if each.first == Verdict.ONE_TO_ONE and each.concept == "main_text":
                names[source].add(each.source_id)
                names[target].add(each.target_id)
    universe = MappingProxyType({source: frozenset(ids) for source, ids in names.items()})
    return replace(reference, complete=True, universe=universe)


Rows = Iterator[tuple[SchemaPair, ReferenceRow]]


def _sssom_rows(content: bytes, name: str, claimed: Mapping[SchemaPair, Collection[str]]) -> Rows:
    mapping_set = read_tsv(content, file=name).mapping_set
    only = next(iter(claimed)) if len(claimed) == 1 else None
    reference, _ = to_reference(mapping_set, only)
    for pair, rows in reference.rows.items():
        yield from ((pair, row) for row in rows)


def _alignment_rows(
    content: bytes, name: str, claimed: Mapping[SchemaPair, Collection[str]], prefixes: Mapping[str, str]
) -> Rows:
    if len(claimed) != 1:
        raise InputError("an Alignment file judges one pair of schemas", file=name, remedy="Name one set")
    pair = next(iter(claimed))
    for each in aligned_pairs(content, name):
        if each.source and each.target:
            source, target = (_contract(iri, prefixes) for iri in (each.source, each.target))
            relation = _RELATIONS.get(each.relation, Relation.RELATED)
            yield pair, ReferenceRow(source, target, relation, counted=each.relation != "?")


def _contract(iri: str, prefixes: Mapping[str, str]) -> str:
    """The CURIE of an IRI by the longest prefix that fits; the IRI itself where none does."""
    fitting = [prefix for prefix, base in prefixes.items() if iri.startswith(base)]
    if not fitting:
        return iri
    best = max(fitting, key=lambda prefix: len(prefixes[prefix]))
    return f"{best}:{iri[len(prefixes[best]) :]}"


def _table_rows(content: bytes, name: str, claimed: Mapping[SchemaPair, Collection[str]]) -> Rows:
    for line, row in _rows(content, name):
        if {"source_a", "field_a", "source_b", "field_b"} <= row.keys():
            pair, ends = (row["source_a"], row["source_b"]), (row["field_a"], row["field_b"])
        elif "source" in row and "target" in row:
            if len(claimed) != 1:
                raise InputError("a table without source names judges one pair of schemas", file=name, line=line)
            pair, ends = next(iter(claimed)), (row["source"], row["target"])
        else:
            raise InputError(
                "no table of pairs", file=name, line=1,
                remedy="Give it the columns source_a, field_a, source_b and field_b, or source and target",
            )  # fmt: skip
        known = set(claimed.get(pair, ())) | set(claimed.get(pair[::-1], ()))
        ids = [_id(source, field, known) for source, field in zip(pair, ends, strict=True)]
        yield pair, _table_row(row, ids, name, line)


def _table_row(row: dict[str, str], ids: list[str], name: str, line: int) -> ReferenceRow:
    relation = row.get("relation") or "exact"
    verdicts = [row.get(column) or None for column in ("one_to_one", "second")]
    for column, value, known in (
        ("relation", relation, _TABLE_RELATIONS),
        ("one_to_one", verdicts[0], _VERDICTS),
        ("second", verdicts[1], _VERDICTS),
    ):
        if value is not None and value not in known:
            raise InputError(f"{value!r} is none of {', '.join(known)}", file=name, line=line, field=column)
    first = _VERDICTS[verdicts[0]] if verdicts[0] else Verdict.ONE_TO_ONE
    second = _VERDICTS[verdicts[1]] if verdicts[1] else None
    return ReferenceRow(ids[0], ids[1], _TABLE_RELATIONS[relation], first, second, concept=row.get("concept") or None)


def _id(source: str, field: str, known: Collection[str]) -> str:
    """The id of a field that a person wrote by its path or its plain name; a known id settles which."""
    path = chain.from_iterable(
        (step.removesuffix("[]"), "[]") if step.endswith("[]") else (step,) for step in field.split(".")
    )
    nested, plain = f"{source}:{field_path(tuple(path))}", f"{source}:{field_path((field,))}"
    return plain if plain in known or ("." not in field and "[]" not in field) else nested


def _rows(content: bytes, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("not UTF-8 text", file=name, remedy="Save it as UTF-8") from None
    first = text.split("\n", 1)[0]
    delimiter = max((",", ";", "\t"), key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        if len(set(header)) < len(header):
            raise InputError("a column is there twice", file=name, line=1, remedy="Keep one")
        for cells in reader:
            if len(cells) != len(header) and any(cells):
                raise InputError(
                    f"{len(cells)} cells where the header has {len(header)}", file=name, line=reader.line_num
                )
            if any(cell.strip() for cell in cells):
                yield reader.line_num, {key: cell.strip() for key, cell in zip(header, cells, strict=True)}
    except csv.Error as error:
        raise InputError(f"not a valid row: {error}", file=name, line=reader.line_num) from None
