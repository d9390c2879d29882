"""Bytes to text: UTF-8, and what can be made of anything else."""

from __future__ import annotations

import codecs

from mappings.findings import Finding, Level

#: What stands for bytes that are no text.
LOST = "\ufffd"

_SIXTEEN = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(data: bytes) -> tuple[str, list[Finding]]:
    """The text without its byte-order mark, and a finding for every line that is not UTF-8.

    UTF-16 is recognised by its mark alone. Other bytes that are no UTF-8 become U+FFFD: their encoding could only
    be guessed.
    """
    if data.startswith(_SIXTEEN):
        what = "the file is UTF-16, not UTF-8"
        found = [Finding(1, None, None, "not_utf8", Level.MENDED, what, "Converted")]
        return data.decode("utf-16", "replace"), found
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        found = [_broken(number) for number, line in enumerate(data.split(b"\n"), 1) if not _is_utf8(line)]
        return data.decode("utf-8-sig", "replace"), found


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _broken(line: int) -> Finding:
    what = "the line is not UTF-8"
    return Finding(line, None, None, "not_utf8", Level.MENDED, what, f"The unreadable bytes became {LOST}")
