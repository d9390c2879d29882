"""Small score tables for tests, by hand and by hypothesis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import strategies as st

from aligner.candidates import Candidates
from aligner.entity import Entity, Schema
from aligner.scores import Scores, quantise

NAN = float("nan")


def schema(name: str, labels: Sequence[str]) -> Schema:
    """Fields whose ids end in their labels."""
    return Schema(name, tuple(Entity(f"{name}:{label}", label) for label in labels))


def score_table(
    pairs: Mapping[tuple[str, str], float],
    preferences: tuple[Mapping[tuple[str, str], float], Mapping[tuple[str, str], float]] | None = None,
    names: tuple[str, str] = ("a", "b"),
) -> Scores:
    """Scores of the given pairs of labels; one matcher, named `only`, which is also the combined score."""
    source = schema(names[0], sorted({left for left, _ in pairs}))
    target = schema(names[1], sorted({right for _, right in pairs}))
    at = {
        (source.positions[f"{names[0]}:{left}"], target.positions[f"{names[1]}:{right}"]): (left, right)
        for left, right in pairs
    }
    candidates = Candidates.of(at)
    labels = [at[pair] for pair in candidates.pairs()]
    combined = quantise(np.array([pairs[each] for each in labels], dtype=np.float64))
    own = None
    if preferences is not None:
        own = tuple(np.array([side[each] for each in labels], dtype=np.float64) for side in preferences)
    with np.errstate(divide="ignore"):
        log_odds = np.log(combined) - np.log1p(-combined)
    return Scores(source, target, candidates, {"only": combined.astype(np.float32)}, log_odds, combined, own)


def chosen(scores: Scores, rows: np.ndarray) -> set[tuple[str, str]]:
    """The pairs of labels of some rows."""
    pairs = [scores.candidates.pairs()[row] for row in rows.tolist()]
    return {(scores.source.entities[i].label, scores.target.entities[j].label) for i, j in pairs}


@st.composite
def score_tables(draw: st.DrawFn, *, ties: bool = True, sided: bool = False, side: int = 5) -> Scores:
    """Sparse tables of up to side × side pairs, with ties and NaN unless `ties` is off."""
    lefts, rights = "pqrstu"[:side], "stuvwx"[:side]  # s, t and u are in both: equal labels order first
    every = [(left, right) for left in lefts for right in rights]
    pairs = draw(st.lists(st.sampled_from(every), unique=True, max_size=len(every)))
    if ties:
        value = st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.8, 1.0, NAN]) | st.integers(0, 10**6).map(lambda n: n / 10**6)
        values = draw(st.lists(value, min_size=len(pairs), max_size=len(pairs)))
    else:
        numbers = st.lists(st.integers(0, 10**6), min_size=len(pairs), max_size=len(pairs), unique=True)
        values = [number / 10**6 for number in draw(numbers)]
    preferences = None
    if sided:
        own = st.lists(st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9]), min_size=len(pairs), max_size=len(pairs))
        preferences = tuple(dict(zip(pairs, draw(own), strict=True)) for _ in range(2))
    return score_table(dict(zip(pairs, values, strict=True)), preferences)


thresholds = st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.8, 1.0]) | st.floats(0, 1)
