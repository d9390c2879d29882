"""Documents: immutable bytes named by their SHA-256, kept in chunks so that they stream in flat memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from sqlmodel import Session, col, select

from service.database import Database, insert_new
from service.tables import ChunkRow, DocumentRow

#: Bytes of one chunk.
CHUNK = 1024 * 1024


def save_document(session: Session, content: bytes, media_type: str) -> str:
    """Keep bytes, once however often they are saved; returns their id."""
    document_id = hashlib.sha256(content).hexdigest()
    if session.get(DocumentRow, document_id) is None:
        insert_new(session, DocumentRow, [{"id": document_id, "media_type": media_type, "length": len(content)}])
        for ordinal, start in enumerate(range(0, len(content), CHUNK)):
            chunk = {"document_id": document_id, "ordinal": ordinal, "content": content[start : start + CHUNK]}
            insert_new(session, ChunkRow, [chunk])
    return document_id


def read_document(session: Session, document_id: str) -> bytes:
    """The bytes of a document, whole."""
    query = select(ChunkRow).where(ChunkRow.document_id == document_id).order_by(col(ChunkRow.ordinal))
    return b"".join(chunk.content for chunk in session.exec(query))


def stream_document(database: Database, document_id: str) -> Iterator[bytes]:
    """The bytes of a document in pieces; holds no transaction while a piece is on its way."""
    ordinal = 0
    while True:
        with database.reading() as session:
            chunk = session.get(ChunkRow, (document_id, ordinal))
            content = None if chunk is None else chunk.content
        if content is None:
            return
        yield content
        ordinal += 1
