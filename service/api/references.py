"""References: what is known to be true, to measure against."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Path, Request, Response
from fastapi.concurrency import run_in_threadpool
from sqlmodel import col, select

from service.api import examples
from service.api.forms import check_parts, form_body, receive
from service.api.routing import API, NAME, Behind, Service, answers, found, router
from service.api.showing import reference_view
from service.api.views import ReferenceView
from service.database import insert_new
from service.multipart import Form
from service.paging import Cursor, Limit, Page, page, read_page
from service.problems import Fault, ProblemError
from service.references import reference_from_bytes
from service.store.documents import save_document
from service.tables import ReferenceRow
from service.uploads import Upload

routes = router("references")

ReferenceId = Annotated[str, Path(pattern=NAME, description="The reference's name.", examples=["checked-by-hand"])]

_PARTS = {
    "name": {"type": "string", "description": "The reference's name."},
    "source": {"type": "string", "description": "Name of the source it is about, where the file does not say."},
    "target": {"type": "string", "description": "Name of the other source."},
    "file": {
        "type": "string",
        "format": "binary",
        "description": "SSSOM/TSV; Alignment RDF; or a table with the columns source_a, field_a, source_b and field_b, "
        "or source and target.",
    },
}


@routes.post(
    "/references",
    status_code=201,
    summary="Send a reference",
    response_model=ReferenceView,
    responses=answers(examples.REFERENCE, 409, 413, 415, 422, status=201, description="Kept."),
    openapi_extra=form_body(["name", "file"], _PARTS, {"name": "checked-by-hand", "file": "checked.tsv"}),
)
async def send_reference(request: Request, response: Response, behind: Behind) -> ReferenceView:
    """Send what is known to be true. It never changes afterwards; a sweep measures a run's scores against it."""
    upload, form = await receive(request, behind.settings)
    try:
        return await run_in_threadpool(_keep, behind, response, upload, form)
    finally:
        upload.discard()


@routes.get(
    "/references",
    summary="List the references",
    response_model=Page[ReferenceView],
    responses=answers(examples.page(examples.REFERENCE), 422),
)
def list_references(
    request: Request, response: Response, behind: Behind, limit: Limit = 100, cursor: Cursor = None
) -> Page[ReferenceView]:
    """Every reference, by name."""
    with behind.database.reading() as session:
        rows = read_page(session, select(ReferenceRow), [col(ReferenceRow.id)], limit, cursor)
        return page(request, response, rows, reference_view)


@routes.get(
    "/references/{reference_id}",
    summary="One reference",
    response_model=ReferenceView,
    responses=answers(examples.REFERENCE, 404, 422),
)
def read_reference(reference_id: ReferenceId, behind: Behind) -> ReferenceView:
    """A reference's head: how many pairs it lists."""
    with behind.database.reading() as session:
        return reference_view(found(session.get(ReferenceRow, reference_id), "reference", reference_id))


def _keep(behind: Service, response: Response, upload: Upload, form: Form) -> ReferenceView:
    check_parts(form, "file", {"name", "source", "target"}, names={"name"})
    if len(form.files) != 1:
        raise ProblemError(422, "Not valid: file", [Fault("exactly one file is wanted", "file")])
    pair = (form.values.get("source"), form.values.get("target"))
    if (pair[0] is None) != (pair[1] is None):
        raise ProblemError(422, "Not valid: source, target", [Fault("give both or neither", "source")])
    content, name = upload.content(), form.files[0][1]
    claimed = {(str(pair[0]), str(pair[1])): ()} if pair[0] is not None else {}
    reference = reference_from_bytes(content, name, claimed, {})
    row = ReferenceRow(
        id=form.values["name"],
        document_id=hashlib.sha256(content).hexdigest(),
        source=pair[0],
        target=pair[1],
        pairs=len(reference),
        created=datetime.now(UTC),
    )
    with behind.database.writing() as session:
        save_document(session, content, "application/octet-stream")
        if not insert_new(session, ReferenceRow, [row.model_dump()]):
            raise ProblemError(409, f"There is a reference {row.id!r} already", [Fault("taken", "name")])
    response.headers["Location"] = f"{API}/references/{row.id}"
    return reference_view(row)
