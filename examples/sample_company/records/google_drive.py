"""Google Drive: one record is a file. Half of the records come from a machine that decomposes accents."""

from __future__ import annotations

from collections.abc import Iterator

from .. import moments, text
from ..world import Case, World
from .shape import Record, bare, main_text, often, present

TEXT = ("content", "body")
_HEADLINES = (
    "Workshop notes: {subject} at {customer}, part {number}",
    "Trial plan {number}: {remedy}",
    "Figures on {subject} that {symptom}",
    "Draft: how {subject} should behave at {customer}",
)


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A file per case."""
    for case in world.cases:
        yield f"{case.slug}.json", _file(world, case)


def _file(world: World, case: Case) -> Record:
    dice = world.dice.at("google_drive", case.number)
    team = [case.planner, case.engineer, case.customer.engineer, *case.reviewers]
    spelled = text.names(dice.some("team", team[1:], 2, 4))
    owner = case.planner.name
    if dice.chance("decomposed", 50):
        owner, spelled = text.decomposed(owner), [text.decomposed(name) for name in spelled]
    return present(
        title=dice.pick("headline", _HEADLINES).format(
            subject=case.subject,
            symptom=case.symptom,
            remedy=case.remedy,
            customer=case.customer.name,
            number=case.number,
        ),
        owner=owner,
        drive_area=dice.pick("area", ("shared", "shared", "personal")),
        path=case.drive_path,
        doc_type=dice.pick("type", ("text", "sheet", "slides", "scan")),
        created_at=moments.day(case.opened),
        last_modified=moments.day(case.closed),
        collaborators=often(dice, "team", spelled),
        team=often(dice, "unit", dice.pick("unit", (case.planner.team, case.planner.team, "support", "people"))),
        status=often(dice, "status", dice.pick("status", ("draft", "reviewing", "final"))),
        tags=bare(dice, "tags", case.tags),
        linked_artifacts=often(dice, "links", dice.some("links", _links(case), 1, 3)),
        page_count=str(dice.number("pages", 1, 24)),
        **main_text(dice, text.passage(case, dice, paragraphs=3), TEXT),
    )


def _links(case: Case) -> list[str]:
    """Whatever a file may point to."""
    change = f"https://github.example/fennmoor/{case.area.name}/pull/{case.pull_request}"
    return [case.page, case.ticket, case.work_item, change]
