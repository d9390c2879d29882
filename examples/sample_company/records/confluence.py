"""Confluence: one record is a page."""

from __future__ import annotations

from collections.abc import Iterator

from .. import moments, text
from ..people import of_team
from ..world import Case, World
from .shape import Record, bare, main_text, often, present

TEXT = ("content", "body")
_HEADLINES = (
    "Runbook: when {subject} {symptom}",
    "Decision record: {remedy}, case {number}",
    "Why {subject} {symptom}",
    "Guide: what to do when {subject} {symptom}",
)


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A page per case."""
    for case in world.cases:
        yield f"{case.slug}.json", _page(world, case)


def _page(world: World, case: Case) -> Record:
    dice = world.dice.at("confluence", case.number)
    template = dice.pick("headline", _HEADLINES)
    sections = text.passage(case, dice, paragraphs=3).split("\n\n")
    body = "\n\n".join(
        f"## {head}\n{part}" for head, part in zip(("What we see", "What we do", "Scope"), sections, strict=True)
    )
    return present(
        title=template.format(subject=case.subject, symptom=case.symptom, remedy=case.remedy, number=case.number),
        space=case.area.name,
        author=case.planner.name,
        owner_team=dice.pick("team", (case.planner.team, case.planner.team, "support", "people")),
        status=dice.pick("status", ("draft", "reviewing", "published", "published")),
        created_at=moments.day(case.opened),
        last_updated=moments.day(case.closed),
        reviewers=often(dice, "reviewers", text.names(case.reviewers)),
        labels=bare(dice, "labels", case.tags),
        related_pages=often(dice, "related", [other.page for other in world.near(case, "pages", 1, 3)]),
        confidentiality=often(
            dice, "confidentiality", dice.pick("confidentiality", ("internal", "internal", "restricted"))
        ),
        version=str(dice.number("version", 1, 14)),
        approved_by=often(dice, "approved", dice.pick("approver", of_team("people", "sales")).handle, percent=30),
        **main_text(dice, body, TEXT),
    )
