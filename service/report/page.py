"""The page as text: one template, with its style and its script inside, that asks nothing of any other file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from aligner.alignment import Abstention
from aligner.reference import Reference, SchemaPair
from aligner.scores import Scores
from service.output import SCORES_SUFFIX, Published, read_sets, stem_of
from service.report import charts
from service.report.content import compile_report
from service.report.words import MEASURES, PREDICATES, REASONS, STANDINGS
from service.scores_file import read_scores

#: Folder of the template, the style and the script, inside this package.
TEMPLATES = "templates"


def render(
    published: Sequence[Published],
    *,
    abstentions: Mapping[SchemaPair, Sequence[Abstention]],
    scores: Mapping[SchemaPair, Scores],
    reference: Reference | None,
    title: str,
) -> str:
    """A self-contained page: equal arguments give equal text, and it loads nothing from anywhere.

    Args:
        published: the mapping sets, in the order in which they are to be shown.
        abstentions: by pair of sources; a pair may be missing.
        scores: by pair of sources; may be empty. With a reference, the sweep over all cuts is computed from them.
        reference: the truth, where there is one.
        title: the page's heading.

    Raises:
        InputError: the reference has none of the sets' pairs of sources, or a set states a cut that is no number.
    """
    report = compile_report(published, abstentions, scores, reference, title)
    script = _asset("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    # Style and script are ours and go in as they are; everything else is escaped.
    own = {"style": Markup(_asset("report.css")), "script": Markup(script)}  # noqa: S704
    return _environment().get_template("report.html").render(report=report, script_hash=digest, **own)


def report_on(path: Path, reference: Reference | None) -> str:
    """The page about a mapping set, or about all in a folder, with the abstentions and scores beside them.

    Raises:
        InputError: something cannot be read, or as `render`.
    """
    published = read_sets(path)
    beside = {each.pair: each.path.with_name(f"{stem_of(each.path)}{SCORES_SUFFIX}") for each in published}
    return render(
        published,
        abstentions={each.pair: each.abstentions() for each in published},
        scores={pair: read_scores(file) for pair, file in beside.items() if file.exists()},
        reference=reference,
        title=_title(published),
    )


def _title(published: Sequence[Published]) -> str:
    names = {name for each in published for name in each.pair}
    return " and ".join(published[0].pair) if len(published) == 1 else f"{len(names)} sources, aligned"


def _asset(name: str) -> str:
    return files("service.report").joinpath(TEMPLATES, name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    loader = PackageLoader("service.report", TEMPLATES)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"share": _share, "signed": _signed, "bare": _bare, "thousands": _thousands}
    environment.globals |= {
        "charts": charts,
        "predicates": PREDICATES,
        "reasons": REASONS,
        "standings": STANDINGS,
        "measures": MEASURES,
    }
    return environment


def _share(value: float) -> str:
    """Two decimals, but never 1 for what is less."""
    return f"{min(value, 0.99) if value < 1 else value:.2f}"


def _signed(value: float) -> str:
    """Two decimals with a sign, as log-odds are read; a true minus."""
    return f"{value:+.2f}".replace("-", "−")


def _bare(value: float) -> str:
    """A coordinate in as few characters as it takes."""
    return f"{value:g}"


def _thousands(value: int) -> str:
    """Groups of three, a thin space between them."""
    return f"{value:,}".replace(",", "\u2009")
