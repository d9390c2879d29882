"""Alignments: asked for here, done by a run, published as a version of a mapping set."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

from fastapi import Body, Response
from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session

from aligner.errors import UnknownNameError
from service.api import examples
from service.api.routing import API, NAME, Behind, answers, router
from service.api.showing import run_view
from service.api.views import RunView
from service.problems import Fault, ProblemError
from service.store.runs import RunKind, enqueue
from service.store.sources import find_version, latest_version
from service.tables import SourceVersionRow
from service.tasks import recipe_of

routes = router("alignments")

_Name = Annotated[str, Field(pattern=NAME)]


class AlignmentRequest(BaseModel):
    """Two sources, and how to align them. What is left out is the recipe's own."""

    model_config = ConfigDict(extra="forbid")

    source: _Name = Field(description="Name of the source whose fields become subjects.")
    target: _Name = Field(description="Name of the source whose fields become objects.")
    source_version: int | None = Field(default=None, ge=1, le=2**31 - 1, description="By default the newest.")
    target_version: int | None = Field(default=None, ge=1, le=2**31 - 1, description="By default the newest.")
    recipe: str = Field(default="fields", max_length=128)
    selector: str | None = Field(default=None, max_length=128)
    threshold: float | None = Field(default=None, ge=0, le=1, description="Cut on the combined score.")
    matchers: list[str] | None = Field(default=None, min_length=1, max_length=32)
    mapping_set: _Name | None = Field(
        default=None, description="The mapping set to publish a version of; by default `<source>--<target>`."
    )
    license: str | None = Field(
        default=None, pattern=r"^[A-Za-z][A-Za-z0-9+.-]*:\S+$", max_length=2048, description="URI of the set's licence."
    )
    date: datetime.date | None = Field(default=None, description="The mappings' date; none is written without one.")


@routes.post(
    "/alignments",
    status_code=202,
    summary="Align two sources",
    response_model=RunView,
    responses=answers(examples.QUEUED, 413, 415, 422, status=202, description="A run will do it: follow `Location`."),
)
def align_sources(
    asked: Annotated[AlignmentRequest, Body(examples=[examples.ALIGNMENT])], response: Response, behind: Behind
) -> RunView:
    """Ask for an alignment of two sources. The answer is a run; once it has succeeded it links to the mappings.

    Sources that have not been read yet are read first. Equal sources, recipe and date give equal bytes.
    """
    content = asked.model_dump(mode="json")
    with behind.database.writing() as session:
        source = _version(session, "source", asked.source, asked.source_version)
        target = _version(session, "target", asked.target, asked.target_version)
        if source.id == target.id:
            raise _invalid("target", "this is the source itself")
        _check_recipe(content)
        content |= {
            "source_version": source.number,
            "target_version": target.number,
            "source_version_id": source.id,
            "target_version_id": target.id,
            "mapping_set": asked.mapping_set or f"{asked.source}--{asked.target}",
        }
        run = enqueue(session, RunKind.ALIGNMENT, content)
    response.headers["Location"] = f"{API}/runs/{run.id}"
    return run_view(run, {})


def _version(session: Session, side: str, name: str, number: int | None) -> SourceVersionRow:
    row = latest_version(session, name) if number is None else find_version(session, name, number)
    if row is None:
        what = f"there is no source {name!r}" if number is None else f"{name!r} has no version {number}"
        raise _invalid(side if number is None else f"{side}_version", what)
    return row


def _check_recipe(content: dict[str, Any]) -> None:
    try:
        recipe_of(content)
    except UnknownNameError as error:
        raise _invalid("matchers" if error.what == "matcher" else error.what, str(error)) from None


def _invalid(field: str, message: str) -> ProblemError:
    return ProblemError(422, f"Not valid: body.{field}", [Fault(message, f"body.{field}")])
