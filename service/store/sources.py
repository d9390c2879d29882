"""Sources and their versions: where the bytes lie, and what was found in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session, col, select

from service.database import insert_new
from service.store.schemas import save_schema
from service.tables import SourceRow, SourceVersionRow
from service.uploads import UploadedFile
from sources import LoadedSource


def add_source(session: Session, name: str) -> bool:
    """Make a source without any version yet; False if there is one of that name."""
    return insert_new(session, SourceRow, [{"id": name, "created": datetime.now(UTC)}]) == 1


def add_version(
    session: Session, source_id: str, folder: str, files: Sequence[UploadedFile], adapter: str | None
) -> SourceVersionRow:
    """Make the next version of a source, not read yet."""
    latest = latest_version(session, source_id, locked=True)
    row = SourceVersionRow(
        source_id=source_id,
        number=latest.number + 1 if latest else 1,
        folder=folder,
        files=len(files),
        size_bytes=sum(file.bytes for file in files),
        wanted_adapter=adapter,
        created=datetime.now(UTC),
    )
    session.add(row)
    session.flush()
    return row


def latest_version(session: Session, source_id: str, *, locked: bool = False) -> SourceVersionRow | None:
    """The newest version of a source; with `locked` nobody else adds one before this transaction ends."""
    if locked:
        session.exec(select(SourceRow).where(SourceRow.id == source_id).with_for_update()).one()
    query = select(SourceVersionRow).where(SourceVersionRow.source_id == source_id)
    return session.exec(query.order_by(col(SourceVersionRow.number).desc()).limit(1)).first()


def find_version(session: Session, source_id: str, number: int) -> SourceVersionRow | None:
    """The version of that number, if there is one."""
    query = select(SourceVersionRow).where(SourceVersionRow.source_id == source_id)
    return session.exec(query.where(SourceVersionRow.number == number)).first()


def save_reading(session: Session, version: SourceVersionRow, loaded: LoadedSource, report: dict[str, Any]) -> None:
    """Keep what was found in a version; doing it twice changes nothing."""
    version.schema_id = save_schema(session, loaded.schema)
    version.adapter = loaded.adapter
    version.report = report
    session.add(version)


def folders(session: Session) -> frozenset[str]:
    """The upload folders that belong to some version."""
    return frozenset(session.exec(select(SourceVersionRow.folder)))
