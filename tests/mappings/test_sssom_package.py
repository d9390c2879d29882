"""Everything we write passes the validation of the reference implementation, which loses no row of it."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from mapping_examples import ALIGNMENT, CRM, HR, TERMS

from aligner.calibration import Calibrator
from mappings.conversion import evidence_set, to_mapping_set
from mappings.tsv import to_tsv
from mappings.vocabulary import MAPPING_SLOTS, PROPAGATABLE, SET_SLOTS, Range

#: Runs in a process of its own: importing `sssom` is slow and configures logging.
PROGRAM = """
import json, logging, sys
import yaml
from importlib.resources import files
from sssom.parsers import parse_sssom_table
from sssom.validators import validate
said = []
class Listener(logging.Handler):
    def emit(self, record):
        said.append(record.getMessage())
logging.getLogger().addHandler(Listener(logging.WARNING))
answer = {}
for path in sys.argv[1:]:
    said.clear()
    frame = parse_sssom_table(path)
    reports = validate(frame, fail_on_error=False)
    problems = [str(each.message) for report in reports.values() for each in report.results]
    answer[path] = {"rows": len(frame.df), "problems": problems, "said": list(said)}
schema = yaml.safe_load((files("sssom_schema") / "schema" / "sssom_schema.yaml").read_text())
answer["schema"] = {
    "mapping": schema["classes"]["mapping"]["slots"],
    "set": schema["classes"]["mapping set"]["slots"],
    "slots": schema["slots"],
    "enums": {name: sorted(each["permissible_values"]) for name, each in schema["enums"].items()},
}
print(json.dumps(answer, default=str))
"""

RANGES = {
    "string": Range.TEXT,
    "EntityReference": Range.REFERENCE,
    "NonRelativeURI": Range.URI,
    "double": Range.NUMBER,
    "date": Range.DATE,
    "entity_type_enum": Range.ENTITY_TYPE,
    "predicate_modifier_enum": Range.MODIFIER,
    "mapping_cardinality_enum": Range.CARDINALITY,
    "sssom_version_enum": Range.VERSION,
}


def test_the_sssom_package_accepts_our_files_and_knows_our_vocabulary(tmp_path: Path) -> None:
    published = to_mapping_set(ALIGNMENT, CRM, HR, **TERMS, date="2025-05-14", version="1.10")
    sets = {
        "published": published,
        "evidence": evidence_set(ALIGNMENT, CRM, HR, **TERMS, calibrator=Calibrator()),
        "bare": to_mapping_set(ALIGNMENT, CRM, HR, **TERMS, evidence=False),
        "single": replace(published, mappings=published.mappings[:1]),
    }
    paths = {}
    for name, mapping_set in sets.items():
        path = tmp_path / f"{name}.sssom.tsv"
        path.write_bytes(to_tsv(mapping_set))
        paths[str(path)] = mapping_set
    done = subprocess.run([sys.executable, "-c", PROGRAM, *paths], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    for path, mapping_set in paths.items():
        assert answer[path]["rows"] == len(mapping_set)
        assert answer[path]["problems"] == []
        # The package has no attribute for any extension of a row, and says so; it has nothing else to say.
        assert [each for each in answer[path]["said"] if not each.startswith("No attr for ext_")] == []
    _compare(answer["schema"])


def _compare(schema: dict[str, object]) -> None:
    """Our tables against the package's copy of the specification."""
    slots: dict[str, dict[str, object]] = schema["slots"]  # type: ignore[assignment]
    ours = ("mappings", "curie_map", "extension_definitions")
    assert [slot.name for slot in MAPPING_SLOTS] == schema["mapping"]
    assert [slot.name for slot in SET_SLOTS] == [name for name in schema["set"] if name not in ours]  # type: ignore[attr-defined]
    propagated = {name for name, each in slots.items() if (each.get("annotations") or {}).get("propagated")}  # type: ignore[attr-defined]
    assert {slot.name for slot in PROPAGATABLE} == propagated
    for slot in (*MAPPING_SLOTS, *SET_SLOTS):
        theirs = slots[slot.name]
        assert slot.range is RANGES[str(theirs["range"])], slot.name
        assert slot.many == bool(theirs.get("multivalued")), slot.name
        if slot.range is Range.NUMBER:
            assert (theirs["minimum_value"], theirs["maximum_value"]) == (slot.low, 1), slot.name


def test_the_test_plug_in_that_the_package_brings_does_not_touch_logging() -> None:
    assert not [handler for handler in logging.root.handlers if type(handler) is logging.StreamHandler]
    assert logging.root.level >= logging.WARNING
