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
A = "https://example.org/a/"
ROW = "a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t0.5\n"


def read(rows: str, header: str = HEADER, columns: str = COLUMNS, strict: bool = False) -> Reading:
    return read_tsv((header + columns + rows).encode(), file="x.sssom.tsv", strict=strict)


def codes(reading: Reading) -> list[tuple[int | None, str | None, str]]:
    return [(each.line, each.slot, each.code) for each in reading.findings]


@pytest.mark.parametrize(
    ("row", "slot", "code"),
    [
        ("a:1\tskos:exactMatch\t\tsemapv:LexicalMatching\t1\n", "object_id", "missing"),
        ("a:1\tskos:exactMatch\ta:2\t\t1\n", "mapping_justification", "missing"),
        ("a:1\tskos:exactMatch\tred\tsemapv:LexicalMatching\t1\n", "object_id", "not_a_curie"),
        ("a:1\tskos:exactMatch\ta:2|a:3\tsemapv:LexicalMatching\t1\n", "object_id", "not_a_curie"),
        ("a:1\tsssom:NoTermFound\ta:2\tsemapv:LexicalMatching\t1\n", "predicate_id", "not_allowed"),
        ("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\tmore\n", None, "ragged_row"),
        ('"a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n', None, "bad_quotes"),
        ('"a:1"x\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n', None, "bad_quotes"),
        ("# a remark\n", None, "comment_row"),
        ("\n", None, "blank_row"),
        ("\t\t\t\t\n", None, "blank_row"),
    ],
)
def test_a_bad_row_is_reported_and_its_neighbours_are_kept(row: str, slot: str | None, code: str) -> None:
    reading = read(ROW + row + ROW)
    assert codes(reading) == [(7, slot, code)]
    assert reading.findings[0].level is Level.ERROR
    assert reading.findings[0].repair
    assert (reading.rows_in, reading.rows_kept, reading.rejected) == (3, 2, (7,))
    with pytest.raises(InputError, match=r"x\.sssom\.tsv:7"):
        read(ROW + row + ROW, strict=True)


MENDED = [
    ("a:1", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1.5", "confidence", "out_of_range", None),
    ("a:1", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "nan", "confidence", "not_a_number", None),
    ("b:1", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1", "subject_id", "undeclared_prefix", "b:1"),
    (f"{A}1", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1", "subject_id", "iri_for_curie", "a:1"),
    ("urn:x:1", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1", "subject_id", "iri_for_curie", "ns1:1"),
    ("http://b/c_1", "skos:exactMatch", "a:2", "semapv:Matching", "1", "subject_id", "iri_for_curie", "ns1:1"),
    ("a:x[]", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1", "subject_id", "not_a_curie", "a:x%5B%5D"),
    ("a:1\u00a0", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1", "subject_id", "spaces_around", "a:1"),
    ("a:\x001", "skos:exactMatch", "a:2", "semapv:LexicalMatching", "1", "subject_id", "control_character", "a:1"),
    ("a:1", "skos:exactMatch", "a:2", "HumanCurated", "1", "mapping_justification", "old_value",
     "semapv:ManualMappingCuration"),
    ("a:1", "skos:exactMatch", "sssom:NoMapping", "semapv:LexicalMatching", "1", "object_id", "old_value",
     "sssom:NoTermFound"),
]  # fmt: skip


@pytest.mark.parametrize("case", MENDED, ids=lambda case: f"{case[6]}-{case[5]}")
def test_what_can_be_mended_is_kept_and_told(case: tuple[str, ...]) -> None:
    *cells, slot, code, kept = case
    reading = read(ROW + "\t".join(cells) + "\n" + ROW)
    assert (7, slot, code) in codes(reading)
    assert reading.rows_kept == 3 and not reading.rejected
    assert getattr(reading.mapping_set.mappings[1], slot) == kept
    assert all(each.repair for each in reading.findings)
    assert to_tsv(reading.mapping_set)
    with pytest.raises(InputError, match=r"x\.sssom\.tsv:7"):
        read("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\t1\n" + "\t".join(cells) + "\n", strict=True)


def test_a_row_too_short_is_taken_to_lack_its_end() -> None:
    reading = read("a:1\tskos:exactMatch\ta:2\tsemapv:LexicalMatching\n" + "a:1\tskos:exactMatch\ta:2\n")
    assert codes(reading) == [(6, None, "ragged_row"), (7, None, "ragged_row"), (7, "mapping_justification", "missing")]
    assert (reading.rows_kept, reading.rejected) == (1, (7,))


def test_only_warnings_are_let_pass_by_the_strict() -> None:
    warned = read(ROW.replace("Lexical", "LLMBased"), strict=True)
    assert codes(warned) == [(6, "mapping_justification", "unknown_term")]
    with pytest.raises(InputError, match="and 3 more"):
        read(ROW, header="", strict=True, columns=COLUMNS.replace("confidence", "comment"))


@pytest.mark.parametrize(
    ("slot", "text", "kept", "code"),
    [
        ("mapping_date", "2020-06-36", None, "not_a_date"),
        ("mapping_date", "2020-06-30T10:00:00Z", "2020-06-30", "not_a_date"),
        ("predicate_modifier", "NOT", "Not", "not_allowed"),
        ("subject_type", "owl:Class", "owl class", "not_allowed"),
        ("subject_type", "xpath", None, "not_allowed"),
        ("subject_source", "a", "a:", "not_a_curie"),
        ("author_id", "a:x | Ann |a:y", ("a:x", "a:y"), "not_a_curie"),
        ("license", "CC0", None, "not_a_uri"),
        ("license", "a:cc0", f"{A}cc0", "not_a_uri"),
        ("similarity_score", "80%", None, "not_a_number"),
        ("review_date", "2020-06-30", None, "missing"),
        ("comment", "a\x07b", "ab", "control_character"),
    ],
)
def test_a_value_that_cannot_stand_goes_and_the_row_stays(slot: str, text: str, kept: object, code: str) -> None:
    reading = read(ROW.replace("0.5", text), columns=COLUMNS.replace("confidence", slot))
    assert [each.code for each in reading.findings] == [code]
    assert reading.findings[0].level is Level.MENDED
    assert getattr(reading.mapping_set.mappings[0], slot) == kept


def test_what_would_turn_the_meaning_round_is_never_left_out() -> None:
    assert read(ROW.replace("0.5", "nope"), columns=COLUMNS.replace("confidence", "predicate_modifier")).rows_kept == 0


def test_a_row_over_several_lines_keeps_its_line_ends_and_the_count_of_lines() -> None:
    columns = COLUMNS.replace("confidence", "comment")
    row = ROW.replace("0.5", '"one\r\ntwo ""three"""')
    reading = read(row + row.replace("a:1", "b:1"), columns=columns)
    assert reading.mapping_set.mappings[0].comment == 'one\r\ntwo "three"'
    assert codes(reading) == [(None, "curie_map", "prefix_added"), (8, "subject_id", "undeclared_prefix")]
    assert reading.mapping_set.curie_map["b"] == "http://sssom.invalid/prefix/b/"


def test_spreadsheets_line_ends_and_padding_are_let_pass() -> None:
    text = ("\ufeff" + HEADER.replace("\n", "\t\t\n") + COLUMNS + ROW).replace("\n", "\r\n")
    reading = read_tsv(text.encode())
    assert reading.findings == ()
    assert to_tsv(reading.mapping_set) == to_tsv(read(ROW).mapping_set)
    trailing = read(ROW.replace("\n", "\t\t\n"))
    assert [(each.code, each.level) for each in trailing.findings] == [("ragged_row", Level.MENDED)]
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
        (7, "license", "missing"),
        (8, "ext_mine", "undefined_extension"),
        (9, "mapping_set_title", "not_kept"),
        (11, "mapping_set_confidence", "not_a_number"),
        (12, "mappings", "unknown_key"),
    ]
    assert reading.mapping_set.mapping_set_title == "a"
    with pytest.raises(InputError, match="every mapping set needs one"):
        to_tsv(reading.mapping_set)


def test_free_text_blank_lines_and_keys_said_twice_cost_no_row() -> None:
    header = (
        "# Mappings: made by us: all of them\n" + HEADER + "\n#These were made by hand.\n#license: https://l\n#- a\n"
    )
    reading = read(ROW, header)
    assert reading.rows_kept == 1
    assert reading.mapping_set.license == "https://l"
    assert {each.code for each in reading.findings} == {"free_text", "blank_line", "duplicate_key"}
    assert {each.level for each in reading.findings} == {Level.MENDED}


def test_the_header_of_a_spreadsheet_and_commas_are_read_by_content() -> None:
    header = "".join(f'"{line}",,,,\n' for line in HEADER.splitlines())
    row = ROW.replace("0.5", '"x, ""y"""').replace("\t", ",")
    reading = read(row, header, COLUMNS.replace("confidence", "comment").replace("\t", ","))
    assert reading.findings == ()
    assert reading.mapping_set.mappings[0].comment == 'x, "y"'


def test_metadata_beside_the_table_is_read_and_the_table_stands() -> None:
    beside = HEADER.replace("#", "").encode() + b"mapping_set_title: beside\nmapping_tool: t\n"
    alone = read_tsv((COLUMNS + ROW).encode(), metadata=beside)
    assert alone.findings == ()
    assert alone.mapping_set.mappings[0].mapping_tool == "t"
    both = read_tsv(("#mapping_set_title: inside\n" + COLUMNS + ROW).encode(), metadata=beside)
    assert both.mapping_set.mapping_set_title == "inside"
    assert codes(both) == [(1, "mapping_set_title", "two_values")]


def test_names_from_before_1_0_are_understood() -> None:
    columns = "sssom:subject_id\tpredicate_id\tObject ID\tmatch_type\tsemantic_similarity_score\tmatch_term_type\n"
    row = "a:1\tskos:exactMatch\ta:2\tSSSOMC:Complex\t0.5\tClassMatch\n"
    reading = read(row, HEADER + "#creator_name: Ann\n", columns)
    (mapping,) = reading.mapping_set
    assert (mapping.subject_id, mapping.object_id, mapping.similarity_score) == ("a:1", "a:2", 0.5)
    assert (mapping.mapping_justification, mapping.subject_type) == ("semapv:CompositeMatching", "owl class")
    assert mapping.object_type == "owl class"
    assert reading.mapping_set.creator_label == ("Ann",)
    assert {each.code for each in reading.findings} == {"old_name", "old_value"}


def test_prefixes_that_cannot_stand_are_mended() -> None:
    header = HEADER.replace(
        "#curie_map:\n",
        "#curie_map:\n#  skos: https://evil/\n#  B: B\n#  c: https://example.org/a/\n#  1 x: https://x/\n",
    )
    reading = read(ROW.replace("a:2", "B:2"), header)
    assert reading.rows_kept == 1
    assert dict(reading.mapping_set.curie_map) == {"a": A, "c": A, "B": "http://sssom.invalid/prefix/B/"}
    assert {each.code for each in reading.findings} == {"prefix_redefined", "bad_prefix", "same_namespace"}
    listed = HEADER.replace("#  a:", "#  - a:")
    assert read(ROW, listed).mapping_set.curie_map == {"a": A}


def test_of_two_columns_of_one_name_the_first_stands() -> None:
    reading = read(ROW.replace("\n", "\t0.7\n"), columns=COLUMNS.replace("\n", "\tconfidence\n"))
    assert codes(reading) == [(5, "confidence", "duplicate_column")]
    assert reading.mapping_set.mappings[0].confidence == 0.5


def test_other_encodings_are_read_as_far_as_they_can_be() -> None:
    text = HEADER + COLUMNS.replace("confidence", "comment") + ROW.replace("0.5", "caf\u00e9")
    sixteen = read_tsv(text.encode("utf-16"))
    assert sixteen.mapping_set.mappings[0].comment == "caf\u00e9"
    latin = read_tsv(text.encode("latin-1"))
    assert latin.mapping_set.mappings[0].comment == "caf\ufffd"
    assert codes(latin) == [(6, None, "not_utf8")]


@pytest.mark.parametrize(
    ("header", "what"),
    [
        ("#a: &x 1\n#b: *x\n", "an anchor"),
        ("#a: *x\n", "an alias"),
        ("#a: !!python/object/apply:os.system [true]\n", "a tag"),
        ("#%YAML 1.2\n#---\n#a: b\n", "a directive"),
        ("#a: " + "[" * 50_000 + "\n", "levels"),
        ("#a: " + "x" * 300_000 + "\n", "longer than"),
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
