"""Uploads on disk: written while they arrive, numbered, readable by their owner only.

A user's file name never becomes a path, a row of the database or a line of a log: the files are `0001.json`,
`0002.json`, … in the order of their names, and the names stand in a manifest beside them.

```
<data>/uploads/<folder>/files/0001.json    what is read
                       /manifest.json      [{"file", "name", "bytes"}], by file
```
"""

from __future__ import annotations

import itertools
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from aligner.errors import InputError
from service.archives import TooLargeError, is_archive, unpack
from service.settings import MEBIBYTE, Settings
from sources.reading import SUFFIXES

#: Uploads that no source knows are removed when they are this many seconds old.
ABANDONED = 24 * 3600.0

#: Small archives may grow to this many bytes whatever their own size.
ALWAYS_ALLOWED = 64 * MEBIBYTE


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """One file of an upload: its own name on disk, the name it came under, its size."""

    file: str
    name: str
    bytes: int


class Upload:
    """A folder that is being filled.

    Args:
        settings: where, and how much.
    """

    def __init__(self, settings: Settings) -> None:
        settings.make_folders()
        self.settings = settings
        self.folder = f"{time.time_ns():x}-{secrets.token_hex(8)}"
        self.root = settings.uploads / self.folder
        self._made = 0
        self._arrived: list[tuple[Path, str]] = []
        for each in (self.root, self.root / "arriving", self.root / "files"):
            each.mkdir(mode=0o700)

    def new_file(self, name: str) -> IO[bytes]:
        """A file to write to; `name` is only remembered.

        Raises:
            TooLargeError: there are too many.
        """
        if self._made >= self.settings.max_files:
            raise TooLargeError("the upload holds too many files", field="files", remedy="Put records into NDJSON")
        self._made += 1
        path = self.root / "arriving" / str(self._made)
        self._arrived.append((path, name))
        return _open_private(path)

    def finish(self) -> tuple[UploadedFile, ...]:
        """Open the archives, number the files and write the manifest.

        Raises:
            InputError: there is no file, two have one name, or an archive is refused.
        """
        self._unpack()
        shown = [(path, name) for path, name in self._arrived if not _hidden(name)]
        if not shown:
            raise InputError("there is no file in the upload", field="files", remedy="Send at least one file")
        shown.sort(key=lambda each: each[1])
        for (_, name), (_, following) in itertools.pairwise(shown):
            if name == following:
                raise InputError("two files of the upload have the same name", file=name, field="files")
        digits = max(4, len(str(len(shown))))
        files = tuple(self._number(path, name, f"{n:0{digits}d}") for n, (path, name) in enumerate(shown, start=1))
        shutil.rmtree(self.root / "arriving")
        with _open_private(self.root / "manifest.json") as stream:
            stream.write(json.dumps([asdict(each) for each in files]).encode())
        return files

    def content(self) -> bytes:
        """The bytes of the one file that has arrived, for what is not to stay on disk."""
        [(path, _)] = self._arrived
        return path.read_bytes()

    def discard(self) -> None:
        """Remove everything that has arrived."""
        shutil.rmtree(self.root, ignore_errors=True)

    def _unpack(self) -> None:
        """Replace every archive by what is in it; archives within archives stay closed."""
        arrived, self._arrived = self._arrived, []
        left = self.settings.max_expanded_bytes
        for path, name in arrived:
            size = path.stat().st_size
            if is_archive(name):
                largest = min(left, max(ALWAYS_ALLOWED, size * self.settings.max_expansion))
                left -= unpack(path, name, self.new_file, largest, self.settings.max_files)
                path.unlink()
            else:
                left -= size
                self._arrived.append((path, name))

    def _number(self, path: Path, name: str, number: str) -> UploadedFile:
        suffix = PurePosixPath(name).suffix.lower()
        file = number + (suffix if suffix in SUFFIXES else ".unknown")
        path.rename(self.root / "files" / file)
        return UploadedFile(file, name, (self.root / "files" / file).stat().st_size)


def readable_path(settings: Settings, folder: str) -> Path:
    """What the sources layer is to read: the one file of an upload, or the folder of several."""
    files = sorted((settings.uploads / folder / "files").iterdir())
    return files[0] if len(files) == 1 else files[0].parent


def manifest(settings: Settings, folder: str) -> tuple[UploadedFile, ...]:
    """The files of an upload, by their own names; none once the upload has been removed."""
    path = settings.uploads / folder / "manifest.json"
    return tuple(UploadedFile(**each) for each in json.loads(path.read_bytes())) if path.is_file() else ()


def names_of(settings: Settings, folder: str) -> dict[str, str]:
    """The names that the files of an upload came under, by their own names."""
    return {each.file: each.name for each in manifest(settings, folder)}


def remove_abandoned(settings: Settings, known: frozenset[str]) -> None:
    """Remove what a broken-off upload has left: old folders that no source knows."""
    for folder in _folders(settings):
        if folder.name not in known and time.time() - folder.stat().st_mtime > ABANDONED:
            shutil.rmtree(folder, ignore_errors=True)


def _folders(settings: Settings) -> Iterator[Path]:
    return (each for each in settings.uploads.iterdir() if each.is_dir())


def _open_private(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _hidden(name: str) -> bool:
    """Whether a file is some system's housekeeping (`.DS_Store`, `__MACOSX/`), which holds no records."""
    return any((part[0] == "." and part != "..") or part == "__MACOSX" for part in PurePosixPath(name).parts)
