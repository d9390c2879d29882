"""The folders: a file per record, a few strays, and broken files for those who ask."""

from __future__ import annotations

import json
from pathlib import Path

from .broken import BROKEN
from .records import SOURCES, Record
from .world import World, build

#: Folder → (source, number of the record) of the strays that lie in it: records of another system.
STRAYS = {
    "confluence": (("google_drive", 3), ("slack", 5)),
    "github": (("jira", 2),),
    "google_drive": (("confluence", 4), ("linear", 1)),
}


def generate(folder: Path, *, seed: int = 7, records: int = 36, broken: bool = False) -> Path:
    """Write the sample company: nine folders, one JSON file per record.

    Args:
        folder: where to write; made if it does not exist. Files of the same names are replaced, others are left.
        seed: which world; the same seed writes the same bytes on every machine.
        records: records per source, at least 1; strays come on top.
        broken: also write files that no reader can take, to see how it reports them.

    Returns:
        `folder`.

    Raises:
        ValueError: `records` is below 1.
        OSError: `folder` cannot be written.
    """
    folder = Path(folder)
    made = _records(build(seed, records))
    for source, named in made.items():
        (folder / source).mkdir(parents=True, exist_ok=True)
        for name, record in named:
            _write(folder / source / name, record)
    for source, strays in STRAYS.items():
        for other, number in strays:
            if number < len(made[other]):
                _write(folder / source / f"stray-{number}-{other}.json", made[other][number][1])
    if broken:
        for path, content in BROKEN.items():
            (folder / path).write_bytes(content)
    return folder


def _records(world: World) -> dict[str, list[tuple[str, Record]]]:
    return {source: list(records(world)) for source, records in SOURCES.items()}


def _write(path: Path, record: Record) -> None:
    path.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")
