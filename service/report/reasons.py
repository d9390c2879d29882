"""Why a mapping was made, as the page tells it: a line, a waterfall, sentences, examples and what came next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aligner.alignment import Explanation, RunnerUp
from mappings.prose import phrase, sentences
from service.report.words import sentence, spaced

#: Clauses in the line that stands for the whole explanation.
CLAUSES = 2


@dataclass(frozen=True)
class Step:
    """One bar of a waterfall.

    Attributes:
        name: what adds it.
        kind: the kind of evidence, "" for the prior and the sum.
        score: the matcher's own score in [0, 1]; None where it had nothing to say.
        weight: what the recipe gives it; None for the prior and the sum.
        value: what it adds to the log-odds; for the sum the log-odds.
        left: where its bar begins, in per cent of the width.
        width: how long it is, in per cent of the width.
        zero: where zero log-odds are, in per cent of the width.
    """

    name: str
    kind: str
    score: float | None
    weight: float | None
    value: float
    left: float
    width: float
    zero: float


@dataclass(frozen=True)
class Why:
    """An explanation, told.

    Attributes:
        line: the strongest observations for the pair.
        steps: prior, parts and sum.
        sentences: the rest in words.
        records: ids of example records, subject's and object's.
        runners_up: the next best pairs of either end.
        score: logistic of the log-odds.
        confidence: calibrated score.
        calibrator: name and version of the calibration.
        recipe: name of the recipe.
    """

    line: str
    steps: tuple[Step, ...]
    sentences: tuple[str, ...]
    records: tuple[tuple[str, ...], tuple[str, ...]]
    runners_up: tuple[RunnerUp, ...]
    score: float
    confidence: float
    calibrator: str
    recipe: str


def why(explanation: Explanation, subject: str, object_: str, facts_dropped: int) -> Why:
    """Tell an explanation.

    Args:
        explanation: of a mapping.
        subject: what people call the subject.
        object_: what people call the object.
        facts_dropped: how many facts the explanation has lost on its way.
    """
    facts = [fact for part in explanation.parts for fact in part.facts]
    return Why(
        _line(explanation),
        waterfall(explanation),
        tuple(sentences(_bare(explanation), subject, object_, facts_dropped=facts_dropped)),
        (_distinct(fact.records_subject for fact in facts), _distinct(fact.records_object for fact in facts)),
        explanation.runners_up,
        explanation.score,
        explanation.confidence,
        explanation.calibrator,
        explanation.recipe,
    )


def waterfall(explanation: Explanation) -> tuple[Step, ...]:
    """Bars from the prior over each part to the sum, on one scale from the least to the greatest level."""
    levels = [0.0, explanation.prior]
    for part in explanation.parts:
        levels.append(levels[-1] + part.contribution)
    low, high = min(*levels, explanation.log_odds), max(*levels, explanation.log_odds)
    scale = 100 / (high - low) if high - low > 1e-9 else 0.0

    def step(name: str, kind: str, score: float | None, weight: float | None, start: float, stop: float) -> Step:
        left, width = (min(start, stop) - low) * scale, abs(stop - start) * scale
        return Step(
            name, kind, score, weight, stop - start, round(left, 2), round(width, 2), round((0 - low) * scale, 2)
        )

    parts = [
        step(part.matcher, spaced(part.evidence), part.score, part.weight, start, stop)
        for part, start, stop in zip(explanation.parts, levels[1:], levels[2:], strict=False)
    ]
    prior = step("prior", "", None, None, 0.0, explanation.prior)
    return (prior, *parts, step("sum", "", None, None, 0.0, explanation.log_odds))


def _line(explanation: Explanation) -> str:
    """The first observation of each of the strongest parts that speak for the pair."""
    speaking = [part for part in explanation.parts if part.contribution > 0]
    strongest = sorted(speaking, key=lambda part: (-part.contribution, part.matcher))
    clauses = [phrase(part.facts[0]) for part in strongest if part.facts]
    return sentence(
        "; ".join(clauses[:CLAUSES] or [part.matcher for part in strongest[:CLAUSES]] or ["the prior alone"])
    )


def _bare(explanation: Explanation) -> Explanation:
    """Without example records and runners-up, which the page lists by themselves."""
    parts = [
        replace(part, facts=tuple(replace(fact, records_subject=(), records_object=()) for fact in part.facts))
        for part in explanation.parts
    ]
    return replace(explanation, parts=tuple(parts), runners_up=())


def _distinct(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for ids in lists for each in ids))
