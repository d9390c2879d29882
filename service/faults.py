"""Unexpected exceptions, described without their message: a message may quote values of a user's data."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

_LOGGER = logging.getLogger("aligner.service")


def describe(error: BaseException) -> str:
    """The kind of an exception and where it was raised, nothing of what it says.

    >>> try:
    ...     int("Ada Lovelace")
    ... except ValueError as error:
    ...     describe(error).split(" at ")[0]
    'ValueError'
    """
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno} in {last.name}"


def log_fault(what: str, error: BaseException) -> None:
    """Log an unexpected exception with the lines it came through, nothing of what it says."""
    frames = traceback.extract_tb(error.__traceback__)
    through = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    _LOGGER.error("%s: %s (%s)", what, type(error).__name__, through)
