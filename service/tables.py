"""The tables. They know nothing of the domain's classes: `service/store/` converts, both ways.

Times are seconds since 1970 UTC by the database's clock where they steer runs (`due`, `heartbeat`), so that
workers on several machines agree, and timestamps with zone where people read them.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Column, DateTime, Dialect, Index, LargeBinary, Text, TypeDecorator, UniqueConstraint
from sqlmodel import Field, SQLModel


class Json(TypeDecorator[Any]):
    """Canonical JSON as ASCII text: holds every Python string, also ones no database would take as text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """To the database."""
        return None if value is None else json.dumps(value, sort_keys=True, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """From the database."""
        return None if value is None else json.loads(value)


class Timestamp(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _json(*, nullable: bool = False) -> Any:
    return Field(default=None, sa_column=Column(Json(), nullable=nullable))


def _moment(*, nullable: bool = False) -> Any:
    return Field(default=None, sa_column=Column(Timestamp(), nullable=nullable))


class DocumentRow(SQLModel, table=True):
    """Immutable bytes, named by their SHA-256."""

    __tablename__ = "documents"
    id: str = Field(primary_key=True)
    media_type: str
    length: int = Field(sa_type=BigInteger)


class ChunkRow(SQLModel, table=True):
    """A part of a document: chunks in order are the document."""

    __tablename__ = "document_chunks"
    document_id: str = Field(primary_key=True, foreign_key="documents.id", ondelete="CASCADE")
    ordinal: int = Field(primary_key=True)
    content: bytes = Field(sa_column=Column(LargeBinary(), nullable=False))


class SchemaRow(SQLModel, table=True):
    """A schema, named by its fingerprint."""

    __tablename__ = "schemas"
    id: str = Field(primary_key=True)
    name: str
    version: str | None = None
    prefixes: Any = _json()
    size: int


class EntityRow(SQLModel, table=True):
    """One entity of a schema, at its position on the axis; its profile apart, for it is large."""

    __tablename__ = "entities"
    schema_id: str = Field(primary_key=True, foreign_key="schemas.id", ondelete="CASCADE")
    position: int = Field(primary_key=True)
    entity_id: str
    content: Any = _json()
    profile: Any = _json(nullable=True)


class SourceRow(SQLModel, table=True):
    """A source; its id is its name and its fields' CURIE prefix."""

    __tablename__ = "sources"
    id: str = Field(primary_key=True)
    created: datetime = _moment()


class SourceVersionRow(SQLModel, table=True):
    """One upload of a source: where its bytes lie, and, once it has been read, what was found."""

    __tablename__ = "source_versions"
    __table_args__ = (UniqueConstraint("source_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    source_id: str = Field(foreign_key="sources.id")
    number: int
    folder: str
    files: int
    size_bytes: int = Field(sa_type=BigInteger)
    wanted_adapter: str | None = None
    adapter: str | None = None
    schema_id: str | None = Field(default=None, foreign_key="schemas.id")
    report: Any = _json(nullable=True)
    created: datetime = _moment()


class RunRow(SQLModel, table=True):
    """One piece of work for a worker. `due` is when a worker may take it: at once, or when a lease has run out."""

    __tablename__ = "runs"
    __table_args__ = (Index("runs_by_state", "state", "due"),)
    number: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    kind: str
    state: str
    stage: str | None = None
    done: int = 0
    total: int = 0
    request: Any = _json()
    result: Any = _json(nullable=True)
    error: Any = _json(nullable=True)
    attempts: int = 0
    cancel_requested: bool = False
    lease: str | None = None
    due: float = 0.0
    created: datetime = _moment()
    started: datetime | None = _moment(nullable=True)
    finished: datetime | None = _moment(nullable=True)


class MappingSetRow(SQLModel, table=True):
    """A mapping set: the line of its versions."""

    __tablename__ = "mapping_sets"
    id: str = Field(primary_key=True)
    created: datetime = _moment()


class MappingSetVersionRow(SQLModel, table=True):
    """One immutable version of a mapping set, as one run published it."""

    __tablename__ = "mapping_set_versions"
    __table_args__ = (UniqueConstraint("set_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    set_id: str = Field(foreign_key="mapping_sets.id")
    number: int
    run_id: str = Field(foreign_key="runs.id", unique=True)
    source_schema: str = Field(foreign_key="schemas.id")
    target_schema: str = Field(foreign_key="schemas.id")
    document_id: str = Field(foreign_key="documents.id")
    scores_id: str = Field(foreign_key="documents.id")
    recipe: str
    recipe_fingerprint: str
    selector: str
    threshold: float
    mappings: int
    abstentions: int
    created: datetime = _moment()


class MappingRow(SQLModel, table=True):
    """One published mapping, at its place in the canonical order."""

    __tablename__ = "mappings"
    version_id: int = Field(primary_key=True, foreign_key="mapping_set_versions.id", ondelete="CASCADE")
    ordinal: int = Field(primary_key=True)
    record_id: str = Field(index=True)
    subject_id: str = Field(index=True)
    object_id: str = Field(index=True)
    confidence: float | None = None
    content: Any = _json()
    evidence: Any = _json(nullable=True)


class AbstentionRow(SQLModel, table=True):
    """One entity that was left without a counterpart."""

    __tablename__ = "abstentions"
    version_id: int = Field(primary_key=True, foreign_key="mapping_set_versions.id", ondelete="CASCADE")
    ordinal: int = Field(primary_key=True)
    entity_id: str
    side: str
    reason: str
    runner_up: Any = _json(nullable=True)


class ReferenceRow(SQLModel, table=True):
    """A reference: what is known to be true, as it was sent, and the one pair of sources it is about, where told."""

    __tablename__ = "references"
    id: str = Field(primary_key=True)
    document_id: str = Field(foreign_key="documents.id")
    source: str | None = None
    target: str | None = None
    pairs: int
    created: datetime = _moment()


class SweepRow(SQLModel, table=True):
    """A sweep of one run's scores against one reference."""

    __tablename__ = "sweeps"
    number: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    run_id: str = Field(foreign_key="runs.id")
    scored_run_id: str = Field(foreign_key="runs.id")
    reference_id: str = Field(foreign_key="references.id")
    content: Any = _json()
    created: datetime = _moment()
