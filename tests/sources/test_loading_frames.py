"""DataFrames, records in memory and standard input; progress; names."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections import OrderedDict
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from profiled import hashed, instant, write_lines

from aligner.errors import InputError
from aligner.profiles import FieldProfile
from sources import load, load_frame, load_records
from sources.loading import prefix_of

ROOT = Path(__file__).resolve().parents[2]


def column(values: Any) -> FieldProfile:
    frame = pd.DataFrame({"field": values})
    frame["filler"] = "x"
    return load_frame(frame, "s", masked=False).schema["s:field"].profile


BERLIN = pd.to_datetime(["2025-05-14 18:00", None]).tz_localize("Europe/Berlin")


@pytest.mark.parametrize(
    ("values", "kind", "canonical"),
    [
        (pd.array([7, None], dtype="Int64"), "integer", "7"),
        ([7, None], "integer", "7"),
        ([7.5, np.nan], "decimal", "7.5"),
        (pd.array([True, None], dtype="boolean"), "boolean", "true"),
        (pd.array(["done", None], dtype="string"), "token", "done"),
        (pd.Categorical(["done", None]), "token", "done"),
        (pd.to_datetime(["2025-05-14", None]), "date", "2025-05-14"),
        (pd.to_datetime(["2025-05-14 18:00", None]), "datetime", str(instant(2025, 5, 14, 18))),
        (BERLIN, "datetime", str(instant(2025, 5, 14, 16))),
        ([pd.NaT, pd.Timestamp("2025-05-14")], "date", "2025-05-14"),
        (np.array(["2025-05-14", "NaT"], dtype="datetime64[ns]"), "date", "2025-05-14"),
        ([date(2025, 5, 14), None], "date", "2025-05-14"),
        ([Decimal("7.50"), None], "decimal", "7.50"),
        ([pd.NA, "done"], "token", "done"),
        ([["done", None, pd.NaT], []], "token", "done"),
        ([("done", np.nan), None], "token", "done"),
        ([{"done"}, set()], "token", "done"),
        ([np.array(["done"]), np.array([])], "token", "done"),
        ([np.float64("nan"), np.int32(7)], "integer", "7"),
        ([b"done", None], "token", "done"),
        ([time(18, 5), None], "time", "18:05:00"),
    ],
    ids=lambda each: str(each)[:30].replace("\n", " "),
)
def test_a_column_of_any_type(values: Any, kind: str, canonical: str) -> None:
    profile = column(values)
    assert (profile.records, profile.filled) == (2, 1)
    assert profile.kinds == ((kind, 1),)
    assert profile.value_sketch.entries == ((hashed(canonical), 1),)


def test_lists_and_objects_in_cells() -> None:
    frame = pd.DataFrame({"tags": [["a", "b"], None], "who": [{"name": "x"}, {"name": "y"}], "n": [[{"k": 1}], []]})
    schema = load_frame(frame, "s").schema
    assert [each.id for each in schema.entities] == ["s:n[].k", "s:tags", "s:who.name"]
    assert schema["s:tags"].profile.list_share == 1


def test_repeated_and_layered_columns_lose_nothing() -> None:
    repeated = pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"])
    assert load_frame(repeated, "s").schema["s:a"].profile.values == 4
    layered = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")]))
    assert [each.label for each in load_frame(layered, "s").schema.entities] == ["a.x", "a.y"]
    assert [each.label for each in load_frame(pd.DataFrame([[1, 2]]), "s").schema.entities] == ["0", "1"]


def test_a_frame_and_its_csv_agree(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {"id": [1, 2, 3], "day": pd.to_datetime(["2025-05-14", None, "2025-05-16"]), "note": ["a", None, "b c"]}
    )
    path = tmp_path / "s.csv"
    frame.to_csv(path, index=False)
    one, other = load_frame(frame, "s").schema, load(path).schema
    for left, right in zip(one.entities, other.entities, strict=True):
        assert (left.id, left.profile.kinds, left.profile.value_sketch) == (
            right.id,
            right.profile.kinds,
            right.profile.value_sketch,
        )


@pytest.mark.parametrize("empty", [pd.DataFrame(), pd.DataFrame({"a": []}), pd.DataFrame({"a": [None]})])
def test_an_empty_frame_is_an_input_error(empty: pd.DataFrame) -> None:
    with pytest.raises(InputError, match="no record of 's'"):
        load_frame(empty, "s")


def test_records_of_any_mapping_and_any_iterable() -> None:
    records = iter([OrderedDict(a=1), MappingProxyType({"a": 2, "b": MappingProxyType({"c": 3})}), {1: 4, None: 5}])
    loaded = load_records(records, "s")
    assert [each.id for each in loaded.schema.entities] == ["s:1", "s:None", "s:a", "s:b.c"]
    assert loaded.report.records_kept == 3


def test_what_is_no_record_is_reported() -> None:
    loaded = load_records([{"a": 1}, 7, "text", None, {}, ["a"]], "s")  # type: ignore[list-item]
    assert loaded.report.counts == (("empty", 1), ("no_object", 4))
    assert (loaded.report.records_in, loaded.report.records_kept) == (6, 1)


def test_times_of_python_are_times() -> None:
    profile = (
        load_records([{"at": datetime(2025, 5, 14, 18, tzinfo=UTC)}, {"at": datetime(2025, 5, 14)}], "s")
        .schema["s:at"]
        .profile
    )
    assert profile.kinds == (("date", 1), ("datetime", 1))
    assert profile.times.high == instant(2025, 5, 14, 18)


@pytest.mark.parametrize(
    "content",
    [b'[{"id": 1}, {"id": 2}]', b'{"id": 1}\n{"id": 2}\n', b"id;x\n1;\n2;\n", b'\xef\xbb\xbf  [{"id": 1}, {"id": 2}]',
     '[{"id": 1}, {"id": 2}]'.encode("utf-16"), b'{"rows": [{"id": 1}, {"id": 2}]}'],
)  # fmt: skip
def test_standard_input(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    loaded = load("-")
    assert loaded.schema.name == "stdin"
    assert loaded.schema["stdin:id"].profile.values == 2


@pytest.mark.parametrize("content", [b"", b"  \n", b"\xff\xff\xff", b"{oops"])
def test_standard_input_that_holds_nothing(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    with pytest.raises(InputError, match="no record of 'stdin'"):
        load("-")


def test_progress_rises_to_the_number_of_records(tmp_path: Path) -> None:
    seen: list[int] = []
    load(write_lines(tmp_path / "s.ndjson", [{"id": number} for number in range(250)]), progress=seen.append)
    assert seen == sorted(seen) and len(seen) > 2 and seen[-1] == 250


def test_a_caller_may_stop_the_reading(tmp_path: Path) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(write_lines(tmp_path / "s.ndjson", [{"id": number} for number in range(250)]), progress=stop)


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("crm", "crm"),
        ("CRM export (2)", "CRM_export_2"),
        ("2025", "s_2025"),
        ("", "source"),
        ("日本", "source"),
        ("a.b-c", "a.b-c"),
    ],
)
def test_a_name_becomes_a_prefix(name: str, prefix: str) -> None:
    assert prefix_of(name) == prefix


def test_the_default_name_is_the_systems_or_the_files(tmp_path: Path) -> None:
    plain = write_lines(tmp_path / "my crm.ndjson", [{"id": 1}])
    slack = write_lines(tmp_path / "export.ndjson", [{"channel": "general", "thread_ts": "1747245600.000100"}])
    assert load(plain).schema.name == "my_crm"
    assert [each.id for each in load(plain).schema.entities] == ["my_crm:id"]
    assert (load(slack).schema.name, load(slack).adapter) == ("slack", "slack")
    assert load(slack, name="chat").schema.entities[0].id == "chat:channel"
    assert load(slack, adapter="generic").schema.name == "export"


MEASURE = """
import resource, sys
from sources import load
assert load(sys.argv[1]).report.records_kept == int(sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


@pytest.mark.slow
def test_memory_stays_bounded(tmp_path: Path) -> None:
    count = 200_000
    body = " ".join(f"w{number}" for number in range(400))
    path = tmp_path / "many.ndjson"
    with path.open("w") as stream:
        for number in range(count):
            record = {"id": f"K-{number}", "n": number % 97, "when": "2025-05-14", "body": f"text {number}: {body}"}
            stream.write(json.dumps(record) + "\n")
    arguments = [sys.executable, "-c", MEASURE, str(path), str(count)]
    peak = int(subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    # the engine's 512 MB, Python with pandas and one batch; unspilled tables would hold the 390 MB of text thrice
    assert peak < 9e8, f"{peak / 1e6:.0f} MB"
