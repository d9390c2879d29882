"""What every router shares: the service behind the request, the kinds of body taken, and how answers are documented."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.routing import APIRoute

from service.database import Database
from service.problems import MEDIA_TYPE, PROBLEMS, ProblemError
from service.settings import Settings

#: Where the routes hang.
API = "/api/v1"

#: Names in addresses: letters, digits, `.`, `_`, `-`.
NAME = r"^[A-Za-z][A-Za-z0-9._-]{0,159}$"

_STATUS = {
    404: "not-found",
    406: "not-acceptable",
    409: "conflict",
    413: "too-large",
    415: "unsupported-media-type",
    422: "invalid",
    503: "not-ready",
}


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes work with."""

    database: Database
    settings: Settings


def _service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


#: A route's parameter of this type is the service behind the request.
Behind = Annotated[Service, Depends(_service)]


class JsonOnlyRoute(APIRoute):
    """A route whose body, where it has one, must be JSON: anything else is answered with 415."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, behind the check."""
        inner = super().get_route_handler()

        async def handler(request: Request) -> Response:
            kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
            if self.body_field is not None and kind != "application/json":
                raise ProblemError(415, "Send JSON: application/json", headers={"Accept": "application/json"})
            return await inner(request)

        return handler


def router(noun: str) -> APIRouter:
    """A router for one noun's routes."""
    return APIRouter(prefix=API, tags=[noun], route_class=JsonOnlyRoute)


def answers(
    example: Any, *problems: int, status: int = 200, description: str = "Done."
) -> dict[int | str, dict[str, Any]]:
    """How a route's answers are documented: an example of the good one, and the problems to expect.

    Args:
        example: a whole body.
        problems: statuses of the problems that this route is likely to answer with.
        status: of the good answer.
        description: of the good answer.
    """
    content = {"application/json": {"example": example}}
    return {status: {"description": description, "content": content}} | problem_answers(*problems)


def problem_answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How the problems of a route are documented."""
    likely: dict[int | str, dict[str, Any]] = {
        status: _problem_answer(PROBLEMS[_STATUS[status]], _problem_example(status)) for status in statuses
    }
    return likely | {"default": _problem_answer("Any other problem", _problem_example(422))}


def _problem_answer(description: str, example: dict[str, Any]) -> dict[str, Any]:
    """How one problem is documented; `service.app` adds the schema that this points to."""
    content = {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}
    return {"description": description, "content": {MEDIA_TYPE: content}}


def _problem_example(status: int) -> dict[str, Any]:
    code = _STATUS[status]
    example: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": PROBLEMS[code],
        "status": status,
        "detail": "There is no source 'crm'" if status == 404 else PROBLEMS[code],
        "instance": f"{API}/sources/crm",
    }
    if status == 422:
        example["errors"] = [{"field": "body.source", "message": "there is no source 'crm'"}]
    return example


def found(value: Any, what: str, name: object) -> Any:
    """The value, if there is one.

    Raises:
        ProblemError: 404, there is none.
    """
    if value is None:
        raise ProblemError(404, f"There is no {what} {str(name)!r}")
    return value
