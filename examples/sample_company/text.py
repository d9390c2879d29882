"""The sentences: headlines, passages and talk, all about a case."""

from __future__ import annotations

import unicodedata

from .dice import Dice
from .people import Person
from .world import Case

_OBSERVED = (
    "{Subject} {symptom}, and {customer} noticed before we did.",
    "At {customer} the {subject} {symptom}.",
    "Two sites of {customer} report that {subject} {symptom}.",
    "We saw it again this week: {subject} {symptom}.",
)
_CAUSE = (
    "The {part} trusts a clock that nobody sets.",
    "The trouble begins in the {part}, which forgets what it has already sent.",
    "Nothing is wrong with the probes; the {part} drops what comes out of order.",
    "A setting of the {part} was copied from a site that has since been rebuilt.",
)
_WEIGHT = (
    "About {n} sites are touched, most of them small.",
    "It costs the control room some {n} minutes a day.",
    "In the last {n} days we counted {m} cases.",
    "Of {n} valves in the trial, {m} showed it.",
)
_PLAN = (
    "We intend to {remedy}.",
    "The proposal is to {remedy}, and to measure for a fortnight.",
    "Once we {remedy}, the reports should agree again.",
    "The cheapest cure is to {remedy}.",
)
_CHECK = (
    "A replay of last month's data is the test.",
    "The night shift compares both figures until Friday.",
    "If the map agrees with the ledger for a week, we call it done.",
    "Rolling back takes one switch and no data is lost.",
)
_TALK = (
    "Could you show us where the {subject} go wrong?",
    "They {symptom}, at least at the two sites by the weir.",
    "That matches what the {part} writes in its log.",
    "Then let us {remedy} and look again on Monday.",
    "Fine by me, as long as the control room hears of it first.",
    "I will write it up and send the figures round.",
    "How many sites does that touch, {n} or more like {m}?",
    "Nobody should have to get up at night for this.",
)


def fill(template: str, case: Case, dice: Dice, key: str) -> str:
    """A template with the facts of a case in it."""
    return template.format(
        subject=case.subject,
        Subject=case.subject.capitalize(),
        symptom=case.symptom,
        remedy=case.remedy,
        customer=case.customer.name,
        part=dice.pick(f"{key}/part", case.area.parts),
        n=dice.number(f"{key}/n", 12, 90),
        m=dice.number(f"{key}/m", 2, 11),
    )


def passage(case: Case, dice: Dice, *, paragraphs: int = 2) -> str:
    """Prose about a case, blank lines between paragraphs."""
    parts = []
    for number in range(paragraphs):
        stages = (_OBSERVED, _CAUSE, _WEIGHT) if number % 2 == 0 else (_PLAN, _CHECK, _WEIGHT)
        keys = [f"passage/{number}/{stage}" for stage in range(len(stages))]
        sentences = (fill(dice.pick(key, stage), case, dice, key) for key, stage in zip(keys, stages, strict=True))
        parts.append(" ".join(sentences))
    return "\n\n".join(parts)


def sentence(case: Case, dice: Dice, key: str) -> str:
    """One sentence about what shall be done."""
    return fill(dice.pick(key, _PLAN + _CHECK), case, dice, key)


def talk(case: Case, dice: Dice, speakers: list[str], *, low: int = 5, high: int = 8) -> list[str]:
    """Remarks in turn, each ``speaker: what they say``."""
    remarks = [_TALK[index] for index in sorted(dice.some("talk", range(len(_TALK)), low, high))]
    return [
        f"{speakers[number % len(speakers)]}: {fill(remark, case, dice, f'talk/{number}')}"
        for number, remark in enumerate(remarks)
    ]


def as_task(case: Case) -> str:
    """What to do, as an infinitive with a capital: ``Read the unit from the site register``."""
    return case.remedy[0].upper() + case.remedy[1:]


def escaped(text: str) -> str:
    """The text as a careless export writes it: a backslash and an n for each new line."""
    return text.replace("\n", "\\n")


def decomposed(text: str) -> str:
    """The text in NFD, as some file systems hand out names: the accent a character of its own."""
    return unicodedata.normalize("NFD", text)


def names(people: tuple[Person, ...] | list[Person]) -> list[str]:
    """The people as ``First Last``."""
    return [person.name for person in people]
