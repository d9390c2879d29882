"""What a run claims (correspondences) and what it declines to claim (abstentions), each with its why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

#: Version of the explanation's shape, written with it.
EXPLANATION_VERSION = "1"


class Relation(StrEnum):
    """How two entities relate, read from subject to object; `docs/predicates.md` states the rule for each."""

    EXACT = "exact"
    CLOSE = "close"
    RELATED = "related"
    BROAD = "broad"  # the object is broader than the subject
    NARROW = "narrow"  # the object is narrower than the subject

    @property
    def inverse(self) -> Relation:
        """The relation read from object to subject."""
        return {Relation.BROAD: Relation.NARROW, Relation.NARROW: Relation.BROAD}.get(self, self)


class Side(StrEnum):
    """Which of the two schemas an entity belongs to."""

    SOURCE = "source"
    TARGET = "target"


class Reason(StrEnum):
    """Why an entity was left without a counterpart."""

    NO_EVIDENCE = "no_evidence"  # no matcher had anything to say about any pair of it
    VETOED = "vetoed"  # everything that reached the cut by its other evidence was ruled out
    BELOW_CUT = "below_cut"  # its best pair stays under the threshold
    OUTCOMPETED = "outcompeted"  # its best pair's other end went to a better pair
    AMBIGUOUS = "ambiguous"  # several pairs tie for best


@dataclass(frozen=True, slots=True)
class Fact:
    """One observation, in numbers and codes that a program can turn into a sentence.

    Attributes:
        code: what was observed, e.g. `shared_values`; `docs/explanations.md` lists the codes.
        subject: what it is about on the source's side.
        object: what it is about on the target's side.
        n: how many, where the fact counts.
        m: of how many, where the fact counts.
        masked: whether `subject` or `object` was masked because it may identify a person.
        records_subject: ids of example records of the source.
        records_object: ids of example records of the target.
    """

    code: str
    subject: str | None = None
    object: str | None = None
    n: float | None = None
    m: float | None = None
    masked: bool = False
    records_subject: tuple[str, ...] = ()
    records_object: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """What one matcher contributed to one correspondence.

    Attributes:
        matcher: the matcher's name.
        evidence: its kind of evidence, a SSSOM justification's local name (as `LexicalMatching`).
        score: in [0, 1], or None where it had no evidence.
        weight: the recipe's weight for it.
        contribution: what it adds to the log-odds; 0 without evidence.
        facts: what it saw.
    """

    matcher: str
    evidence: str
    score: float | None
    weight: float
    contribution: float
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """A pair that lost to the chosen one: the other end, and its combined score."""

    subject: str
    object: str
    score: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a correspondence was chosen. `prior + Σ contribution = log_odds` to 1e-6; score = logistic(log_odds).

    Attributes:
        log_odds: the combined evidence.
        score: logistic of it, in [0, 1].
        confidence: the calibrated score.
        calibrator: name and version of the calibration.
        recipe: name of the recipe.
        prior: log-odds before any evidence.
        parts: one per matcher.
        runners_up: the next best pairs of either end.
        version: of this shape.
    """

    log_odds: float
    score: float
    confidence: float
    calibrator: str
    recipe: str
    prior: float
    parts: tuple[Part, ...]
    runners_up: tuple[RunnerUp, ...] = ()
    version: str = EXPLANATION_VERSION


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A claim: the two entities mean the same, or nearly (`relation`).

    Attributes:
        source_id: CURIE of the source's entity.
        target_id: CURIE of the target's entity.
        relation: how they relate.
        score: combined score in [0, 1].
        confidence: calibrated probability in [0, 1] that the pair is right.
        explanation: why; None until explained.
    """

    source_id: str
    target_id: str
    relation: Relation
    score: float
    confidence: float
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class Abstention:
    """An entity left without a counterpart, and why.

    Attributes:
        entity_id: CURIE of the entity.
        side: which schema it belongs to.
        reason: why.
        runner_up: the best pair it had, where it had any evidence.
    """

    entity_id: str
    side: Side
    reason: Reason
    runner_up: RunnerUp | None = None


@dataclass(frozen=True, slots=True)
class Alignment:
    """The claims and abstentions of one run.

    Attributes:
        source: name of the source schema.
        target: name of the target schema.
        correspondences: sorted by (source id, target id).
        abstentions: sorted by (side, entity id); every entity is in a correspondence or here.
        threshold: the cut on the combined score that was applied.
        selector: the selector's name.
    """

    source: str
    target: str
    correspondences: tuple[Correspondence, ...]
    abstentions: tuple[Abstention, ...]
    threshold: float
    selector: str

    def __len__(self) -> int:
        return len(self.correspondences)

    def __iter__(self) -> Iterator[Correspondence]:
        return iter(self.correspondences)
