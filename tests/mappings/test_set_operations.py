"""Laws of comparing, merging, filtering, inverting and chaining."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from mapping_examples import valid_sets

from aligner.errors import InputError
from mappings.chaining import COMPOSITIONS, PARENTS_SLOT, chained
from mappings.diff import diff, triple_of
from mappings.filtering import Criteria, filtered
from mappings.findings import Level
from mappings.inversion import INVERSES, inverted
from mappings.mapping import Mapping, MappingSet
from mappings.merge import merge
from mappings.propagation import propagated
from mappings.validation import validate

FEW = settings(max_examples=40, deadline=None)
LICENSE = "https://example.org/free"


def row(subject: str, predicate: str, object_: str, **values: object) -> Mapping:
    made = {"subject_id": subject, "predicate_id": predicate, "object_id": object_}
    return Mapping(**{**made, "mapping_justification": "semapv:ManualMappingCuration", **values})  # type: ignore[arg-type]


def set_of(*rows: Mapping, name: str = "one", license: str = LICENSE) -> MappingSet:
    prefixes = {each: f"https://example.org/{each}/" for each in "abc"}
    identifier = f"https://example.org/sets/{name}"
    return MappingSet(mappings=rows, mapping_set_id=identifier, license=license, curie_map=prefixes)


def sound(made: MappingSet, *parents: MappingSet) -> None:
    """A derived set breaks no rule, and says what it was made of under a name of its own."""
    assert [each for each in validate(made) if each.level is Level.ERROR] == []
    assert made.mapping_set_source == tuple(sorted({str(each.mapping_set_id) for each in parents}))
    assert made.mapping_set_id not in made.mapping_set_source


@FEW
@given(valid_sets(), valid_sets())
def test_rows_of_a_diff_add_up(one: MappingSet, two: MappingSet) -> None:
    assert diff(one, one).empty
    assert not diff(one, one).triples_added
    found = diff(one, two)
    assert len(one) == found.same + len(found.changed) + len(found.removed)
    assert len(two) == found.same + len(found.changed) + len(found.added)
    back = diff(two, one)
    assert back.triples_added == found.triples_removed
    assert Counter(back.added) == Counter(found.removed)


def test_a_record_that_changed_is_a_change() -> None:
    old = row("a:1", "skos:exactMatch", "b:1", record_id="a:r", confidence=0.5)
    new = replace(old, predicate_id="skos:closeMatch", confidence=0.6)
    found = diff(set_of(old), set_of(new))
    assert [each.slots for each in found.changed] == [("predicate_id", "confidence")]
    assert len(found.triples_added) == len(found.triples_removed) == 1
    found = diff(set_of(replace(old, record_id=None)), set_of(replace(old, record_id=None, comment="sure")))
    assert [each.slots for each in found.changed] == [("comment",)]
    assert (found.added, found.removed, found.triples_added) == ((), (), ())


@FEW
@given(valid_sets(), valid_sets())
def test_merging_appends_and_counts(one: MappingSet, two: MappingSet) -> None:
    merged = merge([one, two], license=LICENSE)
    sound(merged.mapping_set, one, two)
    assert merged.rows_in == len(one) + len(two) == len(merged.mapping_set) + merged.duplicates
    again = merge([one, two, one], license=LICENSE)
    assert again.mapping_set.mappings == merged.mapping_set.mappings
    alone = merge([one])
    assert set(alone.mapping_set) == set(propagated(one))
    assert merge([one]).mapping_set == alone.mapping_set


def test_what_contradicts_is_not_merged() -> None:
    first = set_of(row("a:1", "skos:exactMatch", "b:1", record_id="a:r"))
    for other in (
        set_of(row("a:1", "skos:closeMatch", "b:1", record_id="a:r")),
        set_of(row("a:1", "skos:closeMatch", "b:1")),
        set_of(license="https://example.org/paid"),
        replace(first, curie_map={"a": "https://example.com/"}),
    ):
        with pytest.raises(InputError):
            merge([first, other])
    other = set_of(row("a:2", "skos:closeMatch", "b:1", record_id="a:q"), license="https://example.org/paid")
    made = merge([first, other], license=LICENSE).mapping_set
    assert [each.license for each in made] == [LICENSE, "https://example.org/paid"]


@FEW
@given(valid_sets())
def test_a_filter_and_its_opposite_share_out_the_rows(mapping_set: MappingSet) -> None:
    yes, no = (filtered(mapping_set, Criteria(negated=each)) for each in (True, False))
    assert Counter([*yes, *no]) == Counter(propagated(mapping_set))
    sound(yes, mapping_set)
    assert filtered(mapping_set, Criteria()).mappings == propagated(mapping_set).mappings


def test_a_filter_keeps_what_it_says() -> None:
    rows = (
        row("a:1", "skos:exactMatch", "b:1", confidence=0.9),
        row("a:2", "skos:closeMatch", "b:1", confidence=0.2),
        row("a:3", "skos:exactMatch", "c:1"),
    )
    for criteria, kept in (
        (Criteria(low=0.5), (0, 2)),
        (Criteria(high=0.5), (1,)),
        (Criteria(object_id=("b:*",), predicate_id=("skos:exactMatch",)), (0,)),
        (Criteria(subject_id=("a:2", "a:3")), (1, 2)),
        (Criteria(mapping_justification=("semapv:Lexical*",)), ()),
    ):
        assert filtered(set_of(*rows), criteria).mappings == tuple(rows[place] for place in kept)


@FEW
@given(valid_sets())
def test_turned_round_twice_is_as_before(mapping_set: MappingSet) -> None:
    once, left_out = inverted(mapping_set)
    sound(once, mapping_set)
    assert len(once) + len(left_out) == len(mapping_set)
    twice, none = inverted(once)
    assert not none
    kept = [each for each in propagated(mapping_set) if each.predicate_id in INVERSES]
    wanted = [replace(each, mapping_justification="semapv:MappingInversion") for each in kept]
    labels = [replace(each, predicate_label=None) for each in wanted]
    assert [replace(each, predicate_label=None) for each in twice] == labels


def test_inverses_are_inverse_and_others_are_refused() -> None:
    assert all(INVERSES[other] == name for name, other in INVERSES.items())
    before = set_of(
        row("a:1", "skos:broadMatch", "b:1", mapping_cardinality="1:n", record_id="a:r", subject_label="one"),
        row("a:1", "rdfs:subClassOf", "b:1", record_id="a:q"),
    )
    made, left_out = inverted(before)
    sound(made, before)
    (only,) = made
    assert (only.subject_id, only.predicate_id, only.object_id) == ("b:1", "skos:narrowMatch", "a:1")
    assert (only.mapping_cardinality, only.object_label, only.subject_label) == ("n:1", "one", None)
    assert only.record_id not in (None, "a:r")
    assert [each.code for each in left_out] == ["no_inverse"]


def test_a_chain_names_its_parents_and_multiplies_confidence() -> None:
    first = set_of(row("a:1", "skos:exactMatch", "b:1", confidence=0.8), row("a:2", "skos:closeMatch", "b:1"))
    second = set_of(row("b:1", "skos:broadMatch", "c:1", confidence=0.5, record_id="b:r"), name="two")
    made, left_out = chained(first, second)
    sound(made, first, second)
    (only,) = made
    assert (only.subject_id, only.predicate_id, only.object_id) == ("a:1", "skos:broadMatch", "c:1")
    assert only.confidence == pytest.approx(0.4)
    assert only.mapping_justification == "semapv:MappingChaining"
    parents = "https://example.org/a/1 http://www.w3.org/2004/02/skos/core#exactMatch https://example.org/b/1 | b:r"
    assert only.extension(PARENTS_SLOT) == parents
    assert [each.code for each in left_out] == ["no_chain"]


def test_compositions_are_associative_and_agree_with_inversion() -> None:
    names = sorted({name for pair in COMPOSITIONS for name in pair})
    for one in names:
        for two in names:
            for three in names:
                left = COMPOSITIONS.get((COMPOSITIONS.get((one, two), ""), three))
                right = COMPOSITIONS.get((one, COMPOSITIONS.get((two, three), "")))
                assert left == right or None in (left, right)
    for (one, two), made in COMPOSITIONS.items():
        if {one, two, made} <= INVERSES.keys():
            assert COMPOSITIONS[INVERSES[two], INVERSES[one]] == INVERSES[made]
    for weak in ("skos:closeMatch", "skos:relatedMatch"):
        assert (weak, weak) not in COMPOSITIONS


def test_negated_and_missing_ends_are_not_chained() -> None:
    second = set_of(row("b:1", "skos:exactMatch", "c:1"), row("sssom:NoTermFound", "skos:exactMatch", "c:2"))
    first = set_of(
        row("a:1", "skos:exactMatch", "b:1", predicate_modifier="Not"),
        row("a:2", "skos:exactMatch", "sssom:NoTermFound"),
    )
    made, left_out = chained(first, second)
    assert len(made) == 0
    assert len(left_out) == 2


def test_the_same_statement_is_the_same_under_any_prefix() -> None:
    first = set_of(row("a:1", "skos:exactMatch", "b:1"))
    renamed = replace(
        set_of(row("x:1", "skos:exactMatch", "b:1")), curie_map={"x": first.curie_map["a"], "b": first.curie_map["b"]}
    )
    assert triple_of(first.mappings[0], first) == triple_of(renamed.mappings[0], renamed)
