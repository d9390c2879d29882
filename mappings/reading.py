"""Reading mapping sets: every row is kept or reported with its line, and nothing is mended in silence."""

from __future__ import annotations

from aligner.errors import InputError
from mappings.findings import Level
from mappings.readers.assembly import Reading, assemble
from mappings.readers.document import Document
from mappings.readers.table import read_table

__all__ = ["Reading", "read_tsv"]


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


def _finished(document: Document, file: str | None, strict: bool) -> Reading:
    reading = assemble(document)
    broken = [each for each in reading.findings if each.level is not Level.WARNING]
    if strict and broken:
        first = broken[0]
        others = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        remedy = first.repair if first.level is Level.ERROR else "Correct it, or read without `strict`"
        raise InputError(f"{first.message}{others}", file=file, line=first.line, field=first.slot, remedy=remedy)
    return reading
