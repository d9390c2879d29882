"""A table that is safe to open in a spreadsheet: for people to look at, not for programs to read back."""

from __future__ import annotations

import csv
import io

from mappings.cells import join, number_text
from mappings.mapping import MappingSet
from mappings.propagation import propagated
from mappings.tsv import canonical
from mappings.vocabulary import MAPPING_SLOTS, Range

#: A cell that begins so is a formula to a spreadsheet.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_spreadsheet(mapping_set: MappingSet) -> bytes:
    """The mappings as CSV, propagated, without metadata: UTF-8 with the mark that spreadsheets ask for, CRLF.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.

    Raises:
        InputError: as for `tsv.to_tsv`.
    """
    whole = propagated(canonical(mapping_set))
    slots = [slot for slot in MAPPING_SLOTS if any(getattr(row, slot.name) not in (None, ()) for row in whole)]
    extensions = [each.slot_name for each in whole.extension_definitions]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([slot.name for slot in slots] + extensions)
    for row in whole:
        cells = []
        for slot in slots:
            value = getattr(row, slot.name)
            if slot.range is Range.NUMBER:
                cells.append("" if value is None else number_text(value))
            else:
                cells.append(_safe(join(value) if slot.many else value or ""))
        writer.writerow(cells + [_safe(row.extension(name) or "") for name in extensions])
    return text.getvalue().encode("utf-8-sig")


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
