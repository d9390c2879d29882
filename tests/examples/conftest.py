"""The sample company, written once for all its tests; makes the packages below ``examples/`` importable."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

from sample_company import generate
from sample_reading import Company, read_company


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generate(tmp_path_factory.mktemp("company"))


@pytest.fixture(scope="session")
def company(folder: Path) -> Company:
    return read_company(folder)
