"""The report: complete, self-contained, safe with hostile text, and usable in a real browser."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from aligner.evaluation import claims_of, evaluate
from aligner.measures import Measure
from service.cli import run
from service.demo import sample_company
from service.output import Destination, claimed_ids, prefixes_of, read_sets, write_run
from service.recipe import recipe
from service.references import read_reference
from service.report import report_on
from service.run import run_alignment
from sources import load, load_records

NAMES = ("confluence", "jira", "linear")


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sources of the sample company, aligned pairwise, with their truth beside them."""
    out = tmp_path_factory.mktemp("report")
    sample_company().generate(out / "sources")
    sample_company().reference(out)
    schemas = [load(out / "sources" / name, name=name).schema for name in NAMES]
    for i, left in enumerate(schemas):
        for right in schemas[i + 1 :]:
            write_run(run_alignment(left, right, recipe("fields")), Destination(out / "mapped"))
    return out


@pytest.fixture(scope="module")
def page(company: Path) -> str:
    """The report on them, measured."""
    sets = read_sets(company / "mapped")
    truth = read_reference(company / "reference.tsv", claimed_ids(sets), prefixes_of(sets))
    return report_on(company / "mapped", truth)


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


def test_in_a_real_browser(company: Path, page: str, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium on this machine")
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    asked: list[str] = []
    said: list[str] = []
    with playwright.sync_playwright() as driver:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
        browser = driver.chromium.launch(executable_path=chromium, args=options)
        tab = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.goto(file.as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390
        tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        first = tab.locator("details details summary, details summary").first
        first.focus()
        tab.keyboard.press("Enter")
        assert tab.locator("text=What each matcher").count() or tab.locator("svg").count() > 3
        browser.close()
    assert asked == [file.as_uri()]
    assert said == []
