"""Schemas: what was found in one version of a source, named by its content."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response
from sqlmodel import col, select

from service.api import examples
from service.api.routing import Behind, answers, found, router
from service.api.showing import entity_view, schema_view
from service.api.views import EntityView, SchemaView
from service.paging import Cursor, Limit, Page, page, read_page
from service.tables import EntityRow, SchemaRow

routes = router("schemas")

SchemaId = Annotated[
    str, Path(pattern=r"^[0-9a-f]{64}$", description="The schema's fingerprint.", examples=[examples.SCHEMA["id"]])
]


@routes.get(
    "/schemas/{schema_id}",
    summary="One schema",
    response_model=SchemaView,
    responses=answers(examples.SCHEMA, 404, 422),
)
def read_schema(schema_id: SchemaId, behind: Behind) -> SchemaView:
    """A schema's head: name, prefixes and size."""
    with behind.database.reading() as session:
        return schema_view(found(session.get(SchemaRow, schema_id), "schema", schema_id))


@routes.get(
    "/schemas/{schema_id}/entities",
    summary="List a schema's entities",
    response_model=Page[EntityView],
    responses=answers(examples.page(examples.FIELD), 404, 422),
)
def list_entities(
    schema_id: SchemaId,
    request: Request,
    response: Response,
    behind: Behind,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[EntityView]:
    """The entities in the schema's order, each with its profile."""
    with behind.database.reading() as session:
        found(session.get(SchemaRow, schema_id), "schema", schema_id)
        query = select(EntityRow).where(EntityRow.schema_id == schema_id)
        return page(request, response, read_page(session, query, [col(EntityRow.position)], limit, cursor), entity_view)
