"""Sweeps: precision, recall and F1 of a run's scores at every threshold, against a reference."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import col, select

from aligner.measures import Measure
from service.api import examples
from service.api.routing import API, NAME, Behind, answers, found, router
from service.api.showing import run_view, sweep_view
from service.api.views import RunView, SweepView
from service.paging import Cursor, Limit, Page, page, read_page
from service.plugins import selectors
from service.problems import Fault, ProblemError
from service.store.runs import RunKind, enqueue
from service.store.sets import version_of_run
from service.tables import ReferenceRow, SweepRow

routes = router("sweeps")


class SweepRequest(BaseModel):
    """A run whose scores to measure, a reference, and the selectors to sweep."""

    model_config = ConfigDict(extra="forbid")

    run: str = Field(pattern=r"^[0-9a-f]{16}$", description="An alignment's run.")
    reference: str = Field(pattern=NAME)
    selectors: list[str] = Field(default=["mutual"], min_length=1, max_length=16)
    measure: Measure = Field(default=Measure.PLAIN, description="How the reference's rows are read.")


@routes.post(
    "/sweeps",
    status_code=202,
    summary="Sweep the threshold",
    response_model=RunView,
    responses=answers(
        examples.SWEEP_RUN, 413, 415, 422, status=202, description="A run will do it: follow `Location`."
    ),
)
def sweep_scores(
    asked: Annotated[SweepRequest, Body(examples=[examples.SWEEP_REQUEST])], response: Response, behind: Behind
) -> RunView:
    """Ask for a sweep. It is computed from the scores kept with the run, never from a published set."""
    with behind.database.writing() as session:
        faults = [
            Fault("no selector has this name", "body.selectors") for each in asked.selectors if each not in selectors()
        ]
        if version_of_run(session, asked.run) is None:
            faults.append(Fault("no run of this id has published anything", "body.run"))
        if session.get(ReferenceRow, asked.reference) is None:
            faults.append(Fault(f"there is no reference {asked.reference!r}", "body.reference"))
        if faults:
            raise ProblemError(422, f"Not valid: {', '.join(str(each.field) for each in faults)}", faults)
        run = enqueue(session, RunKind.SWEEP, asked.model_dump(mode="json"))
    response.headers["Location"] = f"{API}/runs/{run.id}"
    return run_view(run, {})


@routes.get(
    "/sweeps",
    summary="List the sweeps",
    response_model=Page[SweepView],
    responses=answers(examples.page(examples.SWEEP), 422),
)
def list_sweeps(
    request: Request, response: Response, behind: Behind, limit: Limit = 10, cursor: Cursor = None
) -> Page[SweepView]:
    """Every sweep, oldest first."""
    with behind.database.reading() as session:
        rows = read_page(session, select(SweepRow), [col(SweepRow.number)], limit, cursor)
        return page(request, response, rows, sweep_view)


@routes.get(
    "/sweeps/{sweep_id}", summary="One sweep", response_model=SweepView, responses=answers(examples.SWEEP, 404, 422)
)
def read_sweep(
    sweep_id: Annotated[
        str, Path(pattern=r"^[0-9a-f]{16}$", description="The sweep's id.", examples=["4f1c5e2a9b7d3068"])
    ],
    behind: Behind,
) -> SweepView:
    """A sweep: per selector every point with its intervals, the best one, and the cut for automatic acceptance."""
    with behind.database.reading() as session:
        row = session.exec(select(SweepRow).where(SweepRow.id == sweep_id)).first()
        return sweep_view(found(row, "sweep", sweep_id))
