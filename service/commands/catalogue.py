"""`aligner recipes`, `aligner plugins` and `aligner report`: what there is, and a page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.commands.console import ExitCode, remark, say_json, table
from service.commands.options import Fields, Json
from service.output import claimed_ids, prefixes_of, read_sets, write_whole
from service.plugins import adapters, matchers, selectors
from service.recipe import RECIPES
from service.references import read_reference, with_universe


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("recipes")(recipes)
    app.command("plugins")(plugins)
    app.command("report")(report)


def recipes(json: Json = False) -> int:
    """List the recipes: what each is for, its matchers, selector and cut."""
    rows = [
        {
            "recipe": each.name,
            "matchers": " + ".join(matcher.name for matcher in each.method.matchers),
            "selector": each.method.selector.name,
            "threshold": each.method.threshold,
            "description": each.description,
        }
        for each in RECIPES.values()
    ]
    if json:
        say_json([row | {"fingerprint": RECIPES[str(row["recipe"])].fingerprint} for row in rows])
    else:
        table(rows, ("recipe", "matchers", "selector", "threshold", "description"))
    return ExitCode.DONE


def plugins(json: Json = False) -> int:
    """List sources, matchers and selectors, built in and installed."""
    rows = [
        {"kind": "source", "name": name, "what": f"{each.label}: one record is {each.records}"}
        for name, each in sorted(adapters().items())
    ]
    for kind, group in (("matcher", matchers()), ("selector", selectors())):
        rows += [{"kind": kind, "name": name, "what": _summary(group[name])} for name in sorted(group)]
    if json:
        say_json(rows)
    else:
        table(rows, ("kind", "name", "what"))
    return ExitCode.DONE


def _summary(plugin: object) -> str:
    return (type(plugin).__doc__ or "").strip().split("\n", 1)[0]


def report(
    path: Annotated[Path, typer.Argument(metavar="SET|DIR", help="A mapping set, or a folder of them.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The page to write.")] = Path("report.html"),
    reference: Annotated[Path | None, typer.Option(help="Truth to measure against.")] = None,
    fields: Fields = None,
) -> int:
    """Write one self-contained page: mappings, reasons, abstentions and, with a reference, how good they are."""
    from service.report import report_on  # templates take a moment to load, other commands need none

    truth = None
    if reference is not None:
        sets = read_sets(path)
        truth = read_reference(reference, claimed_ids(sets), prefixes_of(sets))
        truth = with_universe(truth, fields) if fields else truth
    write_whole(out, report_on(path, truth).encode())
    remark(f"written to {out}")
    return ExitCode.DONE
