"""What a worker does for each kind of run. A task may be broken off anywhere and begun again: it gives the same.

A task computes, saying before each stage how far it is, and returns what is to be written. The worker writes that
and the run's end in one transaction: nobody ever sees half a result, and two workers never both publish.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session

from aligner.entity import Schema
from aligner.errors import InputError
from aligner.matcher import Selector
from aligner.measures import Measure
from aligner.reference import SchemaPair
from aligner.scores import Scores
from aligner.sweep import sweep
from service.database import Database
from service.plugins import selectors
from service.recipe import Recipe, recipe
from service.references import reference_from_bytes
from service.run import run_alignment
from service.settings import Settings
from service.store.documents import read_document
from service.store.runs import Lease, RunKind
from service.store.schemas import load_schema
from service.store.sets import Publication, load_scores, publish, version_of_run
from service.store.sources import save_reading
from service.tables import ReferenceRow, SourceVersionRow, SweepRow
from service.uploads import readable_path
from sources import SourceReport, load

#: Writes a result and returns what the run is to show of it.
Write = Callable[[Session], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Task:
    """One run in a worker's hands.

    Attributes:
        database: where everything is.
        settings: of the service.
        lease: the hold on the run.
        stage: called as `stage(name, done, total)` before each stage; raises where the work is to stop.
        progress: called now and then within a stage; raises likewise.
    """

    database: Database
    settings: Settings
    lease: Lease
    stage: Callable[[str, int, int], None]
    progress: Callable[[int], None]


class UploadError(InputError):
    """An upload cannot be used.

    Args:
        error: why.
        version: of the source; `file` is a name within its folder, where the manifest has the name as sent.
        stem: what the reader called the source.
    """

    def __init__(self, error: InputError, version: SourceVersionRow, stem: str) -> None:
        message = error.message.replace(repr(stem), repr(version.source_id))
        super().__init__(message, file=error.file, line=error.line, field=error.field, remedy=error.remedy)
        self.folder = version.folder


def profile(task: Task) -> Write:
    """Read and profile one version of a source."""
    task.stage("profile", 0, 1)
    version_id = task.lease.request["version_id"]
    _read_version(task, version_id)

    def write(session: Session) -> dict[str, Any]:
        version = session.get_one(SourceVersionRow, version_id)
        return {"source": version.source_id, "version": version.number, "schema": version.schema_id}

    return write


def align(task: Task) -> Write:
    """Align two versions of sources and publish a mapping set."""
    request = task.lease.request
    task.stage("profile source", 0, 4)
    source = _read_version(task, request["source_version_id"])
    task.stage("profile target", 1, 4)
    target = _read_version(task, request["target_version_id"])
    task.stage("align", 2, 4)
    chosen = recipe_of(request)
    found = run_alignment(source, target, chosen, license=request["license"], date=request["date"])
    task.stage("publish", 3, 4)
    publication = Publication(
        request["mapping_set"],
        task.lease.run_id,
        chosen.name,
        chosen.fingerprint,
        found.scores,
        found.alignment,
        found.mapping_set,
    )

    def write(session: Session) -> dict[str, Any]:
        version = publish(session, publication)
        return {"mapping_set": version.set_id, "version": version.number}

    return write


def sweep_thresholds(task: Task) -> Write:
    """Measure a run's scores against a reference at every threshold, for one or more selectors."""
    request = task.lease.request
    names = request["selectors"]
    with task.database.reading() as session:
        version = version_of_run(session, request["run"])
        if version is None:
            raise InputError("the run has published nothing", field="run")
        scores = load_scores(session, version)
        row = session.get_one(ReferenceRow, request["reference"])
        content = read_document(session, row.document_id)
    reference = reference_from_bytes(content, row.id, _claimed(scores), _prefixes(scores))
    found = []
    for done, name in enumerate(names):
        task.stage(f"sweep {name}", done, len(names))
        selector: Selector = selectors()[name]
        found.append(_finite(sweep([scores], selector, reference, Measure(request["measure"])).as_dict()))

    def write(session: Session) -> dict[str, Any]:
        session.add(
            SweepRow(
                id=task.lease.run_id,
                run_id=task.lease.run_id,
                scored_run_id=request["run"],
                reference_id=request["reference"],
                content=found,
                created=datetime.now(UTC),
            )
        )
        return {"sweep": task.lease.run_id}

    return write


TASKS: Mapping[RunKind, Callable[[Task], Write]] = {
    RunKind.PROFILE: profile,
    RunKind.ALIGNMENT: align,
    RunKind.SWEEP: sweep_thresholds,
}


def recipe_of(request: Mapping[str, Any]) -> Recipe:
    """The recipe that a request names, with what it puts in place of the recipe's own.

    Raises:
        UnknownNameError: a name in it is unknown.
    """
    return recipe(
        request["recipe"],
        selector=request["selector"],
        threshold=request["threshold"],
        matchers=request["matchers"],
    )


def _claimed(scores: Scores) -> dict[SchemaPair, frozenset[str]]:
    """What scores are about, as a reference's reader wants it: the pair of schemas with all their ids."""
    ids = frozenset(entity.id for schema in (scores.source, scores.target) for entity in schema.entities)
    return {(scores.source.name, scores.target.name): ids}


def _prefixes(scores: Scores) -> dict[str, str]:
    return {**scores.source.prefixes, **scores.target.prefixes}


def _read_version(task: Task, version_id: int) -> Schema:
    """The schema of a version, read and profiled now if nobody has done so yet."""
    with task.database.reading() as session:
        version = session.get_one(SourceVersionRow, version_id)
        if version.schema_id is not None:
            return load_schema(session, version.schema_id)
        session.expunge(version)
    path = readable_path(task.settings, version.folder)
    try:
        loaded = load(path, name=version.source_id, adapter=version.wanted_adapter, progress=task.progress)
    except InputError as error:
        raise UploadError(error, version, path.stem) from None
    with task.database.writing() as session:
        version = session.get_one(SourceVersionRow, version_id)
        save_reading(session, version, loaded, _report(loaded.report))
    return loaded.schema


def _report(report: SourceReport) -> dict[str, Any]:
    return asdict(report) | {"records_reported": report.records_reported}


def _finite(value: Any) -> Any:
    """JSON that every reader takes: a number that is none becomes null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return value
