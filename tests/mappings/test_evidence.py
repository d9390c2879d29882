"""Evidence as text: complete where it fits, counted where it does not, read back as it was."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mapping_examples import AGAINST, NAME, SILENT, VALUES, explained

from aligner.alignment import Explanation, Fact, Part, RunnerUp
from aligner.errors import InputError
from mappings.evidence import LIMIT, decode, encode, explanation_of, facts_dropped
from mappings.mapping import Mapping

_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
_NUMBER = st.floats(-50, 50).map(lambda value: round(value, 6) + 0.0)
_SHARE = st.floats(0, 1).map(lambda value: round(value, 6))
_FACTS = st.builds(
    Fact,
    _TEXT,
    st.none() | _TEXT,
    st.none() | _TEXT,
    st.none() | _NUMBER,
    st.none() | _NUMBER,
    st.booleans(),
    st.lists(_TEXT, max_size=3).map(tuple),
    st.lists(_TEXT, max_size=3).map(tuple),
)
_PARTS = st.builds(Part, _TEXT, _TEXT, st.none() | _SHARE, _NUMBER, _NUMBER, st.lists(_FACTS, max_size=12).map(tuple))
_RUNNERS_UP = st.builds(RunnerUp, _TEXT, _TEXT, _SHARE)


@st.composite
def _explanations(draw: st.DrawFn) -> Explanation:
    parts = tuple(draw(st.lists(_PARTS, max_size=6)))
    rivals = tuple(draw(st.lists(_RUNNERS_UP, max_size=3)))
    numbers = [draw(each) for each in (_NUMBER, _SHARE, _SHARE)]
    return Explanation(*numbers, draw(_TEXT), draw(_TEXT), draw(_NUMBER), parts, rivals)


@settings(max_examples=120, deadline=None)
@given(_explanations())
def test_it_fits_and_reads_back_as_a_prefix_of_what_was_said(explanation: Explanation) -> None:
    text = encode(explanation)
    back = decode(text)
    assert len(text.encode()) <= LIMIT
    tree = json.loads(text)
    lost = sum(len(part.facts) for part in explanation.parts) - sum(len(part.facts) for part in back.parts)
    assert tree.get("facts_dropped", 0) == facts_dropped(Mapping(extensions=(("ext_evidence", text),))) == lost
    assert tree.get("runners_up_dropped", 0) == len(explanation.runners_up) - len(back.runners_up)
    assert explanation.runners_up[: len(back.runners_up)] == back.runners_up
    for said, kept in zip(explanation.parts, back.parts, strict=True):
        assert said.facts[: len(kept.facts)] == kept.facts
        assert (said.matcher, said.score, said.weight, said.contribution) == (
            kept.matcher,
            kept.score,
            kept.weight,
            kept.contribution,
        )
    if lost == 0 and len(back.runners_up) == len(explanation.runners_up):
        assert back == explanation


def test_what_fits_is_told_whole_and_in_one_way() -> None:
    explanation = explained(NAME, VALUES, AGAINST, SILENT)
    text = encode(explanation)
    assert decode(text) == replace(explanation, log_odds=2.1)  # was 2.0999999999999996
    assert encode(decode(text)) == text
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "facts_dropped" not in text


def test_the_least_contribution_loses_its_last_facts_first() -> None:
    def part(name: str, contribution: float) -> Part:
        facts = tuple(Fact("name_tokens", f"{name}{number:02}" + "x" * 60) for number in range(20))
        return Part(name, "LexicalMatching", 0.5, 1.0, contribution, facts)

    back = decode(encode(explained(part("strong", 3.0), part("weak", 0.1), part("against", -2.0))))
    kept = {each.matcher: len(each.facts) for each in back.parts}
    assert kept["strong"] == 20
    assert kept["weak"] == 0
    assert 0 < kept["against"] < 20


def test_contributions_still_add_up_after_writing() -> None:
    parts = tuple(Part(f"m{i}", "LexicalMatching", 1 / 3, 1 / 7, 1 / (i + 3)) for i in range(9))
    back = decode(encode(explained(*parts, prior=-1 / 3)))
    assert back.prior + sum(part.contribution for part in back.parts) == pytest.approx(back.log_odds, abs=1e-6)


def test_too_many_parts_are_refused_rather_than_cut() -> None:
    with pytest.raises(InputError, match="does not fit"):
        encode(explained(*[VALUES] * 200))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"prior": "x"}', "[" * 100_000, "null", '{"parts":[{}]}'])
def test_what_is_no_evidence_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="ext_evidence"):
        explanation_of(Mapping(subject_id="a:b", object_id="c:d", extensions=(("ext_evidence", text),)))


def test_a_mapping_without_evidence_says_so() -> None:
    with pytest.raises(InputError, match="carries no evidence"):
        explanation_of(Mapping(subject_id="a:b", object_id="c:d"))
    assert facts_dropped(Mapping()) == 0
