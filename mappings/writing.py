"""Writing mapping sets: one door to all formats."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from aligner.errors import UnknownNameError
from mappings.findings import Finding
from mappings.mapping import MappingSet
from mappings.tsv import to_tsv, to_tsv_beside
from mappings.writers.alignment_api import to_alignment
from mappings.writers.json_text import to_json, to_jsonld
from mappings.writers.rdf import to_ntriples, to_turtle
from mappings.writers.spreadsheet import to_spreadsheet

#: Names of formats, and the suffixes of files that mean them.
FORMATS = {
    "tsv": (".tsv", ".txt"),
    "tsv+yml": (),
    "json": (".json",),
    "jsonld": (".jsonld",),
    "turtle": (".ttl",),
    "nt": (".nt",),
    "alignment": (".rdf", ".xml"),
    "spreadsheet": (".csv",),
}


@dataclass(frozen=True)
class Written:
    """A set in some format.

    Attributes:
        content: the file.
        metadata: the YAML beside it, of `tsv+yml` only.
        findings: mappings that the format has no place for.
    """

    content: bytes
    metadata: bytes | None = None
    findings: list[Finding] = field(default_factory=list)


def write(mapping_set: MappingSet, format: str) -> Written:
    """The set in a format.

    Raises:
        UnknownNameError: no format is called so.
        InputError: the set breaks the specification.
    """
    if format == "tsv+yml":
        return Written(*to_tsv_beside(mapping_set))
    if format == "alignment":
        content, findings = to_alignment(mapping_set)
        return Written(content, findings=findings)
    if format in ("turtle", "nt"):
        pieces = to_turtle(mapping_set) if format == "turtle" else to_ntriples(mapping_set)
        return Written("".join(pieces).encode("utf-8"))
    plain = {"tsv": to_tsv, "json": to_json, "jsonld": to_jsonld, "spreadsheet": to_spreadsheet}
    if format not in plain:
        raise UnknownNameError("format", format, FORMATS)
    return Written(plain[format](mapping_set))


def format_for(path: Path) -> str:
    """The format that a file's suffix means.

    Raises:
        UnknownNameError: it means none.
    """
    found = next((name for name, suffixes in FORMATS.items() if path.suffix.lower() in suffixes), None)
    if found is None:
        raise UnknownNameError("format", path.suffix or path.name, FORMATS)
    return found
