"""Mapping sets: their versions, and what each holds."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request, Response
from fastapi.responses import StreamingResponse
from sqlmodel import Session, col, select

from service.api import examples
from service.api.routing import NAME, Behind, answers, found, problem_answers, router
from service.api.showing import abstention_view, mapping_view, set_version_view
from service.api.views import AbstentionView, MappingSetVersionView, MappingSetView, MappingView
from service.paging import Cursor, Limit, Page, page, read_page
from service.problems import ProblemError
from service.store.documents import stream_document
from service.store.sets import TSV_TYPE, find_set_version
from service.tables import AbstentionRow, DocumentRow, MappingRow, MappingSetRow, MappingSetVersionRow

routes = router("mapping sets")

SetId = Annotated[str, Path(pattern=NAME, description="The mapping set's name.", examples=["crm--helpdesk"])]
Number = Annotated[
    str,
    Path(pattern=r"^([1-9][0-9]{0,8}|latest)$", description="A version's number, or `latest`.", examples=["latest"]),
]

_PLAIN_TYPE = "text/tab-separated-values"


@routes.get(
    "/mapping-sets",
    summary="List the mapping sets",
    response_model=Page[MappingSetView],
    responses=answers(examples.page(examples.MAPPING_SET), 422),
)
def list_sets(
    request: Request, response: Response, behind: Behind, limit: Limit = 100, cursor: Cursor = None
) -> Page[MappingSetView]:
    """Every mapping set with its newest version, by name."""
    with behind.database.reading() as session:
        rows = read_page(session, select(MappingSetRow), [col(MappingSetRow.id)], limit, cursor)
        return page(request, response, rows, lambda row: _set_view(session, row.id))


@routes.get(
    "/mapping-sets/{set_id}",
    summary="One mapping set",
    response_model=MappingSetView,
    responses=answers(examples.MAPPING_SET, 404, 422),
)
def read_set(set_id: SetId, behind: Behind) -> MappingSetView:
    """A mapping set with its newest version."""
    with behind.database.reading() as session:
        return _set_view(session, set_id)


@routes.get(
    "/mapping-sets/{set_id}/versions",
    summary="List a mapping set's versions",
    response_model=Page[MappingSetVersionView],
    responses=answers(examples.page(examples.SET_VERSION), 404, 422),
)
def list_versions(
    set_id: SetId, request: Request, response: Response, behind: Behind, limit: Limit = 100, cursor: Cursor = None
) -> Page[MappingSetVersionView]:
    """Every version, oldest first. A version never changes."""
    with behind.database.reading() as session:
        found(session.get(MappingSetRow, set_id), "mapping set", set_id)
        query = select(MappingSetVersionRow).where(MappingSetVersionRow.set_id == set_id)
        rows = read_page(session, query, [col(MappingSetVersionRow.number)], limit, cursor)
        return page(request, response, rows, set_version_view)


@routes.get(
    "/mapping-sets/{set_id}/versions/{number}",
    summary="One version of a mapping set",
    response_model=MappingSetVersionView,
    responses=answers(examples.SET_VERSION, 404, 422),
)
def read_version(set_id: SetId, number: Number, behind: Behind) -> MappingSetVersionView:
    """How a version was made and how much it holds."""
    with behind.database.reading() as session:
        return set_version_view(_version(session, set_id, number))


@routes.get(
    "/mapping-sets/{set_id}/versions/{number}/mappings",
    summary="List a version's mappings",
    response_model=Page[MappingView],
    responses=answers(examples.page(examples.MAPPING), 404, 422),
)
def list_mappings(
    set_id: SetId,
    number: Number,
    request: Request,
    response: Response,
    behind: Behind,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[MappingView]:
    """The mappings with their explanations, by subject and object."""
    with behind.database.reading() as session:
        version = _version(session, set_id, number)
        query = select(MappingRow).where(MappingRow.version_id == version.id)
        rows = read_page(session, query, [col(MappingRow.ordinal)], limit, cursor)
        return page(request, response, rows, lambda row: mapping_view(row, version))


@routes.get(
    "/mapping-sets/{set_id}/versions/{number}/abstentions",
    summary="List a version's abstentions",
    response_model=Page[AbstentionView],
    responses=answers(examples.page(examples.ABSTENTION), 404, 422),
)
def list_abstentions(
    set_id: SetId,
    number: Number,
    request: Request,
    response: Response,
    behind: Behind,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[AbstentionView]:
    """The entities left without a counterpart, by side and id, each with its reason."""
    with behind.database.reading() as session:
        version = _version(session, set_id, number)
        query = select(AbstentionRow).where(AbstentionRow.version_id == version.id)
        rows = read_page(session, query, [col(AbstentionRow.ordinal)], limit, cursor)
        return page(request, response, rows, abstention_view)


_DOCUMENT = {"schema": {"type": "string"}, "example": examples.TSV}
_DOWNLOADS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The canonical SSSOM/TSV, whole.",
        "content": {_PLAIN_TYPE: _DOCUMENT, TSV_TYPE: _DOCUMENT},
    },
    304: {"description": "The copy that `If-None-Match` names is still right."},
}


@routes.head("/mapping-sets/{set_id}/versions/{number}/download", include_in_schema=False)
@routes.get(
    "/mapping-sets/{set_id}/versions/{number}/download",
    summary="Download a version as SSSOM/TSV",
    response_class=StreamingResponse,
    responses=_DOWNLOADS | problem_answers(404, 406),
)
def download(set_id: SetId, number: Number, request: Request, behind: Behind) -> Response:
    """The canonical SSSOM/TSV of a version: equal content, equal bytes. `ETag` is their SHA-256."""
    kind = _acceptable(request.headers.get("accept", "*/*"))
    with behind.database.reading() as session:
        version = _version(session, set_id, number)
        length = session.get_one(DocumentRow, version.document_id).length
    etag = f'"{version.document_id}"'
    caching = "no-cache" if number == "latest" else "private, max-age=31536000, immutable"
    headers = {"ETag": etag, "Vary": "Accept", "Cache-Control": caching}
    if _names(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    headers |= {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(length),
        "Content-Disposition": f'attachment; filename="{set_id}-{version.number}.sssom.tsv"',
    }
    if request.method == "HEAD":
        return Response(headers=headers)
    return StreamingResponse(stream_document(behind.database, version.document_id), headers=headers)


def _set_view(session: Session, set_id: str) -> MappingSetView:
    latest: MappingSetVersionRow = found(find_set_version(session, set_id, None), "mapping set", set_id)
    return MappingSetView(id=set_id, latest=set_version_view(latest))


def _version(session: Session, set_id: str, number: str) -> MappingSetVersionRow:
    row = find_set_version(session, set_id, None if number == "latest" else int(number))
    version: MappingSetVersionRow = found(row, "version of a mapping set", f"{set_id}/{number}")
    return version


def _acceptable(accept: str) -> str:
    """The media type to answer with.

    Raises:
        ProblemError: 406, neither is wanted.
    """
    wanted = {}
    for each in accept.split(","):
        kind, *parameters = (part.strip().lower() for part in each.split(";"))
        wanted[kind] = not any(part in {"q=0", "q=0.0", "q=0.00", "q=0.000"} for part in parameters)
    for kind, family in ((TSV_TYPE, "application/*"), (_PLAIN_TYPE, "text/*")):
        if wanted.get(kind) or (kind not in wanted and wanted.get(family)):
            return kind
    if wanted.get("*/*"):
        return _PLAIN_TYPE
    raise ProblemError(406, f"This is given as {_PLAIN_TYPE} or {TSV_TYPE}")


def _names(condition: str, etag: str) -> bool:
    """Whether `If-None-Match` names the tag (weak comparison, RFC 9110)."""
    tags = {each.strip().removeprefix("W/") for each in condition.split(",")}
    return "*" in tags or etag in tags
