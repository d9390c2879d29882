"""Reading mapping sets: every row is kept or reported with its line, and nothing is mended in silence."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path

from aligner.errors import InputError, UnknownNameError
from mappings.findings import Level
from mappings.readers.alignment_api import read_alignment
from mappings.readers.assembly import Reading, assemble
from mappings.readers.document import Document
from mappings.readers.json_text import read_json
from mappings.readers.table import read_table

__all__ = ["FORMATS", "Reading", "format_of", "read", "read_tsv"]

#: Names of formats, and the suffixes of files by which they are known where the content could be another's.
FORMATS = {
    "tsv": (".tsv", ".csv", ".txt"),
    "json": (".json", ".jsonld", ".ndjson", ".jsonl"),
    "turtle": (".ttl",),
    "nt": (".nt",),
    "rdfxml": (".rdf", ".owl", ".xml"),
    "alignment": (),
}

#: How much of a file is looked at to know its format, in bytes.
_HEAD = 8192


def read(
    source: bytes | str | PathLike[str],
    *,
    format: str | None = None,
    metadata: bytes | str | PathLike[str] | None = None,
    strict: bool = False,
    file: str | None = None,
) -> Reading:
    """Read a mapping set of any format.

    Args:
        source: the bytes, or the path of a file.
        format: one of `FORMATS` (`tsv` is CSV too, `json` JSON-LD too); None goes by the content.
        metadata: for a table, the YAML beside it, as bytes or a path; None takes the `.yml` or `.yaml` file of the
            same name, where `source` is a path and there is one.
        strict: refuse the whole file where anything in it breaks a rule.
        file: the name of what the bytes are, for errors.

    Raises:
        InputError: nothing can be read at all; or, with `strict`, any finding but a warning.
        UnknownNameError: no format is called so.
    """
    if format is not None and format not in FORMATS:
        raise UnknownNameError("format", format, FORMATS)
    data = source if isinstance(source, bytes) else _content(Path(source))
    name = file if isinstance(source, bytes) else file or str(source)
    chosen = format or format_of(data, name or "")
    if chosen == "tsv":
        if metadata is None and not isinstance(source, bytes):
            metadata = _beside(Path(source))
        beside = metadata if isinstance(metadata, bytes | None) else _content(Path(metadata))
        return read_tsv(data, file=name, metadata=beside, strict=strict)
    if chosen == "json":
        return _finished(read_json(data, file=name), name, strict)
    if chosen == "alignment":
        return _finished(read_alignment(data, file=name), name, strict)
    # Loading rdflib takes longer than reading most tables.
    from mappings.readers.graph import read_graph

    parser = "xml" if chosen == "rdfxml" else chosen
    return _finished(read_graph(data, format=parser, file=name), name, strict)


def read_tsv(data: bytes, *, file: str | None = None, metadata: bytes | None = None, strict: bool = False) -> Reading:
    """Read SSSOM/TSV, or CSV, with its metadata embedded or beside it.

    Args:
        data: the file's bytes.
        file: its name, for errors.
        metadata: the bytes of the YAML file beside it; where both say something, the table stands.
        strict: refuse the whole file where anything in it breaks a rule.

    Raises:
        InputError: nothing can be read at all: no column line, no column that is a slot, metadata with anchors,
            aliases, tags or directives, or very long or deep; or, with `strict`, any finding but a warning.
    """
    return _finished(read_table(data, file=file, metadata=metadata), file, strict)


def format_of(data: bytes, name: str = "") -> str:
    """The format of some content, by how it begins and, where that leaves a doubt, by the file's suffix."""
    head = data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    if re.match(rb"<(?:\?xml|!|[A-Za-z][\w.\-]*(?::[A-Za-z]|[\s>/]))", head):
        return "alignment" if b"heterogeneity/alignment" in head or b"<Alignment" in head else "rdfxml"
    if re.match(rb"\{\s*[\"}]|\[\s*(?:\{|\]\s*$)", head):
        return "json"
    by_suffix = next((key for key, suffixes in FORMATS.items() if Path(name).suffix.lower() in suffixes), "tsv")
    if by_suffix in ("turtle", "nt"):
        return by_suffix
    if re.search(rb"^(?:@prefix|@base|PREFIX\s|BASE\s|_:\S+ <|<[^>\t]*> <|\[\]?\s+a\s)", head, re.MULTILINE):
        return "turtle"
    return "tsv"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {what}", file=str(path), remedy="Check the path") from None


def _beside(path: Path) -> Path | None:
    """The metadata file of a table: of the same name but for the last suffix."""
    found = (path.with_suffix(suffix) for suffix in (".yml", ".yaml"))
    return next((each for each in found if each != path and each.is_file()), None)


def _finished(document: Document, file: str | None, strict: bool) -> Reading:
    reading = assemble(document)
    broken = [each for each in reading.findings if each.level is not Level.WARNING]
    if strict and broken:
        first = broken[0]
        others = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        remedy = first.repair if first.level is Level.ERROR else "Correct it, or read without `strict`"
        raise InputError(f"{first.message}{others}", file=file, line=first.line, field=first.slot, remedy=remedy)
    return reading
