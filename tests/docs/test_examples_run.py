"""What the docs show works: commands and Python run, links lead somewhere, tables are complete."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from service.cli import app, run
from service.commands.console import ExitCode

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)

#: Commands that need a running service, make a new environment, or stand for the reader's own files.
NOT_HERE = re.compile(r"serve|curl|pip|venv|\bSOURCES\b|\bREFERENCE\b|worker|migrate|demo|gold|\.\./shared|DATA")


def blocks(page: Path, language: str) -> Iterator[str]:
    for found, content in BLOCK.findall(page.read_text(encoding="utf-8")):
        if found == language:
            yield content


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a fresh clone, with the examples in it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_run(page: Path, workplace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words and Path(words[0]).name == "aligner" and not NOT_HERE.search(line):
                code = run(words[1:])
                assert code in {ExitCode.DONE, ExitCode.PARTLY_DONE}, f"{line}\n{capsys.readouterr().err}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_runs(page: Path, workplace: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_command_has_its_line() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name in get_command(app).commands:  # type: ignore[attr-defined]
        assert f"`aligner {name}" in text, f"docs/cli.md does not mention {name}"


def test_every_exit_code_has_its_line() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"| {int(code)} |" in text


def test_the_readme_marks_one_line_each() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for mark in ("main", "tests"):
        block = re.search(rf"<!-- newcomer: {mark} -->\n```sh\n(.*?)```", text, re.DOTALL)
        assert block and len(block[1].strip().splitlines()) == 1


def test_the_readme_prints_what_the_commands_print(workplace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = [" ".join(line.split()) for block in blocks(ROOT / "README.md", "text") for line in block.splitlines()]
    run(["align", *(f"examples/own_files/{name}" for name in ("crm_contacts.csv", "helpdesk_users.json")), "-o", "own"])
    run(["demo", "-o", "aligner-demo"])
    told = [
        " ".join(line.split())
        for line in capsys.readouterr().out.replace("why   aligner", "why .venv/bin/aligner").splitlines()
    ]
    assert sorted(told) == sorted(shown)
