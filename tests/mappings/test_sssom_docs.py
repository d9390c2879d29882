"""`docs/sssom.md` says what the code does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from mappings.conversion import PREDICATE_OF
from mappings.evidence import LIMIT
from mappings.publication import EXTENSION_NAMESPACE, EXTENSIONS, TYPE_OF
from mappings.readers.table import LONGEST_ROW
from mappings.yaml_text import DEEPEST, LONGEST

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "sssom.md").read_text(encoding="utf-8")

#: Which argument of a call is a finding's code.
PLACE = {"Finding": 3, "_left_out": 1, "note": 2, "_note": 2, "_mended": 0, "Said": 0}


def _codes(path: Path) -> set[str]:
    """The codes that a module's findings may have: arguments, and the first of three texts."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            place = PLACE.get(name, len(node.args))
            code = node.args[place] if place < len(node.args) else None
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3 and path.stem == "validation":
            code = node.elts[0]
        else:
            continue
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            found.add(code.value)
    return found


def test_every_code_is_explained_and_every_explained_code_exists() -> None:
    told = set(re.findall(r"^\| `([a-z0-9_]+)` \| (?:error|mended|warning) \|", TEXT, re.MULTILINE))
    files = [ROOT / "mappings" / f"{each}.py" for each in ("conversion", "metadata", "reading", "validation")]
    files += sorted((ROOT / "mappings" / "readers").glob("*.py"))
    assert told == set().union(*map(_codes, files))


def test_what_is_published_is_explained() -> None:
    for term in (*PREDICATE_OF.values(), *TYPE_OF.values(), *(each.slot_name for each in EXTENSIONS)):
        assert f"`{term}`" in TEXT
    assert EXTENSION_NAMESPACE in TEXT
    for limit in (f"{LIMIT} bytes", f"{LONGEST:,} characters", f"{DEEPEST} levels", f"{LONGEST_ROW} lines"):
        assert limit in TEXT
