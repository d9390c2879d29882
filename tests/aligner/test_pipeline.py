"""The pipeline with matchers that say what they are told."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from score_tables import NAN, schema

from aligner.abstention import abstentions
from aligner.alignment import Fact, Part, Reason, Relation, RunnerUp, Side
from aligner.calibration import Calibrator
from aligner.candidates import Candidates
from aligner.matcher import MatchContext, Matcher, Weights
from aligner.pipeline import Method, align, candidates_of, choose, score
from matchers.selectors import SELECTORS

fast = settings(max_examples=50, deadline=None)


@dataclass
class Told:
    """Scores the pairs of labels it was told, and proposes them."""

    name: str
    pairs: dict[tuple[str, str], float]
    evidence: str = "LexicalMatching"

    def propose(self, source, target, context, k):
        ids = [(source.positions[f"{source.name}:{i}"], target.positions[f"{target.name}:{j}"]) for i, j in self.pairs]
        return Candidates.of(ids)

    def score(self, source, target, candidates, context):
        labels = [(source.entities[i].label, target.entities[j].label) for i, j in candidates.pairs()]
        return np.array([self.pairs.get(each, NAN) for each in labels], dtype=np.float32)

    def explain(self, source, target, pair, context):
        fact = Fact("told", source.entities[pair[0]].label, target.entities[pair[1]].label)
        return Part(self.name, self.evidence, None, 0.0, 0.0, (fact,))


def relate(source, target, columns):
    return Relation.EXACT if source.label == target.label else Relation.CLOSE


def method(*matchers, selector="greedy", threshold=0.5, prior=0.0, weights=None):
    weights = weights or {matcher.name: 1.0 for matcher in matchers}
    return Method(
        "test", matchers, Weights(prior, weights), SELECTORS[selector], threshold, Calibrator("half/1", 0.5), relate
    )


A, B = schema("a", "pqr"), schema("b", "pvw")
maybe = st.sampled_from([0.0, 0.3, 0.5, 0.7, 1.0])
tables = st.dictionaries(st.tuples(st.sampled_from("pqr"), st.sampled_from("pvw")), maybe)


@fast
@given(one=tables, two=tables, selector=st.sampled_from(sorted(SELECTORS)), threshold=st.floats(0, 1))
def test_every_entity_is_in_a_correspondence_or_an_abstention(one, two, selector, threshold):
    found = align(A, B, method(Told("one", one), Told("two", two), selector=selector, threshold=threshold))
    for side, schema_, ids in (
        (Side.SOURCE, A, {each.source_id for each in found}),
        (Side.TARGET, B, {each.target_id for each in found}),
    ):
        abstained = [each.entity_id for each in found.abstentions if each.side == side]
        assert sorted([*ids, *abstained]) == [entity.id for entity in schema_.entities]


@fast
@given(one=tables, two=tables, prior=st.floats(-2, 2))
def test_explanations_add_up(one, two, prior):
    chosen = method(Told("one", one), Told("two", two), threshold=0.3, prior=prior, weights={"one": 1.5, "two": 0.4})
    for each in align(A, B, chosen):
        why = each.explanation
        assert why is not None
        assert why.prior + sum(part.contribution for part in why.parts) == pytest.approx(why.log_odds, abs=1e-6)
        assert each.score == why.score == pytest.approx(1 / (1 + np.exp(-why.log_odds)), abs=1e-6)
        assert each.confidence == why.confidence == Calibrator("half/1", 0.5)(why.log_odds)
        assert all(part.contribution == 0 for part in why.parts if part.score is None)
        assert [(part.matcher, part.weight) for part in why.parts] == [("one", 1.5), ("two", 0.4)]


def test_an_explained_correspondence_by_hand():
    told = Told("one", {("p", "p"): 1.0, ("p", "v"): 0.7, ("q", "p"): 0.6, ("r", "w"): 0.9})
    found = align(A, B, method(told, Told("two", {}), weights={"one": 1.0, "two": 1.0}))
    first, second = found.correspondences
    assert (first.source_id, first.target_id, first.relation) == ("a:p", "b:p", Relation.EXACT)
    assert (second.source_id, second.target_id, second.relation) == ("a:r", "b:w", Relation.CLOSE)
    why = first.explanation
    assert why is not None
    assert (why.recipe, why.calibrator, why.score) == ("test", "half/1", 0.98)  # 1.0 shrunk by 0.02
    assert why.parts[0].facts == (Fact("told", "p", "p"),)
    assert (why.parts[1].score, why.parts[1].contribution) == (None, 0.0)
    assert [(each.subject, each.object) for each in why.runners_up] == [("a:p", "b:v"), ("a:q", "b:p")]


def reasons(*matchers, **options):
    return {each.entity_id: each.reason for each in align(A, B, method(*matchers, **options)).abstentions}


def test_no_evidence_and_below_the_cut():
    found = reasons(Told("one", {("p", "p"): 0.3}))
    assert found == dict.fromkeys(["a:q", "a:r", "b:v", "b:w"], Reason.NO_EVIDENCE) | dict.fromkeys(
        ["a:p", "b:p"], Reason.BELOW_CUT
    )


def test_outcompeted():
    found = reasons(Told("one", {("p", "p"): 0.9, ("q", "p"): 0.8}))
    assert found["a:q"] == Reason.OUTCOMPETED


def test_ambiguous():
    found = reasons(Told("one", {("q", "v"): 0.9, ("q", "w"): 0.9, ("r", "v"): 0.95, ("p", "w"): 0.95}))
    assert found["a:q"] == Reason.AMBIGUOUS


def test_vetoed():
    found = reasons(Told("one", {("p", "p"): 0.9, ("q", "v"): 0.2}), Told("two", {("p", "p"): 0.0, ("q", "v"): 0.0}))
    assert (found["a:p"], found["a:q"]) == (Reason.VETOED, Reason.BELOW_CUT)


def test_an_abstention_names_its_best_pair():
    found = align(A, B, method(Told("one", {("p", "p"): 0.3, ("p", "v"): 0.2}), threshold=0.9))
    best = {each.entity_id: each.runner_up for each in found.abstentions}
    assert best["a:p"] == RunnerUp("a:p", "b:p", 0.308)
    assert best["a:q"] is None


def test_rejected_pairs_are_never_chosen():
    context = MatchContext(rejected=frozenset({("a:p", "b:p")}))
    found = align(A, B, method(Told("one", {("p", "p"): 1.0, ("p", "v"): 0.8})), context)
    assert [(each.source_id, each.target_id) for each in found] == [("a:p", "b:v")]


def test_the_threshold_enters_once_and_scores_can_be_chosen_from_again():
    told = Told("one", {("p", "p"): 1.0, ("q", "v"): 0.8})
    scores = score(A, B, method(told, threshold=0.9))
    assert len(choose(scores, method(told, threshold=0.9))) == 1
    assert len(choose(scores, method(told, threshold=0.5))) == 2


def test_large_problems_score_what_the_matchers_propose(monkeypatch):
    monkeypatch.setattr("aligner.pipeline.ALL_PAIRS_LIMIT", 5)
    chosen = method(Told("one", {("p", "p"): 1.0}), Told("two", {("q", "v"): 0.8, ("p", "p"): 0.1}))
    assert candidates_of(A, B, chosen, MatchContext()).pairs() == [(0, 0), (1, 1)]


def test_abstentions_count_for_chosen_rows_only():
    scores = score(A, B, method(Told("one", {("p", "p"): 1.0})))
    found = abstentions(scores, np.array([], dtype=np.int64), 0.5, Weights(0.0, {"one": 1.0}))
    assert len(found) == len(A) + len(B)


def test_a_told_matcher_is_a_matcher():
    assert isinstance(Told("one", {}), Matcher)


def test_same_result_whatever_the_hash_seed():
    """Two interpreters with different hash seeds print the same alignment."""
    program = (
        "from test_pipeline import *\n"
        "told = {(i, j): 0.7 for i in 'pqr' for j in 'pvw'}\n"
        "for name in sorted(SELECTORS): print(align(A, B, method(Told('one', told), selector=name)))"
    )
    here = Path(__file__).resolve().parent
    paths = os.pathsep.join(str(each) for each in (here, here.parent, here.parent.parent))
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
