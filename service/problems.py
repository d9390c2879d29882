"""Errors as people and programs read them: `application/problem+json` (RFC 9457) for every one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from aligner.errors import AlignerError, InputError, UnknownNameError

MEDIA_TYPE = "application/problem+json"

#: Every kind of problem that the service answers with: code to title.
PROBLEMS: Mapping[str, str] = {
    "bad-request": "The request cannot be read",
    "cross-site": "A page of another site sent this request",
    "not-found": "There is nothing here",
    "method-not-allowed": "This address does not know this method",
    "not-acceptable": "None of the forms asked for can be given",
    "conflict": "It is there already, or in a state that does not allow this",
    "too-large": "The request is too large",
    "unsupported-media-type": "The body is of a kind that is not taken here",
    "unknown-host": "The request is addressed to a host that this service does not answer for",
    "invalid": "Something in the request is not valid",
    "failed": "The service failed",
    "not-ready": "The service is not ready",
}

_CODES = {
    400: "bad-request",
    403: "cross-site",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    409: "conflict",
    413: "too-large",
    415: "unsupported-media-type",
    421: "unknown-host",
    422: "invalid",
    500: "failed",
    503: "not-ready",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        message: what, in a sentence.
        field: dotted path of the field, parameter or form part, as `body.source`.
        file: the file it was found in, by the name it was sent under.
        line: 1-based line in that file.
        remedy: what to do about it.
    """

    message: str
    field: str | None = None
    file: str | None = None
    line: int | None = None
    remedy: str | None = None


class ProblemError(HTTPException):
    """Raised in a route, ends the request with a problem.

    Args:
        status: the HTTP status, one of those that `PROBLEMS` describes.
        detail: what is wrong in this case.
        faults: the single things that are wrong, where there are several or one has a field.
        headers: further headers of the answer.
    """

    def __init__(
        self, status: int, detail: str, faults: Sequence[Fault] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, detail, headers)
        self.faults = tuple(faults)


def problem(
    status: int, detail: str, instance: str, faults: Sequence[Fault] = (), headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The answer to a request that failed."""
    code = _CODES.get(status)
    content: dict[str, Any] = {
        "type": f"/problems/{code}" if code else "about:blank",
        "title": PROBLEMS[code] if code else HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": instance,
    }
    if faults:
        content["errors"] = [fault_content(fault) for fault in faults]
    return JSONResponse(content, status, headers, MEDIA_TYPE)


def fault_content(fault: Fault) -> dict[str, Any]:
    """A fault as JSON, what is unknown left out."""
    return {key: value for key, value in asdict(fault).items() if value is not None}


def fault_of(error: AlignerError, field: str | None = None) -> Fault:
    """An error of the domain as a fault."""
    if isinstance(error, InputError):
        return Fault(error.message, error.field or field, error.file, error.line, error.remedy)
    return Fault(str(error), field)


def install(app: FastAPI) -> None:
    """Answer every error of an application with a problem."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(AlignerError, _domain)


def _http(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    faults = error.faults if isinstance(error, ProblemError) else ()
    detail = str(error.detail)
    if not isinstance(error, ProblemError):  # raised by the framework: its detail is only the status in words
        detail = {404: "No such address", 405: f"{request.method} is not among this address's methods"}.get(
            error.status_code, detail
        )
    return problem(error.status_code, detail, request.url.path, faults, error.headers)


def _validation(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    found = error.errors()
    if any(each["type"] == "json_invalid" for each in found):
        return problem(400, "The body is not valid JSON", request.url.path)
    faults = [Fault(each["msg"], ".".join(str(step) for step in each["loc"])) for each in found]
    fields = ", ".join(str(fault.field) for fault in faults)
    return problem(422, f"Not valid: {fields}", request.url.path, faults)


def _domain(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, AlignerError):
        raise error
    status = 404 if isinstance(error, UnknownNameError) else 422
    return problem(status, str(error), request.url.path, [fault_of(error)])
