"""Score to confidence: the probability that a selected pair is right."""

from __future__ import annotations

from dataclasses import dataclass

from scipy.special import expit


@dataclass(frozen=True, slots=True)
class Calibrator:
    """Logistic (Platt) calibration of the log-odds: `confidence = logistic(slope * log_odds + intercept)`.

    Attributes:
        name: name and version, written with every confidence.
        slope: 1 leaves the scale as it is; below 1 it makes confidences more modest.
        intercept: log-odds added to every pair.
    """

    name: str = "identity/1"
    slope: float = 1.0
    intercept: float = 0.0

    def __call__(self, log_odds: float) -> float:
        """Confidence in [0, 1], rounded to 1e-6; never falls as the log-odds rise."""
        return round(float(expit(self.slope * log_odds + self.intercept)), 6)
