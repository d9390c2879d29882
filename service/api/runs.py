"""Runs: how far a piece of work is, and how to stop it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request, Response
from sqlmodel import col, select

from service.api import examples
from service.api.routing import Behind, Service, answers, found, router
from service.api.showing import run_view
from service.api.views import RunView
from service.paging import Cursor, Limit, Page, page, read_page
from service.problems import ProblemError
from service.store.runs import OPEN, RunKind, RunState, ask_to_cancel, find_run
from service.tables import RunRow
from service.uploads import names_of

routes = router("runs")

RunId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="The run's id.", examples=[examples.RUN["id"]])]


@routes.get(
    "/runs",
    summary="List the runs",
    response_model=Page[RunView],
    responses=answers(examples.page(examples.RUN), 422),
)
def list_runs(
    request: Request,
    response: Response,
    behind: Behind,
    state: Annotated[RunState | None, Query(description="Only runs in this state.")] = None,
    kind: Annotated[RunKind | None, Query(description="Only runs of this kind.")] = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Page[RunView]:
    """Every run, oldest first."""
    query = select(RunRow)
    if state is not None:
        query = query.where(RunRow.state == state)
    if kind is not None:
        query = query.where(RunRow.kind == kind)
    with behind.database.reading() as session:
        rows = read_page(session, query, [col(RunRow.number)], limit, cursor)
        return page(request, response, rows, lambda row: _view(behind, row))


@routes.get("/runs/{run_id}", summary="One run", response_model=RunView, responses=answers(examples.RUN, 404, 422))
def read_run(run_id: RunId, response: Response, behind: Behind) -> RunView:
    """How far a run is. While it is open, `Retry-After` says when to ask again."""
    with behind.database.reading() as session:
        row: RunRow = found(find_run(session, run_id), "run", run_id)
    if row.state in OPEN:
        response.headers["Retry-After"] = "1"
    return _view(behind, row)


@routes.post(
    "/runs/{run_id}/cancel",
    status_code=202,
    summary="Cancel a run",
    response_model=RunView,
    responses=answers(
        examples.RUN | {"state": "cancelled", "result": None}, 404, 409, 422, status=202, description="It will stop."
    ),
)
def cancel_run(run_id: RunId, behind: Behind) -> RunView:
    """Stop a run: at once if it waits, else before its next stage. A finished run is answered with 409."""
    with behind.database.writing() as session:
        row: RunRow = found(ask_to_cancel(session, run_id), "run", run_id)
    if row.state in {RunState.SUCCEEDED, RunState.FAILED}:
        raise ProblemError(409, f"Run {run_id!r} has {row.state} already")
    return _view(behind, row)


def _view(behind: Service, row: RunRow) -> RunView:
    folder = (row.error or {}).get("folder")
    return run_view(row, names_of(behind.settings, folder) if folder else {})
