"""Lists in pages: a limit and an opaque cursor over a stable total order; `Link` and `X-Total-Count` headers."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy import Integer, Select, func, select, tuple_
from sqlmodel import Session

from service.problems import Fault, ProblemError

#: Most items of one page.
LARGEST_PAGE = 1000

View = TypeVar("View")
Item = TypeVar("Item")

Limit = Annotated[int, Query(ge=1, le=LARGEST_PAGE, description="Most items of the answer.", examples=[100])]
Cursor = Annotated[str | None, Query(description="Where to go on: from a `next` link, not to be made up.")]


class Page(BaseModel, Generic[View]):
    """One page of a list. The same links are in the `Link` header, the total is in `X-Total-Count`."""

    items: list[View] = Field(description="The items of this page, in the list's order.")
    total: int = Field(description="Items of the whole list.", ge=0)
    next: str | None = Field(description="Address of the next page; null on the last one.")


def read_page(
    session: Session,
    query: Select[Any],
    keys: Sequence[Any],
    limit: int,
    cursor: str | None,
) -> tuple[list[Any], int, str | None]:
    """The rows behind a cursor, the number of all rows, and the next cursor.

    Args:
        session: a reading transaction.
        query: of one entity or column tuple that includes `keys`, without order.
        keys: whole numbers or texts that make a unique order; rows come in ascending order of them.
        limit: most rows.
        cursor: from the previous page.

    Raises:
        ProblemError: 422, the cursor is none of ours.
    """
    total = session.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or 0
    if cursor is not None:
        query = query.where(
            tuple_(*keys) > tuple_(*_decode(cursor, [int if isinstance(key.type, Integer) else str for key in keys]))
        )
    rows = list(session.execute(query.order_by(*keys).limit(limit + 1)).scalars())
    more = len(rows) > limit
    rows = rows[:limit]
    last = [getattr(rows[-1], key.key) for key in keys] if more else None
    return rows, total, _encode(last) if last is not None else None


def page_of(
    items: Sequence[Item], key: Callable[[Item], str], limit: int, cursor: str | None
) -> tuple[list[Item], int, str | None]:
    """As `read_page`, of items in memory that are sorted by a unique key.

    Raises:
        ProblemError: 422, the cursor is none of ours.
    """
    after = _decode(cursor, [str])[0] if cursor is not None else None
    behind = [item for item in items if after is None or key(item) > after]
    more = len(behind) > limit
    return behind[:limit], len(items), _encode([key(behind[limit - 1])]) if more else None


def page(
    request: Request,
    response: Response,
    found: tuple[list[Any], int, str | None],
    view: Callable[[Any], View],
) -> Page[View]:
    """The page as it is answered; sets the headers."""
    rows, total, cursor = found
    first = request.url.remove_query_params("cursor")
    links = [f'<{_relative(first)}>; rel="first"']
    following = None
    if cursor is not None:
        following = _relative(first.include_query_params(cursor=cursor))
        links.append(f'<{following}>; rel="next"')
    response.headers["Link"] = ", ".join(links)
    response.headers["X-Total-Count"] = str(total)
    return Page(items=[view(row) for row in rows], total=total, next=following)


def _relative(url: Any) -> str:
    return f"{url.path}?{url.query}" if url.query else str(url.path)


def _encode(values: Sequence[Any]) -> str:
    text = json.dumps(list(values), separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _decode(cursor: str, kinds: Sequence[type]) -> list[Any]:
    try:
        values = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True))
        if not isinstance(values, list) or [type(value) for value in values] != list(kinds):
            raise ValueError
    except (ValueError, binascii.Error, RecursionError):
        fault = Fault("not a cursor of this list", "query.cursor", remedy="Follow the links as they are given")
        raise ProblemError(422, "The cursor cannot be read", [fault]) from None
    return values
