"""Whether the service is alive and ready, and what its problems mean."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from service.api.routing import Behind, answers, found
from service.api.views import View
from service.problems import PROBLEMS, ProblemError

routes = APIRouter(tags=["health"])


class HealthView(View):
    """A word on how the service is."""

    status: str


class ProblemKindView(View):
    """What one kind of problem means."""

    type: str
    title: str


@routes.get("/healthz", summary="Is it alive?", response_model=HealthView, responses=answers({"status": "alive"}))
def healthz() -> HealthView:
    """Answers as long as the process does."""
    return HealthView(status="alive")


@routes.get("/readyz", summary="Is it ready?", response_model=HealthView, responses=answers({"status": "ready"}, 503))
def readyz(behind: Behind) -> HealthView:
    """Whether the database can be reached and has the newest tables; 503 if not."""
    try:
        current = behind.database.is_current()
    except Exception:
        raise ProblemError(503, "The database cannot be reached") from None
    if not current:
        raise ProblemError(503, "The database has older tables; run `aligner migrate`")
    return HealthView(status="ready")


@routes.get(
    "/problems/{code}",
    summary="What a problem means",
    response_model=ProblemKindView,
    responses=answers({"type": "/problems/not-found", "title": PROBLEMS["not-found"]}, 404),
)
def read_problem(
    code: Annotated[str, Path(max_length=64, description="From a problem's `type`.", examples=["not-found"])],
) -> ProblemKindView:
    """The meaning of a problem's `type`."""
    return ProblemKindView(type=f"/problems/{code}", title=found(PROBLEMS.get(code), "problem", code))
