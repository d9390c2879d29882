"""The guide to sources lists every code and every limit as it is."""

from __future__ import annotations

import re
from pathlib import Path

from sources import SOURCES
from sources.cells import FIELD_LIMIT
from sources.flattening import DEPTH_LIMIT, MISSING
from sources.loading import SAMPLE
from sources.reading import DOCUMENT_LIMIT, LINE_LIMIT, SUFFIXES

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")


def test_every_code_of_a_problem_is_explained() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "sources").glob("*.py")))
    raised = set(re.findall(r'Problem\(\s*"(\w+)"', code))
    explained = {
        each for row in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", GUIDE, re.M) for each in re.findall(r"\w+", row)
    }
    assert len(raised) > 10
    assert raised == explained - set(SOURCES)


def test_every_adapter_says_how_it_is_recognised() -> None:
    for name, adapter in SOURCES.items():
        (row,) = re.findall(rf"^\| `{name}` \| (.*) \| (.*) \|$", GUIDE, re.M)
        assert row[0] == adapter.records
        assert adapter.required <= set(re.findall(r"`(\w+)`", row[1]))


def test_limits_are_told_as_they_are() -> None:
    for limit in (f"beyond {FIELD_LIMIT:,}", f"{DEPTH_LIMIT} levels", f"first {SAMPLE} records"):
        assert limit in GUIDE
    assert f"{DOCUMENT_LIMIT >> 20} MiB" in GUIDE and f"{LINE_LIMIT >> 20} MiB" in GUIDE
    assert all(f"`{each}`" in GUIDE for each in [*SUFFIXES, *MISSING - {""}])


def test_the_example_adapter_works() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
    scope: dict[str, object] = {}
    exec(example, scope)
    assert scope["ADAPTER"].recognises({"ticket_no", "opened", "subject"})  # type: ignore[attr-defined]
