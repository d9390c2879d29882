"""Command line: ``python -m sample_company OUT``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import generate, reference


def main() -> None:
    """Write the sample company, and its reference where asked."""
    parser = argparse.ArgumentParser(prog="sample_company", description="Write nine systems of an invented company.")
    parser.add_argument("out", type=Path, help="folder to write into")
    parser.add_argument("--seed", type=int, default=7, help="which world (default: 7)")
    parser.add_argument("--records", type=int, default=36, help="records per source (default: 36)")
    parser.add_argument("--broken", action="store_true", help="add files that no reader can take")
    parser.add_argument("--reference", type=Path, metavar="FOLDER", help="also write reference.tsv into this folder")
    given = parser.parse_args()
    if given.records < 1:
        parser.error("--records must be at least 1")
    folder = generate(given.out, seed=given.seed, records=given.records, broken=given.broken)
    sys.stdout.write(f"{sum(1 for _ in folder.glob('*/*.json'))} files in {folder}\n")
    if given.reference:
        sys.stdout.write(f"{reference(given.reference)}\n")


if __name__ == "__main__":
    main()
