"""Rows of the store as answers: what is shown of each, and where its links lead."""

from __future__ import annotations

from service.api.routing import API
from service.api.views import (
    AbstentionView,
    EntityView,
    FileView,
    MappingSetVersionView,
    MappingView,
    ProblemFault,
    ReferenceView,
    ReportView,
    RunErrorView,
    RunView,
    SchemaView,
    SourceView,
    SweepView,
    VersionView,
)
from service.serialisation import entity_from_json, printable
from service.tables import (
    AbstentionRow,
    EntityRow,
    MappingRow,
    MappingSetVersionRow,
    ReferenceRow,
    RunRow,
    SchemaRow,
    SourceVersionRow,
    SweepRow,
)
from service.uploads import UploadedFile


def version_view(row: SourceVersionRow, names: dict[str, str]) -> VersionView:
    """A version; `names` are its files' names as sent, by their names on disk."""
    report = None
    if row.report is not None:
        listed = {
            key: [dict(each, file=names.get(each["file"], each["file"])) for each in row.report[key]]
            for key in ("problems", "notes")
        }
        report = ReportView.model_validate(printable(row.report | listed | {"counts": dict(row.report["counts"])}))
    return VersionView(
        number=row.number,
        created=row.created,
        files=row.files,
        bytes=row.size_bytes,
        adapter=row.adapter,
        schema_id=row.schema_id,
        report=report,
    )


def source_view(row: SourceVersionRow, names: dict[str, str], run: str | None = None) -> SourceView:
    """A source, from its newest version."""
    address = f"{API}/sources/{row.source_id}"
    links = {"self": address, "fields": f"{address}/fields", "versions": f"{address}/versions"}
    if run is not None:
        links["run"] = f"{API}/runs/{run}"
    return SourceView(id=row.source_id, latest=version_view(row, names), run=run, links=links)


def file_view(file: UploadedFile) -> FileView:
    """A file of an upload."""
    return FileView(file=file.file, name=file.name, bytes=file.bytes)


def schema_view(row: SchemaRow) -> SchemaView:
    """A schema."""
    address = f"{API}/schemas/{row.id}"
    return SchemaView(
        id=row.id,
        name=row.name,
        version=row.version,
        prefixes=row.prefixes,
        entities=row.size,
        links={"self": address, "entities": f"{address}/entities"},
    )


def run_view(row: RunRow, names: dict[str, str]) -> RunView:
    """A run; `names` are the names as sent of the files that its error may name."""
    address = f"{API}/runs/{row.id}"
    links = {"self": address, "cancel": f"{address}/cancel"}
    result = row.result or {}
    if "mapping_set" in result:
        version = f"{API}/mapping-sets/{result['mapping_set']}/versions/{result['version']}"
        links |= {"mapping_set": version, "mappings": f"{version}/mappings", "download": f"{version}/download"}
    if "source" in result:
        links["fields"] = f"{API}/sources/{result['source']}/fields"
    if "sweep" in result:
        links["sweep"] = f"{API}/sweeps/{result['sweep']}"
    error = None
    if row.error is not None:
        faults = [each | {"file": names.get(each["file"], each["file"])} for each in row.error.get("errors", [])]
        detail = row.error["detail"]
        for file, name in names.items():
            detail = detail.replace(file, name)
        faults = [ProblemFault.model_validate(printable(each | {"message": detail})) for each in faults]
        error = RunErrorView(detail=printable(detail), errors=faults)
    plain = row.model_dump(exclude={"number", "lease", "due", "request", "error"})
    request = {key: value for key, value in row.request.items() if not key.endswith("version_id")}
    return RunView(**plain, request=request, error=error, links=links)


def set_version_view(row: MappingSetVersionRow) -> MappingSetVersionView:
    """A version of a mapping set."""
    address = f"{API}/mapping-sets/{row.set_id}/versions/{row.number}"
    parts = ("mappings", "abstentions", "download")
    return MappingSetVersionView(
        set=row.set_id,
        run=row.run_id,
        sha256=row.document_id,
        links={"self": address} | {part: f"{address}/{part}" for part in parts},
        **row.model_dump(exclude={"id", "set_id", "run_id", "document_id", "scores_id"}),
    )


def mapping_view(row: MappingRow, version: MappingSetVersionRow) -> MappingView:
    """A mapping with its explanation."""
    address = f"{API}/mappings/{row.record_id}"
    return MappingView(
        record_id=row.record_id,
        set=version.set_id,
        version=version.number,
        slots=printable(row.content),
        explanation=printable(row.evidence),
        links={"self": address, "evidence": f"{address}/evidence"},
    )


def abstention_view(row: AbstentionRow) -> AbstentionView:
    """An abstention."""
    return AbstentionView.model_validate(row.model_dump(exclude={"version_id", "ordinal"}))


def entity_view(row: EntityRow) -> EntityView:
    """An entity with its profile, the sketches left out."""
    entity = entity_from_json(row.content, row.profile)
    seen, profile = entity.profile, None
    if seen is not None:
        profile = {
            "records": seen.records,
            "filled": seen.filled,
            "values": seen.values,
            "distinct": seen.distinct,
            "list_records": seen.list_records,
            "kinds": dict(seen.kinds),
            "roles": dict(seen.roles),
            "patterns": dict(seen.patterns),
            "top_values": dict(seen.top_values),
            "examples": [record for _, record in seen.examples],
        }
    view = {key: row.content[key] for key in EntityView.model_fields if key != "profile"}
    return EntityView.model_validate(printable(view | {"profile": profile}))


def reference_view(row: ReferenceRow) -> ReferenceView:
    """A reference."""
    links = {"self": f"{API}/references/{row.id}"}
    plain = row.model_dump(exclude={"document_id"})
    return ReferenceView(**plain, sha256=row.document_id, links=links)


def sweep_view(row: SweepRow) -> SweepView:
    """A sweep."""
    return SweepView(
        id=row.id, run=row.scored_run_id, reference=row.reference_id, created=row.created, selectors=row.content
    )
