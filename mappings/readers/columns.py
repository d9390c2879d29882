"""What each column of a document's rows holds, and how its cells become values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from mappings.cells import split
from mappings.findings import Finding, Level
from mappings.mapping import ExtensionDefinition
from mappings.readers.document import Cell, Document
from mappings.readers.mending import Mender, Outcome, Said
from mappings.validation import NCNAME
from mappings.vocabulary import MAPPING_SLOT, MAPPING_SLOTS, OLD_NAMES, STANDARD_NAMES, Range, Slot

#: How many different cells of a column are remembered with what became of them.
_REMEMBERED = 65_536

#: A slot's name, or an extension's; the value, None where nothing is kept; and what is to be said.
Value = float | str | tuple[str, ...] | None


@dataclass
class Column:
    """One column that holds a slot.

    Attributes:
        slot: what it holds.
        place: its index in a row.
        verbatim: whether a text is its own value: that of a file without control characters.
        known: cells seen before, and what became of them.
    """

    slot: Slot
    place: int
    mender: Mender
    packed: bool
    verbatim: bool
    known: dict[Cell, tuple[Value, tuple[tuple[str, Said], ...]]] = field(default_factory=dict)

    def value(self, cell: Cell) -> tuple[Value, tuple[tuple[str, Said], ...]]:
        """What a cell that is not empty holds, and what is to be said of which text in it."""
        found = self.known.get(cell)
        if found is None:
            found = self._many(cell) if self.slot.many else self._one(cell)
            if len(self.known) < _REMEMBERED:
                self.known[cell] = found
        return found

    def _many(self, cell: Cell) -> tuple[Value, tuple[tuple[str, Said], ...]]:
        if self.verbatim and self.packed and isinstance(cell, str) and "||" not in f"|{cell}|":
            return split(cell), ()
        items = cell if isinstance(cell, tuple) else split(cell) if self.packed else (cell,)
        if self.packed and self.slot.range is not Range.TEXT:
            items = tuple(item.strip(" ") for item in items)
        outcomes = [(item, self.mender(self.slot, item) if item else Outcome(None)) for item in items]
        kept = tuple(str(outcome.value) for _, outcome in outcomes if outcome.value is not None)
        return kept, tuple((item, each) for item, outcome in outcomes for each in outcome.said)

    def _one(self, cell: Cell) -> tuple[Value, tuple[tuple[str, Said], ...]]:
        texts = tuple(filter(None, cell)) if isinstance(cell, tuple) else (cell,)
        if len(texts) > 1:
            level = Level.ERROR if self.slot.name in _IDENTIFYING else Level.MENDED
            said = Said("not_kept", level, f"{self.slot.name} takes one value, not {len(texts)}", "Left out")
            return None, ((", ".join(texts), said),)
        if not texts:
            return None, ()
        outcome = self.mender(self.slot, texts[0])
        return outcome.value, tuple((texts[0], each) for each in outcome.said)


_IDENTIFYING = frozenset({"subject_id", "predicate_id", "object_id", "mapping_justification", "predicate_modifier"})


@dataclass
class Columns:
    """The columns of a document.

    Attributes:
        slots: those that hold slots.
        extensions: index and name of those that hold extensions.
        names: of all columns, as understood.
        undefined: extensions that nothing defined: now defined, as text.
    """

    slots: list[Column] = field(default_factory=list)
    extensions: list[tuple[int, str]] = field(default_factory=list)
    undefined: list[ExtensionDefinition] = field(default_factory=list)


def columns_of(document: Document, mender: Mender, defined: Sequence[str]) -> Columns:
    """Settle what the columns hold; says what is odd about them in the document's findings."""
    names = [name.strip() for name in document.columns]
    held = Counter(_current(name) for name in names)
    found = Columns()
    taken: set[str] = set()
    known = frozenset(defined)
    for place, (name, original) in enumerate(zip(names, document.columns, strict=True)):
        if name != original:
            _note(document, name, "spaces_around", Level.MENDED, "spaces around the column's name", "Removed")
        targets = () if name in known else _targets(document, name, held)
        if name and (name in taken or (targets and taken.issuperset(targets))):
            _note(document, name, "duplicate_column", Level.MENDED, "another column holds this", "The first stands")
            continue
        taken.update(targets or (name,))
        for slot in (MAPPING_SLOT[target] for target in targets):
            verbatim = document.plain and slot.range is Range.TEXT
            found.slots.append(Column(slot, place, mender, document.packed, verbatim))
        if not targets and name:
            _extension(document, found, name, place, known)
    # Canonical order, so that findings of a row come in the order of its slots.
    order = {slot.name: index for index, slot in enumerate(MAPPING_SLOTS)}
    found.slots.sort(key=lambda each: order[each.slot.name])
    return found


def _current(name: str) -> str:
    return name.removeprefix("sssom:")


def _targets(document: Document, name: str, held: Counter[str]) -> tuple[str, ...]:
    """The slots that a column of this name holds; none for other columns."""
    if name in MAPPING_SLOT:
        return (name,)
    bare = _current(name)
    folded = bare.casefold().replace(" ", "_")
    if bare in OLD_NAMES:
        targets = tuple(each for each in OLD_NAMES[bare] if each not in held)
    elif folded in MAPPING_SLOT and (folded == bare or folded not in held):
        targets = (folded,)
    else:
        return ()
    if targets:
        what = f"the column is called otherwise in SSSOM {'1.0' if bare in OLD_NAMES else ''}".rstrip()
        _note(document, name, "old_name", Level.MENDED, what, f"Read as {' and '.join(targets)}")
    return targets


def _extension(document: Document, found: Columns, name: str, place: int, defined: frozenset[str]) -> None:
    if name in STANDARD_NAMES or not NCNAME.fullmatch(name):
        what = "the column is no slot of a mapping: not kept"
        _note(document, name, "unknown_column", Level.WARNING, what, "Rename or remove it")
        return
    found.extensions.append((place, name))
    if name not in defined:
        found.undefined.append(ExtensionDefinition(slot_name=name))
        what = "the column is no slot and nothing defines it: kept as text"
        _note(document, name, "undefined_extension", Level.WARNING, what, "Define it")


def _note(document: Document, name: str, code: str, level: Level, message: str, repair: str) -> None:
    document.findings.append(Finding(document.column_line, name, None, code, level, message, repair))
