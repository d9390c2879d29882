"""How fast mapping sets are read, and what becomes of published and of hostile ones, beside the `sssom` package.

`python benchmarks/sssom_reading.py speed [ROWS [THEIRS]]` reads a generated file of ROWS rows with aligner and one of
THEIRS rows with the package, each in a process of its own, and prints CPU seconds, peak memory and the ratio per row.

`python benchmarks/sssom_reading.py files > docs/sssom-files.md` reads every file below `sssom/` of the folder that
the environment variable ALIGNER_DATA names with both, and prints a table of the verdicts.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

OURS = """
import json, resource, sys, time
from mappings.reading import read
began = time.process_time()
reading = read(sys.argv[1])
cpu = time.process_time() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"rows": reading.rows_kept, "cpu": cpu, "peak": peak}))
"""

THEIRS = """
import json, resource, sys, time
from sssom.parsers import parse_sssom_table
from sssom.validators import validate
began = time.process_time()
frame = parse_sssom_table(sys.argv[1])
parsed = time.process_time() - began
validate(frame, fail_on_error=False)
cpu = time.process_time() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"rows": len(frame.df), "parsed": parsed, "cpu": cpu, "peak": peak}))
"""

#: Reads and validates many files in one process, since importing the package takes seconds.
VERDICTS = """
import json, logging, sys
from sssom.parsers import parse_sssom_table
from sssom.validators import validate
logging.disable(logging.CRITICAL)
for path in sys.argv[1:]:
    try:
        frame = parse_sssom_table(path)
        verdict = {"rows": len(frame.df)}
        try:
            reports = validate(frame, fail_on_error=False)
            verdict["problems"] = sum(len(each.results) for each in reports.values())
        except Exception as error:
            verdict["validation"] = type(error).__name__
    except Exception as error:
        verdict = {"error": type(error).__name__}
    print(json.dumps([path, verdict]), flush=True)
"""

HEADER = """#sssom_version: "1.1"
#curie_map:
#  HP: http://purl.obolibrary.org/obo/HP_
#  MP: http://purl.obolibrary.org/obo/MP_
#  orcid: https://orcid.org/
#  obo: http://purl.obolibrary.org/obo/
#mapping_set_id: https://example.org/sets/generated
#license: https://creativecommons.org/publicdomain/zero/1.0/
"""
COLUMNS = [
    "subject_id", "subject_label", "predicate_id", "object_id", "object_label", "mapping_justification", "author_id",
    "subject_source", "object_source", "mapping_tool", "mapping_date", "confidence", "subject_match_field",
    "object_match_field", "match_string",
]  # fmt: skip


def generated(rows: int, seed: int = 7) -> str:
    """A set of fifteen columns, five of them lists or repeated words, the rest different in every row."""
    dice = random.Random(seed)
    lines = ["\t".join(COLUMNS)]
    for number in range(rows):
        label = f"abnormal {dice.choice(['lung', 'liver', 'limb', 'heart'])} morphology {number}"
        lines.append(
            "\t".join(
                (
                    f"HP:{number:07d}", label, "skos:exactMatch", f"MP:{dice.randrange(10**7):07d}", label.title(),
                    "semapv:LexicalMatching", "orcid:0000-0002-7356-1779|orcid:0000-0001-8314-2140", "obo:hp", "obo:mp",
                    "generator", f"2024-{dice.randint(1, 12):02d}-{dice.randint(1, 28):02d}",
                    f"{dice.random():.3f}", "rdfs:label|skos:altLabel", "rdfs:label", f"{label}|{number}",
                )
            )
        )  # fmt: skip
    return HEADER + "\n".join(lines) + "\n"


def _run(program: str, *arguments: str, timeout: float = 3600) -> str:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True, timeout=timeout
    ).stdout


def speed(rows: int, theirs: int) -> None:
    """Print how long reading and checking takes here and there."""
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for name, program, count in (("aligner", OURS, rows), ("sssom", THEIRS, theirs)):
            path = Path(folder) / f"{name}.sssom.tsv"
            path.write_text(generated(count), encoding="utf-8")
            found[name] = each = json.loads(_run(program, str(path)).splitlines()[-1])
            assert each["rows"] == count, f"{name} read {each['rows']} of {count} rows"
            print(f"{name:8} {count:7} rows: {each['cpu']:6.2f} s CPU, {each['peak']:5.0f} MB at most")
        ours, other = (found[name]["cpu"] / count for name, count in (("aligner", rows), ("sssom", theirs)))
        parsed = found["sssom"]["parsed"] / theirs
    print(f"per row, the package takes {other / ours:.0f} times as long ({parsed / ours:.0f} times to parse alone)")


def _shown(verdict: dict[str, object]) -> str:
    if "error" in verdict:
        return f"{verdict['error']}"
    checked = f"{verdict['problems']} problems" if "problems" in verdict else f"validation: {verdict['validation']}"
    return f"{verdict['rows']} rows, {checked}"


def files(data: Path) -> None:
    """Print a table of what becomes of every file."""
    from aligner.errors import InputError
    from mappings.reading import read

    paths = sorted(path for path in (data / "sssom").glob("*/*") if path.suffix not in (".yml", ".yaml"))
    answers = (json.loads(line) for line in _run(VERDICTS, *map(str, paths)).splitlines() if line.startswith("["))
    theirs = dict(answers)
    print(INTRODUCTION)
    print("| file | rows | kept | findings of ours | the `sssom` package |\n|---|---|---|---|---|")
    for path in paths:
        name = f"{path.parent.name}/{path.name}".replace("|", "\\|")
        other = _shown(theirs.get(str(path), {"error": "no answer"}))
        try:
            reading = read(path)
        except InputError as error:
            print(f"| {name} | | refused | {error.message} | {other} |")
            continue
        counted = Counter((each.level.value, each.code, each.slot) for each in reading.findings)
        told = [
            f"{code}{f' {slot}' if slot else ''} ({level}{f' ×{count}' if count > 1 else ''})"
            for (level, code, slot), count in sorted(counted.items(), key=str)
        ]
        print(f"| {name} | {reading.rows_in} | {reading.rows_kept} | {', '.join(told) or 'none'} | {other} |")


INTRODUCTION = """# Published and hostile SSSOM files, and what becomes of them

Files in `wild/` are published mapping sets, those in `probes/` were made to find faults. *rows* counts the rows of
the file, blank ones too; *kept* those that came through; each of the others has a finding with its line. A finding is
told by its code, which [sssom.md](sssom.md) explains, the slot, its level and how often it occurs. Beside it: how many
rows the `sssom` package keeps and how many problems its validation finds, or the exception with which it ends. It does
not count the rows that it leaves out, and fills in a justification, a licence and a random id where a file has none.

This page is the output of `python benchmarks/sssom_reading.py files`.
"""


if __name__ == "__main__":
    if sys.argv[1:2] == ["files"]:
        files(Path(os.environ["ALIGNER_DATA"]))
    else:
        sizes = [int(each) for each in sys.argv[2:]]
        speed(*(sizes + [100_000, 5_000][len(sizes) :]))
