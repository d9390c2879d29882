"""Input broken in every way we could think of: what can be read is kept, the rest is reported with its place."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.errors import InputError, UnknownNameError
from sources import LoadedSource, load
from sources.reading import read_bytes, read_path
from sources.record import Record
from sources.report import Problem

GOOD = '{"id": "7", "title": "fine"}'


def source(folder: Path, **files: bytes | str) -> Path:
    """A folder with these files (`__` in a name stands for a dot) and one good record."""
    (folder / "good.json").write_text(GOOD)
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder


def problems(loaded: LoadedSource) -> list[tuple[str, str | None, int | None]]:
    report = loaded.report
    assert report.records_in == report.records_kept + report.records_reported
    assert report.records_reported == len(report.problems)
    return [(each.code, each.file, each.line) for each in report.problems]


@pytest.mark.parametrize(
    ("name", "content", "code", "line"),
    [
        ("bad__json", '{\n "a": 1,\n "b": oops\n}', "invalid_json", 3),
        ("bad__json", "[1]", "no_object", None),
        ("bad__json", '"text"', "no_object", None),
        ("bad__json", "42", "no_object", None),
        ("bad__json", "{}", "empty", None),
        ("bad__json", "", "empty", None),
        ("bad__json", "   \n ", "invalid_json", 2),
        ("bad__json", b'{"a": 1,\n"name": "Caf\xe9"}', "encoding", 2),
        ("bad__json", b"\x00\x01\x02\x03", "invalid_json", 1),
        ("bad__json", "[" * 100_000 + "]" * 100_000, "invalid_json", 1),
        ("bad__json", '{"a":' * 100_000 + "1" + "}" * 100_000, "invalid_json", 1),
        ("bad__json", '{"a": ' + "9" * 5000 + "}", "invalid_json", 1),
        ("bad__json", b"\xff\xfe{", "encoding", 1),
        ("bad__ndjson", '{"a": 1', "invalid_json", 1),
        ("bad__ndjson", b'\n{"name": "Caf\xe9"}\n', "encoding", 2),
        ("bad__csv", b"id,name\n1,Caf\xe9\n", "encoding", 2),
        ("bad__csv", b"id,Caf\xe9\n1,2\n", "encoding", 1),
        ("bad__csv", "id,name\n1,2,3\n", "ragged", 2),
        ("bad__csv", "id,name\n1\n", "ragged", 2),
        ("bad__csv", 'id,name\n1,"open\n2,x\n', "invalid_csv", 2),
        ("bad__csv", " \n", "empty", None),
        ("notes__txt", "hello", "unknown_format", None),
    ],
)
def test_it_is_reported_and_the_rest_is_kept(
    tmp_path: Path, name: str, content: bytes | str, code: str, line: int | None
) -> None:
    loaded = load(source(tmp_path, **{name: content}))
    assert problems(loaded) == [(code, name.replace("__", "."), line)]
    assert loaded.report.records_kept == 1
    assert dict(loaded.report.counts) == {code: 1}


@pytest.mark.parametrize("ending", ["ndjson", "jsonl", "json"])
def test_one_bad_line_costs_one_record(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"lines.{ending}"
    path.write_text("\n".join([GOOD, '{"id": ', GOOD, "", "[]", GOOD]))
    loaded = load(path)
    assert problems(loaded) == [("invalid_json", path.name, 2), ("no_object", path.name, 5)]
    assert (loaded.report.records_in, loaded.report.records_kept) == (5, 3)


def test_a_bad_first_line_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "lines.json"
    path.write_text("\n".join(['{"id": ', GOOD, GOOD]))
    assert problems(load(path)) == [("invalid_json", path.name, 1)]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    ("ending", "content"),
    [
        ("json", '[{"id": "1", "city": "Köln"}]'),
        ("ndjson", '{"id": "1", "city": "Köln"}\n'),
        ("csv", "id,city\n1,Köln\n"),
    ],
)
def test_byte_order_marks_say_the_encoding(tmp_path: Path, encoding: str, ending: str, content: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    path = tmp_path / f"cities.{ending}"
    path.write_bytes(mark + content.encode(encoding))
    loaded = load(path, masked=False)
    assert [each.path for each in loaded.schema.entities] == [("city",), ("id",)]
    assert loaded.schema.entities[0].profile.top_values == (("Köln", 1),)


def test_csv_in_its_varieties(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text('id;note;tag;tag;\n1;"two\nlines; one cell";red;;x\n\n2;"a ""quote""";blue;green;\n')
    records = [each.value for each in read_path(path)]
    assert records == [
        {"id": "1", "note": "two\nlines; one cell", "tag": ["red", ""], "column_5": "x"},
        {"id": "2", "note": 'a "quote"', "tag": ["blue", "green"], "column_5": ""},
    ]
    assert [each.line for each in read_path(path)] == [2, 5]
    assert load(path).schema["table:tag"].profile.list_share == 1


def test_values_that_json_only_half_allows(tmp_path: Path) -> None:
    text = '{"twice": "first", "twice": "last", "nan": NaN, "big": 123456789012345678901234567890, "lone": "a\\ud800b"}'
    schema = load(source(tmp_path, odd__json=text), name="s", masked=False).schema
    values = {each.label: [value for value, _ in each.profile.top_values] for each in schema.entities}
    assert values["twice"] == ["last"]  # of a repeated key the last counts, as everywhere
    assert values["big"] == ["123456789012345678901234567890"]
    assert values["lone"] == ["a?b"]
    assert "nan" not in values


def test_nul_bytes_are_dropped_from_values(tmp_path: Path) -> None:
    schema = load(source(tmp_path, nul__json='{"title": "a\\u0000b"}'), name="s", masked=False).schema
    assert dict(schema["s:title"].profile.top_values) == {"fine": 1, "ab": 1}


def test_what_is_nested_too_deeply_is_noted(tmp_path: Path) -> None:
    deep = '{"top": "here", "nest": ' + '{"a":' * 30 + "1" + "}" * 30 + "}"
    loaded = load(source(tmp_path, deep__json=deep), name="s")
    assert [(note.code, note.file) for note in loaded.report.notes] == [("too_deep", "deep.json")]
    assert loaded.report.records_kept == 2
    assert "s:top" in loaded.schema.positions


def test_endless_fields_are_bounded_and_noted(tmp_path: Path) -> None:
    loaded = load(source(tmp_path, wide__json=json.dumps({f"key{number}": 1 for number in range(6000)})), name="s")
    assert len(loaded.schema) == 5000
    assert [note.code for note in loaded.report.notes] == ["too_many_fields"]


def test_hidden_files_are_passed_over_and_links_out_are_refused(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "secret.json"
    inside.mkdir()
    outside.write_text('{"secret": 1}')
    (inside / ".git").mkdir()
    (inside / ".git" / "config.json").write_text('{"secret": 1}')
    (inside / ".hidden.json").write_text('{"secret": 1}')
    (inside / "link.json").symlink_to(outside)
    (inside / "folder").symlink_to(tmp_path, target_is_directory=True)
    loaded = load(source(inside), name="s")
    assert problems(loaded) == [("outside", "link.json", None)]
    assert "s:secret" not in loaded.schema.positions


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_reported(tmp_path: Path) -> None:
    folder = source(tmp_path, locked__json=GOOD)
    (folder / "locked.json").chmod(0)
    assert problems(load(folder)) == [("unreadable", "locked.json", None)]


def test_a_file_name_that_is_no_text_is_shown_escaped(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.json")).write_text("{")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert problems(load(source(tmp_path))) == [("invalid_json", "caf\\udce9.json", 1)]


def test_a_folder_of_only_bad_files_names_the_first(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("\n\n{oops")
    (tmp_path / "b.json").write_text("{")
    with pytest.raises(InputError, match=r"no record of .* could be read; the first problem: not valid JSON") as caught:
        load(tmp_path)
    assert (caught.value.file, caught.value.line) == ("a.json", 3)
    assert caught.value.remedy


@pytest.mark.parametrize("name", ["missing", "missing.json", "x" * 5000, "nul\x00.json"])
def test_a_missing_path_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        load(tmp_path / name)


def test_a_single_file_of_unknown_format_names_the_formats(tmp_path: Path) -> None:
    path = tmp_path / "notes.docx"
    path.write_text("x")
    with pytest.raises(InputError, match=r"unknown format.*\.csv, \.json, \.jsonl, \.ndjson, \.tsv"):
        load(path)


def test_records_without_any_value_and_unknown_adapters_are_named(tmp_path: Path) -> None:
    path = tmp_path / "hollow.json"
    path.write_text('[{"a": ""}, {"a": null}]')
    with pytest.raises(InputError, match="no record of 'hollow' holds any value"):
        load(path)
    with pytest.raises(UnknownNameError, match="generic"):
        load(path, adapter="lotus_notes")


LINES = st.one_of(
    st.just(GOOD),
    st.sampled_from(
        ["{", "[]", "7", "null", '{"a": NaN}', "{}", '{"a": "\\ud800"}', "\ufeff{}", "nonsense", '{"": ""}']
    ),
    st.dictionaries(st.text(max_size=5), st.text(max_size=9) | st.integers() | st.none(), max_size=3).map(json.dumps),
    st.text(max_size=12).map(lambda text: "".join(text.splitlines()).replace("\x00", "")),
)


def kept_and_reported(items: list[Record | Problem]) -> tuple[int, int]:
    kept = [each for each in items if isinstance(each, Record)]
    assert len({each.id for each in kept}) == len(kept)
    return len(kept), len(items) - len(kept)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=12))
def test_every_line_is_kept_or_reported(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("lines") / "lines.ndjson"
    path.write_bytes("\n".join([GOOD, *lines]).encode("utf-8", "surrogatepass"))
    kept, reported = kept_and_reported(list(read_path(path)))
    assert kept + reported == 1 + sum(bool(line.strip()) for line in lines)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.text("ab \"',;\t", max_size=4), min_size=1, max_size=4), max_size=8))
def test_every_row_is_kept_or_reported(tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]) -> None:
    path = tmp_path_factory.mktemp("rows") / "rows.csv"
    quoted = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows]
    path.write_text("\n".join(["id,name", *quoted]))
    kept, reported = kept_and_reported(list(read_path(path)))
    assert kept == sum(len(row) == 2 and any(cell.strip() for cell in row) for row in rows)
    assert kept + reported == sum(any(cell.strip() for cell in row) for row in rows)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["json", "ndjson", "csv", "tsv", "txt"]), st.binary(max_size=200))
def test_no_bytes_make_reading_raise(tmp_path_factory: pytest.TempPathFactory, ending: str, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("bytes")
    (folder / f"any.{ending}").write_bytes(content)
    kept_and_reported(list(read_path(folder)))
    kept_and_reported(list(read_bytes(content)))


@settings(max_examples=10, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["a.json", "b.ndjson", "c.csv", "d.txt", "e.jsonl", ".hidden.json", "f.tsv"]),
        st.lists(LINES, max_size=4).map("\n".join) | st.binary(max_size=40),
    )
)
def test_loading_any_mix_keeps_or_reports_everything(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, str | bytes]
) -> None:
    folder = tmp_path_factory.mktemp("mix")
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    (folder / "z.json").write_text(GOOD)
    report = load(folder).report
    met = kept_and_reported(list(read_path(folder)))
    assert (report.records_kept, report.records_reported) == met
    assert len(report.problems) == report.records_reported
