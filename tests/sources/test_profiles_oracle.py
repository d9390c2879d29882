"""Profiles from the engine against a slow and obvious computation; merging; the same bytes whatever happens around."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profile_oracle import VALUES, Records, expected_profiles
from profiled import hashed, profile_of, write_lines

from aligner.entity import Schema
from aligner.profiles import APPROXIMATE, EXACT, SKETCH_SIZE, TOP_SIZE, FieldProfile, merge_profiles
from sources import load, load_records

ROOT = Path(__file__).resolve().parents[2]

VALUE = st.sampled_from(sorted(VALUES))
RECORD = st.dictionaries(
    st.sampled_from(["alpha", "beta", "gamma", "delta"]),
    st.none() | st.just("") | VALUE | st.lists(VALUE, max_size=2),
    max_size=4,
)
RECORDS = st.lists(RECORD.map(lambda record: {"always": "done", **record}), min_size=1, max_size=8)


def exact(profile: FieldProfile) -> dict[str, Any]:
    return {name: getattr(profile, name) for name in sorted(EXACT)}


def profiles(schema: Schema) -> dict[str, FieldProfile]:
    return {entity.label: entity.profile for entity in schema.entities}


@settings(max_examples=15, deadline=None)
@given(RECORDS)
def test_the_engine_computes_what_the_oracle_does(records: list[dict[str, Any]]) -> None:
    numbered: Records = [(f"s#{number}", record) for number, record in enumerate(records, start=1)]
    expected = expected_profiles(numbered)
    found = profiles(load_records(records, "s", masked=False).schema)
    assert found.keys() == expected.keys()
    for name, profile in expected.items():
        assert exact(found[name]) == exact(profile), name


@settings(max_examples=5, deadline=None)
@given(RECORDS, RECORDS)
def test_the_profiles_of_two_halves_merge_to_that_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory, left: list[dict[str, Any]], right: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("halves")
    halves = [
        load(write_lines(folder / f"{name}.ndjson", part), masked=False) for name, part in (("a", left), ("b", right))
    ]
    whole = profiles(load(folder, masked=False).schema)
    for name in whole:
        parts = [profiles(half.schema).get(name, FieldProfile(records=half.report.records_kept)) for half in halves]
        assert exact(merge_profiles(parts)) == exact(whole[name]), name
        assert exact(merge_profiles(reversed(parts))) == exact(whole[name]), name


def test_sketches_of_many_values_merge_exactly(tmp_path: Path) -> None:
    records = [{"n": number % 900, "text": f"word{number} of {number % 7}"} for number in range(2000)]
    parts = [load(write_lines(tmp_path / f"{name}.ndjson", records[start::2])) for start, name in enumerate("ab")]
    whole = profiles(load(tmp_path).schema)
    for name in ("n", "text"):
        merged = merge_profiles(profiles(part.schema)[name] for part in parts)
        assert exact(replace(merged, roles=())) == exact(replace(whole[name], roles=()))
        assert len(whole[name].value_sketch.entries) == SKETCH_SIZE
    smallest = sorted(hashed(str(number)) for number in range(900))[:SKETCH_SIZE]
    assert [hash_ for hash_, _ in whole["n"].value_sketch.entries] == smallest
    assert {n for _, n in whole["n"].value_sketch.entries} <= {2, 3}
    assert whole["n"].distinct == pytest.approx(900, rel=0.2)


def test_top_values_and_patterns_are_the_commonest() -> None:
    values = [f"code-{'abcdefghijklmnopqrst'[number]}" for number in range(20) for _ in range(20 - number)]
    profile = profile_of(values)
    assert profile.top_values == tuple(
        (f"code-{'abcdefghijklmnopqrst'[number]}", 20 - number) for number in range(TOP_SIZE)
    )
    assert profile.patterns == (("a-a", len(values)),)
    assert profile_of(["ABC-12", "XY-7", "Ada Byron", "mcDonald", "李小龙", "٣٤"]).patterns == (
        ("A-9", 2), ("9", 1), ("Aa", 1), ("Aa Aa", 1), ("o", 1),
    )  # fmt: skip
    assert {"patterns", "top_values"} == APPROXIMATE


@settings(max_examples=8, deadline=None)
@given(st.lists(st.text(max_size=40) | st.from_regex(r"\A[0-9TZW:. +/-]{1,24}[A-Z]{0,3}\Z"), min_size=1, max_size=30))
def test_no_text_makes_profiling_raise(values: list[str]) -> None:
    profile = profile_of(["here", *values])
    assert profile.records == len(values) + 1
    assert sum(n for _, n in profile.kinds) == profile.values == profile.filled


EXTREMES = [1e308, -1e308, float("inf"), 10**400, "9" * 300, "1e999", "-0", "$1", "+99:99", "2025-01-01T10:00:00+99:99",
            "9999-12-31", "1999999999999", "2025-01-01 23:59 QQQQQ", "0000-00-00", "2025-00", "1e-400"]  # fmt: skip


@pytest.mark.parametrize("value", EXTREMES, ids=lambda each: str(each)[:20])
def test_extreme_values_are_profiled(value: object) -> None:
    assert profile_of([value]).values == 1


def many(count: int) -> list[dict[str, Any]]:
    words = sorted(VALUES)
    return [
        {
            "id": f"OPS-{number}",
            "a": words[number % 17],
            "b": [words[number % 5], words[number % 7]],
            "c": words[number % 23],
        }
        for number in range(count)
    ]


def test_the_order_of_files_changes_nothing(tmp_path: Path) -> None:
    contents = {f"{name}.ndjson": part for name, part in (("a", many(5)), ("b", many(9)), ("c", many(2)))}
    for folder, order in (("one", sorted(contents)), ("two", sorted(contents, reverse=True))):
        (tmp_path / folder).mkdir()
        for name in order:
            write_lines(tmp_path / folder / name, contents[name])
    one, two = (load(tmp_path / folder, name="s").schema for folder in ("one", "two"))
    assert one == two and one.fingerprint == two.fingerprint


def test_the_number_of_threads_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_lines(tmp_path / "many.ndjson", many(30_000))  # over one row group, so that threads share the work
    connect, found = duckdb.connect, set()
    for threads in (1, 2):
        monkeypatch.setattr(duckdb, "connect", lambda name, threads=threads: connect(name, config={"threads": threads}))
        found.add(load(path).schema.fingerprint)
    assert len(found) == 1


def test_the_hash_seed_changes_nothing(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "many.ndjson", many(40))
    code = f"from sources import load; print(load({str(path)!r}).schema.fingerprint)"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT,
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "4242")
    }  # fmt: skip
    assert len(found) == 1 and len(found.pop().strip()) == 64
