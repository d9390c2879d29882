"""What the reader of any format hands over: names and texts as they stand, before anything is judged or mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mappings.findings import Finding, Level
from mappings.yaml_text import Node

#: Most columns that rows may have; SSSOM has fifty slots.
MOST_COLUMNS = 1000

#: A cell's text; a tuple where the format has lists of its own.
Cell = str | tuple[str, ...]

#: A row's place and its cells; or what keeps it from being a row at all.
Record = tuple[int, Sequence[Cell] | Finding]


@dataclass
class Document:
    """A file taken apart.

    Attributes:
        tree: the metadata, by key.
        columns: names of the rows' columns, as they stand.
        rows: the rows, as often as they are asked for.
        places: the line on which a metadata key stands, where lines are known.
        column_line: the line of the column names, where there is one.
        findings: what was noticed on the way.
        plain: whether no control character is anywhere in the file.
        packed: whether a list is one text with `|` between its values.
        by_iri: whether identifiers are IRIs by right, so that making CURIEs of them mends nothing.
        assumed: values of slots that the format has no place for.
    """

    tree: dict[str, Node]
    columns: Sequence[str]
    rows: Callable[[], Iterator[Record]]
    places: Mapping[str, int] = field(default_factory=dict)
    column_line: int | None = None
    findings: list[Finding] = field(default_factory=list)
    plain: bool = False
    packed: bool = False
    by_iri: bool = False
    assumed: Mapping[str, str] = field(default_factory=dict)

    def note(self, slot: str | None, value: object, code: str, level: Level, message: str, repair: str) -> None:
        """Add a finding about the metadata or a column."""
        shown = value if isinstance(value, str) else None
        line = self.places.get(slot) if slot else None
        self.findings.append(Finding(line, slot, shown, code, level, message, repair))
