"""How much CPU profiling costs beside a bare floor: the engine reading the same file and counting distinct values.

Run `python benchmarks/profiling.py [RECORDS]`. Both are measured in one run on a generated file of NDJSON; what counts
is the ratio of their CPU seconds, which depends little on the machine.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb

from sources import load

FIRST = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Margaret", "Ken", "Radia", "Tim"]
LAST = ["Moreau", "Okafor", "Lindqvist", "Tanaka", "Novak", "Silva", "Haddad", "Weber", "Kaur", "Rossi"]
WORDS = re.findall(
    r"\w+", "the service returns an error when a customer uploads large files and then retries after midnight"
)


def records(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Tickets with the usual mix: ids, people, times, lists, numbers, codes and a text of some forty words."""
    dice = random.Random(seed)
    for number in range(count):
        person = f"{dice.choice(FIRST)} {dice.choice(LAST)}"
        day = f"2025-{dice.randint(1, 12):02d}-{dice.randint(1, 28):02d}"
        yield {
            "id": f"OPS-{number}",
            "title": " ".join(dice.choices(WORDS, k=6)).capitalize(),
            "owner": person,
            "watchers": [f"{dice.choice(FIRST)} {dice.choice(LAST)}" for _ in range(dice.randint(0, 3))],
            "created": f"{day}T{dice.randint(0, 23):02d}:{dice.randint(0, 59):02d}:00Z",
            "due": day,
            "state": dice.choice(["open", "done", "in progress"]),
            "points": str(dice.randint(1, 13)),
            "labels": dice.sample(["billing", "login", "storage", "search", "mail"], k=2),
            "body": f"{person}: " + " ".join(dice.choices(WORDS, k=40)),
        }


def floor(path: Path) -> None:
    """The least that any profiler on this engine does: read the file, count distinct values of each field."""
    with duckdb.connect(":memory:") as connection:
        names = [row[0] for row in connection.execute(f"DESCRIBE SELECT * FROM read_json('{path}')").fetchall()]
        counts = ", ".join(f'count(DISTINCT CAST("{name}" AS VARCHAR))' for name in names)
        connection.execute(f"SELECT {counts} FROM read_json('{path}')").fetchall()


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print both costs and their ratio."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tickets.ndjson"
        with path.open("w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(record) + "\n" for record in records(count, seed=7))
        bare = seconds(lambda: floor(path))
        ours = seconds(lambda: load(path))
        size = path.stat().st_size / 1e6
    print(f"{count} records, {size:.0f} MB: floor {bare:.2f} s, profile {ours:.2f} s CPU, ratio {ours / bare:.1f}")


if __name__ == "__main__":
    main()
