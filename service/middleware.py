"""What stands before every route: who may ask, how much may be sent, and what leaves with every answer.

Written as plain ASGI, not as FastAPI middleware: bodies stream through untouched.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.faults import log_fault
from service.problems import ProblemError, problem

_LOGGER = logging.getLogger("aligner.access")

#: Sent with every answer. Nothing of the service needs scripts, frames or other sites.
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """Refuses requests for other hosts (DNS rebinding) and writes that another site's page sends (CSRF).

    Args:
        app: what lies behind.
        hosts: host names that requests may be addressed to, lower case, without ports.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if _host(headers.get("host", "")) not in self.hosts:
            remedy = "Address it to localhost, or add the name to ALIGNER_ALLOWED_HOSTS"
            answer = problem(421, f"This service does not answer for the host of this request. {remedy}", scope["path"])
        elif scope["method"] not in _SAFE and self._foreign(headers):
            answer = problem(403, "Requests that change something are not taken from other sites' pages", scope["path"])
        else:
            await self.app(scope, receive, send)
            return
        await answer(scope, receive, send)

    def _foreign(self, headers: Headers) -> bool:
        origin = headers.get("origin")
        try:
            if origin is not None and _host(urlsplit(origin).netloc) not in self.hosts:
                return True
        except ValueError:  # no address at all
            return True
        return headers.get("sec-fetch-site") == "cross-site"


def _host(netloc: str) -> str:
    """A host without its port, lower case.

    >>> _host("[::1]:8000"), _host("LOCALHOST:8000"), _host("evil.example")
    ('[::1]', 'localhost', 'evil.example')
    """
    return re.sub(r":\d+$", "", netloc).rstrip(".").lower()


class BodyLimit:
    """Refuses bodies that are too large, by their announced length or, without one, once they have grown so.

    Args:
        app: what lies behind.
        limits: (pattern of the whole path, largest body in bytes); the first that fits counts.
    """

    def __init__(self, app: ASGIApp, limits: Sequence[tuple[str, int]]) -> None:
        self.app = app
        self.limits = [(re.compile(pattern), limit) for pattern, limit in limits]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = next(limit for pattern, limit in self.limits if pattern.fullmatch(scope["path"]))
        detail = f"The body is larger than {limit} bytes"
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdigit() and int(announced) > limit:
            await problem(413, detail, scope["path"], headers={"Connection": "close"})(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise ProblemError(413, detail, headers={"Connection": "close"})
            return message

        await self.app(scope, counted, send)


class Frame:
    """Outermost: a request id, the security headers, a line in the log, and an answer even to the unexpected.

    The log names the route's pattern, never the address itself: that may hold what a user typed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id, begun, status = secrets.token_hex(8), time.monotonic(), 0

        async def framed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = request_id
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self.app(scope, receive, framed)
        except Exception as error:
            log_fault(f"request {request_id}", error)
            if status:
                raise ConnectionAbortedError(f"request {request_id} failed half-way") from None
            detail = f"Something unexpected happened; the log has more under request {request_id}"
            await problem(500, detail, Request(scope).url.path)(scope, receive, framed)
        finally:
            route = getattr(scope.get("route"), "path", "-")
            spent = (time.monotonic() - begun) * 1000
            _LOGGER.info("%s %s %s %d %.1f ms", request_id, scope["method"], route, status, spent)
