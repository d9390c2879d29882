"""Schemas: named by their fingerprint, so that equal content is kept once."""

from __future__ import annotations

from sqlmodel import Session, col, select

from aligner.entity import Schema
from service.database import insert_new
from service.serialisation import entity_from_json, entity_to_json, profile_to_json
from service.tables import EntityRow, SchemaRow


def save_schema(session: Session, schema: Schema) -> str:
    """Keep a schema, once however often it is saved; returns its id."""
    schema_id = schema.fingerprint
    if session.get(SchemaRow, schema_id) is None:
        head = {
            "id": schema_id,
            "name": schema.name,
            "version": schema.version,
            "prefixes": dict(schema.prefixes),
            "size": len(schema),
        }
        insert_new(session, SchemaRow, [head])
        rows = [
            {
                "schema_id": schema_id,
                "position": position,
                "entity_id": entity.id,
                "content": entity_to_json(entity),
                "profile": profile_to_json(entity.profile),
            }
            for position, entity in enumerate(schema.entities)
        ]
        insert_new(session, EntityRow, rows)
    return schema_id


def load_schema(session: Session, schema_id: str) -> Schema:
    """The schema of that id, which must be there."""
    head = session.get_one(SchemaRow, schema_id)
    query = select(EntityRow).where(EntityRow.schema_id == schema_id).order_by(col(EntityRow.position))
    entities = tuple(entity_from_json(row.content, row.profile) for row in session.exec(query))
    return Schema(head.name, entities, head.prefixes, head.version)
