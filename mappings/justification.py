"""What a correspondence rests on, in SSSOM's words: its justification and, where names are equal, what matched."""

from __future__ import annotations

from typing import Any

from aligner.alignment import Explanation
from aligner.entity import Entity
from aligner.errors import InputError
from mappings.vocabulary import COMPOSITE, JUSTIFICATIONS, UNSPECIFIED


def justification_of(explanation: Explanation | None) -> tuple[str, str]:
    """The justification, and the one matcher behind it; several make a composite, with no one matcher.

    It is the justification of the only part, or of the only one that speaks for the pair; unspecified without any
    explanation.

    Raises:
        InputError: a matcher gives a justification that SSSOM does not know.
    """
    if explanation is None:
        return UNSPECIFIED, ""
    parts = explanation.parts
    for part in parts:
        if f"semapv:{part.evidence}" not in JUSTIFICATIONS:
            raise InputError(f"matcher {part.matcher!r} gives {part.evidence!r}, which is no SSSOM justification")
    made = parts if len(parts) == 1 else tuple(part for part in parts if part.contribution > 0)
    return (f"semapv:{made[0].evidence}", made[0].matcher) if len(made) == 1 else (COMPOSITE, "")


def lexical_slots(subject: Entity, object_: Entity, explanation: Explanation | None) -> dict[str, Any]:
    """Match fields, match string and preprocessing, where equal names are part of the reason; else nothing.

    Only preprocessing that changed a label is named.
    """
    equal = _equal_name(explanation)
    if equal is None:
        return {}
    slots: dict[str, Any] = {"match_string": (equal,)}
    for side, label in (("subject", subject.label), ("object", object_.label)):
        slots[f"{side}_match_field"] = ("rdfs:label",)
        slots[f"{side}_preprocessing"] = _steps(label, equal)
    return slots


def _equal_name(explanation: Explanation | None) -> str | None:
    """The name that both ends have, where that speaks for the pair."""
    for part in explanation.parts if explanation else ():
        if part.evidence == "LexicalMatching" and part.contribution > 0:
            for fact in part.facts:
                if fact.code == "name_equal" and fact.subject == fact.object:
                    return fact.subject
    return None


def _steps(label: str, equal: str) -> tuple[str, ...]:
    """What made the label the string that matched: lower case, words set apart, or more than these two."""
    folded = label.casefold()
    steps = ["semapv:CaseNormalization"] if folded != label else []
    if folded != equal:
        same_letters = "".join(filter(str.isalnum, folded)) == "".join(filter(str.isalnum, equal))
        steps.append("semapv:Tokenization" if same_letters else "semapv:Normalization")
    return tuple(steps)
