"""Alembic runs this file; the connection is the one that `service.database.migrate` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import service.tables  # noqa: F401 - fills the metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
context.run_migrations()
