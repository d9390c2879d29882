"""Sources: upload them, see what was found in them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response
from fastapi.concurrency import run_in_threadpool
from sqlmodel import Session, col, select

from service.api import examples
from service.api.forms import check_parts, form_body, receive, refuse, too_large
from service.api.routing import API, NAME, Behind, Service, answers, found, router
from service.api.showing import entity_view, file_view, source_view, version_view
from service.api.views import EntityView, FileView, SourceView, VersionView
from service.archives import TooLargeError
from service.multipart import Form
from service.paging import Cursor, Limit, Page, page, page_of, read_page
from service.plugins import adapters
from service.problems import Fault, ProblemError
from service.store.runs import RunKind, enqueue
from service.store.sources import add_source, add_version, find_version, latest_version
from service.tables import EntityRow, SourceRow, SourceVersionRow
from service.uploads import Upload, UploadedFile, names_of
from service.uploads import manifest as manifest_of
from sources.loading import prefix_of

routes = router("sources")

#: Longest name of a source.
LONGEST_NAME = 64

SourceId = Annotated[str, Path(pattern=NAME, description="The source's name.", examples=["crm"])]
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The version's number.", examples=[1])]

_FILES = {
    "type": "array",
    "items": {"type": "string", "format": "binary"},
    "minItems": 1,
    "description": "JSON, NDJSON, CSV or TSV files, or zip or tar archives of such.",
}
_ADAPTER = {"type": "string", "description": "Name of an adapter; by default the shape of the records tells."}
_NAME = {"type": "string", "description": "The source's name: also the CURIE prefix of its fields."}
_VERSION_FORM = form_body(["files"], {"adapter": _ADAPTER, "files": _FILES}, {"files": ["crm.json"]})
_SOURCE_FORM = form_body(
    ["name", "files"],
    {"name": _NAME, "adapter": _ADAPTER, "files": _FILES},
    {"name": "crm", "files": ["crm.json"]},
)


@routes.post(
    "/sources",
    status_code=201,
    summary="Upload a source",
    response_model=SourceView,
    responses=answers(examples.SOURCE, 409, 413, 415, 422, status=201, description="Stored; a run reads it."),
    openapi_extra=_SOURCE_FORM,
)
async def upload_source(request: Request, response: Response, behind: Behind) -> SourceView:
    """Send one file, several, or an archive, and a name. The files are stored; a run reads and profiles them.

    File by file they stream to disk. Archives are opened; paths that lead out of them, links and archives that grow
    beyond measure are refused.
    """
    upload, form = await receive(request, behind.settings)
    return await run_in_threadpool(_keep, behind, response, upload, form, None)


@routes.post(
    "/sources/{source_id}/versions",
    status_code=201,
    summary="Upload a new version of a source",
    response_model=SourceView,
    responses=answers(examples.SOURCE, 404, 413, 415, 422, status=201, description="Stored; a run reads it."),
    openapi_extra=_VERSION_FORM,
)
async def upload_version(source_id: SourceId, request: Request, response: Response, behind: Behind) -> SourceView:
    """Send the source's files anew. Earlier versions, and what was made of them, stay."""
    await run_in_threadpool(_exists, behind, source_id)
    upload, form = await receive(request, behind.settings)
    return await run_in_threadpool(_keep, behind, response, upload, form, source_id)


@routes.get(
    "/sources",
    summary="List the sources",
    response_model=Page[SourceView],
    responses=answers(examples.page(examples.SOURCE | {"run": None}), 422),
)
def list_sources(
    request: Request, response: Response, behind: Behind, limit: Limit = 100, cursor: Cursor = None
) -> Page[SourceView]:
    """Every source with its newest version, by name."""
    with behind.database.reading() as session:
        rows, total, following = read_page(session, select(SourceRow), [col(SourceRow.id)], limit, cursor)
        latest = [found(latest_version(session, row.id), "version", row.id) for row in rows]
        found_ = latest, total, following
        return page(request, response, found_, lambda row: source_view(row, _names(behind, row)))


@routes.get(
    "/sources/{source_id}",
    summary="One source",
    response_model=SourceView,
    responses=answers(examples.SOURCE | {"run": None}, 404, 422),
)
def read_source(source_id: SourceId, behind: Behind) -> SourceView:
    """A source with its newest version."""
    with behind.database.reading() as session:
        row = _latest(session, source_id)
        return source_view(row, _names(behind, row))


@routes.get(
    "/sources/{source_id}/versions",
    summary="List a source's versions",
    response_model=Page[VersionView],
    responses=answers(examples.page(examples.VERSION), 404, 422),
)
def list_versions(
    source_id: SourceId,
    request: Request,
    response: Response,
    behind: Behind,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[VersionView]:
    """Every version of a source, oldest first."""
    with behind.database.reading() as session:
        found(session.get(SourceRow, source_id), "source", source_id)
        query = select(SourceVersionRow).where(SourceVersionRow.source_id == source_id)
        rows = read_page(session, query, [col(SourceVersionRow.number)], limit, cursor)
        return page(request, response, rows, lambda row: version_view(row, _names(behind, row)))


@routes.get(
    "/sources/{source_id}/versions/{number}",
    summary="One version of a source",
    response_model=VersionView,
    responses=answers(examples.VERSION, 404, 422),
)
def read_version(source_id: SourceId, number: Number, behind: Behind) -> VersionView:
    """A version, with the report of what was read and what was skipped."""
    with behind.database.reading() as session:
        row: SourceVersionRow = found(find_version(session, source_id, number), "version", number)
        return version_view(row, _names(behind, row))


@routes.get(
    "/sources/{source_id}/versions/{number}/files",
    summary="List the files of a version",
    response_model=Page[FileView],
    responses=answers(examples.page(examples.FILE), 404, 422),
)
def list_files(
    source_id: SourceId,
    number: Number,
    request: Request,
    response: Response,
    behind: Behind,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[FileView]:
    """The files under the names they are cited by in profiles and evidence, with the names they came under."""
    with behind.database.reading() as session:
        row: SourceVersionRow = found(find_version(session, source_id, number), "version", number)
    files = page_of(manifest_of(behind.settings, row.folder), lambda file: file.file, limit, cursor)
    return page(request, response, files, file_view)


@routes.get(
    "/sources/{source_id}/fields",
    summary="List a source's fields",
    response_model=Page[EntityView],
    responses=answers(examples.page(examples.FIELD), 404, 409, 422),
)
def list_fields(
    source_id: SourceId,
    request: Request,
    response: Response,
    behind: Behind,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[EntityView]:
    """The fields of the newest version, each with its profile; 409 while it has not been read."""
    with behind.database.reading() as session:
        row = _latest(session, source_id)
        if row.schema_id is None:
            raise ProblemError(
                409, f"Version {row.number} of {source_id!r} has not been read; its run says how far it is"
            )
        query = select(EntityRow).where(EntityRow.schema_id == row.schema_id)
        return page(request, response, read_page(session, query, [col(EntityRow.position)], limit, cursor), entity_view)


def _exists(behind: Service, source_id: str) -> None:
    with behind.database.reading() as session:
        found(session.get(SourceRow, source_id), "source", source_id)


def _names(behind: Service, row: SourceVersionRow) -> dict[str, str]:
    """The names as sent of a version's files, where its report may name some."""
    wanted = row.report is not None and (row.report["problems"] or row.report["notes"])
    return names_of(behind.settings, row.folder) if wanted else {}


def _latest(session: Session, source_id: str) -> SourceVersionRow:
    row: SourceVersionRow = found(latest_version(session, source_id), "source", source_id)
    return row


def _keep(behind: Service, response: Response, upload: Upload, form: Form, source_id: str | None) -> SourceView:
    """Check the form, open the archives, make the rows and a run."""
    try:
        name, adapter = _checked(form, source_id)
        files = upload.finish()
        return _insert(behind, response, upload, files, name, adapter, new=source_id is None)
    except TooLargeError as error:
        upload.discard()
        raise too_large(error) from None
    except BaseException:
        upload.discard()
        raise


def _checked(form: Form, source_id: str | None) -> tuple[str, str | None]:
    check_parts(form, "files", {"adapter"} if source_id else {"name", "adapter"})
    faults = []
    name = source_id or form.values.get("name", "")
    if prefix_of(name) != name or "--" in name or len(name) > LONGEST_NAME:
        remedy = f"At most {LONGEST_NAME} letters, digits, `.`, `_` and single `-`, beginning with a letter"
        faults.append(Fault("missing or not a name for a source", "name", remedy=remedy))
    adapter = form.values.get("adapter")
    if adapter is not None and adapter not in adapters():
        faults.append(Fault("no adapter has this name", "adapter", remedy=f"Known: {', '.join(sorted(adapters()))}"))
    refuse(faults)
    return name, adapter


def _insert(
    behind: Service,
    response: Response,
    upload: Upload,
    files: tuple[UploadedFile, ...],
    name: str,
    adapter: str | None,
    *,
    new: bool,
) -> SourceView:
    with behind.database.writing() as session:
        if new and not add_source(session, name):
            fault = Fault("taken", "name", remedy=f"Send a new version to {API}/sources/{name}/versions")
            raise ProblemError(409, f"There is a source {name!r} already", [fault])
        version = add_version(session, name, upload.folder, files, adapter)
        run = enqueue(session, RunKind.PROFILE, {"source": name, "version": version.number, "version_id": version.id})
    response.headers["Location"] = f"{API}/sources/{name}"
    return source_view(version, {}, run.id)
