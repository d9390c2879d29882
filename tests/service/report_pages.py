"""Pages to test: three sources of the sample company, aligned pairwise, and the report on them."""

from __future__ import annotations

from pathlib import Path

from service.demo import sample_company
from service.output import Destination, claimed_ids, prefixes_of, read_sets, write_run
from service.recipe import recipe
from service.references import read_reference
from service.report import report_on
from service.run import run_alignment
from sources import load

NAMES = ("confluence", "jira", "linear")


def aligned(out: Path) -> Path:
    """`out` with `mapped/` (the sets) and `reference.tsv` in it."""
    sample_company().generate(out / "sources")
    sample_company().reference(out)
    schemas = [load(out / "sources" / name, name=name).schema for name in NAMES]
    for i, left in enumerate(schemas):
        for right in schemas[i + 1 :]:
            write_run(run_alignment(left, right, recipe("fields")), Destination(out / "mapped"))
    return out


def measured_page(company: Path) -> str:
    """The report on what `aligned` wrote, against its reference."""
    sets = read_sets(company / "mapped")
    truth = read_reference(company / "reference.tsv", claimed_ids(sets), prefixes_of(sets))
    return report_on(company / "mapped", truth)
