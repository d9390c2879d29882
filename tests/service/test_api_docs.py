"""The guide to the service names every setting and every noun there is."""

from __future__ import annotations

import re
from pathlib import Path

from service.api.routing import API
from service.app import create_app
from service.settings import Settings

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "service.md").read_text(encoding="utf-8")


def test_every_setting_is_in_the_guide() -> None:
    listed = re.findall(r"^\| `(ALIGNER_\w+)` \|", GUIDE, re.MULTILINE)
    assert listed and sorted(listed) == sorted(f"ALIGNER_{name.upper()}" for name in Settings.model_fields)


def test_every_address_is_in_the_guide(tmp_path: Path) -> None:
    addresses = GUIDE.split("## Addresses", 1)[1].split("\n## ", 1)[0]
    for path in create_app(Settings(data_dir=tmp_path)).openapi()["paths"]:
        steps = [step for step in path.removeprefix(API).split("/") if step and not step.startswith("{")]
        assert all(re.search(rf"\b{step}\b", addresses) for step in steps if step != "problems"), path
