"""Whether one method is better than another: paired, on the same draws and the same cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from scipy.stats import binomtest

from aligner.evaluation import shared_pairs, tally
from aligner.intervals import DRAWS, Figures, Resampling, Tallies, as_figures, figures, prf, resample
from aligner.measures import Judge, Measure, Standing
from aligner.reference import Cell, Claims, Reference, SchemaPair


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's exact test (McNemar, 1947) of which cells are judged rightly; it says nothing about F1.

    Attributes:
        only_a: cells of the claims or the reference on which only A is right, that is claims what is wanted or
            leaves out what is not.
        only_b: those on which only B is right.
        p_value: two-sided binomial on the two.
    """

    only_a: int
    only_b: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two methods on the same pairs of schemas.

    Attributes:
        measure: how the reference was read.
        a: the first method's figures.
        b: the second's.
        difference: a − b, with intervals from the same draws.
        beside: the difference with intervals from resampling whole pairs, where there are several.
        better: "a" or "b" only if the interval of the F1 difference excludes 0.
        mcnemar: the test of single cells; with many pairs of schemas it is too sure of itself, so read it beside
            the interval.
        pairs: the pairs of schemas compared.
        left_out: pairs of schemas that were not compared, as one of the two or the reference lacks them.
        seed: of the bootstrap.
        draws: of the bootstrap.
    """

    measure: Measure
    a: Figures
    b: Figures
    difference: Figures
    beside: Figures | None
    better: str | None
    mcnemar: McNemar
    pairs: tuple[SchemaPair, ...]
    left_out: tuple[SchemaPair, ...]
    seed: int
    draws: int

    def rows(self) -> list[dict[str, Any]]:
        """A table of three rows: `a`, `b` and `difference`."""
        return [
            {"method": name, "measure": str(self.measure)} | each.as_row()
            for name, each in (("a", self.a), ("b", self.b), ("difference", self.difference))
        ]

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return asdict(self)


def compare(
    a: Claims,
    b: Claims,
    reference: Reference,
    measure: Measure = Measure.PLAIN,
    *,
    seed: int = 0,
    draws: int = DRAWS,
) -> Comparison:
    """The difference of two methods, with its interval and McNemar's test.

    Raises:
        InputError: no pair of schemas is in both and in the reference; a claim lacks the relation that the measure
            needs; too few draws.
    """
    b = _facing(b, a)
    reference = reference.facing(a)
    shared = shared_pairs([a, b], reference)
    tallies = tally([a, b], reference, measure)
    resampling = tallies.resampling
    of_a, of_b = figures(tallies, resampling, seed, draws)
    difference = _difference(tallies, resampling, seed, draws)
    f1 = difference.f1
    return Comparison(
        measure,
        of_a,
        of_b,
        difference,
        _difference(tallies, Resampling.PAIRS, seed, draws) if resampling == Resampling.SCHEMAS else None,
        "a" if f1.low > 0 else "b" if f1.high < 0 else None,
        _mcnemar(a, b, [Judge.of(reference, pair, measure) for pair in shared]),
        tuple(shared),
        tuple(sorted({*a, *b, *reference.rows} - set(shared))),
        seed,
        draws,
    )


def _facing(claims: Claims, others: Claims) -> Claims:
    """Claims turned round where only the reverse pair of schemas is among the others'."""
    turned: dict[SchemaPair, Iterable[tuple[str, str] | Cell]] = {}
    for (source, target), cells in claims.items():
        if (source, target) not in others and (target, source) in others and (target, source) not in claims:
            turned[target, source] = [Cell(*cell).transposed() for cell in cells]
        else:
            turned[source, target] = cells
    return turned


def _difference(tallies: Tallies, resampling: Resampling, seed: int, draws: int) -> Figures:
    of_a, of_b = prf(tallies.total)
    samples = resample(tallies, resampling, seed, draws)
    return as_figures((of_a - of_b).tolist(), samples[:, 0] - samples[:, 1], resampling)


def _mcnemar(a: Claims, b: Claims, judges: Iterable[Judge]) -> McNemar:
    only_a = only_b = 0
    for judge in judges:
        of_a, of_b = judge.cells(a[judge.pair]), judge.cells(b[judge.pair])
        # A cell that both claim or both leave out tells them not apart; one that may be claimed or not, neither.
        for cell in of_a ^ of_b:
            worth = judge(cell)
            if worth in (Standing.WANTED, Standing.WRONG):
                if (cell in of_a) == (worth == Standing.WANTED):
                    only_a += 1
                else:
                    only_b += 1
    p_value = float(binomtest(only_a, only_a + only_b).pvalue) if only_a + only_b else 1.0
    return McNemar(only_a, only_b, p_value)
