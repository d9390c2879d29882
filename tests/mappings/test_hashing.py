"""The standard hash against the specification's vectors."""

from __future__ import annotations

import json
from pathlib import Path

from mappings.hashing import expressions, hashes
from mappings.reading import read_tsv


def test_the_vectors_of_the_specification(shared_data: Path) -> None:
    vectors = json.loads((shared_data / "sssom" / "vectors.json").read_bytes())
    assert len(vectors["spec_vectors"]) == 4
    for each in vectors["spec_vectors"]:
        mapping_set = read_tsv(each["set_tsv"].encode()).mapping_set
        assert list(expressions(mapping_set)) == [each["sexpr"]]
        assert hashes(mapping_set) == [each["hash"]]


def test_numbers_and_lists_hash_as_elsewhere(shared_data: Path) -> None:
    vectors = json.loads((shared_data / "sssom" / "vectors.json").read_bytes())
    numbers = read_tsv(vectors["float_set_tsv"].encode()).mapping_set
    assert hashes(numbers) == [each["hash_sssom_java"] for each in vectors["float_cases"]]
    texts = vectors["non_ascii_cases"]
    found = hashes(read_tsv(texts["set_tsv"].encode()).mapping_set)
    assert (found[0], found[4]) == (texts["sssom_java"][0], texts["sssom_java"][4])
