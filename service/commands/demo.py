"""`aligner demo`: the main job on the sample company, from nothing to a report."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import typer

from aligner.intervals import Figure
from aligner.measures import Measure
from service.commands.alignment import align_pairs, load_all
from service.commands.console import ExitCode, say
from service.commands.evaluation import evaluate_sets
from service.commands.options import Out
from service.demo import sample_company
from service.loading import find_sources
from service.output import BETWEEN, SET_SUFFIX, Destination, claimed_ids, prefixes_of, read_sets
from service.recipe import recipe
from service.references import read_reference

#: Marks a folder as ours, so that a second demo may clear what the first left, and nothing else.
MARK = ".aligner-demo"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(out: Out = Path("aligner-demo")) -> int:
    """Make nine sample sources, align every pair, measure against the known truth, write a report."""
    from service.report import report_on  # templates take a moment to load, other commands need none

    _clear(out)
    company = sample_company()
    sources, mapped = out / "sources", out / "mappings"
    company.generate(sources)
    truth_file = company.reference(out)
    loaded = load_all(find_sources(sources))
    records = sum(each.report.records_kept for each in loaded)
    skipped = sum(each.report.records_reported for each in loaded)
    pairs = [(left, right) for i, left in enumerate(loaded) for right in loaded[i + 1 :]]
    runs = align_pairs(pairs, recipe("fields"), Destination(mapped))
    sets = read_sets(mapped)
    truth = read_reference(truth_file, claimed_ids(sets), prefixes_of(sets))
    evaluations, abstention = evaluate_sets(sets, truth, [Measure.CONSENSUS])
    (out / "report.html").write_text(report_on(mapped, truth), encoding="utf-8", newline="\n")
    figures, declined = evaluations[0].figures, next(iter(abstention.values())).figures
    mappings = sum(len(run.alignment) for run in runs)
    left_out = sum(len(run.alignment.abstentions) for run in runs)
    best = max((each for run in runs for each in run.alignment), key=lambda each: (each.confidence, each.source_id))
    say(f"read      {len(loaded)} sources, {records} records kept, {skipped} reported and left out")
    say(f"aligned   {len(runs)} pairs: {mappings} mappings, {left_out} abstentions, each with its reason")
    say(f"measured  F1 {_told(figures.f1)}, precision {_told(figures.precision)}, recall {_told(figures.recall)}")
    say(f"          abstention F1 {_told(declined.f1)}; brackets are 95 % intervals")
    say(f"written   {mapped}/*.sssom.tsv, *.abstentions.tsv and *.scores.npz")
    say(f"look at   {out / 'report.html'}")
    shown = f"{best.source_id.split(':')[0]}{BETWEEN}{best.target_id.split(':')[0]}{SET_SUFFIX}"
    say(f"ask why   {_called()} explain {mapped / shown} {best.source_id} {best.target_id}")
    return ExitCode.DONE


def _called() -> str:
    """How this program was called, so that what is printed can be pasted."""
    return sys.argv[0] if Path(sys.argv[0]).name == "aligner" else "aligner"


def _told(figure: Figure) -> str:
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"


def _clear(out: Path) -> None:
    """Start from an empty folder; never touch one that something else lives in."""
    if out.is_file():
        raise typer.BadParameter(f"{out} is a file; name a folder with -o")
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise typer.BadParameter(f"{out} is not empty; name a new folder with -o")
    for name in ("sources", "mappings"):
        shutil.rmtree(out / name, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).touch()
