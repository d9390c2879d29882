"""What the report draws is what was measured."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.alignment import Abstention, Alignment, Correspondence, Explanation, Part, Reason, Relation, RunnerUp, Side
from aligner.evaluation import Counts
from aligner.intervals import Figure, Figures, Resampling
from aligner.measures import Measure, Standing
from aligner.sweep import SweepPoint, ThresholdSweep
from service.report.abstained import left_alone
from service.report.charts import BINS, across, histogram, panels, up
from service.report.reasons import waterfall
from service.report.words import MEASURES, REASONS, STANDINGS

shares = st.integers(0, 100).map(lambda each: each / 100)


def point(cut: float, value: float) -> SweepPoint:
    figure = Figure(value, value / 2, (1 + value) / 2)
    return SweepPoint(cut, Counts(0, 0, 0, 0), Figures(figure, figure, figure, Resampling.SOURCES))


def corners(path: str) -> list[tuple[float, float]]:
    """The corners of a path of M, H and V."""
    x = y = 0.0
    found = []
    for letter, first, second in re.findall(r"([MHV])([\d.]+)(?: ([\d.]+))?", path):
        if letter == "M":
            x, y = float(first), float(second)
        elif letter == "H":
            x = float(first)
        else:
            y = float(first)
        found.append((x, y))
    return found


def height(path: str, x: float) -> float:
    """How high the level stretch of a path is over x."""
    return next(y for (left, y), (right, z) in pairwise(corners(path)) if y == z and left <= x <= right)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(shares.filter(bool), shares, min_size=1, max_size=12), shares)
def test_over_a_cut_a_panel_shows_what_the_next_score_selects(values: dict[float, float], cut: float) -> None:
    points = tuple(point(at, values[at]) for at in sorted(values))
    swept = ThresholdSweep("mutual", Measure.PLAIN, points, None, None, len(points), (), 0, 100)
    selected = next((each for each in points if each.threshold > cut), None)
    for panel in panels(swept):
        assert panel.band.endswith("Z") and not panel.line.endswith("Z")
        if selected is not None:
            between = (across(cut) + min(across(selected.threshold), across(cut) + 0.1)) / 2
            assert height(panel.line, between) == up(selected.figures.f1.value)
            assert height(panel.band, between) == up(selected.figures.f1.high)


def test_nothing_is_drawn_of_a_sweep_without_points() -> None:
    assert panels(ThresholdSweep("mutual", Measure.PLAIN, (), None, None, 0, (), 0, 100)) == ()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(shares, max_size=20), min_size=1, max_size=3))
def test_a_histogram_counts_every_number_once_in_its_bar(layers: list[list[float]]) -> None:
    bins = histogram(layers)
    assert len(bins) == BINS
    for layer, values in enumerate(layers):
        assert sum(each.counts[layer] for each in bins) == len(values)
        for each in bins:
            inside = [value for value in values if each.low <= value < each.high or (each.high == 1 and value == 1)]
            assert each.counts[layer] == len(inside)
    for each in bins:
        for (_, top, _, _), (_, above, _, tall) in pairwise(each.boxes):
            assert above + tall == pytest.approx(top), "a layer stands on the one before it"


@settings(max_examples=40, deadline=None)
@given(st.floats(-5, 5), st.lists(st.floats(-5, 5), max_size=5))
def test_a_waterfall_fills_its_width_and_each_bar_begins_where_the_last_ends(
    prior: float, contributions: list[float]
) -> None:
    parts = tuple(Part("m", "LexicalMatching", 0.5, 1.0, each) for each in contributions)
    log_odds = prior + sum(contributions)
    steps = waterfall(Explanation(log_odds, 0.5, 0.5, "identity/1", "fields", prior, parts))
    edges = [(s.left, s.left + s.width) if s.value >= 0 else (s.left + s.width, s.left) for s in steps]
    assert edges[0][0] == pytest.approx(steps[0].zero, abs=0.02)
    for (_, end), (start, _) in pairwise(edges[:-1]):
        assert start == pytest.approx(end, abs=0.03)
    assert edges[-1] == pytest.approx((steps[-1].zero, edges[-2][1]), abs=0.03)
    assert all(-0.01 <= edge <= 100.01 for pair in edges for edge in pair)


def test_every_code_has_words() -> None:
    assert set(REASONS) == set(Reason)
    assert set(MEASURES) == set(Measure)
    assert set(STANDINGS) == set(Standing)


def test_an_abstention_names_whom_it_lost_to_and_near_misses_come_first() -> None:
    chosen = Correspondence("a:title", "b:name", Relation.EXACT, 0.9, 0.9)
    lost = Abstention("a:heading", Side.SOURCE, Reason.OUTCOMPETED, RunnerUp("a:heading", "b:name", 0.6))
    low = Abstention("a:body", Side.SOURCE, Reason.BELOW_CUT, RunnerUp("a:body", "b:name", 0.2))
    silent = Abstention("b:extra", Side.TARGET, Reason.NO_EVIDENCE)
    sides = dict(left_alone(Alignment("a", "b", (chosen,), (low, lost, silent), 0.3, "mutual"), ("a", "b")))
    assert [(each.name, each.told) for each in sides["a"]] == [
        ("heading", "“name” is nearest, but went to “title”."),
        ("body", "“name” comes nearest."),
    ]
    assert [(each.reason, each.score) for each in sides["b"]] == [("no evidence", None)]
