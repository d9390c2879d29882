"""`aligner align` and `aligner explain`: mappings, and why."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations, pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from aligner.errors import InputError, UnknownNameError
from mappings.conversion import evidence_set, find
from mappings.evidence import explanation_of, facts_dropped
from mappings.prose import sentences
from mappings.tsv import to_tsv
from service.commands.console import ExitCode, advance, counted, progress, remark, remark_report, say, say_json, table
from service.commands.options import Adapter, Json, License, MatchersOption, Out, RecipeName, SelectorName, Threshold
from service.loading import distinct, find_sources, load_source
from service.output import Destination, read_set, write_run, write_whole
from service.recipe import Recipe, recipe
from service.run import NO_LICENSE, Run, run_alignment
from service.unmapped import why_not
from sources import LoadedSource


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("align")(align)
    app.command("explain")(explain)


def align(
    a: Annotated[str | None, typer.Argument(help="One source: a file, or a folder of files.")] = None,
    b: Annotated[str | None, typer.Argument(help="The other source.")] = None,
    all_: Annotated[Path | None, typer.Option("--all", help="Align every pair of the sources in this folder.")] = None,
    out: Out = Path("aligned"),
    recipe_name: RecipeName = "fields",
    selector: SelectorName = None,
    threshold: Threshold = None,
    matchers: MatchersOption = None,
    adapter: Adapter = None,
    name_a: Annotated[str | None, typer.Option(help="Name of the first source.")] = None,
    name_b: Annotated[str | None, typer.Option(help="Name of the second source.")] = None,
    scores: Annotated[
        Path | None, typer.Option(help="Write the scores here, not beside the sets: a file, or with --all a folder.")
    ] = None,
    no_scores: Annotated[
        bool, typer.Option("--no-scores", help="Keep no scores: no sweeps or rankings later.")
    ] = False,
    evidence: Annotated[Path | None, typer.Option(help="Also write the evidence as a set of its own, here.")] = None,
    date: Annotated[str | None, typer.Option(help="Day of the mappings, YYYY-MM-DD; none by default.")] = None,
    license: License = NO_LICENSE,
    json: Json = False,
) -> int:
    """Align two sources, or every pair of the sources in a folder, and write SSSOM with the reasons."""
    if (all_ is None) == (a is None or b is None):
        raise typer.BadParameter("name two sources, or a folder with --all")
    if evidence and all_ is not None:
        raise typer.BadParameter("--evidence takes one pair of sources")
    chosen = recipe(
        recipe_name, selector=selector, threshold=threshold, matchers=matchers.split(",") if matchers else None
    )
    day = _day(date)
    if all_ is not None:
        loaded = load_all(find_sources(all_), adapter)
        pairs = [(left, right) for left, right in combinations(loaded, 2)]
    else:
        loaded = [load_source(str(a), name=name_a, adapter=adapter), load_source(str(b), name=name_b, adapter=adapter)]
        distinct(*loaded)
        pairs = [(loaded[0], loaded[1])]
    for each in loaded:
        remark_report(each.schema.name, each.report)
    destination = Destination.of(out, scores, keep_scores=not no_scores)
    if all_ is not None and destination.name:
        raise typer.BadParameter("with --all, -o names a folder")
    runs = align_pairs(pairs, chosen, destination, license=license, day=day)
    if evidence:
        run = runs[0]
        write_whole(evidence, to_tsv(evidence_of(run, license, day)))
    say_runs(runs, out, json=json)
    return ExitCode.PARTLY_DONE if any(each.report.records_reported for each in loaded) else ExitCode.DONE


def load_all(paths: Sequence[Path], adapter: str | None = None) -> list[LoadedSource]:
    """Every source, named after its folder or file, in the order of the names by code point."""
    loaded = []
    with progress(len(paths), "reading") as bar:
        for path in paths:
            name = path.name if path.is_dir() else path.stem
            loaded.append(load_source(path, name=name, adapter=adapter))
            advance(bar, f"read {name}")
    ordered = sorted(loaded, key=lambda each: each.schema.name)
    for left, right in pairwise(ordered):
        distinct(left, right)
    return ordered


def align_pairs(
    pairs: Sequence[tuple[LoadedSource, LoadedSource]],
    chosen: Recipe,
    destination: Destination,
    *,
    license: str = NO_LICENSE,
    day: str | None = None,
) -> list[Run]:
    """Align and write every pair, one after the other."""
    runs = []
    with progress(len(pairs), "aligning") as bar:
        for left, right in pairs:
            run = run_alignment(left.schema, right.schema, chosen, license=license, date=day)
            write_run(run, destination)
            runs.append(run)
            advance(bar, f"aligned {left.schema.name} and {right.schema.name}")
    return runs


def say_runs(runs: Sequence[Run], out: Path, *, json: bool = False) -> None:
    """What came of the runs: a table, or JSON with every mapping."""
    if json:
        say_json([_run_json(run) for run in runs])
        return
    if len(runs) == 1:
        rows = [_mapping_row(row) for row in runs[0].mapping_set]
        table(rows, ("subject", "predicate", "object", "confidence"))
    else:
        table([_run_row(run) for run in runs], ("source", "target", "mappings", "abstentions"))
    mapped = sum(len(run.alignment) for run in runs)
    remark(f"{counted(mapped, 'mapping')} of {counted(len(runs), 'pair')} of sources written to {out}")


def evidence_of(run: Run, license: str, day: str | None) -> Any:
    """The evidence behind a run's mappings as a set of its own."""
    return evidence_set(
        run.alignment,
        run.source,
        run.target,
        mapping_set_id=f"{run.mapping_set.mapping_set_id}/evidence",
        license=license,
        tool_version=str(run.mapping_set.mapping_tool_version or ""),
        calibrator=run.recipe.method.calibrator,
        date=day,
    )


def explain(
    path: Annotated[Path, typer.Argument(metavar="SET", help="A mapping set that `aligner align` wrote.")],
    subject: Annotated[str, typer.Argument(help="Id of the subject, as `crm:owner`.")],
    object_: Annotated[str, typer.Argument(metavar="OBJECT", help="Id of the object.")],
    json: Json = False,
) -> int:
    """Say why two fields were mapped, or why not: what each matcher saw, and what it weighed."""
    published = read_set(path)
    try:
        row = find(published.mapping_set, subject, object_)
    except UnknownNameError:
        reasons = why_not(published, subject, object_)
        if not reasons:
            raise
        if json:
            say_json({"subject": subject, "predicate": None, "object": object_, "reasons": reasons})
        else:
            say(f"{subject} and {object_} are not mapped")
            for line in reasons:
                say(f"  {line}")
        return ExitCode.FINDINGS
    explanation = explanation_of(row)
    if json:
        head = {"subject": row.subject_id, "predicate": row.predicate_id, "object": row.object_id}
        say_json(head | asdict(explanation))
        return ExitCode.DONE
    say(f"{row.subject_id} {row.predicate_id} {row.object_id}")
    for line in sentences(explanation, str(row.subject_id), str(row.object_id), facts_dropped=facts_dropped(row)):
        say(f"  {line}")
    return ExitCode.DONE


def _day(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise InputError(f"{text!r} is no day", field="--date", remedy="Write it as YYYY-MM-DD") from None


def _mapping_row(row: Any) -> dict[str, Any]:
    return {
        "subject": row.subject_id,
        "predicate": row.predicate_id,
        "object": row.object_id,
        "confidence": row.confidence,
    }


def _run_row(run: Run) -> dict[str, Any]:
    return {
        "source": run.source.name,
        "target": run.target.name,
        "mappings": len(run.alignment),
        "abstentions": len(run.alignment.abstentions),
    }


def _run_json(run: Run) -> dict[str, Any]:
    counted: dict[str, int] = {}
    for each in run.alignment.abstentions:
        counted[each.reason] = counted.get(each.reason, 0) + 1
    return _run_row(run) | {
        "mapping_set_id": run.mapping_set.mapping_set_id,
        "recipe": run.recipe.name,
        "threshold": run.alignment.threshold,
        "selector": run.alignment.selector,
        "fingerprint": run.fingerprint,
        "rows": [_mapping_row(row) | {"similarity_score": row.similarity_score} for row in run.mapping_set],
        "reasons": dict(sorted(counted.items())),
    }
