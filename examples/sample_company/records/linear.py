"""Linear: one record is a work item."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from .. import moments, text
from ..topics import PROJECTS
from ..world import Case, World
from .jira import PRIORITIES
from .shape import Record, Value, bare, flag, main_text, often, present

TEXT = ("description", "body", "content")
_HEADLINES = ("{Remedy} for {subject}", "Make sure no {subject} {symptom}", "Find out why {subject} {symptom}")


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A work item per case."""
    for case in world.cases:
        yield f"{case.work_item}-{case.slug}.json", _item(world, case)


def _item(world: World, case: Case) -> Record:
    dice = world.dice.at("linear", case.number)
    template = dice.pick("headline", _HEADLINES)
    due = case.opened + timedelta(days=dice.number("due", 10, 60))
    return present(
        key=case.work_item,
        team=case.planner.team,
        title=template.format(Remedy=text.as_task(case), subject=case.subject, symptom=case.symptom),
        status=dice.pick("status", ("Triage", "Planned", "Working", "In Review", "Done", "Cancelled")),
        priority=dice.pick("priority", PRIORITIES),
        created_at=moments.day(case.opened),
        updated_at=moments.day(case.closed),
        creator=case.planner.name,
        assignee=case.engineer.name if dice.chance("assigned", 85) else "",
        project=often(dice, "project", PROJECTS[case.area.name]),
        cycle=often(dice, "cycle", moments.week(case.opened)),
        estimate=often(dice, "estimate", str(dice.pick("estimate", (1, 2, 3, 5, 8)))),
        due_date=often(dice, "due", moments.day(due)),
        labels=bare(dice, "labels", case.tags),
        customer_impact=often(dice, "impact", dice.pick("impact", ("none", "minor", "major", "outage"))),
        release=often(dice, "release", f"{dice.pick('train', ('current', 'probe'))}-{moments.month(due)}", percent=50),
        security_review_required=flag(dice, "review", 20),
        **_links(world, case),
        comments=text.talk(case, dice.at("comments"), [case.planner.name, case.engineer.name], low=1, high=4),
        **main_text(dice, text.passage(case, dice), TEXT),
    )


def _links(world: World, case: Case) -> Record:
    """The item's place among the others; a parent is a string in one record and a list in the next."""
    dice = world.dice.at("linear", case.number, "links")
    parents = [other.work_item for other in world.near(case, "parent", 1, 1)]
    parent: Value = parents[0] if dice.chance("scalar", 60) and parents else parents
    return present(
        parent_issue=often(dice, "parent", parent, percent=50),
        sub_issues=often(dice, "parts", [other.work_item for other in world.near(case, "parts", 1, 2)], percent=50),
        dependencies=often(dice, "waits", [other.work_item for other in world.near(case, "waits", 1, 3)], percent=60),
    )
