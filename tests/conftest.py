"""Fixtures that every folder's tests may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real inputs and reference answers, which is not part of the repository."""
    folder = Path(os.environ.get("ALIGNER_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder}; set ALIGNER_DATA to run this test")
    return folder
