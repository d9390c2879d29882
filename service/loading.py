"""Sources by name or path, third-party adapters included."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from aligner.errors import InputError
from service.plugins import adapters
from sources import LoadedSource, load
from sources.reading import SUFFIXES


def load_source(
    path: str | Path,
    *,
    name: str | None = None,
    adapter: str | None = None,
    masked: bool = True,
    progress: Callable[[int], None] | None = None,
) -> LoadedSource:
    """Read and profile one source with any known adapter; see `sources.load`."""
    return load(path, name=name, adapter=adapter, masked=masked, progress=progress, adapters=adapters())


def find_sources(folder: Path) -> list[Path]:
    """The sources in a folder: its sub-folders, or where it has none its files.

    Raises:
        InputError: there are fewer than two.
    """
    if not folder.is_dir():
        raise InputError(
            "no such folder", file=str(folder), remedy="Name a folder that holds a folder or file a source"
        )
    entries = sorted((each for each in folder.iterdir() if not each.name.startswith(".")), key=lambda each: each.name)
    found = [each for each in entries if each.is_dir()] or [each for each in entries if each.suffix.lower() in SUFFIXES]
    if len(found) < 2:
        remedy = "Put every source into a folder, or a file, of its own"
        raise InputError(f"{len(found)} sources here, two are needed", file=str(folder), remedy=remedy)
    return found


def distinct(first: LoadedSource, second: LoadedSource) -> None:
    """Refuse two sources of one name: their fields' ids could not be told apart.

    Raises:
        InputError: the names are equal.
    """
    if first.schema.name == second.schema.name:
        raise InputError(
            f"both sources are called {first.schema.name!r}", remedy="Name them with --name-a and --name-b"
        )
