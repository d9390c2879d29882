"""Explanations in plain English, a sentence at a time, from codes and numbers alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from types import MappingProxyType

from aligner.alignment import Explanation, Fact, Part

#: Fact code to its wordings, the fullest first: the first whose numbers and texts the fact has is told.
#: `{same}` stands for a text that is the same on both sides.
PHRASES = MappingProxyType(
    {
        "name_equal": ("both names read “{same}”", "the names read “{subject}” and “{object}”, which is the same"),
        "name_tokens": ("both names have “{same}”", "the names share “{subject}” and “{object}”"),
        "thesaurus": ("“{subject}” and “{object}” mean the same in general English",),
        "abbreviation": ("“{subject}” and “{object}” are spelt alike, or one shortens the other",),
        "opposites": ("“{subject}” and “{object}” are opposites",),
        "kinds": ("both hold {same}", "one holds {subject}, the other {object}"),
        "kinds_clash": ("{subject} and {object} do not go together",),
        "shared_values": (
            "{n} of the {m} distinct values of the smaller side occur on both, as “{same}”",
            "{n} of the {m} distinct values of the smaller side occur on both",
            "{n} distinct values occur on both sides",
            "values occur on both sides",
        ),
        "value_overlap": (
            "{n} of {m} values overlap",
            "the values overlap (strength {n})",
            "the values overlap",
        ),
        "shared_tokens": (
            "{n} of {m} words of the values occur on both sides",
            "the values share words (strength {n})",
            "the values share words",
        ),
        "role": ("both are the {same}", "one is the {subject}, the other the {object}"),
        "roles_clash": ("one is the {subject}, the other {object}",),
        "list_shape": ("both hold {same}", "one side holds {subject}, the other {object}"),
        "uniqueness": ("{same} of the values are distinct on both sides", "{subject} of the values are distinct on one "
                       "side, {object} on the other"),
        "fill": ("{same} of the records have it on both sides", "{subject} of the records have it on one side, "
                 "{object} on the other"),
        "distribution": ("the values differ in {same}", "the values differ: {subject} against {object}"),
        "same_parent": ("both lie in “{same}”", "they lie in “{subject}” and “{object}”, which share a word"),
        "other_parent": (
            "they lie in different parts of their records, “{subject}” and “{object}”",
            "only one of them lies in a part of its record, “{subject}”",
            "only one of them lies in a part of its record, “{object}”",
        ),
        "link_names_source": ("the name of “{subject}” or “{object}” says that it points to the other source",),
        "link_values": (
            "{n} of the {m} values of the link are identifiers of the other side",
            "{n} values of the link are identifiers of the other side",
        ),
        "id_prefix": ("the link's values begin like the identifiers of the other side",),
    }
)  # fmt: skip


def sentences(explanation: Explanation, subject: str, object_: str, *, facts_dropped: int = 0) -> list[str]:
    """An explanation in sentences: the claim, each part by what it counts, what said nothing, the runners-up.

    Args:
        explanation: why the pair was chosen.
        subject: what people call the subject.
        object_: what people call the object.
        facts_dropped: how many facts the explanation has lost on its way (`evidence.facts_dropped`).
    """
    told = [
        f"“{subject}” and “{object_}” are matched with a confidence of {_percent(explanation.confidence)} "
        f"(combined score {explanation.score:.3f}, recipe {explanation.recipe})."
    ]
    speaking = [part for part in explanation.parts if part.score is not None]
    total = sum(abs(part.contribution) for part in speaking)
    for part in sorted(speaking, key=lambda part: (-abs(part.contribution), part.matcher)):
        told.append(_part(part, abs(part.contribution) / total if total else 0.0))
        told += [sentence for fact in part.facts for sentence in _records(fact)]
    silent = [part.matcher for part in explanation.parts if part.score is None]
    if silent:
        told.append(f"Nothing to say had: {', '.join(silent)}.")
    if facts_dropped:
        told.append(f"{facts_dropped} further observations were too long to keep.")
    if explanation.runners_up:
        rivals = "; ".join(f"{each.subject} with {each.object} ({each.score:.3f})" for each in explanation.runners_up)
        told.append(f"Next best: {rivals}.")
    return told


def _percent(share: float) -> str:
    """Whole percents, but nothing that is not certain is called so."""
    if 0.995 <= share < 1:
        return "more than 99%"
    return "less than 1%" if 0 < share < 0.005 else f"{share:.0%}"


def _part(part: Part, share: float) -> str:
    """One sentence: which matcher, for or against, how much of all evidence, and what it saw."""
    direction = "for" if part.contribution > 0 else "against" if part.contribution < 0 else "neither for nor against"
    facts = "; ".join(map(phrase, part.facts))
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", part.evidence).lower()
    head = f"{part.matcher} ({kind}) speaks {direction} it, {share:.0%} of all evidence"
    return f"{head}: {facts}." if facts else f"{head}."


def phrase(fact: Fact) -> str:
    """One fact as a clause; a code without wording of its own is told by its name."""
    known = dict(_fields(fact))
    for wording in PHRASES.get(fact.code, ()):
        if all(name in known for _, name, _, _ in Formatter().parse(wording) if name is not None):
            return wording.format_map(known) + (" (masked)" if fact.masked else "")
    ends = " / ".join(text for text in (fact.subject, fact.object) if text is not None)
    counts = " of ".join(known[name] for name in ("n", "m") if name in known)
    detail = ", ".join(text for text in (ends, counts) if text)
    return fact.code.replace("_", " ") + (f" ({detail})" if detail else "") + (" (masked)" if fact.masked else "")


def _fields(fact: Fact) -> Iterator[tuple[str, str]]:
    """What the fact can fill a wording with."""
    for name, text in (("subject", fact.subject), ("object", fact.object)):
        if text is not None:
            yield name, text
    if fact.subject is not None and fact.subject == fact.object:
        yield "same", fact.subject
    for name, value in (("n", fact.n), ("m", fact.m)):
        if value is not None:
            yield name, f"{value:.3f}".rstrip("0").rstrip(".")


def _records(fact: Fact) -> Iterator[str]:
    """Where to look at examples."""
    if fact.records_subject or fact.records_object:
        ours, theirs = (", ".join(ids) or "none" for ids in (fact.records_subject, fact.records_object))
        yield f"Example records: {ours} on the one side, {theirs} on the other."
