"""Forms with files, as the routes take them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fastapi import Request

from service.api.routing import NAME
from service.archives import TooLargeError
from service.multipart import Form, read_form
from service.problems import Fault, ProblemError, fault_of
from service.settings import Settings
from service.uploads import Upload


def form_body(required: Sequence[str], parts: Mapping[str, Any], example: Mapping[str, Any]) -> dict[str, Any]:
    """A form's description for OpenAPI."""
    schema = {"type": "object", "required": list(required), "properties": dict(parts)}
    content = {"multipart/form-data": {"schema": schema, "example": dict(example)}}
    return {"requestBody": {"required": True, "content": content}}


async def receive(request: Request, settings: Settings) -> tuple[Upload, Form]:
    """A request's form, its files on disk already.

    Raises:
        ProblemError: it is no form, is broken, or is too large; nothing is left on disk then.
    """
    upload = Upload(settings)
    try:
        return upload, await read_form(request.headers.get("content-type", ""), request.stream(), upload.new_file)
    except TooLargeError as error:
        upload.discard()
        raise too_large(error) from None
    except BaseException:
        upload.discard()
        raise


def too_large(error: TooLargeError) -> ProblemError:
    """The answer to an upload that is too large."""
    return ProblemError(413, str(error), [fault_of(error)])


def check_parts(form: Form, files: str, values: Collection[str], names: Collection[str] = ()) -> None:
    """Refuse parts that are not expected, and names that are none.

    Args:
        form: what was sent.
        files: the part that holds files.
        values: the other parts.
        names: those of them that must be there and be names.

    Raises:
        ProblemError: 422, with every part that is wrong.
    """
    faults = [Fault("no such part", part) for part in sorted(set(form.values) - set(values))]
    faults += [
        Fault("a file is not expected here", part) for part in sorted({part for part, _ in form.files} - {files})
    ]
    for part in names:
        if not re.match(NAME, form.values.get(part, "")):
            remedy = "Letters, digits, `.`, `_` and `-`, beginning with a letter"
            faults.append(Fault("missing or not a name", part, remedy=remedy))
    refuse(faults)


def refuse(faults: Sequence[Fault]) -> None:
    """Answer with 422 if anything is wrong.

    Raises:
        ProblemError: there is.
    """
    if faults:
        raise ProblemError(422, f"Not valid: {', '.join(str(each.field) for each in faults)}", faults)
