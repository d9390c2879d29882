"""The commands that work on mapping sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mappings.chaining import COMPOSITIONS
from mappings.inversion import INVERSES
from mappings.reading import read
from mappings.writing import FORMATS
from service.cli import run

HEAD = """#curie_map:
#  a: https://example.org/a/
#  b: https://example.org/b/
#mapping_set_id: https://example.org/sets/{name}
#license: https://example.org/free
subject_id\tpredicate_id\tobject_id\tmapping_justification\tconfidence
"""
DOCS = Path(__file__).resolve().parents[2] / "docs" / "sssom-commands.md"


def file(folder: Path, name: str, *rows: str) -> str:
    path = folder / f"{name}.sssom.tsv"
    body = "".join(f"{row.replace(' ', chr(9))}\n" for row in rows)
    path.write_text(HEAD.format(name=name) + body, encoding="utf-8")
    return str(path)


@pytest.fixture
def one(tmp_path: Path) -> str:
    first = "a:1 skos:exactMatch b:1 semapv:ManualMappingCuration 0.9"
    return file(tmp_path, "one", first, "a:2 rdfs:subClassOf b:2 semapv:ManualMappingCuration 0.4")


def test_validate_tells_what_is_wrong(one: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", one, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["rows_in"], report["rows_kept"], report["rows_reported"]) == (2, 2, 0)
    bad = file(tmp_path, "bad", "a:1 skos:exactMatch b:1 semapv:ManualMappingCuration 7", "a:1 skos:exactMatch b:1  1")
    assert run(["validate", one, bad, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)[1]
    assert report["rows_in"] == report["rows_kept"] + report["rows_reported"] == 2
    assert set(report["findings"][0]) == {"line", "slot", "value", "code", "level", "message", "repair"}
    assert run(["validate", bad]) == 1
    assert run(["validate", bad, "--strict"]) == 3
    assert run(["validate", str(tmp_path / "none.tsv")]) == 3


@pytest.mark.parametrize("format", ["json", "jsonld", "turtle", "nt", "tsv", "tsv+yml"])
def test_convert_there_and_back(one: str, tmp_path: Path, format: str) -> None:
    there, back, plain = tmp_path / "there.txt", tmp_path / "back.tsv", tmp_path / "plain.tsv"
    assert run(["convert", one, "-o", str(there), "--to", format]) == 0
    assert len(read(there, format=None if format not in ("turtle", "nt") else format).mapping_set) == 2
    assert run(["convert", str(there), "-o", str(back)]) == 0
    assert run(["convert", one, "-o", str(plain)]) == 0
    if format != "nt":  # which has no prefixes
        assert back.read_bytes() == plain.read_bytes()


def test_what_has_no_place_is_told(one: str, tmp_path: Path) -> None:
    none = file(tmp_path, "none", "a:1 skos:relatedMatch b:1 semapv:ManualMappingCuration 1")
    assert run(["convert", none, "-o", str(tmp_path / "out.rdf")]) == 4
    assert run(["convert", one, "-o", str(tmp_path / "out.docx")]) == 2


def test_diff_merge_filter_invert_chain_hash(one: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = file(tmp_path, "two", "b:1 skos:closeMatch a:9 semapv:ManualMappingCuration 0.5")
    out = tmp_path / "out.tsv"
    assert run(["diff", one, one]) == 0
    assert run(["diff", one, two, "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out.split("\n", 1)[1])["removed"]) == 2
    assert run(["merge", one, two, one, "-o", str(out)]) == 0
    assert len(read(out).mapping_set) == 3
    assert "5 rows in, 3 out, 2 exact duplicates" in capsys.readouterr().err
    assert run(["filter", one, "--low", "0.5", "--predicate", "skos:*", "-o", str(out)]) == 0
    assert [each.subject_id for each in read(out).mapping_set] == ["a:1"]
    assert run(["invert", one, "-o", str(out)]) == 4
    assert [each.subject_id for each in read(out).mapping_set] == ["b:1"]
    assert run(["chain", one, two, "-o", str(out)]) == 0
    (chained,) = read(out).mapping_set
    assert (chained.predicate_id, chained.object_id, chained.confidence) == ("skos:closeMatch", "a:9", 0.45)
    capsys.readouterr()
    assert run(["hash", one]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_the_docs_name_every_format_and_rule() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name in FORMATS:
        assert f"`{name}`" in text
    for name in INVERSES:
        assert f"`{name}`" in text or name.startswith("semapv:crossSpecies")
    for name in {each for pair in COMPOSITIONS for each in pair}:
        assert f"`{name}`" in text
