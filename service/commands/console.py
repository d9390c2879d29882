"""How commands speak: results on standard output, progress and remarks on standard error, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from sources.report import SourceReport


class ExitCode(IntEnum):
    """What a command's exit code means; `docs/cli.md` has the same table."""

    DONE = 0
    FINDINGS = 1
    USAGE = 2
    BAD_INPUT = 3
    PARTLY_DONE = 4
    CANCELLED = 130


def say(text: str) -> None:
    """A line of the result."""
    sys.stdout.write(f"{text}\n")


def remark(text: str) -> None:
    """A line beside the result, on standard error."""
    sys.stderr.write(f"{text}\n")


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 pair`, `2 pairs`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def say_json(value: Any) -> None:
    """The result as JSON, keys in the order they are given."""
    say(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], title: str | None = None) -> None:
    """A table: ruled on a terminal, tab-separated in a pipe."""
    if not sys.stdout.isatty():
        for line in [columns, *([_cell(row.get(name)) for name in columns] for row in rows)]:
            say("\t".join(line))
        return
    ruled = Table(title=title, title_justify="left", header_style="bold")
    for name in columns:
        numeric = bool(rows) and all(isinstance(row.get(name), int | float | None) for row in rows)
        ruled.add_column(name, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        ruled.add_row(*[_cell(row.get(name)) for name in columns])
    Console().print(ruled)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return text.replace("\t", " ").replace("\n", " ")


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Progress | None]:
    """A progress bar on standard error while something long runs; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(what, total=total)
        yield bar


def advance(bar: Progress | None, what: str | None = None) -> None:
    """One step further, and what comes next."""
    if bar is not None:
        task = bar.tasks[0]
        bar.update(task.id, advance=1, description=what or task.description)


def remark_report(name: str, report: SourceReport, shown: int = 5) -> None:
    """What was not kept of a source, the first few problems in full."""
    if report.records_reported:
        remark(f"{name}: {report.records_kept} of {report.records_in} records kept, {report.records_reported} skipped")
    for problem in [*report.problems, *report.notes][:shown]:
        remark(f"  {problem}")
    more = len(report.problems) + len(report.notes) - shown
    if more > 0:
        remark(f"  … and {more} more; `aligner profile --json` lists them")
