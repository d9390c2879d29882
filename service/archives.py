"""Archives from strangers: what is in them is copied out under names of our own, or the archive is refused.

Refused are paths that lead out of the folder, links, devices, encrypted files, and archives that grow beyond
measure, counted while they are read and never by what their headers say.
"""

from __future__ import annotations

import gzip
import io
import lzma
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from aligner.errors import InputError

#: Name endings of the archives that are opened.
SUFFIXES = (".zip", ".tar.gz", ".tgz", ".tar")

#: Bytes read at a time; a tar file that wants more at once (for a header of its own) is refused.
BLOCK = 1024 * 1024

#: Bytes of a zip's table of contents allowed per file.
ENTRY_SIZE = 512

_UNREADABLE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError)


class TooLargeError(InputError):
    """An upload is larger, or becomes larger, than the settings allow."""


#: Makes a file for a member of the given path and hands it out for writing.
NewFile = Callable[[str], IO[bytes]]


def is_archive(name: str) -> bool:
    """Whether a file of this name is opened as an archive."""
    return name.lower().endswith(SUFFIXES)


def unpack(archive: Path, name: str, new_file: NewFile, largest: int, most: int) -> int:
    """Copy out every file of an archive.

    Args:
        archive: the archive.
        name: the name it was sent under, which tells its kind and is used in messages.
        new_file: called once per file, with its path within the archive.
        largest: bytes that may come out.
        most: files that may come out.

    Returns:
        Bytes that came out.

    Raises:
        TooLargeError: there is more in it.
        InputError: it cannot be read, or holds something that is refused.
    """
    members = _zip_members if name.lower().endswith(".zip") else _tar_members
    written = 0
    try:
        for path, content in members(archive, name, largest, most):
            most -= 1
            if most < 0:
                raise TooLargeError("the archive holds too many files", file=name, field="files")
            with new_file(_safe(path, name)) as stream:
                while block := content.read(BLOCK):
                    written += len(block)
                    if written > largest:
                        raise _grows(name)
                    stream.write(block)
    except _UNREADABLE:
        raise InputError("the archive cannot be read", file=name, remedy="Pack it again as zip or tar.gz") from None
    return written


def _zip_members(archive: Path, name: str, largest: int, most: int) -> Iterator[tuple[str, IO[bytes]]]:
    if _directory_size(archive) > ENTRY_SIZE * most + BLOCK:
        raise TooLargeError("the archive's table of contents is too large", file=name, field="files")
    with zipfile.ZipFile(archive) as opened:
        for info in opened.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)
            if info.is_dir():
                _safe(info.filename, name)
            elif kind not in {0, stat.S_IFREG}:
                raise _refused("a link or device", name)
            elif info.flag_bits & 0x1:
                raise _refused("an encrypted file", name)
            else:
                with opened.open(info) as content:
                    yield info.filename, content


def _directory_size(archive: Path) -> int:
    """Bytes of a zip's table of contents, which `zipfile` reads whole, as its end record states them."""
    with archive.open("rb") as stream:
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, size - 66_000))
        tail = stream.read()
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 22:
        return 0  # no zip at all: `zipfile` says so
    stated = int.from_bytes(tail[end + 12 : end + 16], "little")
    large = tail[max(0, end - 76) : end]  # where a zip64 end record and its locator stand
    if large[56:60] == b"PK\x06\x07" and large[:4] == b"PK\x06\x06":
        stated = int.from_bytes(large[40:48], "little")
    return stated


def _tar_members(archive: Path, name: str, largest: int, most: int) -> Iterator[tuple[str, IO[bytes]]]:
    with archive.open("rb") as raw:
        compressed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        stream = gzip.GzipFile(fileobj=raw) if compressed else raw
        guarded = _Guarded(stream, name, largest + most * 4 * tarfile.BLOCKSIZE + BLOCK)
        with tarfile.open(fileobj=guarded, mode="r:") as opened:
            for member in opened:
                opened.members = []  # type: ignore[attr-defined]  # tarfile remembers every member otherwise
                if member.isdir():
                    _safe(member.name, name)
                elif not member.isreg() or member.issparse():
                    raise _refused("a link or device", name)
                elif content := opened.extractfile(member):
                    yield member.name, content


class _Guarded(io.RawIOBase):
    """A stream that is read in small bites and not beyond a limit, whatever the headers in it ask for."""

    def __init__(self, stream: gzip.GzipFile | io.BufferedReader, name: str, limit: int) -> None:
        self.stream, self.name, self.limit = stream, name, limit

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= BLOCK:
            raise TooLargeError("a header of the archive is too large", file=self.name, field="files")
        self._check(self.stream.tell())
        return self.stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._check(offset)
        return self.stream.seek(offset, whence)

    def tell(self) -> int:
        return self.stream.tell()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def _check(self, position: int) -> None:
        if position > self.limit:
            raise _grows(self.name)


def _safe(path: str, name: str) -> str:
    """The path as given, if it stays within the folder; files are never stored under it all the same."""
    posix = PurePosixPath(path.replace("\\", "/"))
    if posix.is_absolute() or ".." in posix.parts or re.match("[A-Za-z]:", path) or "\x00" in path:
        raise _refused("a path that leads out of its folder", name)
    return posix.as_posix()


def _grows(name: str) -> TooLargeError:
    return TooLargeError("the archive grows too large", file=name, field="files", remedy="Send it in parts")


def _refused(what: str, name: str) -> InputError:
    return InputError(f"the archive holds {what}", file=name, field="files", remedy="Pack plain files only")
