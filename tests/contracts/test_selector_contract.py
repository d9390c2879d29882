"""What every selector must do. A plugin's own tests can inherit `SelectorContract` and give their selector."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from score_tables import NAN, score_table, score_tables, thresholds

import matchers.selectors
from aligner.candidates import Candidates
from aligner.matcher import Selector
from aligner.scores import Scores
from matchers.selectors import SELECTORS

relaxed = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


class SelectorContract:
    """Laws of one selector; `one_to_one` is false only for a selector that means to keep n to m."""

    one_to_one = True

    @pytest.fixture
    def selector(self) -> Selector:
        raise NotImplementedError("give the selector under test")

    def test_satisfies_the_protocol(self, selector):
        assert isinstance(selector, Selector)
        assert selector.name

    @relaxed
    @given(scores=score_tables(), threshold=thresholds)
    def test_rows_are_sorted_unique_and_at_or_above_the_cut(self, selector, scores, threshold):
        rows = selector.select(scores, threshold)
        assert rows.dtype == np.int64
        assert np.all(np.diff(rows) > 0)
        assert np.all(scores.combined[rows] >= threshold)  # false for NaN

    @relaxed
    @given(scores=score_tables(), threshold=thresholds)
    def test_cutting_commutes_where_promised(self, selector, scores, threshold):
        if getattr(selector, "cutting_commutes", False):
            rows = selector.select(scores, 0.0)
            assert selector.select(scores, threshold).tolist() == rows[scores.combined[rows] >= threshold].tolist()

    @relaxed
    @given(scores=score_tables(sided=True), threshold=thresholds)
    def test_one_to_one(self, selector, scores, threshold):
        rows = selector.select(scores, threshold)
        if self.one_to_one:
            assert len(set(scores.candidates.source[rows].tolist())) == len(rows)
            assert len(set(scores.candidates.target[rows].tolist())) == len(rows)

    @relaxed
    @given(scores=score_tables(sided=True), threshold=thresholds)
    def test_pairs_below_the_cut_do_not_matter(self, selector, scores, threshold):
        kept = np.flatnonzero(scores.combined >= threshold)
        alone = _only(scores, kept)
        assert kept[selector.select(alone, threshold)].tolist() == selector.select(scores, threshold).tolist()

    def test_no_candidates(self, selector):
        assert selector.select(score_table({}), 0.0).tolist() == []

    def test_no_evidence(self, selector):
        assert selector.select(score_table({("x", "y"): NAN, ("x", "z"): NAN}), 0.0).tolist() == []

    def test_one_row(self, selector):
        scores = score_table({("x", "y"): 0.5})
        assert selector.select(scores, 0.5).tolist() == [0]
        assert selector.select(scores, 0.500001).tolist() == []

    def test_a_score_of_zero_passes_a_cut_of_zero(self, selector):
        assert selector.select(score_table({("x", "y"): 0.0}), 0.0).tolist() == [0]

    def test_unrivalled_pairs_are_all_kept(self, selector):
        scores = score_table({(f"l{n}", f"r{n}"): 0.9 - n / 10 for n in range(5)})
        assert selector.select(scores, 0.5).tolist() == [0, 1, 2, 3, 4]

    def test_equal_labels_win_a_tie(self, selector):
        scores = score_table({("name", "alias"): 0.7, ("name", "name"): 0.7})
        assert 1 in selector.select(scores, 0.5).tolist()


def _only(scores: Scores, rows: np.ndarray) -> Scores:
    candidates = Candidates(scores.candidates.source[rows], scores.candidates.target[rows])
    columns = {name: column[rows] for name, column in scores.columns.items()}
    preferences = scores.preferences and tuple(side[rows] for side in scores.preferences)
    return replace(
        scores,
        candidates=candidates,
        columns=columns,
        log_odds=scores.log_odds[rows],
        combined=scores.combined[rows],
        preferences=preferences,
    )


@pytest.mark.parametrize("name", [name for name in sorted(SELECTORS) if name != "none"])
class TestOneToOne(SelectorContract):
    @pytest.fixture
    def selector(self, name):
        return SELECTORS[name]


class TestNone(SelectorContract):
    one_to_one = False

    @pytest.fixture
    def selector(self):
        return SELECTORS["none"]


def test_every_selector_in_the_folder_is_listed():
    for module in iter_modules(matchers.selectors.__path__):
        found = import_module(f"matchers.selectors.{module.name}")
        defined = [
            each for each in vars(found).values() if isinstance(each, type) and each.__module__ == found.__name__
        ]
        listed = [type(selector) for selector in SELECTORS.values()]
        assert any(each in listed for each in defined), module.name


def test_names_are_keys():
    assert {name: selector.name for name, selector in SELECTORS.items()} == {name: name for name in SELECTORS}
