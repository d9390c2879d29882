"""`aligner evaluate`, `sweep`, `rank` and `compare`: how good mappings are, every number with its interval."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from aligner.abstention_evaluation import AbstentionEvaluation, evaluate_abstention
from aligner.comparison import compare as compare_claims
from aligner.evaluation import Evaluation, claims_of
from aligner.evaluation import evaluate as evaluate_claims
from aligner.intervals import Figure, Resampling
from aligner.measures import Measure, headline
from aligner.ranking import rank as rank_scores
from aligner.reference import Reference, Verdict
from aligner.scores import Scores
from aligner.sweep import ThresholdSweep
from aligner.sweep import sweep as sweep_scores
from service.commands.console import ExitCode, counted, remark, say_json, table
from service.commands.options import Fields, Json
from service.output import Published, claimed_ids, prefixes_of, read_all_scores, read_sets, write_whole
from service.plugins import selectors
from service.recipe import selector_of
from service.references import read_reference, with_universe

Sets = Annotated[Path, typer.Argument(metavar="SET|DIR", help="A mapping set, or a folder of them.")]
ScoresPath = Annotated[Path, typer.Argument(metavar="SCORES|DIR", help="A scores file, or a folder of them.")]
Truth = Annotated[Path, typer.Argument(metavar="REFERENCE", help="SSSOM, Alignment RDF, or a table of pairs.")]
MeasureName = Annotated[Measure | None, typer.Option(help="How to read the reference; docs/evaluation.md has each.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]

#: What was drawn with replacement, in words.
RESAMPLED = {
    Resampling.SOURCES: "fields of the first source",
    Resampling.SCHEMAS: "sources",
    Resampling.PAIRS: "pairs of sources",
}

#: Figures of a row, and the counts beside them.
FIGURES = ("precision", "recall", "f1")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("evaluate")(evaluate)
    app.command("sweep")(sweep)
    app.command("rank")(rank)
    app.command("compare")(compare)


def evaluate(
    path: Sets,
    reference: Truth,
    fields: Fields = None,
    measure: MeasureName = None,
    without: Annotated[str | None, typer.Option(help="Leave out the reference's rows of this concept.")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Precision, recall and F1 of mapping sets and of their abstentions, with 95 % intervals."""
    sets = read_sets(path)
    truth = _truth(sets, reference, fields)
    truth = truth.without(without) if without else truth
    evaluations, abstention = evaluate_sets(sets, truth, _measures(truth, measure), seed)
    if json:
        say_json(
            {
                "measures": {str(each.measure): each.as_dict() for each in evaluations},
                "abstention": {name: each.as_dict() for name, each in abstention.items()},
            }
        )
        return ExitCode.DONE
    rows = [_row(str(each.measure), each) for each in evaluations]
    rows += [_row(f"abstention, {name}", each) for name, each in abstention.items()]
    table(rows, ("measure", *FIGURES, "right", "claimed", "found", "wanted"))
    reasons = next(iter(abstention.values())).rows()[1:]
    table(reasons, ("reason", "claimed", "right", "precision"))
    first = evaluations[0]
    how = f"95 % intervals from resampling {RESAMPLED[first.figures.resampling]}, {first.draws} draws"
    remark(f"{counted(len(first.pairs), 'pair')} of sources; {how}")
    _remark_unknown(sets, truth)
    return ExitCode.DONE


def evaluate_sets(
    sets: Sequence[Published], truth: Reference, measures: Sequence[Measure], seed: int = 0
) -> tuple[list[Evaluation], dict[str, AbstentionEvaluation]]:
    """Every measure, and abstention against all rows that are listed and against one-to-one rows only."""
    alignments = [each.alignment() for each in sets]
    claims = claims_of(alignments)
    evaluations = [evaluate_claims(claims, truth, each, seed=seed) for each in measures]
    abstention = {"nothing listed": evaluate_abstention(alignments, truth, seed=seed)}
    if any(row.second is not None for rows in truth.rows.values() for row in rows):
        abstention["no counterpart"] = evaluate_abstention(alignments, _one_to_one(truth), seed=seed)
    return evaluations, abstention


def sweep(
    path: ScoresPath,
    reference: Truth,
    fields: Fields = None,
    selector: Annotated[str | None, typer.Option(help="One selector; by default all that choose one-to-one.")] = None,
    measure: MeasureName = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Also write every point, as CSV.")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Precision, recall and F1 over the cut, for each selector: the best cut, and one to accept from unseen."""
    scores = read_all_scores(path)
    truth = _truth_of_scores(scores, reference, fields)
    names = [selector] if selector else [name for name in selectors() if name != "none"]
    chosen = _measures(truth, measure)[0]
    sweeps = [sweep_scores(scores, selector_of(name), truth, chosen, seed=seed) for name in names]
    if out is not None:
        _write_points(out, sweeps)
    if json:
        say_json([each.as_dict() for each in sweeps])
        return ExitCode.DONE
    table(
        [_sweep_row(each) for each in sweeps],
        ("selector", "best cut", *FIGURES, "accept from", "accepted", "accepted precision"),
    )
    remark(f"measure {chosen}; the best cut was chosen on this reference, so its figures are optimistic")
    return ExitCode.DONE


def rank(
    path: ScoresPath,
    reference: Truth,
    fields: Fields = None,
    selector: Annotated[str, typer.Option(help="Selector of the figures after selection.")] = "mutual",
    measure: MeasureName = None,
    json: Json = False,
) -> int:
    """MRR and Recall@GT of the ranked pairs, before and after one-to-one selection."""
    scores = read_all_scores(path)
    truth = _truth_of_scores(scores, reference, fields)
    ranking = rank_scores(scores, selector_of(selector), truth, _measures(truth, measure)[0])
    if json:
        say_json(ranking.as_dict())
        return ExitCode.DONE
    rows = [row | {"source": row["source"] or "mean", "fields": row["sources"]} for row in ranking.rows()]
    table(rows, ("source", "target", "mrr", "recall_at_gt", "selected_recall_at_gt", "fields", "wanted"))
    return ExitCode.DONE


def compare(
    a: Annotated[Path, typer.Argument(help="Mapping sets of one method.")],
    b: Annotated[Path, typer.Argument(help="Mapping sets of the other.")],
    reference: Truth,
    fields: Fields = None,
    measure: MeasureName = None,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Whether one method is better than another: the difference with its interval, and McNemar's test."""
    ours, theirs = read_sets(a), read_sets(b)
    truth = _truth([*ours, *theirs], reference, fields)
    claims = [claims_of([each.alignment() for each in sets]) for sets in (ours, theirs)]
    found = compare_claims(claims[0], claims[1], truth, _measures(truth, measure)[0], seed=seed)
    if json:
        say_json(found.as_dict())
        return ExitCode.DONE
    names = {"a": str(a), "b": str(b), "difference": "difference"}
    table([{"method": names[row["method"]]} | _figures(row) for row in found.rows()], ("method", *FIGURES))
    verdict = f"{names[found.better]} is better" if found.better else "neither is shown to be better"
    test = found.mcnemar
    alone = f"only the first right {test.only_a}, only the second {test.only_b}, p = {test.p_value:.3g}"
    remark(f"{verdict} on F1; McNemar: {alone}")
    return ExitCode.DONE


def _truth(sets: Sequence[Published], reference: Path, fields: Path | None) -> Reference:
    truth = read_reference(reference, claimed_ids(sets), prefixes_of(sets))
    return with_universe(truth, fields) if fields else truth


def _truth_of_scores(scores: Sequence[Scores], reference: Path, fields: Path | None) -> Reference:
    claimed = {
        (each.source.name, each.target.name): [entity.id for entity in (*each.source.entities, *each.target.entities)]
        for each in scores
    }
    truth = read_reference(reference, claimed, {})
    return with_universe(truth, fields) if fields else truth


def _remark_unknown(sets: Sequence[Published], truth: Reference) -> None:
    """Name the fields of the reference that the aligned sources do not have: each row of them counts as missed."""
    known = claimed_ids(sets)
    listed: set[str] = set()
    for pair, rows in truth.facing(known).rows.items():
        if pair in known:
            listed |= {id_ for row in rows for id_ in (row.source_id, row.target_id)} - known[pair]
    if listed:
        shown = ", ".join(sorted(listed)[:5]) + (" …" if len(listed) > 5 else "")
        remark(f"{counted(len(listed), 'field')} of the reference that no source has; its rows are missed: {shown}")


def _measures(truth: Reference, named: Measure | None) -> list[Measure]:
    """The measure asked for, or all that the reference can give, the headline first."""
    if named is not None:
        return [named]
    if headline(truth) == Measure.CONSENSUS:
        return [Measure.CONSENSUS, Measure.STRICT, Measure.LENIENT_IGNORED, Measure.EXACT_ONLY, Measure.LENIENT]
    return [Measure.PLAIN]


def _one_to_one(truth: Reference) -> Reference:
    kept = {pair: tuple(row for row in rows if row.first == Verdict.ONE_TO_ONE) for pair, rows in truth.rows.items()}
    return Reference(kept, truth.complete, truth.universe)


def _row(name: str, found: Evaluation | AbstentionEvaluation) -> dict[str, Any]:
    counts = found.counts
    numbers = {"right": counts.right, "claimed": counts.claimed, "found": counts.found, "wanted": counts.wanted}
    return {"measure": name} | _figures(found.figures.as_row()) | {key: int(value) for key, value in numbers.items()}


def _figures(row: Mapping[str, Any]) -> dict[str, str]:
    return {name: f"{row[name]:.3f} [{row[f'{name}_low']:.3f}, {row[f'{name}_high']:.3f}]" for name in FIGURES}


def _sweep_row(found: ThresholdSweep) -> dict[str, Any]:
    best, accept = found.best, found.auto_accept
    shares = {name: _interval(getattr(best.figures, name)) for name in FIGURES} if best else {}
    return {
        "selector": found.selector,
        "best cut": best.threshold if best else None,
        **shares,
        "accept from": accept.threshold if accept else None,
        "accepted": int(accept.accepted) if accept else None,
        "accepted precision": accept.precision if accept else None,
    }


def _interval(figure: Figure) -> str:
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def _write_points(path: Path, sweeps: Sequence[ThresholdSweep]) -> None:
    rows = [row for each in sweeps for row in each.rows()]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, stream.getvalue().encode())
