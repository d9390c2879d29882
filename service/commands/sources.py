"""`aligner profile`: what a source's fields look like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import typer

from aligner.entity import Entity, Schema
from aligner.profiles import FieldProfile
from service.commands.console import ExitCode, progress, remark, remark_report, say_json, table
from service.loading import load_source
from service.serialisation import entity_to_json, profile_to_json
from sources import LoadedSource

Adapter = Annotated[str | None, typer.Option(help="Adapter to read with; by default told by the shape of the records.")]
Unmasked = Annotated[bool, typer.Option("--unmasked", help="Show samples that may identify people as they are.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("profile")(profile)


def profile(
    path: Annotated[str, typer.Argument(help="A file, a folder of files, or `-` for standard input.")],
    name: Annotated[str | None, typer.Option(help="Name of the source; by default the system's or the file's.")] = None,
    adapter: Adapter = None,
    unmasked: Unmasked = False,
    json: Annotated[bool, typer.Option("--json", help="Everything, as JSON.")] = False,
) -> int:
    """Profile the fields of one source: fill, kinds of value, distinct values, commonest values."""
    with progress(None, f"reading {path}") as bar:
        step = (lambda done: bar.update(bar.tasks[0].id, completed=done)) if bar else None
        loaded = load_source(path, name=name, adapter=adapter, masked=not unmasked, progress=step)
    if json:
        say_json(profile_json(loaded))
    else:
        read = f"{loaded.report.records_kept} records, {len(loaded.schema)} fields"
        remark(f"{loaded.schema.name}: {read}, read as {loaded.adapter}")
        table([_row(entity) for entity in loaded.schema.entities], COLUMNS)
    if not json:
        remark_report(loaded.schema.name, loaded.report)
    return ExitCode.PARTLY_DONE if loaded.report.records_reported else ExitCode.DONE


#: Columns of the table.
COLUMNS = ("field", "kind", "fill", "values", "distinct", "list", "commonest")


def _row(entity: Entity) -> Mapping[str, Any]:
    seen = entity.profile or FieldProfile()
    kind = max(seen.kinds, key=lambda each: (each[1], each[0]), default=("", 0))[0]
    commonest = ", ".join(value for value, _ in seen.top_values[:3])
    return {
        "field": entity.id,
        "kind": kind,
        "fill": f"{seen.fill:.0%}",
        "values": seen.values,
        "distinct": ("" if seen.value_sketch.exact else "~") + f"{seen.distinct:.0f}",
        "list": f"{seen.list_share:.0%}" if seen.list_share else "",
        "commonest": commonest if len(commonest) <= 60 else commonest[:59] + "…",
    }


def profile_json(loaded: LoadedSource) -> dict[str, Any]:
    """A profiled source as JSON: the report, and every field with its profile."""
    schema: Schema = loaded.schema
    return {
        "name": schema.name,
        "adapter": loaded.adapter,
        "fingerprint": schema.fingerprint,
        "prefixes": dict(schema.prefixes),
        "report": asdict(loaded.report),
        "fields": [entity_to_json(each) | {"profile": profile_to_json(each.profile)} for each in schema.entities],
    }
