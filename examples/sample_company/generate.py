"""Run the package as a file: ``python examples/sample_company/generate.py OUT``."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    package = Path(__file__).resolve().parent
    sys.path.insert(0, str(package.parent))
    runpy.run_module(package.name, run_name="__main__")
