"""Every error that aligner raises on purpose, in one tree.

AlignerError              something a user can mend; `str(error)` is the whole message
├── InputError            a file, record or value cannot be read (exit code 3, HTTP 422)
├── UnknownNameError      no recipe, matcher, selector, source or entity of that name (exit code 2, HTTP 404)
└── CancelledError        the caller asked a long run to stop (exit code 130)
"""

from __future__ import annotations

from collections.abc import Iterable


class AlignerError(Exception):
    """Root of the tree: catch this to catch all of them."""


class InputError(AlignerError):
    """An input cannot be used. Names the file, line and field it can name, and the remedy.

    Args:
        message: what is wrong, in one sentence.
        file: the file it was found in, as the user wrote it.
        line: 1-based line in that file.
        field: the column, key or slot.
        remedy: what to do about it.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
        remedy: str | None = None,
    ) -> None:
        place = ":".join(str(part) for part in (file, line) if part is not None)
        text = f"{place}: {message}" if place else message
        if field is not None:
            text += f" (field {field!r})"
        if remedy is not None:
            text += f". {remedy}"
        super().__init__(text)
        self.message, self.file, self.line, self.field, self.remedy = message, file, line, field, remedy


class UnknownNameError(AlignerError):
    """A name that nothing here has; the message lists the names that exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no {what} is called {name!r}; known: {', '.join(sorted(known)) or 'none'}")
        self.what, self.name = what, name


class CancelledError(AlignerError):
    """The run was asked to stop and did."""

    def __init__(self) -> None:
        super().__init__("cancelled")
