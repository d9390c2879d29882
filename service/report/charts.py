"""Geometry of the charts: numbers in, SVG path data and boxes out. What a chart shows is also said in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aligner.intervals import Figure
from aligner.sweep import ThresholdSweep

#: Size of a panel and of the area within its axes: left, top, right, bottom, in SVG units.
WIDTH, HEIGHT = 320, 200
LEFT, TOP, RIGHT, BOTTOM = 34, 12, 308, 168

#: Where axes have labels.
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)

#: Bars of a histogram.
BINS = 20


@dataclass(frozen=True)
class Panel:
    """One figure over the cut.

    Attributes:
        name: of the figure.
        line: path of its values.
        band: path of its 95 % intervals.
    """

    name: str
    line: str
    band: str


@dataclass(frozen=True)
class Bin:
    """One bar of a histogram, stacked.

    Attributes:
        low: where it begins, in [0, 1].
        high: where it ends.
        counts: per layer how many.
        boxes: per layer (x, y, width, height) in SVG units.
    """

    low: float
    high: float
    counts: tuple[int, ...]
    boxes: tuple[tuple[float, float, float, float], ...]


def across(share: float) -> float:
    """Where a number in [0, 1] is on the horizontal axis."""
    return round(LEFT + share * (RIGHT - LEFT), 1)


def up(share: float) -> float:
    """Where a number in [0, 1] is on the vertical axis."""
    return round(BOTTOM - share * (BOTTOM - TOP), 1)


def panels(sweep: ThresholdSweep) -> tuple[Panel, ...]:
    """Precision, recall and F1 over the cut, a panel each; none where the sweep has no points."""
    if not sweep.points:
        return ()
    at = [across(point.threshold) for point in sweep.points]
    drawn = []
    for name in ("Precision", "Recall", "F1"):
        figures: list[Figure] = [getattr(point.figures, name.lower()) for point in sweep.points]
        value, low, high = ([up(getattr(each, what)) for each in figures] for what in ("value", "low", "high"))
        drawn.append(Panel(name, _steps(at, value), f"{_steps(at, high)}{_back(at, low)}Z"))
    return tuple(drawn)


def _steps(at: Sequence[float], heights: Sequence[float]) -> str:
    """A path from the left edge: a cut selects what the next score that occurs selects, so values hold leftwards."""
    path, level = f"M{LEFT} {heights[0]:g}", heights[0]
    for position, (x, y) in enumerate(zip(at, heights, strict=True)):
        path += f"V{y:g}" if y != level else ""
        level = y
        if position + 1 == len(at) or heights[position + 1] != y:
            path += f"H{x:g}"
    return path


def _back(at: Sequence[float], heights: Sequence[float]) -> str:
    """The same steps from the right edge back to the left one."""
    path, level = f"V{heights[-1]:g}", heights[-1]
    for x, y in zip(reversed(at[:-1]), reversed(heights[:-1]), strict=True):
        if y != level:
            path += f"H{x:g}V{y:g}"
            level = y
    return f"{path}H{LEFT}"


def histogram(layers: Sequence[Sequence[float]]) -> tuple[Bin, ...]:
    """Numbers in [0, 1] in `BINS` equal bars, the layers on top of each other; a bar holds its lower end."""
    counts = [[0] * BINS for _ in layers]
    for layer, values in enumerate(layers):
        for value in values:
            counts[layer][min(BINS - 1, int(round(value, 6) * BINS))] += 1
    columns = list(zip(*counts, strict=True))
    tallest = max(map(sum, columns), default=0) or 1
    bins = []
    for position, column in enumerate(columns):
        boxes, floor = [], 0
        for count in column:
            x, width = across(position / BINS) + 1, (RIGHT - LEFT) / BINS - 2
            top = up((floor + count) / tallest)
            boxes.append((round(x, 1), top, round(width, 1), round(up(floor / tallest) - top, 1)))
            floor += count
        bins.append(Bin(position / BINS, (position + 1) / BINS, column, tuple(boxes)))
    return tuple(bins)


def tallest(bins: Sequence[Bin]) -> int:
    """What the top of the vertical axis of a histogram stands for."""
    return max((sum(each.counts) for each in bins), default=0)
