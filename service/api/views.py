"""What the answers look like: the models of the border, from which OpenAPI is made."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class View(BaseModel):
    """Base of every answer."""

    model_config = ConfigDict(extra="forbid")


class ProblemFault(View):
    """One thing that is wrong."""

    message: str
    field: str | None = None
    file: str | None = None
    line: int | None = None
    remedy: str | None = None


class Problem(View):
    """An error (RFC 9457)."""

    type: str = Field(description="Names the kind of problem; the address leads to its description.")
    title: str
    status: int
    detail: str
    instance: str
    errors: list[ProblemFault] = Field(default=[], description="The single things that are wrong.")


class FileView(View):
    """One file of an upload: the name it is stored and cited under, the name it came under, its size."""

    file: str
    name: str
    bytes: int


class ReportProblem(View):
    """One record or file that was skipped, or one remark."""

    code: str
    message: str
    file: str | None
    line: int | None


class ReportView(View):
    """How the reading went: records in = kept + reported."""

    records_in: int
    records_kept: int
    records_reported: int
    problems: list[ReportProblem]
    notes: list[ReportProblem]
    counts: dict[str, int]


class VersionView(View):
    """One upload of a source. `schema_id`, `adapter` and `report` are null until it has been read."""

    number: int
    created: datetime
    files: int
    bytes: int
    adapter: str | None
    schema_id: str | None
    report: ReportView | None


class SourceView(View):
    """A source with its newest version; `run` is the run that reads it, in the answer to an upload."""

    id: str
    latest: VersionView
    run: str | None = None
    links: dict[str, str]


class SchemaView(View):
    """A schema: what was found in one version of a source."""

    id: str
    name: str
    version: str | None
    prefixes: dict[str, str]
    entities: int
    links: dict[str, str]


class ProfileView(View):
    """What a field's instances look like. Samples that may identify people are masked."""

    records: int
    filled: int
    values: int
    distinct: float
    list_records: int
    kinds: dict[str, int]
    roles: dict[str, int]
    patterns: dict[str, int]
    top_values: dict[str, int]
    examples: list[str] = Field(description="Ids of a few records: file and place within it.")


class EntityView(View):
    """An entity of a schema, as a field of a source."""

    id: str
    label: str
    kind: str
    path: list[str]
    description: str | None
    parents: list[str]
    datatype: str | None
    profile: ProfileView | None


class RecipeView(View):
    """A named way of aligning."""

    name: str
    description: str
    selector: str
    threshold: float
    matchers: list[str]
    fingerprint: str


class RunErrorView(View):
    """Why a run failed."""

    detail: str
    errors: list[ProblemFault] = []


class RunView(View):
    """A piece of work and how far it is: `done` of `total` stages."""

    id: str
    kind: str
    state: str = Field(description="queued, running, succeeded, failed or cancelled")
    stage: str | None
    done: int
    total: int
    attempts: int
    cancel_requested: bool
    request: dict[str, Any]
    result: dict[str, Any] | None
    error: RunErrorView | None
    created: datetime
    started: datetime | None
    finished: datetime | None
    links: dict[str, str]


class MappingSetVersionView(View):
    """One immutable version of a mapping set."""

    set: str
    number: int
    run: str
    recipe: str
    recipe_fingerprint: str
    selector: str
    threshold: float
    source_schema: str
    target_schema: str
    mappings: int
    abstentions: int
    sha256: str = Field(description="Of the canonical SSSOM/TSV; also its ETag.")
    created: datetime
    links: dict[str, str]


class MappingSetView(View):
    """A mapping set with its newest version."""

    id: str
    latest: MappingSetVersionView


class MappingView(View):
    """A mapping: `slots` are its SSSOM slots, `explanation` says why it was chosen."""

    record_id: str
    set: str
    version: int
    slots: dict[str, Any]
    explanation: dict[str, Any] | None
    links: dict[str, str]


class EvidenceView(View):
    """Why a mapping was chosen: prior + Σ contribution = log_odds; score = logistic(log_odds)."""

    record_id: str
    explanation: dict[str, Any] | None


class RunnerUpView(View):
    """The best pair an entity had."""

    subject: str
    object: str
    score: float


class AbstentionView(View):
    """An entity left without a counterpart, and why."""

    entity_id: str
    side: str
    reason: str
    runner_up: RunnerUpView | None


class ReferenceView(View):
    """What is known to be true; `source` and `target` where it is about one pair of sources."""

    id: str
    source: str | None
    target: str | None
    pairs: int
    sha256: str
    created: datetime
    links: dict[str, str]


class SweepView(View):
    """One run's scores against a reference at every threshold, per selector."""

    id: str
    run: str = Field(description="The run whose scores were measured.")
    reference: str
    created: datetime
    selectors: list[dict[str, Any]]
