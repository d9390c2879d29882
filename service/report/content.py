"""Everything the page shows, as values: the template only lays it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aligner import __version__
from aligner.alignment import Abstention, Alignment
from aligner.entity import fingerprint
from aligner.evaluation import PairEvaluation
from aligner.measures import Standing
from aligner.reference import Reference, SchemaPair
from aligner.scores import Scores
from mappings.conversion import to_alignment
from mappings.tsv import to_tsv
from service.output import Published
from service.report.charts import Bin, histogram
from service.report.matrix import Matrix, matrix
from service.report.naming import anchor
from service.report.pairs import PairSection, pair_section
from service.report.provenance import Provenance, provenance, selector_named
from service.report.quality import Quality, measured, usual
from service.report.words import PREDICATES, predicate_name

#: Layers of the histogram of confidences, bottom first: what the reference says, or nothing without one.
JUDGED = ("right or acceptable", "wrong", "not judged")
UNJUDGED = ("mappings",)


@dataclass(frozen=True)
class Share:
    """A part of a whole: what it is called, how many, and in per cent."""

    name: str
    count: int
    percent: float


@dataclass(frozen=True)
class Report:
    """The page.

    Attributes:
        title: its heading.
        sources: names of the sources, sorted.
        pairs: a section a pair, in the order given.
        mappings: how many in all.
        abstentions: how many in all.
        predicates: the mix.
        matrix: sources by sources; None where there are but two.
        quality: against the reference; None without one.
        layers: names of the histogram's layers.
        confidences: the histogram of the confidences that are stated.
        provenance: what made each set.
        version: of what made this page.
        fingerprint: SHA-256 (hex) over the sets, in their canonical form.
    """

    title: str
    sources: tuple[str, ...]
    pairs: tuple[PairSection, ...]
    mappings: int
    abstentions: int
    predicates: tuple[Share, ...]
    matrix: Matrix | None
    quality: Quality | None
    layers: tuple[str, ...]
    confidences: tuple[Bin, ...]
    provenance: tuple[Provenance, ...]
    version: str
    fingerprint: str


def compile_report(
    published: Sequence[Published],
    abstentions: Mapping[SchemaPair, Sequence[Abstention]],
    scores: Mapping[SchemaPair, Scores],
    reference: Reference | None,
    title: str,
) -> Report:
    """Gather what the page shows; the arguments are those of `render`."""
    alignments = [_alignment(each, abstentions.get(each.pair, ())) for each in published]
    selector = usual((name for each in published if (name := selector_named(each.mapping_set))), "mutual")
    quality = measured(alignments, scores, reference, selector) if reference is not None else None
    evaluated: dict[SchemaPair, PairEvaluation] = (
        {(each.source, each.target): each for each in quality.headline.pairs} if quality else {}
    )
    pairs = tuple(
        pair_section(anchor(position, *each.pair), each, alignment, quality, evaluated.get(each.pair))
        for position, (each, alignment) in enumerate(zip(published, alignments, strict=True), 1)
    )
    sources = tuple(sorted({name for each in published for name in each.pair}))
    layers, confidences = _confidences(pairs, quality)
    return Report(
        title,
        sources,
        pairs,
        sum(len(each.mappings) for each in pairs),
        sum(len(each.abstentions) for each in alignments),
        _predicates(published),
        matrix(sources, pairs) if len(sources) > 2 else None,
        quality,
        layers,
        confidences,
        tuple(provenance(each) for each in published),
        __version__,
        fingerprint([to_tsv(each.mapping_set).decode("utf-8") for each in published]),
    )


def _alignment(published: Published, abstentions: Sequence[Abstention]) -> Alignment:
    alignment, _ = to_alignment(published.mapping_set, published.pair, abstentions=abstentions)
    return alignment


def _predicates(published: Sequence[Published]) -> tuple[Share, ...]:
    """The mix, in the order of `PREDICATES`, others after them by name."""
    counted = Counter(row.predicate_id or "" for each in published for row in each.mapping_set)
    order = list(PREDICATES)
    known = sorted(counted, key=lambda each: (order.index(each) if each in PREDICATES else len(order), each))
    total = counted.total()
    return tuple(
        Share(predicate_name(each) or "none stated", counted[each], round(100 * counted[each] / total, 2))
        for each in known
    )


def _confidences(pairs: Sequence[PairSection], quality: Quality | None) -> tuple[tuple[str, ...], tuple[Bin, ...]]:
    stated = [(row.standing, row.confidence) for each in pairs for row in each.mappings if row.confidence is not None]
    if quality is None:
        return UNJUDGED, histogram([[confidence for _, confidence in stated]])
    right = [each for standing, each in stated if standing in (Standing.WANTED, Standing.ACCEPTED)]
    wrong = [each for standing, each in stated if standing == Standing.WRONG]
    rest = [each for standing, each in stated if standing in (Standing.IGNORED, None)]
    return JUDGED, histogram([right, wrong, rest])
