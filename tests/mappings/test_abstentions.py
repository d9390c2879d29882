"""The table of abstentions beside a set."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mapping_examples import ALIGNMENT

from aligner.alignment import Abstention, Reason, RunnerUp, Side
from aligner.errors import InputError
from mappings.abstentions import read_abstentions, write_abstentions

_STEP = st.sampled_from(["a", "b%20c", "d[]", "e.f[].g"])
_ID = st.lists(_STEP, min_size=1, max_size=3).map(lambda steps: f"crm:{'.'.join(steps)}")
_RUNNER_UP = st.builds(RunnerUp, _ID, _ID, st.floats(0, 1).map(lambda score: round(score, 6)))
_ABSTENTION = st.builds(Abstention, _ID, st.sampled_from(Side), st.sampled_from(Reason), st.none() | _RUNNER_UP)


def test_the_table_as_it_stands() -> None:
    assert write_abstentions(ALIGNMENT.abstentions).decode() == (
        "entity\tside\treason\trunner_up_subject\trunner_up_object\tscore\n"
        "crm:notes\tsource\tbelow_cut\tcrm:notes\thr:body\t0.312345\n"
        "hr:body\ttarget\tno_evidence\t\t\t\n"
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(_ABSTENTION, max_size=5, unique_by=lambda each: (each.side, each.entity_id)))
def test_reading_gives_back_what_was_written_whatever_its_order(abstentions: list[Abstention]) -> None:
    written = write_abstentions(abstentions)
    assert read_abstentions(written) == tuple(sorted(abstentions, key=lambda each: (each.side, each.entity_id)))
    assert write_abstentions(reversed(abstentions)) == written


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "t.tsv:1"),
        (b"entity\tside\n", "t.tsv:1"),
        (write_abstentions(()) + b"a:b\tleft\tno_evidence\t\t\t\n", "t.tsv:2"),
        (write_abstentions(()) + b"a:b\tsource\tno_evidence\n", "t.tsv:2"),
        (write_abstentions(()) + b"a:b\tsource\tno_evidence\ta:b\tc:d\tnan\n", "t.tsv:2"),
        (b"\xff", "t.tsv"),
    ],
)
def test_what_is_no_such_table_is_refused_with_its_line(data: bytes, place: str) -> None:
    with pytest.raises(InputError, match=place):
        read_abstentions(data, file="t.tsv")
