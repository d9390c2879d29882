"""Evidence adds up on the log-odds scale."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_tables import NAN

from aligner.calibration import Calibrator
from aligner.combination import combine, contribution
from aligner.matcher import Weights
from aligner.scores import QUANTUM, quantise

fast = settings(max_examples=80, deadline=None)
score = st.floats(0, 1, width=32)
maybe = score | st.just(NAN)
weight = st.floats(0, 5)
prior = st.floats(-5, 2)


def both(first, second, weights):
    columns = {"x": np.array([first], dtype=np.float32), "y": np.array([second], dtype=np.float32)}
    log_odds, combined = combine(columns, weights)
    return float(log_odds[0]), float(combined[0])


@fast
@given(low=score, high=score, other=maybe, x=weight, y=weight, prior=prior)
def test_a_higher_score_never_lowers_the_result(low, high, other, x, y, prior):
    low, high = sorted((low, high))
    weights = Weights(prior, {"x": x, "y": y})
    assert both(high, other, weights)[1] >= both(low, other, weights)[1]


@fast
@given(known=score, more=st.floats(0.5, 1, width=32), x=weight, y=weight, prior=prior)
def test_more_agreeing_evidence_never_lowers_and_more_contrary_evidence_never_raises(known, more, x, y, prior):
    weights = Weights(prior, {"x": x, "y": y})
    without = both(known, NAN, weights)[1]
    assert both(known, more, weights)[1] >= without
    assert both(known, 1 - more, weights)[1] <= without


@fast
@given(first=maybe, second=maybe, x=weight, y=weight, prior=prior)
def test_prior_and_contributions_add_up_to_the_log_odds(first, second, x, y, prior):
    weights = Weights(prior, {"x": x, "y": y})
    log_odds, combined = both(first, second, weights)
    if np.isnan(first) and np.isnan(second):
        assert np.isnan(log_odds)
        assert np.isnan(combined)
    else:
        parts = [contribution(np.array([s]), w, weights.shrinkage)[0] for s, w in ((first, x), (second, y))]
        assert prior + sum(parts) == pytest.approx(log_odds, abs=1e-6)
        assert combined == pytest.approx(1 / (1 + np.exp(-log_odds)), abs=QUANTUM)


@fast
@given(x=weight, shrinkage=st.floats(0.001, 0.49))
def test_no_evidence_and_even_evidence_contribute_nothing_and_certainty_stays_finite(x, shrinkage):
    nothing, even, veto, sure = contribution(np.array([NAN, 0.5, 0.0, 1.0]), x, shrinkage)
    assert nothing == 0
    assert even == pytest.approx(0, abs=1e-12)
    assert np.isfinite([veto, sure]).all()
    assert veto == pytest.approx(-sure)


def test_a_pair_is_combined_the_same_whatever_else_is_scored():
    columns = {"x": np.array([0.2, NAN, 0.9], dtype=np.float32), "y": np.array([0.8, NAN, NAN], dtype=np.float32)}
    weights = Weights(-1.0, {"x": 1.0, "y": 2.0})
    whole = combine(columns, weights)[1]
    for row in range(3):
        alone = combine({name: column[row : row + 1] for name, column in columns.items()}, weights)[1]
        assert np.array_equal(alone, whole[row : row + 1], equal_nan=True)


@fast
@given(n=st.integers(0, 10**6))
def test_quantised_scores_are_the_nearest_decimals(n):
    assert quantise(np.array([n / 10**6 + 3e-7, NAN]))[0] == n / 10**6


@fast
@given(a=st.floats(-20, 20), b=st.floats(-20, 20), slope=st.floats(0, 3), intercept=st.floats(-3, 3))
def test_confidence_never_falls_as_the_evidence_rises(a, b, slope, intercept):
    calibrate = Calibrator("test/1", slope, intercept)
    low, high = calibrate(min(a, b)), calibrate(max(a, b))
    assert 0 <= low <= high <= 1
