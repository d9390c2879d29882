"""`aligner serve` and `aligner migrate`: the service."""

from __future__ import annotations

from typing import Annotated

import typer

from service.commands.console import ExitCode, remark


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("serve")(serve)
    app.command("worker")(worker)
    app.command("migrate")(migrate)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; the loopback unless you mean it.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
) -> int:
    """Serve the REST API with an embedded database and worker. Settings come from ALIGNER_* variables."""
    from service.server import serve as run_server  # the web stack takes a second to import
    from service.settings import Settings

    run_server(Settings(), host, port)
    return ExitCode.DONE


def worker() -> int:
    """Work off the runs of a service whose own worker is switched off; several may share one database."""
    from service.server import work
    from service.settings import Settings

    work(Settings())
    return ExitCode.DONE


def migrate(
    url: Annotated[str | None, typer.Argument(help="Database URL; by default the configured one.")] = None,
) -> int:
    """Bring a database to the newest schema."""
    from service.database import migrate as run_migrations
    from service.settings import Settings

    run_migrations(url or Settings().database_url)
    remark("the database is up to date")
    return ExitCode.DONE
