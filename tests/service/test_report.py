"""The report: complete, self-contained, and safe with hostile text."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from report_pages import aligned, measured_page

from aligner.errors import InputError
from aligner.evaluation import claims_of, evaluate
from aligner.measures import Measure
from aligner.reference import Reference
from service.cli import run
from service.output import Destination, claimed_ids, prefixes_of, read_set, read_sets, write_run
from service.recipe import recipe
from service.references import read_reference
from service.report import render, report_on
from service.run import run_alignment
from sources import load_records


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return aligned(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def page(company: Path) -> str:
    return measured_page(company)


class Outline(HTMLParser):
    """What a page refers to, and how it is built."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.references: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.unscoped: int = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        self.references += [values[name] or "" for name in ("src", "href", "action", "data") if name in values]
        self.ids += [values["id"] or ""] if "id" in values else []
        self.unscoped += tag == "th" and "scope" not in values


def test_every_mapping_and_every_abstention_is_on_the_page(company: Path, page: str) -> None:
    for published in read_sets(company / "mapped"):
        for row in published.mapping_set:
            assert f">{str(row.subject_id).split(':')[1]}<" in page or str(row.subject_id) in page
        for each in published.abstentions():
            assert each.entity_id.split(":")[1] in page


def test_the_headline_figures_are_those_of_the_evaluation(company: Path, page: str) -> None:
    sets = read_sets(company / "mapped")
    truth = read_reference(company / "reference.tsv", claimed_ids(sets), prefixes_of(sets))
    figures = evaluate(claims_of(each.alignment() for each in sets), truth, Measure.CONSENSUS).figures
    text = re.sub(r"<[^>]+>", " ", page)
    for figure in (figures.precision, figures.recall, figures.f1):
        assert re.search(rf"{figure.value:.2f}\s+{figure.low:.2f} to {figure.high:.2f}", text)


def test_it_is_self_contained_and_well_built(page: str) -> None:
    outline = Outline(page)
    inner = {reference[1:] for reference in outline.references if reference.startswith("#")}
    assert {reference for reference in outline.references if not reference.startswith("#")} <= {"data:,"}
    assert inner - {""} <= set(outline.ids)
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.unscoped == 0
    assert {"main", "nav", "h1", "details", "summary", "svg"} <= set(outline.tags)
    assert "url(" not in page and "@import" not in page


def test_the_same_input_gives_the_same_bytes(company: Path, page: str, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(company / "mapped", copy)
    sets = read_sets(copy)
    truth = read_reference(company / "reference.tsv", claimed_ids(sets), prefixes_of(sets))
    assert report_on(copy, truth) == page


def test_its_script_is_the_only_one_that_may_run(page: str) -> None:
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")


def test_a_reference_says_which_mappings_are_wrong_and_what_is_missing(company: Path, tmp_path: Path) -> None:
    truth = Reference.of({("jira", "linear"): [("jira:status", "linear:key"), ("jira:key", "linear:key")]})
    only = company / "mapped" / "jira--linear.sssom.tsv"
    shutil.copy(only, tmp_path)
    text = report_on(tmp_path / only.name, truth)
    section = text[text.index('<section class="pair"') :]
    verdicts = Counter(re.findall(r'<td class="(?:bad|soft)">(right|acceptable|wrong|not judged)</td>', section))
    assert verdicts == {"right": 1, "wrong": len(read_sets(tmp_path)[0].mapping_set) - 1}
    assert "1 pair of the reference not found" in section


def test_a_reference_about_other_sources_is_refused(company: Path) -> None:
    with pytest.raises(InputError, match="none of the pairs"):
        report_on(company / "mapped", Reference.of({("a", "b"): [("a:x", "b:y")]}))


def test_rows_of_other_tools_are_shown_too_and_unreadable_ones_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "theirs.sssom.tsv"
    file.write_text(
        "#curie_map:\n#  a: http://example.org/a/\n#  b: http://example.org/b/\n"
        "#mapping_set_id: http://example.org/set\n#license: http://example.org/licence\n"
        "subject_id\tsubject_label\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\tconfidence\n"
        "a:1\tLeft heart\towl:sameAs\tNot\tb:2\tsemapv:ManualMappingCuration\t\n"
        "a:3\t\tskos:broadMatch\t\tb:4\tsemapv:LexicalMatching\t0.5\n",
        encoding="utf-8",
    )
    read = read_set(file)
    published = replace(read, reading=replace(read.reading, rejected=(9,)))
    page = render([published], abstentions={}, scores={}, reference=None, title="Theirs")
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Left heart 1" in text and "not owl:sameAs" in text and "a person" in text and "not stated" in text
    assert "The file does not say why." in text
    assert "1 row of the file could not be read and is not shown: line 9." in text


def test_it_needs_neither_reference_nor_scores_nor_abstentions(company: Path, tmp_path: Path) -> None:
    only = company / "mapped" / "jira--linear.sssom.tsv"
    shutil.copy(only, tmp_path)
    text = report_on(tmp_path / only.name, None)
    assert "jira" in text and "Against the reference" not in text


def test_hostile_names_are_text(tmp_path: Path) -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    left = load_records([{evil: f"value {n}"} for n in range(5)], "left").schema
    right = load_records([{evil: f"value {n}"} for n in range(5)], "right").schema
    entity = replace(left.entities[0], label=evil)
    run_ = run_alignment(replace(left, entities=(entity,)), right, recipe("fields", threshold=0.0))
    assert len(run_.alignment) == 1
    write_run(run_, Destination(tmp_path))
    page = report_on(tmp_path, None)
    assert evil not in page and "<img" not in page
    assert page.count("<script") == page.count("</script>") == 1
    assert "&lt;/script&gt;&lt;img" in page


def test_thirty_six_pairs_stay_small(tmp_path: Path) -> None:
    assert run(["demo", "-o", str(tmp_path / "demo")]) == 0
    assert (tmp_path / "demo" / "report.html").stat().st_size < 2_000_000
