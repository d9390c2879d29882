"""The application: routes, what stands before them, the database and the worker behind them."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from aligner import __version__
from aligner.errors import InputError
from service.api import (
    alignments,
    health,
    mapping_sets,
    mappings,
    recipes,
    references,
    runs,
    schemas,
    sources,
    sweeps,
)
from service.api.routing import API, Service
from service.api.views import Problem
from service.database import Database, migrate
from service.middleware import BodyLimit, Frame, Gate
from service.problems import install
from service.settings import Settings
from service.store.sources import folders
from service.uploads import remove_abandoned
from service.worker import Worker

_ROUTERS = (sources, schemas, recipes, alignments, runs, mapping_sets, mappings, references, sweeps, health)

#: Room for a form's own lines around its files.
_FORM = 1024 * 1024

_DESCRIPTION = (
    "Aligns the fields of two sources and serves the mappings, each with its explanation, as SSSOM. Errors are "
    "`application/problem+json` (RFC 9457). Lists come in pages: follow `next`, or the `Link` header."
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application. Nothing is opened before it starts; a SQLite file is brought up to date then.

    Args:
        settings: by default from the environment.

    Raises:
        InputError: the database's URL cannot be used.
    """
    settings = settings or Settings()
    settings.make_folders()
    service = Service(Database(settings.database_url), settings)
    app = FastAPI(
        title="aligner",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # these pages would load scripts from another site
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.service = service
    for each in _ROUTERS:
        app.include_router(each.routes)
    install(app)
    limits = (
        (f"{API}/sources(/[^/]+/versions)?", settings.max_upload_bytes + _FORM),
        (f"{API}/references", settings.max_reference_bytes + _FORM),
        (".*", settings.max_request_bytes),
    )
    app.add_middleware(BodyLimit, limits=limits)
    app.add_middleware(Gate, hosts=settings.hosts)
    app.add_middleware(Frame)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # FastAPI's own way to change the document
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    await run_in_threadpool(prepare, service)
    worker = Worker(service.database, service.settings) if service.settings.embedded_worker else None
    if worker is not None:
        worker.start()
    try:
        yield
    finally:
        if worker is not None:
            await run_in_threadpool(worker.stop)
        service.database.close()


def prepare(service: Service) -> None:
    """Bring a SQLite file up to date; of another database, only check that somebody has. Tidy the uploads.

    Raises:
        InputError: the database has older tables, or none.
    """
    if service.settings.database_url.startswith("sqlite"):
        migrate(service.settings.database_url)
    elif not service.database.is_current():
        raise InputError("the database has older tables, or none", remedy="Run `aligner migrate`")
    with service.database.reading() as session:
        known = folders(session)
    remove_abandoned(service.settings, known)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the schema that every problem points to."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        components = document["components"]["schemas"]
        components.update(schema.pop("$defs", {}))
        components["Problem"] = schema
        _restore_examples(document)
        app.openapi_schema = document
    return app.openapi_schema


def _restore_examples(document: dict[str, Any]) -> None:
    """Put the examples of the answers back as they were written: FastAPI drops what is null in them."""
    for route in itertools.chain.from_iterable(module.routes.routes for module in _ROUTERS):
        if isinstance(route, APIRoute) and route.include_in_schema:
            for method in route.methods or ():
                answers = document["paths"][route.path][method.lower()]["responses"]
                for status, written in route.responses.items():
                    for kind, content in written.get("content", {}).items():
                        answers[str(status)]["content"][kind]["example"] = content["example"]
