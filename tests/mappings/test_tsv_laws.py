"""Laws of reading and writing SSSOM/TSV."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mapping_examples import ALIGNMENT, CRM, HR, TERMS, valid_sets

from aligner.errors import InputError
from mappings.cells import join, number_text, split
from mappings.conversion import to_mapping_set
from mappings.mapping import Mapping, MappingSet
from mappings.propagation import condensed, propagated
from mappings.reading import read_tsv
from mappings.tsv import to_tsv
from mappings.vocabulary import MAPPING_SLOTS, PROPAGATABLE, SET_SLOTS
from mappings.yaml_text import parse, scalar

ROOT = Path(__file__).resolve().parents[2]


@settings(max_examples=80, deadline=None)
@given(valid_sets())
def test_writing_reading_writing_changes_no_byte_and_loses_no_row(mapping_set: MappingSet) -> None:
    written = to_tsv(mapping_set)
    reading = read_tsv(written)
    assert to_tsv(reading.mapping_set) == written
    assert reading.rows_in == reading.rows_kept == len(mapping_set)
    assert reading.rejected == ()


@settings(max_examples=50, deadline=None)
@given(valid_sets())
def test_reading_gives_back_the_values_but_for_rounding(mapping_set: MappingSet) -> None:
    def known(row: Mapping) -> list[str]:
        values = [getattr(row, slot.name) for slot in MAPPING_SLOTS]
        shown = [
            "" if each in (None, ()) else number_text(each) if isinstance(each, float) else each for each in values
        ]
        return [*map(str, shown), str(row.extensions)]

    back = read_tsv(to_tsv(mapping_set)).mapping_set
    wanted = propagated(mapping_set)
    assert sorted(map(known, back)) == sorted(map(known, wanted))
    for slot in SET_SLOTS:
        if slot.name != "sssom_version" and not isinstance(getattr(wanted, slot.name), float):
            assert getattr(back, slot.name) == getattr(wanted, slot.name)


@settings(max_examples=40, deadline=None)
@given(valid_sets(), st.randoms(use_true_random=False))
def test_the_order_of_rows_and_prefixes_is_of_no_account(mapping_set: MappingSet, chance: random.Random) -> None:
    rows = list(mapping_set)
    chance.shuffle(rows)
    prefixes = dict(reversed(mapping_set.curie_map.items()))
    assert to_tsv(replace(mapping_set, mappings=tuple(rows), curie_map=prefixes)) == to_tsv(mapping_set)


@settings(max_examples=40, deadline=None)
@given(valid_sets())
def test_condensing_and_propagating_undo_one_another(mapping_set: MappingSet) -> None:
    spread = propagated(mapping_set)
    assert propagated(condensed(spread)) == spread
    assert condensed(condensed(spread)) == condensed(spread)
    if spread.mappings:
        assert all(getattr(spread, slot.name) in (None, ()) for slot in PROPAGATABLE)


@given(
    st.lists(st.text(st.sampled_from("ab|\\"), max_size=5), min_size=1, max_size=4).filter(lambda each: each != [""])
)
def test_lists_survive_their_cell(values: list[str]) -> None:
    assert split(join(values)) == tuple(values)


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=20))
def test_yaml_reads_back_every_text(text: str) -> None:
    assert parse(f"key: {scalar(text)}") == {"key": text}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    try:
        reading = read_tsv(data)
    except InputError:
        return
    assert reading.rows_in == reading.rows_kept + len(reading.rejected)


def test_floats_round_half_up_on_the_exact_binary_value(shared_data: Path) -> None:
    vectors = json.loads((shared_data / "sssom" / "vectors.json").read_bytes())
    cases = vectors["float_cases"]
    assert {each["input"]: number_text(float(each["input"])) for each in cases} == {
        each["input"]: each["canonical_text"] for each in cases
    }
    for row, case in zip(read_tsv(vectors["float_set_tsv"].encode()).mapping_set, cases, strict=True):
        assert number_text(row.confidence or 0.0) == case["canonical_text"]


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_hash_seed_is_of_no_account(seed: str) -> None:
    code = (
        "import sys; sys.path.insert(0, 'tests/mappings')\n"
        "from mapping_examples import *\n"
        "from mappings.conversion import to_mapping_set\n"
        "from mappings.tsv import to_tsv\n"
        "sys.stdout.buffer.write(to_tsv(to_mapping_set(ALIGNMENT, CRM, HR, **TERMS)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert done.stdout == to_tsv(to_mapping_set(ALIGNMENT, CRM, HR, **TERMS))
