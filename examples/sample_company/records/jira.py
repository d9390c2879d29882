"""Jira: one record is an issue of the service desk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from .. import moments, text
from ..dice import Dice
from ..world import Case, World
from .shape import Record, Value, bare, main_text, often, present

TEXT = ("description", "content", "body")
PRIORITIES = ("urgent", "high", "normal", "low")
_REGIONS = ("eu-north", "eu-west", "us-east", "ap-south")
_TIERS = {"small": "standard", "medium": "plus", "large": "plus", "flagship": "flagship"}


def records(world: World) -> Iterator[tuple[str, Record]]:
    """An issue per case."""
    for case in world.cases:
        yield f"{case.ticket}-{case.slug}.json", _issue(world, case)


def _issue(world: World, case: Case) -> Record:
    dice, outside = world.dice.at("jira", case.number), not case.internal
    return present(
        key=case.ticket,
        project="staff-desk" if case.internal else "customer-care",
        issue_type=dice.pick("type", ("Fault", "Question", "Outage", "Request")),
        summary=f"{case.subject.capitalize()} {case.symptom}",
        status=dice.pick("status", ("Open", "Triage", "Working", "Waiting", "Solved", "Closed")),
        priority=dice.pick("priority", PRIORITIES),
        created_at=moments.day(case.opened),
        updated_at=moments.day(case.closed),
        reporter=case.agent.name,
        assignee=case.engineer.name if dice.chance("assigned", 85) else "",
        severity=often(dice, "severity", dice.pick("severity", ("S1", "S2", "S3", "S4"))),
        customer_company=case.customer.name if outside else "",
        customer_tier=_TIERS[case.customer.tier] if outside else None,
        components=bare(dice, "components", dice.some("parts", case.area.parts, 1, 2)),
        labels=often(dice, "labels", list(case.tags)),
        environment=often(dice, "place", f"{dice.pick('place', ('live', 'trial'))} {dice.pick('cloud', _REGIONS)}"),
        affected_models=often(dice, "models", dice.some("models", ("GW-2", "GW-3", "P-10", "P-12"), 1, 2), percent=50),
        affected_regions=often(dice, "regions", dice.some("regions", _REGIONS, 1, 2), percent=60),
        **_deadlines(case, dice),
        **_links(world, case, dice),
        comments=_comments(case, dice),
        **main_text(dice, _description(case, dice), TEXT),
    )


def _deadlines(case: Case, dice: Dice) -> Record:
    """Until when to answer and to mend: promised to customers only."""
    if case.internal:
        return present(sla_due_at="", first_response_due_at="")
    return present(
        sla_due_at=moments.day(case.opened + timedelta(days=dice.number("mend", 4, 20))),
        first_response_due_at=moments.day(case.opened + timedelta(days=dice.number("answer", 0, 2))),
    )


def _links(world: World, case: Case, dice: Dice) -> Record:
    """Links to other issues, to pages and to changes."""
    change = f"https://github.example/fennmoor/{case.area.name}/pull/{case.pull_request}"
    return present(
        linked_issues=often(dice, "issues", [other.ticket for other in world.near(case, "tickets", 1, 2)], percent=60),
        related_incident_id=often(dice, "incident", f"inc-{dice.number('incident', 100, 180)}", percent=20),
        related_github_prs=often(dice, "changes", [change], percent=60),
        related_confluence_pages=often(dice, "pages", [case.page], percent=60),
    )


def _comments(case: Case, dice: Dice) -> Value:
    """Comments: a list, or a string if there is only one."""
    remarks = text.talk(case, dice.at("comments"), [case.agent.name, case.engineer.name], low=1, high=4)
    return remarks[0] if len(remarks) == 1 else remarks


def _description(case: Case, dice: Dice) -> str:
    """The report; in some records the export has written each new line as a backslash and an n."""
    report = text.passage(case, dice)
    return text.escaped(report) if dice.chance("escaped", 25) else report
