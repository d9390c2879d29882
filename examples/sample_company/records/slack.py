"""Slack: one record is a thread. Speakers go by their first names, and machines speak too."""

from __future__ import annotations

from collections.abc import Iterator

from .. import moments, text
from ..people import BOTS
from ..world import Case, World
from .shape import Record, flag, main_text, often, present

TEXT = ("messages", "text", "thread")


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A thread among the staff per case."""
    for case in world.cases:
        record = _thread(world, case)
        yield f"{record['thread_ts']}.json", record


def _thread(world: World, case: Case) -> Record:
    dice = world.dice.at("slack", case.number)
    people = [case.agent.first, case.engineer.first, *(person.first for person in case.reviewers)]
    bots = list(BOTS[: dice.number("bots", 0, 1)])
    spoken = text.talk(case, dice, people, low=4, high=7)
    first = moments.unix(case.opened, dice, "first")
    return present(
        channel=case.area.name,
        thread_ts=first,
        first_message_ts=first,
        last_message_ts=moments.unix(case.closed, dice, "last"),
        participants=[*people, *bots],
        reaction_count=str(dice.number("reactions", 0, 9)),
        pinned=often(dice, "pinned", flag(dice, "pinned", 15)),
        **main_text(dice, spoken if dice.chance("list", 40) else "\n".join(spoken), TEXT),
    )
