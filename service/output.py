"""A folder of results: what `aligner align` writes and what other commands read back."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aligner.alignment import Abstention, Alignment
from aligner.errors import InputError
from aligner.reference import SchemaPair
from aligner.scores import Scores
from mappings.abstentions import SUFFIX as ABSTENTIONS_SUFFIX
from mappings.abstentions import read_abstentions, write_abstentions
from mappings.conversion import to_alignment
from mappings.mapping import MappingSet
from mappings.reading import Reading, read_tsv
from mappings.tsv import to_tsv
from service.run import Run
from service.scores_file import read_scores, scores_to_file

SET_SUFFIX = ".sssom.tsv"
SCORES_SUFFIX = ".scores.npz"

#: Between the names of two sources in a file's name.
BETWEEN = "--"


@dataclass(frozen=True)
class Published:
    """A mapping set on disk.

    Attributes:
        path: the file.
        pair: names of its two sources, subject's first.
        reading: its content, and what could not be read of it.
    """

    path: Path
    pair: SchemaPair
    reading: Reading

    @property
    def mapping_set(self) -> MappingSet:
        """The rows that were kept."""
        return self.reading.mapping_set

    def abstentions(self) -> tuple[Abstention, ...]:
        """The abstentions written beside the set; none where that file is missing."""
        beside = self.path.with_name(f"{stem_of(self.path)}{ABSTENTIONS_SUFFIX}")
        return read_abstentions(beside.read_bytes(), file=str(beside)) if beside.exists() else ()

    def scores(self) -> Scores | None:
        """The scores written beside the set; None where that file is missing."""
        beside = self.path.with_name(f"{stem_of(self.path)}{SCORES_SUFFIX}")
        return read_scores(beside) if beside.exists() else None

    def alignment(self) -> Alignment:
        """The set with its abstentions, as the alignment it was made from."""
        alignment, _ = to_alignment(self.mapping_set, self.pair, abstentions=self.abstentions())
        return alignment


@dataclass(frozen=True)
class Destination:
    """Where a run's files go.

    Attributes:
        folder: the folder of the set and of the abstentions.
        name: file name of the set; None names it after the two sources.
        scores: file of the scores, or folder of them; None puts them beside the set.
        keep_scores: whether scores are written at all.
    """

    folder: Path
    name: str | None = None
    scores: Path | None = None
    keep_scores: bool = True

    @classmethod
    def of(cls, out: Path, scores: Path | None = None, *, keep_scores: bool = True) -> Destination:
        """From what a user names: a folder, or the set's own file if it ends in `.tsv`."""
        if out.suffix == ".tsv" and not out.is_dir():
            return cls(out.parent, out.name, scores, keep_scores)
        return cls(out, None, scores, keep_scores)

    def set_path(self, run: Run) -> Path:
        """The file of a run's mapping set."""
        return self.folder / (self.name or f"{run.source.name}{BETWEEN}{run.target.name}{SET_SUFFIX}")

    def scores_path(self, run: Run) -> Path:
        """The file of a run's scores."""
        beside = f"{stem_of(self.set_path(run))}{SCORES_SUFFIX}"
        if self.scores is None:
            return self.folder / beside
        return self.scores if self.scores.suffix == ".npz" else self.scores / beside


def stem_of(path: Path) -> str:
    """A mapping set's file name without its suffix: what the files beside it are called."""
    return path.name.removesuffix(SET_SUFFIX).removesuffix(".tsv")


def write_run(run: Run, destination: Destination) -> Path:
    """Write a run's mapping set, abstentions and scores; returns the set's path.

    Each file appears whole or not at all: it is written beside its place and moved there.

    Raises:
        InputError: a file cannot be written.
    """
    path = destination.set_path(run)
    content = to_tsv(run.mapping_set)  # first, so that a set that cannot be written leaves nothing behind
    if destination.keep_scores:
        write_whole(destination.scores_path(run), scores_to_file(run.scores))
    abstentions = write_abstentions(run.alignment.abstentions)
    write_whole(path.with_name(f"{stem_of(path)}{ABSTENTIONS_SUFFIX}"), abstentions)
    write_whole(path, content)
    return path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it appears whole or not at all: beside its place first, then moved there.

    Raises:
        InputError: it cannot be written.
    """
    partial = path.parent / f".{path.name[:64]}.{os.getpid()}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(path)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            partial.unlink(missing_ok=True)
        why = error.strerror if isinstance(error, OSError) else str(error)
        remedy = "Name a file in a folder that you may write to"
        raise InputError(f"cannot be written: {why}", file=str(path), remedy=remedy) from None


def read_set(path: Path) -> Published:
    """Read one mapping set.

    Raises:
        InputError: it cannot be read at all.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path), remedy="Check the path") from None
    reading = read_tsv(content, file=str(path))
    return Published(path, _pair(path, reading.mapping_set), reading)


def read_sets(path: Path) -> list[Published]:
    """Every mapping set in a folder, in the order of their names, or the one in a file.

    Raises:
        InputError: there is none.
    """
    if not path.is_dir():
        return [read_set(path)]
    files = sorted(path.glob(f"*{SET_SUFFIX}"))
    if not files:
        remedy = f"`aligner align` writes *{SET_SUFFIX} files"
        raise InputError("no mapping set in this folder", file=str(path), remedy=remedy)
    return [read_set(file) for file in files]


def _pair(path: Path, mapping_set: MappingSet) -> SchemaPair:
    """The two sources: by the file's name, as it is written here, else by the prefixes of the first row."""
    source, between, target = path.name.removesuffix(SET_SUFFIX).partition(BETWEEN)
    if between:
        return source, target
    for row in mapping_set:
        if row.subject_id and row.object_id:
            return row.subject_id.split(":", 1)[0], row.object_id.split(":", 1)[0]
    return path.stem, path.stem


def claimed_ids(sets: Sequence[Published]) -> Mapping[SchemaPair, frozenset[str]]:
    """Per pair of sources the ids that its set and its abstentions name."""
    claimed = {}
    for each in sets:
        alignment = each.alignment()
        ids = {id_ for found in alignment for id_ in (found.source_id, found.target_id)}
        claimed[each.pair] = frozenset(ids | {found.entity_id for found in alignment.abstentions})
    return claimed


def prefixes_of(sets: Sequence[Published]) -> Mapping[str, str]:
    """The CURIE prefixes of all the sets."""
    return {prefix: base for each in sets for prefix, base in each.mapping_set.curie_map.items()}


def read_all_scores(path: Path) -> list[Scores]:
    """The scores in a file, or every scores file in a folder.

    Raises:
        InputError: there is none.
    """
    files = sorted(path.glob(f"*{SCORES_SUFFIX}")) if path.is_dir() else [path]
    if not files:
        remedy = "`aligner align` writes them unless it is told --no-scores"
        raise InputError(f"no *{SCORES_SUFFIX} in this folder", file=str(path), remedy=remedy)
    return [read_scores(file) for file in files]
