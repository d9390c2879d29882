"""An explanation as the text of the `ext_evidence` slot, and the way back: a published file explains itself."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from aligner.alignment import Explanation, Fact, Part
from aligner.errors import InputError
from mappings.mapping import Mapping

#: The slot, and the most bytes it takes.
EVIDENCE_SLOT = "ext_evidence"
LIMIT = 4096

#: Decimals kept of a float: fewer than engines and machines differ in, more than the sum of contributions needs.
DECIMALS = 9

#: Keys that count what did not fit.
FACTS_DROPPED, RUNNERS_UP_DROPPED = "facts_dropped", "runners_up_dropped"
_ROOM_FOR_COUNTS = len('"facts_dropped":100000,"runners_up_dropped":100000,')


def encode(explanation: Explanation) -> str:
    """Canonical JSON (sorted keys, no spaces, floats to 9 decimals) of at most 4096 bytes of UTF-8.

    Where more is to be said, facts are left out, from the last of the part that contributes least (by absolute
    value) to the first of the one that contributes most; then runners-up, from the last. The JSON counts both.

    Raises:
        InputError: it does not fit even so (some twenty matchers and more).
    """
    tree = _tree(explanation)
    size = _size(tree)
    if size > LIMIT:
        size += _ROOM_FOR_COUNTS
        weakest_first = sorted(tree["parts"], key=lambda part: (abs(part["contribution"]), part["matcher"]))
        for key, lists in (
            (FACTS_DROPPED, [part["facts"] for part in weakest_first if "facts" in part]),
            (RUNNERS_UP_DROPPED, [tree["runners_up"]]),
        ):
            for items in lists:
                while items and size > LIMIT:
                    size -= _size(items.pop()) + 1
                    tree[key] = tree.get(key, 0) + 1
    if size > LIMIT:
        raise InputError(f"an explanation with {len(explanation.parts)} parts does not fit {LIMIT} bytes")
    return _text(tree)


def _text(tree: Any) -> str:
    return json.dumps(tree, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _size(tree: Any) -> int:
    return len(_text(tree).encode("utf-8", "surrogatepass"))


def _number(value: float) -> float | int:
    """Rounded; whole numbers without a point, so that 0, -0.0 and 0.0 are one text."""
    rounded = round(float(value), DECIMALS)
    return int(rounded) if rounded.is_integer() else rounded


def _tree(explanation: Explanation) -> dict[str, Any]:
    tree: dict[str, Any] = {
        name: _number(getattr(explanation, name)) for name in ("log_odds", "score", "confidence", "prior")
    }
    tree |= {name: getattr(explanation, name) for name in ("calibrator", "recipe", "version")}
    tree["parts"] = [_part(part) for part in explanation.parts]
    tree["runners_up"] = [
        {"subject": each.subject, "object": each.object, "score": _number(each.score)}
        for each in explanation.runners_up
    ]
    return tree


def _part(part: Part) -> dict[str, Any]:
    tree: dict[str, Any] = {"matcher": part.matcher, "evidence": part.evidence}
    tree |= {"weight": _number(part.weight), "contribution": _number(part.contribution)}
    tree["score"] = None if part.score is None else _number(part.score)
    if part.facts:
        tree["facts"] = [_fact(fact) for fact in part.facts]
    return tree


def _fact(fact: Fact) -> dict[str, Any]:
    """What the fact says; what it does not say is left out."""
    tree: dict[str, Any] = {"code": fact.code, "subject": fact.subject, "object": fact.object}
    tree |= {name: None if value is None else _number(value) for name, value in (("n", fact.n), ("m", fact.m))}
    tree["masked"] = fact.masked or None
    tree["records_subject"], tree["records_object"] = list(fact.records_subject), list(fact.records_object)
    return {key: value for key, value in tree.items() if value not in (None, [])}


@cache
def _adapter() -> TypeAdapter[Explanation]:
    return TypeAdapter(Explanation)


def decode(text: str) -> Explanation:
    """The explanation that a text of `encode` holds.

    Raises:
        InputError: it is none.
    """
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the JSON"
        raise InputError(f"the evidence is no explanation: {place}: {first['msg']}", field=EVIDENCE_SLOT) from None


def explanation_of(mapping: Mapping) -> Explanation:
    """Why the mapping was made, from the mapping alone.

    Raises:
        InputError: it carries no evidence, or none that can be read.
    """
    text = mapping.extension(EVIDENCE_SLOT)
    if text is None:
        raise InputError(
            f"the mapping of {mapping.subject_id} to {mapping.object_id} carries no evidence",
            field=EVIDENCE_SLOT,
            remedy="Only mappings that aligner made explain themselves",
        )
    return decode(text)


def facts_dropped(mapping: Mapping) -> int:
    """How many facts did not fit into the mapping's evidence; 0 where it has none."""
    counted = re.search(rf'"{FACTS_DROPPED}":(\d{{1,6}}),', mapping.extension(EVIDENCE_SLOT) or "")
    return int(counted[1]) if counted else 0
