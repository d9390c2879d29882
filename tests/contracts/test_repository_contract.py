"""What every repository of mapping sets must do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from aligner.errors import InputError, UnknownNameError
from mappings.filtering import Criteria
from mappings.mapping import Mapping, MappingSet
from mappings.repository import MemoryRepository, Repository

ROW = Mapping(
    record_id="a:r1",
    subject_id="a:1",
    predicate_id="skos:exactMatch",
    object_id="a:2",
    mapping_justification="semapv:ManualMappingCuration",
    confidence=0.9,
)
SET = MappingSet(
    mappings=(ROW, replace(ROW, record_id="a:r2", confidence=0.2)),
    mapping_set_id="https://example.org/sets/one",
    license="https://example.org/free",
    curie_map={"a": "https://example.org/a/"},
    mapping_tool="aligner",
)


@pytest.fixture(params=[MemoryRepository])
def repository(request: pytest.FixtureRequest) -> Repository:
    make: Callable[[], Repository] = request.param
    return make()


def test_a_version_never_changes_and_is_counted_up(repository: Repository) -> None:
    first = repository.save(SET)
    assert repository.save(SET) == first
    second = repository.save(replace(SET, mappings=(ROW,)))
    assert [first.number, second.number] == [1, 2]
    identifier = str(SET.mapping_set_id)
    assert repository.version(identifier, 1) == first
    assert len(first.mapping_set) == 2
    assert repository.version(identifier) == second
    assert list(repository.versions(identifier)) == [first, second]
    assert repository.save(SET).number == 3


def test_rows_say_all_there_is_to_say(repository: Repository) -> None:
    assert {each.mapping_tool for each in repository.save(SET).mapping_set} == {"aligner"}


def test_sets_are_listed_by_id_and_do_not_mix(repository: Repository) -> None:
    other = replace(SET, mapping_set_id="https://example.org/sets/a", mappings=())
    repository.save(SET)
    repository.save(other)
    assert [each.mapping_set_id for each in repository.latest()] == [other.mapping_set_id, SET.mapping_set_id]


def test_mappings_are_found_in_the_latest_versions(repository: Repository) -> None:
    repository.save(SET)
    version, row = repository.mapping("a:r2")
    assert (version.number, row.confidence) == (1, 0.2)
    assert [row.record_id for _, row in repository.find(Criteria(low=0.5))] == ["a:r1"]
    assert len(repository.find(Criteria())) == 2
    repository.save(replace(SET, mappings=(ROW,)))
    with pytest.raises(UnknownNameError):
        repository.mapping("a:r2")


def test_what_is_not_there_is_named(repository: Repository) -> None:
    with pytest.raises(UnknownNameError):
        repository.versions("https://example.org/none")
    repository.save(SET)
    with pytest.raises(UnknownNameError):
        repository.version(str(SET.mapping_set_id), 9)
    with pytest.raises(InputError):
        repository.save(replace(SET, mapping_set_id=None))
