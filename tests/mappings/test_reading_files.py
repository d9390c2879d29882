"""Reading what others wrote, and what somebody made to do harm."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from aligner.errors import InputError
from mappings.findings import Level
from mappings.reading import Reading, read_tsv
from mappings.tsv import to_tsv

HEADER = (
    "#curie_map:\n#  a: https://example.org/a/\n#mapping_set_id: https://example.org/s\n"
    "#license: https://example.org/l\n"
)
COLUMNS = "subject_id\tpredicate_id\tobject_id\tmapping_justification\tconfidence\n"
ROW = "a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t0.5\n"


def read(rows: str, header: str = HEADER, columns: str = COLUMNS) -> Reading:
    return read_tsv((header + columns + rows).encode(), file="x.sssom.tsv")


def codes(reading: Reading) -> list[tuple[int | None, str | None, str]]:
    return [(each.line, each.slot, each.code) for each in reading.findings]


@pytest.mark.parametrize(
    ("row", "slot", "code"),
    [
        ("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1.5\n", "confidence", "out_of_range"),
        ("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\tnan\n", "confidence", "not_a_number"),
        ("b:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n", "subject_id", "undeclared_prefix"),
        ("https://example.org/a/1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n", "subject_id", "not_a_curie"),
        ("a:x[]\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n", "subject_id", "not_a_curie"),
        ("a:1\tskos:exactMatch\t\tsemapv:LexicalMatching\t1\n", "object_id", "missing"),
        ("a:1\tsssom:NoTermFound\ta:2\tsemapv:LexicalMatching\t1\n", "predicate_id", "not_allowed"),
        ("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\n", None, "ragged_row"),
        ("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\tmore\n", None, "ragged_row"),
        ('"a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n', None, "bad_quotes"),
        ('"a:1"x\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n', None, "bad_quotes"),
        ("a:\x001\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n", "subject_id", "control_character"),
        ("\n", None, "blank_row"),
    ],
)
def test_a_bad_row_is_reported_and_its_neighbours_are_kept(row: str, slot: str | None, code: str) -> None:
    reading = read(ROW + row + ROW)
    assert codes(reading) == [(7, slot, code)]
    assert reading.findings[0].level is Level.ERROR
    assert reading.findings[0].repair
    assert (reading.rows_in, reading.rows_kept, reading.rejected) == (3, 2, (7,))


def test_a_row_over_several_lines_keeps_its_line_ends_and_the_count_of_lines() -> None:
    columns = COLUMNS.replace("confidence", "comment")
    row = ROW.replace("0.5", '"one\r\ntwo ""three"""')
    reading = read(row + row.replace("a:1", "b:1"), columns=columns)
    assert reading.mapping_set.mappings[0].comment == 'one\r\ntwo "three"'
    assert codes(reading) == [(8, "subject_id", "undeclared_prefix")]


def test_spreadsheets_line_ends_and_padding_are_let_pass() -> None:
    text = ("\ufeff" + HEADER.replace("\n", "\t\t\n") + COLUMNS + ROW).replace("\n", "\r\n")
    reading = read_tsv(text.encode())
    assert reading.findings == ()
    assert to_tsv(reading.mapping_set) == to_tsv(read(ROW).mapping_set)
    trailing = read(ROW.replace("\n", "\t\t\n"))
    assert [(each.code, each.level) for each in trailing.findings] == [("ragged_row", Level.WARNING)]
    assert trailing.rows_kept == 1


def test_a_record_id_may_occur_once() -> None:
    header = '#sssom_version: "1.1"\n' + HEADER
    reading = read("a:r\t" + ROW + "a:r\t" + ROW + "\t" + ROW, header, "record_id\t" + COLUMNS)
    assert codes(reading) == [(None, "record_id", "missing"), (8, "record_id", "duplicate_id")]
    assert (reading.rows_kept, reading.rejected) == (2, (8,))


def test_a_row_s_own_value_wins_over_the_set_s() -> None:
    header = HEADER + "#mapping_tool: set\n"
    columns = COLUMNS.replace("confidence", "mapping_tool")
    mixed = read(ROW.replace("0.5", "own") + ROW.replace("0.5", ""), header, columns)
    assert [each.mapping_tool for each in mixed.mapping_set] == ["own", None]
    assert codes(mixed) == [(5, "mapping_tool", "set_value_ignored")]
    spread = read(ROW.replace("0.5", "") * 2, header, columns)
    assert [each.mapping_tool for each in spread.mapping_set] == ["set", "set"]


def test_a_literal_needs_no_identifier() -> None:
    columns = COLUMNS.replace("confidence", "object_label")
    row = ROW.replace("a:2", "").replace("0.5", "red")
    assert read(row, HEADER + "#object_type: rdfs literal\n", columns).rows_kept == 1
    assert read(row, HEADER, columns).rows_kept == 0


def test_metadata_stays_text_and_odd_keys_are_reported() -> None:
    header = (
        HEADER + "#mapping_set_version: 0.10\n#creator_label: NO\n#publication_date: 2024-01-02\n#license: x\n"
        "#ext_mine: 1\n#mapping_set_title:\n#  - a\n#mapping_set_confidence: high\n#mappings: 3\n"
    ).replace("#license: https://example.org/l\n", "")
    reading = read(ROW, header)
    assert reading.mapping_set.mapping_set_version == "0.10"
    assert reading.mapping_set.creator_label == ("NO",)
    assert reading.mapping_set.publication_date == "2024-01-02"
    assert reading.mapping_set.extension("ext_mine") == "1"
    assert codes(reading) == [
        (7, "license", "not_a_uri"),
        (8, "ext_mine", "undefined_extension"),
        (9, "mapping_set_title", "not_kept"),
        (11, "mapping_set_confidence", "not_a_number"),
        (12, "mappings", "unknown_key"),
    ]
    with pytest.raises(InputError, match="not an absolute URI"):
        to_tsv(reading.mapping_set)


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ("#a: &x 1\n#b: *x\n", "an anchor"),
        ("#a: *x\n", "an alias"),
        ("#a: !!python/object/apply:os.system [true]\n", "a tag"),
        ("#%YAML 1.2\n#---\n#a: b\n", "a directive"),
        ("#a: 1\n#a: 2\n", "twice"),
        ("#a: " + "[" * 50_000 + "\n", "levels"),
        ("#a: " + "x" * 300_000 + "\n", "longer than"),
        ("#a: {\n", "no YAML"),
        ("#- a\n", "no list of keys"),
    ],
)
def test_hostile_metadata_is_refused_at_once(header: str, what: str) -> None:
    started = time.process_time()
    with pytest.raises(InputError, match=r"x\.sssom\.tsv") as caught:
        read(ROW, header)
    assert what.removeprefix("a directive") in str(caught.value)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "data", [b"", b"#a: b\n", b"\n", b"a\ta\n", "é".encode("latin-1"), "a\tb".encode("utf-16"), b'"a\n'], ids=repr
)
def test_what_is_no_table_at_all_is_refused_with_its_line(data: bytes) -> None:
    with pytest.raises(InputError, match=r"x\.tsv:\d"):
        read_tsv(data, file="x.tsv")


def test_many_open_quotes_take_no_time_to_speak_of() -> None:
    started = time.process_time()
    reading = read('"a:1\n' * 3000)
    assert reading.rows_in == len(reading.rejected) == 3000
    assert time.process_time() - started < 20


def test_published_sets_and_probes_keep_the_law_of_rows(shared_data: Path) -> None:
    files = sorted((shared_data / "sssom").glob("*/*sv"))
    kept = refused = 0
    for path in files:
        try:
            reading = read_tsv(path.read_bytes(), file=path.name)
        except InputError:
            refused += 1
            continue
        assert reading.rows_in == reading.rows_kept + len(reading.rejected), path.name
        told = {each.line for each in reading.findings if each.level is Level.ERROR}
        assert set(reading.rejected) <= told, path.name
        kept += reading.rows_kept
    assert len(files) > 100
    assert refused < 10
    assert kept > 30_000


@pytest.mark.parametrize(
    "name",
    [
        "wild/drosophila-anatomy-developmental-ontology__anatomical-atlas.sssom.tsv",
        "wild/sssom-py__literals-condensed.sssom.tsv",
        "probes/multi_esc.sssom.tsv",
    ],
)
def test_canonical_files_of_others_are_fixed_points(shared_data: Path, name: str) -> None:
    data = (shared_data / "sssom" / name).read_bytes()
    assert to_tsv(read_tsv(data).mapping_set) == data


def test_a_file_with_every_slot_comes_back_whole(shared_data: Path) -> None:
    data = (shared_data / "sssom" / "probes" / "full_all.sssom.tsv").read_bytes()
    reading = read_tsv(data)
    assert reading.findings == ()
    again = read_tsv(to_tsv(reading.mapping_set)).mapping_set
    assert again == reading.mapping_set
