"""The report as people use it, in a real browser: by eye, by keyboard, on a phone, and without JavaScript."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from report_pages import aligned, measured_page

from service.output import Destination, write_run
from service.recipe import recipe
from service.report import report_on
from service.run import run_alignment
from sources import load_records

#: Keep the browser itself from talking to anybody.
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]

#: Texts whose contrast with what is behind them is below 4.5 : 1 (WCAG 2.2, 1.4.3), with their ratios.
FAINT = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (colour) => {
    const linear = (c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
    const [r, g, b] = [...colour].map((c) => linear(c / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    throw new Error('nothing is painted behind ' + element.outerHTML);
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(rgba(element.closest('svg') ? style.fill : style.color)), light(behind(element))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${texts.currentNode.data.trim()}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the extra `browser` has it")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("neither chromium nor google-chrome is on the path")
    with api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=OPTIONS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def page_uri(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    file = folder / "report.html"
    file.write_text(measured_page(aligned(folder)), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def tab(browser: Any, page_uri: str) -> Iterator[Any]:
    opened = browser.new_page()
    opened.goto(page_uri)
    yield opened
    opened.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_it_asks_for_nothing_fits_and_can_be_read(browser: Any, page_uri: str, scheme: str, width: int) -> None:
    asked: list[str] = []
    said: list[str] = []
    tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.goto(page_uri)
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.evaluate(FAINT) == []
    assert (asked, said) == ([page_uri], [])
    tab.close()


def test_the_keyboard_reaches_the_content_and_opens_reasons(tab: Any) -> None:
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Skip to the content"
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "main"
    reason = tab.locator(".maps details").first
    assert not reason.locator(".fall").is_visible()
    reason.locator("summary").first.focus()
    tab.keyboard.press("Enter")
    assert reason.locator(".fall").is_visible()
    assert "are matched with a confidence of" in reason.locator(".words").inner_text()


def test_a_square_of_the_matrix_leads_to_its_pair(tab: Any) -> None:
    square = tab.locator(".matrix a").first
    square.click()
    target = square.get_attribute("href").removeprefix("#")
    assert tab.locator(f"section[id='{target}'] h3").inner_text() == "confluence and jira"
    assert tab.locator(f"section[id='{target}'] h3").is_visible()


def test_mappings_are_found_by_words_predicate_verdict_and_confidence(tab: Any) -> None:
    rows = tab.locator(".maps > tbody:visible")
    everything = rows.count()
    assert tab.locator("#count").inner_text() == f"{everything} mappings"
    tab.fill("#find", "assignee linear")
    assert 0 < rows.count() < everything
    assert all("assignee" in text for text in rows.all_inner_texts())
    assert not tab.locator("section[id^='pair-1-']").is_visible(), "confluence and jira have no such mapping"
    tab.fill("#find", "")
    tab.select_option("#of", "close")
    close = rows.count()
    assert set(tab.locator(".maps > tbody:visible > tr:first-child > td:nth-child(2)").all_inner_texts()) == {"close"}
    tab.select_option("#told", "right")
    assert rows.count() <= close
    tab.select_option("#of", "")
    tab.select_option("#told", "")
    tab.fill("#least", "0.9")
    shown = [float(text) for text in tab.locator(".maps > tbody:visible > tr > .c").all_inner_texts()]
    assert 0 < len(shown) < everything and min(shown) >= 0.9
    tab.fill("#find", "no such field anywhere")
    assert tab.locator("#count").inner_text() == f"0 of {everything} mappings"


def test_a_header_sorts_its_table_up_and_down(tab: Any) -> None:
    table = tab.locator(".maps").last
    header = table.locator("thead th").nth(3)
    for direction in ("ascending", "descending"):
        header.locator("button").click()
        shown = [float(text) for text in table.locator(".c").all_inner_texts()]
        assert shown == sorted(shown, reverse=direction == "descending")
        assert header.get_attribute("aria-sort") == direction


def test_all_reasons_open_and_close(tab: Any) -> None:
    tab.click("#open")
    reasons = tab.locator(".maps details")
    assert tab.locator(".maps details[open]").count() == reasons.count() > 0
    tab.click("#open")
    assert tab.locator(".maps details[open]").count() == 0


def test_without_javascript_nothing_but_the_tools_is_missing(browser: Any, page_uri: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(page_uri)
    assert not tab.locator("#tools").is_visible()
    assert tab.locator(".maps > tbody:visible").count() == tab.locator(".maps > tbody").count() > 0
    tab.locator(".maps summary").first.click()
    assert tab.locator(".fall").first.is_visible()
    context.close()


def test_the_waterfall_starts_where_the_part_before_it_ends(tab: Any) -> None:
    tab.click("#open")
    drawn = (
        tab.locator(".fall")
        .first.locator("rect")
        .evaluate_all(
            "(bars) => bars.map((bar) => [bar.x.baseVal.value, bar.width.baseVal.value, bar.classList.contains('a')])"
        )
    )
    ends = [(left + width, left) if against else (left, left + width) for left, width, against in drawn]
    assert len(ends) > 2
    for (_, before), (start, _) in pairwise(ends[:-1]):
        assert start == pytest.approx(before, abs=0.02)
    assert ends[-1][1] == pytest.approx(ends[-2][1], abs=0.02), "the sum ends where the last part ends"


def test_hostile_names_do_nothing(browser: Any, tmp_path: Path) -> None:
    evil = "</script><img src=x onerror=\"document.title='caught'\">"
    left = load_records([{evil: f"value {n}"} for n in range(5)], "left").schema
    right = load_records([{evil: f"value {n}"} for n in range(5)], "right").schema
    named = replace(left, entities=(replace(left.entities[0], label=evil),))
    write_run(run_alignment(named, right, recipe("fields", threshold=0.0)), Destination(tmp_path))
    file = tmp_path / "report.html"
    file.write_text(report_on(tmp_path, None), encoding="utf-8")
    tab = browser.new_page()
    tab.goto(file.as_uri())
    assert tab.title() == "left and right – alignment report"
    assert tab.locator("img").count() == 0
    assert tab.get_by_text(evil, exact=True).first.is_visible()
    tab.close()
