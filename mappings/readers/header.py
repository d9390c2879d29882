"""The YAML metadata of a table, embedded in lines that begin with `#` or in a file of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from aligner.errors import InputError
from mappings.findings import Finding, Level
from mappings.readers.decoding import decoded
from mappings.yaml_text import LONGEST, Node, NotYamlError, parse

#: What a line of metadata looks like: `key:`, `key: value`, `- item`, or a part of a value over several lines.
_ENTRY = re.compile(r"\s*(?:- |-$)?\s*(?:\"[^\"]*\"|'[^']*'|[^\s:#][^:]*):(?:\s|$)|\s*(?:- |-$)|\s{2,}\S|\s*$|\s*#")

#: Lines of free text that are taken out, at most; fewer where the metadata is long, so that no header takes long.
_MOST_LINES = 40


@dataclass
class Header:
    """Metadata as a tree.

    Attributes:
        tree: by key.
        places: the line on which each key stands.
        findings: what was noticed.
    """

    tree: dict[str, Node] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def embedded(lines: Sequence[str], padding: str, file: str | None) -> Header:
    """Metadata in the first lines of a table: each begins with `#`, or is blank.

    Args:
        lines: from the first of the file.
        padding: the delimiter of the table, which spreadsheets append to every line.
        file: named in errors.

    Raises:
        InputError: it is too long or too deep, or uses what the specification forbids.
    """
    bare = [_bare(line, padding) for line in lines]
    indent = min((len(text) - len(text.lstrip(" ")) for text in bare if text.strip()), default=0)
    found = _parsed([text[indent:] for text in bare], file)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            what = "a blank line in the metadata"
            found.findings.append(Finding(number, None, None, "blank_line", Level.MENDED, what, "Skipped"))
    return found


def _bare(line: str, padding: str) -> str:
    """A line of the header without `#` and what a spreadsheet put around it."""
    text = line.rstrip(padding + "\t\r")
    if text.startswith('"#') and text.endswith('"'):
        text = text[1:-1].replace('""', '"')
    return text.removeprefix("#")


def external(data: bytes, file: str | None) -> Header:
    """Metadata in a file of its own.

    Raises:
        InputError: as for `embedded`.
    """
    text, findings = decoded(data)
    found = _parsed(text.replace("\r\n", "\n").split("\n"), file)
    # The lines are those of another file than the one that is reported on.
    found.findings = [_elsewhere(each) for each in (*findings, *found.findings)]
    found.places = {}
    return found


def _elsewhere(finding: Finding) -> Finding:
    message = f"{finding.message} (line {finding.line} of the metadata)"
    return Finding(None, finding.slot, finding.value, finding.code, finding.level, message, finding.repair)


def merged(inner: Header, outer: Header) -> Header:
    """The metadata of both: what the table itself says stands."""
    found = Header({**outer.tree, **inner.tree}, inner.places, [*outer.findings, *inner.findings])
    for key in sorted(inner.tree.keys() & outer.tree.keys()):
        if inner.tree[key] == outer.tree[key]:
            continue
        both = inner.tree[key], outer.tree[key]
        if key == "curie_map" and isinstance(both[0], dict) and isinstance(both[1], dict):
            found.tree[key] = {**both[1], **both[0]}
            if all(both[1].get(prefix, iri) == iri for prefix, iri in both[0].items()):
                continue
        what = f"{key!r} is in the table and in its metadata file, and differs"
        line = inner.places.get(key)
        found.findings.append(Finding(line, key, None, "two_values", Level.WARNING, what, "The table's stands"))
    return found


def _parsed(lines: list[str], file: str | None) -> Header:
    """The tree of some lines of YAML; free text among them is left out and reported."""
    found = Header()
    tries = max(1, min(_MOST_LINES, 2 * LONGEST // (sum(map(len, lines)) + 1)))
    while True:
        repeated: list[tuple[str, int]] = []
        try:
            found.tree = parse("\n".join(lines), file=file, repeated=repeated)
            break
        except NotYamlError as error:
            place = _culprit(lines, (error.line or 1) - 1)
            if tries == 0 or place is None:
                raise InputError(error.message, file=file, line=error.line, remedy=error.remedy) from None
        tries -= 1
        what, text = "the metadata has a line that is no YAML", lines[place].strip()
        found.findings.append(Finding(place + 1, None, text, "free_text", Level.MENDED, what, "Left out"))
        lines[place] = ""
    for key, line in repeated:
        what = f"the metadata has {key!r} twice"
        found.findings.append(Finding(line, key, None, "duplicate_key", Level.MENDED, what, "The last one stands"))
    for number, text in enumerate(lines, 1):
        entry = re.match(r"([^\s:#][^:]*?)\s*:", text)
        if entry:
            found.places.setdefault(entry[1].strip("\"'"), number)
    return found


def _culprit(lines: Sequence[str], place: int) -> int | None:
    """The nearest line, from one on upwards, that looks like no YAML; else the nearest that is not blank."""
    above = [each for each in range(min(place, len(lines) - 1), -1, -1) if lines[each].strip()]
    odd = next((each for each in above if not _ENTRY.match(lines[each])), None)
    below = next((each for each, text in enumerate(lines) if text.strip()), None)
    return odd if odd is not None else above[0] if above else below
