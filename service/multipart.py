"""Forms with files (`multipart/form-data`, RFC 7578), each file written to disk while it arrives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from email.message import Message
from typing import IO

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError

from service.problems import Fault, ProblemError

#: Longest value of a part that is no file.
VALUE_LIMIT = 4096

#: Most parts that are no files.
VALUES_LIMIT = 20


@dataclass
class Form:
    """What a form held.

    Attributes:
        values: parts that are no files.
        files: (part's name, file's name as sent) in the order they came.
    """

    values: dict[str, str] = field(default_factory=dict)
    files: list[tuple[str, str]] = field(default_factory=list)


class _Reader:
    """What the parser calls: sorts the parts into values and files."""

    def __init__(self, form: Form, new_file: Callable[[str], IO[bytes]]) -> None:
        self.form, self.new_file = form, new_file
        self.stream: IO[bytes] | None = None
        self.ended = False
        self.header, self.value = b"", b""
        self.headers: dict[str, str] = {}
        self.name, self.text = "", b""

    def on_part_begin(self) -> None:
        self.headers, self.text, self.header, self.value = {}, b"", b"", b""

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self.header += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self.value += data[start:end]

    def on_header_end(self) -> None:
        self.headers[self.header.decode("latin-1").lower()] = self.value.decode("utf-8", "replace")
        self.header, self.value = b"", b""

    def on_headers_finished(self) -> None:
        disposition = Message()
        disposition["content-disposition"] = self.headers.get("content-disposition", "")
        name = disposition.get_param("name", header="content-disposition")
        filename = disposition.get_filename()
        if not isinstance(name, str):
            raise ProblemError(422, "A part of the form has no name")
        self.name = name
        if filename is not None:
            self.form.files.append((name, filename))
            self.stream = self.new_file(filename)

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self.stream is not None:
            self.stream.write(data[start:end])
        elif len(self.text) + end - start > VALUE_LIMIT:
            raise ProblemError(422, "A value is too long", [Fault(f"longer than {VALUE_LIMIT} bytes", self.name)])
        else:
            self.text += data[start:end]

    def on_part_end(self) -> None:
        if self.stream is not None:
            self.close()
        elif self.name in self.form.values or len(self.form.values) >= VALUES_LIMIT:
            raise ProblemError(422, "A value occurs twice", [Fault("given more than once", self.name)])
        else:
            self.form.values[self.name] = self.text.decode("utf-8", "replace")

    def on_end(self) -> None:
        self.ended = True

    def close(self) -> None:
        if self.stream is not None:
            self.stream.close()
            self.stream = None


async def read_form(content_type: str, body: AsyncIterator[bytes], new_file: Callable[[str], IO[bytes]]) -> Form:
    """Read a form while it arrives.

    Args:
        content_type: the request's header.
        body: the request's body in pieces.
        new_file: called once per file with the name it was sent under; its answer is written to and closed.

    Raises:
        ProblemError: 415 for another kind of body, 400 where it is broken, 422 where a part is not valid.
    """
    header = Message()
    header["content-type"] = content_type
    boundary = header.get_boundary()
    if header.get_content_type() != "multipart/form-data" or not boundary:
        raise ProblemError(
            415, "Send a form with files: multipart/form-data", headers={"Accept": "multipart/form-data"}
        )
    form = Form()
    reader = _Reader(form, new_file)
    parser = MultipartParser(
        boundary.encode("latin-1", "replace"),
        {
            "on_part_begin": reader.on_part_begin,
            "on_header_field": reader.on_header_field,
            "on_header_value": reader.on_header_value,
            "on_header_end": reader.on_header_end,
            "on_headers_finished": reader.on_headers_finished,
            "on_part_data": reader.on_part_data,
            "on_part_end": reader.on_part_end,
            "on_end": reader.on_end,
        },
    )
    try:
        async for piece in body:
            parser.write(piece)
        parser.finalize()
        if not reader.ended:
            raise FormParserError("incomplete")
    except FormParserError:
        raise ProblemError(400, "The form is broken off or malformed") from None
    finally:
        reader.close()
    return form
