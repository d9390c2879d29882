"""What every matcher must do. A plugin's own tests can inherit `MatcherContract` and give their matcher."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest
from matcher_schemas import PERSONAL, desk, pairs_of_schemas, plant

import matchers
from aligner.alignment import Fact, Part
from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.matcher import MatchContext, Matcher
from aligner.scores import ScoreArray
from mappings.vocabulary import JUSTIFICATIONS
from matchers import MATCHERS
from matchers.proposals import best_of

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = MatchContext()
SCHEMAS = pairs_of_schemas()
every_pair = pytest.mark.parametrize("special", SCHEMAS)


def known_codes() -> set[str]:
    """The fact codes that docs/explanations.md lists."""
    text = (ROOT / "docs" / "explanations.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `([a-z_]+)` \| (?:name|equality|instance|structure|join)", text, re.MULTILINE))


class MatcherContract:
    """Laws of one matcher; `codes` are the fact codes it may use, `symmetric` is false only with a stated reason."""

    codes = frozenset(known_codes())
    symmetric = True

    @pytest.fixture
    def matcher(self) -> Matcher:
        raise NotImplementedError("give the matcher under test")

    def test_satisfies_the_protocol(self, matcher):
        assert isinstance(matcher, Matcher)
        assert matcher.name
        assert f"semapv:{matcher.evidence}" in JUSTIFICATIONS

    @every_pair
    def test_scores_have_shape_type_and_range(self, matcher, special):
        source, target = SCHEMAS[special]
        candidates = Candidates.all_pairs(source, target)
        scores = matcher.score(source, target, candidates, CONTEXT)
        assert scores.dtype == np.float32
        assert scores.shape == (len(candidates),)
        told = scores[~np.isnan(scores)]
        assert np.all((told >= 0) & (told <= 1))

    @every_pair
    def test_a_score_does_not_depend_on_the_other_candidates(self, matcher, special):
        source, target = SCHEMAS[special]
        every = Candidates.all_pairs(source, target)
        scores = matcher.score(source, target, every, CONTEXT)
        for rows in (np.arange(len(every))[::3], np.arange(len(every))[1::7], np.arange(len(every))[-1:]):
            some = Candidates(every.source[rows], every.target[rows])
            np.testing.assert_array_equal(matcher.score(source, target, some, CONTEXT), scores[rows])

    @every_pair
    def test_swapping_the_sides_transposes(self, matcher, special):
        if not self.symmetric:
            return
        source, target = SCHEMAS[special]
        every = Candidates.all_pairs(source, target)
        scores = dict(zip(every.pairs(), matcher.score(source, target, every, CONTEXT), strict=True))
        turned = every.transposed()
        back = matcher.score(target, source, turned, CONTEXT)
        np.testing.assert_allclose(back, [scores[i, j] for j, i in turned.pairs()], atol=1e-6)

    @every_pair
    def test_no_candidates_no_scores(self, matcher, special):
        scores = matcher.score(*SCHEMAS[special], Candidates.of(()), CONTEXT)
        assert scores.dtype == np.float32
        assert scores.shape == (0,)

    @every_pair
    @pytest.mark.parametrize("k", [1, 3])
    def test_proposals_are_few_sorted_unique_and_the_best(self, matcher, special, k):
        source, target = SCHEMAS[special]
        proposed = matcher.propose(source, target, CONTEXT, k)
        pairs = proposed.pairs()
        assert pairs == sorted(set(pairs))
        assert set(pairs) <= set(Candidates.all_pairs(source, target).pairs())
        scores = matcher.score(source, target, proposed, CONTEXT)
        for i, j, score in zip(proposed.source, proposed.target, scores, strict=True):
            better = [
                np.count_nonzero(scores[axis == end] > score)
                for axis, end in ((proposed.source, i), (proposed.target, j))
            ]
            assert min(better) < k, "neither end has it among its k best"
        assert len(pairs) <= k * (len(source) + len(target))

    @every_pair
    def test_proposals_have_evidence(self, matcher, special):
        source, target = SCHEMAS[special]
        proposed = matcher.propose(source, target, CONTEXT, 5)
        assert not np.isnan(matcher.score(source, target, proposed, CONTEXT)).any()

    @every_pair
    def test_explanations_are_parts_with_known_codes(self, matcher, special):
        source, target = SCHEMAS[special]
        every = Candidates.all_pairs(source, target)
        scores = matcher.score(source, target, every, CONTEXT)
        for pair, score in zip(every.pairs(), scores, strict=True):
            part = matcher.explain(source, target, pair, CONTEXT)
            assert isinstance(part, Part)
            assert (part.matcher, part.evidence) == (matcher.name, matcher.evidence)
            assert (part.weight, part.contribution) == (0.0, 0.0), "the pipeline's to fill in"
            assert {fact.code for fact in part.facts} <= self.codes
            if np.isnan(score):
                assert part.facts == (), "no evidence, no facts"

    def test_explanations_never_tell_personal_values(self, matcher):
        for i, j in Candidates.all_pairs(desk(), plant()).pairs():
            told = repr(matcher.explain(desk(), plant(), (i, j), CONTEXT)).casefold()
            assert not [text for text in PERSONAL if text.casefold() in told]


@pytest.mark.parametrize("name", sorted(MATCHERS))
class TestBuiltIn(MatcherContract):
    @pytest.fixture
    def matcher(self, name):
        return MATCHERS[name]


@dataclass(frozen=True)
class InitialsMatcher:
    """Somebody else's matcher: equal first letters of the label."""

    name: str = "initials"
    evidence: str = "LexicalMatching"

    def propose(self, source: Schema, target: Schema, context: MatchContext, k: int) -> Candidates:
        return best_of(self, source, target, context, k)

    def score(self, source: Schema, target: Schema, candidates: Candidates, context: MatchContext) -> ScoreArray:
        initials = [[entity.label[:1].casefold() for entity in schema.entities] for schema in (source, target)]
        equal = [initials[0][i] == initials[1][j] != "" for i, j in candidates.pairs()]
        return np.where(np.array(equal, dtype=bool), 0.6, np.nan).astype(np.float32)

    def explain(self, source: Schema, target: Schema, pair: tuple[int, int], context: MatchContext) -> Part:
        left, right = source.entities[pair[0]].label[:1], target.entities[pair[1]].label[:1]
        facts = (Fact("initials", left, right),) if left.casefold() == right.casefold() != "" else ()
        return Part(self.name, self.evidence, None, 0.0, 0.0, facts)


class TestThirdParty(MatcherContract):
    codes = frozenset({"initials"})

    @pytest.fixture
    def matcher(self):
        return InitialsMatcher()


def test_names_are_keys():
    assert {name: matcher.name for name, matcher in MATCHERS.items()} == {name: name for name in MATCHERS}


def test_every_matcher_in_the_folder_is_listed_and_documented():
    docs = (ROOT / "docs" / "matchers.md").read_text(encoding="utf-8")
    listed = {type(matcher) for matcher in MATCHERS.values()}
    for module in iter_modules(matchers.__path__):
        for found in vars(import_module(f"matchers.{module.name}")).values():
            own = isinstance(found, type) and found.__module__ == f"matchers.{module.name}"
            if own and all(hasattr(found, part) for part in ("propose", "score", "explain")):
                assert found in listed, f"{found.__name__} is not in MATCHERS"
    for name in MATCHERS:
        assert re.search(rf"^\| `{name}` \|", docs, re.MULTILINE), f"docs/matchers.md has no line for {name}"


def test_every_code_in_the_docs_is_one_that_the_matchers_use():
    used: set[str] = set()
    for path in sorted(Path(matchers.__path__[0]).glob("*.py")):
        constants = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant))
        used |= {node.value for node in constants if isinstance(node.value, str)}
    assert known_codes() - used == set()


PROGRAM = """
from matcher_schemas import desk, plant
from aligner.candidates import Candidates
from aligner.matcher import MatchContext
from matchers import MATCHERS
context, pairs = MatchContext(), Candidates.all_pairs(desk(), plant())
for name, matcher in sorted(MATCHERS.items()):
    print(name, matcher.score(desk(), plant(), pairs, context).tobytes().hex())
    print(matcher.propose(desk(), plant(), context, 2).pairs())
    print([matcher.explain(desk(), plant(), pair, context) for pair in pairs.pairs()[::5]])
"""


def test_same_bytes_whatever_the_hash_seed():
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
