"""Cardinalities, beside a slow count and the specification's own examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner.errors import UnknownNameError
from mappings.cardinality import cardinalities, with_cardinality
from mappings.mapping import Mapping, MappingSet
from mappings.reading import read
from mappings.vocabulary import NO_TERM_FOUND

_END = st.sampled_from(["a:1", "a:2", "a:3", NO_TERM_FOUND])


@given(st.lists(st.tuples(_END, _END), max_size=8))
def test_cardinalities_are_those_of_a_slow_count(pairs: list[tuple[str, str]]) -> None:
    real = {pair for pair in pairs if NO_TERM_FOUND not in pair}
    for (subject, object_), found in zip(pairs, cardinalities(pairs), strict=True):
        left, right = found.split(":")
        if NO_TERM_FOUND in (subject, object_):
            assert (left, right) == ("01"[subject != NO_TERM_FOUND], "01"[object_ != NO_TERM_FOUND])
        else:
            assert (left == "n") == (sum(other == object_ for _, other in real) > 1)
            assert (right == "n") == (sum(other == subject for other, _ in real) > 1)


@pytest.mark.parametrize("name", ["cardinality-with-unmapped-entities", "no_term_found"])
def test_the_specification_s_examples_come_out(shared_data: Path, name: str) -> None:
    stated = read(shared_data / "sssom" / "wild" / f"sssom__{name}.sssom.tsv").mapping_set
    counted = with_cardinality(stated, stated.mappings[0].cardinality_scope)
    for before, after in zip(stated, counted, strict=True):
        assert before.mapping_cardinality in (None, after.mapping_cardinality)


def test_a_scope_is_counted_by_itself_and_literals_by_their_label() -> None:
    rows = (
        Mapping(subject_id="a:1", predicate_id="skos:exactMatch", object_id="b:1"),
        Mapping(subject_id="a:1", predicate_id="skos:broadMatch", object_id="b:2"),
        Mapping(subject_type="rdfs literal", subject_label="a:1", predicate_id="skos:broadMatch", object_id="b:2"),
    )
    whole = with_cardinality(MappingSet(mappings=rows))
    assert [row.mapping_cardinality for row in whole] == ["1:n", "n:n", "n:1"]
    scoped = with_cardinality(MappingSet(mappings=rows), ["predicate_id"])
    assert [row.mapping_cardinality for row in scoped] == ["1:1", "n:1", "n:1"]
    assert scoped.mappings[0].cardinality_scope == ("predicate_id",)
    with pytest.raises(UnknownNameError):
        with_cardinality(whole, ["colour"])
