"""Explanations as sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mapping_examples import AGAINST, NAME, SILENT, VALUES, explained

from aligner.alignment import Fact, Part
from mappings.prose import PHRASES, phrase, sentences


def test_an_explanation_in_full() -> None:
    assert sentences(explained(AGAINST, NAME, SILENT, VALUES), "Contact Name", "contactName", facts_dropped=2) == [
        "“Contact Name” and “contactName” are matched with a confidence of 80% (combined score 0.891, recipe fields).",
        "name (lexical matching) speaks for it, 63% of all evidence: both names read “contact name”.",
        "Example records: C-1 on the one side, H-1, H-2 on the other.",
        "instance (instance based matching) speaks for it, 29% of all evidence: "
        "12 of the 20 distinct values of the smaller side occur on both (masked).",
        "structure (structural matching) speaks against it, 8% of all evidence: "
        "one side holds lists, the other single values.",
        "Nothing to say had: join.",
        "2 further observations were too long to keep.",
        "Next best: crm:notes with hr:contactName (0.250).",
    ]


@pytest.mark.parametrize(
    ("fact", "clause"),
    [
        (Fact("name_tokens", "owner", "owner"), "both names have “owner”"),
        (Fact("thesaurus", "author", "creator"), "“author” and “creator” mean the same in general English"),
        (Fact("kinds", "person", "person"), "both hold person"),
        (Fact("kinds_clash", "person", "time"), "person and time do not go together"),
        (Fact("shared_values", "red", "red", n=3, m=4), "3 of the 4 distinct values of the smaller side occur on both, "
         "as “red”"),
        (Fact("shared_tokens", n=0.123), "the values share words (strength 0.123)"),
        (Fact("other_parent", None, "company"), "only one of them lies in a part of its record, “company”"),
        (Fact("link_values", "id", "crm_id", n=3.0), "3 values of the link are identifiers of the other side"),
        (Fact("role", "main text", "main text", n=1.0), "both are the main text"),
        (Fact("moon_phase", "full", "new", n=1, m=2), "moon phase (full / new, 1 of 2)"),
        (Fact("moon_phase"), "moon phase"),
        (Fact("thesaurus"), "thesaurus"),
        (Fact("name_equal", "{n}", "{n}"), "both names read “{n}”"),
    ],
)  # fmt: skip
def test_facts_as_clauses(fact: Fact, clause: str) -> None:
    assert phrase(fact) == clause


_TEXTS = st.none() | st.sampled_from(["a", "b", "{x}"])
_COUNTS = st.none() | st.floats(0, 100)


@given(st.sampled_from([*PHRASES, "unknown_code"]), _TEXTS, _TEXTS, _COUNTS, _COUNTS, st.booleans())
def test_every_fact_can_be_told(
    code: str, subject: str | None, object_: str | None, n: float | None, m: float | None, masked: bool
) -> None:
    told = phrase(Fact(code, subject, object_, n, m, masked))
    assert told
    assert "None" not in told
    assert told.endswith("(masked)") == masked


def test_shares_add_up_to_the_whole_and_follow_the_contributions() -> None:
    parts = [Part(f"m{i}", "LexicalMatching", 0.5, 1.0, c) for i, c in enumerate((1.0, -3.0, 4.0, 0.0))]
    told = " ".join(sentences(explained(*parts), "a", "b"))
    assert re.findall(r"(m\d) .*? speaks ([a-z ]+) it, (\d+)%", told) == [
        ("m2", "for", "50"),
        ("m1", "against", "38"),
        ("m0", "for", "12"),
        ("m3", "neither for nor against", "0"),
    ]


def test_an_explanation_without_any_evidence_can_be_told() -> None:
    told = sentences(replace(explained(SILENT), runners_up=()), "a", "b")
    assert told[1:] == ["Nothing to say had: join."]


@pytest.mark.parametrize(
    ("confidence", "told"),
    [(1.0, "100%"), (0.9999, "more than 99%"), (0.99, "99%"), (0.001, "less than 1%"), (0, "0%")],
)
def test_nothing_uncertain_is_called_certain(confidence: float, told: str) -> None:
    first = sentences(replace(explained(NAME), confidence=confidence), "a", "b")[0]
    assert f"with a confidence of {told} (" in first
