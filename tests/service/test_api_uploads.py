"""Uploads: several files and archives are taken; what would lead astray, never ends or cannot be read is refused."""

from __future__ import annotations

import gzip
import io
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from service_client import CRM, Service

RECORD = b'[{"id": "%d", "name": "pump"}]'


def zipped(members: dict[str, bytes], **attributes: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            for key, value in attributes.items():
                setattr(info, key, value)
            archive.writestr(info, content)
    return buffer.getvalue()


def tarred(members: dict[str, bytes], mode: str = "w:gz", **attributes: Any) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            for key, value in attributes.items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


FILES = {f"export/{name}.json": RECORD % number for number, name in enumerate("cab")} | {
    "export/": b"",
    "export/.DS_Store": b"\x00",
    "__MACOSX/export/a.json": b"\x00",
    "export/readme.md": b"# hello",
}


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("all.zip", zipped(FILES)),
        ("all.tar.gz", tarred({name: content for name, content in FILES.items() if content})),
        ("ALL.TGZ", tarred({name: content for name, content in FILES.items() if content})),
        ("all.tar", tarred({name: content for name, content in FILES.items() if content}, "w")),
    ],
)
def test_archives_are_opened(service: Service, file: str, content: bytes) -> None:
    sent = service.upload("many", content, file)
    assert sent.status_code == 201, sent.text
    assert service.wait(sent.json()["run"])["state"] == "succeeded"
    names = [(each["file"], each["name"]) for each in service.get("sources/many/versions/1/files").json()["items"]]
    assert names == [
        ("0001.json", "export/a.json"),
        ("0002.json", "export/b.json"),
        ("0003.json", "export/c.json"),
        ("0004.unknown", "export/readme.md"),
    ]
    report = service.get("sources/many/versions/1").json()["report"]
    assert (report["records_in"], report["records_kept"]) == (4, 3)
    assert [(each["code"], each["file"]) for each in report["problems"]] == [("unknown_format", "export/readme.md")]


def test_the_order_of_the_files_does_not_matter(service: Service) -> None:
    schemas = set()
    for name, order in (("one", "abc"), ("two", "cab")):
        files = [("name", (None, name)), *(("files", (f"{each}.json", RECORD % ord(each))) for each in order)]
        service.wait(service.post("sources", files=files).json()["run"])
        fields = service.get(f"sources/{name}/fields").json()["items"]
        schemas.add(str([(each["label"], each["profile"]) for each in fields]))
    assert len(schemas) == 1


def twice() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for _ in range(2):
            info = tarfile.TarInfo("a.json")
            info.size = len(RECORD)
            archive.addfile(info, io.BytesIO(RECORD))
    return buffer.getvalue()


HOSTILE = {
    "a file twice": ("x.tar", twice()),
    "a path upwards, zip": ("x.zip", zipped({"../../evil.json": RECORD})),
    "a path upwards in the middle": ("x.zip", zipped({"a/../../evil.json": RECORD})),
    "an absolute path": ("x.zip", zipped({"/etc/evil.json": RECORD})),
    "a path with backslashes": ("x.zip", zipped({"..\\evil.json": RECORD})),
    "a drive": ("x.zip", zipped({"C:/evil.json": RECORD})),
    "a link, zip": ("x.zip", zipped({"a.json": b"/etc/passwd"}, external_attr=(stat.S_IFLNK | 0o777) << 16)),
    "a path upwards, tar": ("x.tar.gz", tarred({"../evil.json": RECORD})),
    "a link, tar": ("x.tar.gz", tarred({"a.json": b""}, type=tarfile.SYMTYPE, linkname="/etc/passwd")),
    "a hard link": ("x.tar", tarred({"a.json": b""}, "w", type=tarfile.LNKTYPE, linkname="/etc/passwd")),
    "a device": ("x.tar", tarred({"a.json": b""}, "w", type=tarfile.CHRTYPE)),
    "a pipe": ("x.tar", tarred({"a.json": b""}, "w", type=tarfile.FIFOTYPE)),
    "no archive": ("x.zip", b"PK\x03\x04 not really"),
    "no archive either": ("x.tar.gz", b"\x1f\x8b not really"),
    "a broken archive": ("x.zip", zipped(FILES)[:-40]),
    "a broken stream": ("x.tar.gz", tarred({"a.json": bytes(range(256)) * 400})[:-200]),
    "an empty archive": ("x.zip", zipped({})),
}


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_what_would_lead_astray_is_refused(resting: Service, kind: str) -> None:
    answer = resting.upload("evil", HOSTILE[kind][1], HOSTILE[kind][0])
    assert answer.status_code == 422 and answer.json()["errors"][0]["message"], answer.text
    assert resting.get("sources").json()["total"] == 0
    assert not list(resting.settings.uploads.iterdir())


def _many(count: int) -> bytes:
    return zipped({f"{number}.json": b"{}" for number in range(count)})


def _huge_header() -> bytes:
    """A tar whose extended header claims to be three gigabytes, of which a few megabytes follow."""
    info = tarfile.TarInfo("header")
    info.type, info.size = tarfile.XHDTYPE, 3 * 2**30
    return gzip.compress(info.tobuf(tarfile.USTAR_FORMAT) + bytes(4_000_000))


def _lying_zip() -> bytes:
    """A zip whose end record claims a table of contents of four gigabytes."""
    content = bytearray(zipped({"a.json": b"{}"}))
    content[-10:-6] = struct.pack("<L", 0xFFFFFFF0)
    return bytes(content)


BOMBS = {
    "zip": ("x.zip", zipped({"a.json": bytes(3_000_000)})),
    "tar": ("x.tar.gz", tarred({"a.json": bytes(3_000_000)})),
    "many files": ("x.zip", _many(30)),
    "header of a tar": ("x.tar.gz", _huge_header()),
    "contents of a zip": ("x.zip", _lying_zip()),
}


@pytest.mark.parametrize("kind", sorted(BOMBS))
def test_what_grows_beyond_measure_is_refused(started: Callable[..., Service], kind: str) -> None:
    service = started(max_expanded_bytes=2_000_000, max_files=20)
    answer = service.upload("bomb", BOMBS[kind][1], BOMBS[kind][0])
    assert answer.status_code == 413, answer.text
    assert answer.json()["errors"][0]["field"] == "files"
    assert not list(service.settings.uploads.iterdir())


def test_too_many_files_in_one_form(started: Callable[..., Service]) -> None:
    service = started(max_files=3)
    files = [("name", (None, "many")), *(("files", (f"{each}.json", RECORD)) for each in range(4))]
    assert service.post("sources", files=files).status_code == 413
    assert not list(service.settings.uploads.iterdir())


def test_a_files_name_is_never_a_path(started: Callable[..., Service]) -> None:
    service = started(embedded_worker=False)
    names = ("../../evil.csv", "/etc/evil.csv", "a\\b.csv", "x" * 200 + ".csv", "évil ☃.csv", "CON.csv")
    for number, name in enumerate(names):
        assert service.upload(f"crm{number}", CRM, name).status_code == 201
        [file] = service.get(f"sources/crm{number}/versions/1/files").json()["items"]
        assert file == {"file": "0001.csv", "name": name, "bytes": len(CRM)}
    folders = list(service.settings.uploads.iterdir())
    assert len(folders) == len(names)
    for folder in folders:
        kept = sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))
        assert kept == ["files", "files/0001.csv", "manifest.json"]


def test_what_is_kept_is_readable_by_its_owner_only(service: Service) -> None:
    service.wait(service.upload("crm", CRM).json()["run"])
    for path in (service.settings.data_dir, *service.settings.data_dir.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
