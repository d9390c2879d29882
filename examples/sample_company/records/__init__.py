"""The nine systems: each module turns the world into the records of one, by the name of the file they lie in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..world import World
from . import confluence, fireflies, github, gmail, google_drive, hubspot, jira, linear, slack
from .shape import Record

#: Source → what makes its records, as (file name, record).
SOURCES: dict[str, Callable[[World], Iterator[tuple[str, Record]]]] = {
    "confluence": confluence.records,
    "fireflies": fireflies.records,
    "github": github.records,
    "gmail": gmail.records,
    "google_drive": google_drive.records,
    "hubspot": hubspot.records,
    "jira": jira.records,
    "linear": linear.records,
    "slack": slack.records,
}

__all__ = ["SOURCES", "Record"]
