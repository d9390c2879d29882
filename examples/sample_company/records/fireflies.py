"""Fireflies: one record is a recorded meeting."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from .. import moments, text
from ..dice import Dice
from ..people import Person
from ..world import Case, World
from .shape import Record, Value, main_text, often, present

TEXT = ("transcript", "content", "body")
CALLS = ("discovery", "demo", "trial_check", "incident_review", "contract", "quarterly_review")
STAGES = ("lead", "trial", "quote", "contract", "live")
RIVALS = ("Hydrosense", "Pipewise", "Osmo Metrics", "own spreadsheet", "Dripline")


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A meeting with the customer per case."""
    for case in world.cases:
        yield f"{case.meeting}.json", _meeting(case, world.dice.at("fireflies", case.number))


def _meeting(case: Case, dice: Dice) -> Record:
    customer = case.customer
    ours = [customer.owner, customer.engineer, *case.reviewers[:2]]
    theirs = list(customer.people[: dice.number("guests", 1, 3)])
    steps = [text.as_task(case), f"Send the figures to {theirs[0].name}", "Agree on a date for the next site visit"]
    spoken = text.talk(case, dice, [ours[0].first, theirs[0].first, ours[1].first])
    return present(
        meeting_id=case.meeting,
        recorded_at=moments.spoken(case.opened, dice, "recorded"),
        duration_minutes=str(5 * dice.number("minutes", 3, 12)),
        call_type=dice.pick("type", CALLS),
        title=f"{customer.name}: {case.subject} that {case.symptom}",
        fennmoor_owner=customer.owner.name,
        fennmoor_attendees=[
            person.with_role if dice.chance(f"role/{person.last}", 60) else person.name for person in ours
        ],
        customer_company=customer.name,
        customer_attendees=[person.with_role for person in theirs],
        deal_stage=often(dice, "stage", dice.pick("stage", STAGES)),
        competitors_mentioned=often(dice, "rivals", dice.some("rivals", RIVALS, 1, 3), percent=60),
        next_steps=often(dice, "steps", dice.some("steps", steps, 1, 3)),
        action_items=often(dice, "actions", _actions(case, dice, ours, steps)),
        transcription_quality=dice.pick("quality", ("low", "medium", "high")),
        crm_deal_id=often(dice, "deal", customer.deal_id),
        crm_account_id=often(dice, "account", customer.account_id),
        topics=often(dice, "topics", [case.subject.capitalize(), "Site visits", "Open questions"], percent=50),
        **main_text(dice, "\n".join(spoken) if dice.chance("joined", 75) else list(spoken), TEXT),
    )


def _actions(case: Case, dice: Dice, people: list[Person], steps: list[str]) -> Value:
    """Action items: mostly objects, in some records sentences."""
    due = moments.day(case.opened + timedelta(days=dice.number("due", 2, 15)))
    pairs = list(zip(people, steps, strict=False))
    if dice.chance("sentences", 20):
        return [f"{person.name}: {step} by {due}" for person, step in pairs]
    return [{"owner": person.name, "item": step, "due": due} for person, step in pairs]
