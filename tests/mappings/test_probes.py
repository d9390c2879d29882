"""Every probe and every published file: the verdict, row by row, and nothing silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from aligner.errors import InputError
from mappings.findings import Level
from mappings.reading import read
from mappings.tsv import to_tsv
from mappings.validation import row_findings

#: probe: rows in, rows kept, and what is found (code, slot); None for a file that is refused.
VERDICTS: dict[str, tuple[int, int, set[tuple[str, str | None]]] | None] = {
    "bare_quote": (2, 1, {("bad_quotes", None)}),
    "blank_rows": (4, 2, {("blank_row", None)}),
    "bom": (1, 1, set()),
    "comment_row": (3, 2, {("comment_row", None)}),
    "conf_range": (5, 5, {("not_a_number", "confidence"), ("out_of_range", "confidence")}),
    "crlf": (1, 1, set()),
    "date_bad": (1, 1, {("not_a_date", "mapping_date")}),
    "dup_header": (1, 1, {("duplicate_column", "subject_label")}),
    "empty": None,
    "formula": (1, 1, set()),
    "full_all": (2, 2, set()),
    "hdr_space": (0, 0, {("spaces_around", "subject_label")}),
    "iri": (1, 1, {("iri_for_curie", "subject_id")}),
    "justif_ext": (1, 1, {("unknown_term", "mapping_justification")}),
    "justif_iri": (1, 1, {("iri_for_curie", "mapping_justification")}),
    "justif_missing": (1, 0, {("missing", "mapping_justification")}),
    "justif_new": (1, 1, {("unknown_term", "mapping_justification")}),
    "latin1": (1, 1, {("not_utf8", None)}),
    "modifier_NOT": (1, 1, {("not_allowed", "predicate_modifier")}),
    "multi_esc": (1, 1, set()),
    "na_label": (4, 4, set()),
    "no_meta": (
        1,
        1,
        {
            ("missing", "mapping_set_id"),
            ("missing", "license"),
            ("undeclared_prefix", "subject_id"),
            ("undeclared_prefix", "object_id"),
            ("prefix_added", "curie_map"),
        },
    ),
    "ntf_other": (1, 0, {("not_allowed", "predicate_id")}),
    "nul": (1, 1, {("control_character", "subject_label")}),
    "only_header": (0, 0, set()),
    "pipe_in_id": (1, 0, {("not_a_curie", "object_id")}),
    "propagate_mixed": (2, 2, {("set_value_ignored", "mapping_tool")}),
    "quoted": (1, 1, set()),
    "redefined": (1, 1, {("prefix_redefined", "curie_map")}),
    "short_row": (1, 1, {("ragged_row", None)}),
    "trailing_tab": (1, 1, {("ragged_row", None)}),
    "undeclared": (1, 1, {("undeclared_prefix", "subject_id"), ("prefix_added", "curie_map")}),
    "uni": (5, 5, set()),
    "unknown_slot": (1, 1, {("undefined_extension", "foo"), ("undefined_extension", "my_col")}),
    "utf16": (1, 1, {("not_utf8", None)}),
    "version_20": (1, 1, {("not_allowed", "sssom_version")}),
    "version_float": (1, 1, set()),
    "yaml_bomb": None,
    "yaml_date": (1, 1, set()),
}


@pytest.mark.parametrize("probe", VERDICTS)
def test_the_verdict_on_a_probe(shared_data: Path, probe: str) -> None:
    path = shared_data / "sssom" / "probes" / f"{probe}.sssom.tsv"
    verdict = VERDICTS[probe]
    if verdict is None:
        with pytest.raises(InputError, match=probe):
            read(path)
        return
    reading = read(path)
    assert (reading.rows_in, reading.rows_kept) == verdict[:2]
    assert {(each.code, each.slot) for each in reading.findings} == verdict[2]


def test_every_probe_has_a_verdict(shared_data: Path) -> None:
    assert {path.name.split(".")[0] for path in (shared_data / "sssom" / "probes").iterdir()} == set(VERDICTS)


def test_published_files_keep_their_rows_or_say_which_not(shared_data: Path) -> None:
    refused = set()
    kept = rejected = 0
    for path in sorted((shared_data / "sssom" / "wild").glob("*sv")):
        try:
            reading = read(path)
        except InputError as error:
            assert path.name in str(error)
            refused.add(path.name.split("__")[1])
            continue
        assert reading.rows_in == reading.rows_kept + reading.rows_reported, path.name
        told = {each.line for each in reading.findings if each.level is Level.ERROR}
        assert told.issuperset(reading.rejected), path.name
        prefixes = reading.mapping_set.curie_map
        for row in reading.mapping_set:
            assert [each for each in row_findings(row, prefixes) if each.level is Level.ERROR] == [], path.name
        if not any(each.level is Level.ERROR and each.line not in reading.rejected for each in reading.findings):
            again = read(to_tsv(reading.mapping_set), strict=True)
            assert again.rows_kept == reading.rows_kept, path.name
        kept, rejected = kept + reading.rows_kept, rejected + reading.rows_reported
    # Files without a table, and one whose columns are `id`, `predicate` and `value`.
    assert refused == {
        "oba-efo-unmapped.sssom.tsv",
        "oba-efo-unreviewed.sssom.tsv",
        "empty-line.sssom.tsv",
        "metadata-block.sssom.tsv",
    }
    assert kept > 70_000
    assert rejected < 2_000
