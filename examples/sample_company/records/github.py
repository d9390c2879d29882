"""GitHub: one record is a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from .. import moments, text
from ..dice import Dice
from ..world import Case, World, slug
from .shape import Record, bare, flag, main_text, often, present

TEXT = ("description", "body")
_HEADLINES = ("Fix {subject} that {symptom}", "{Remedy} ({subject})", "Stop {subject} before they {symptom}")


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A change per case."""
    for case in world.cases:
        yield f"pr-{case.pull_request}-{slug(case.subject)}.json", _change(world, case)


def _change(world: World, case: Case) -> Record:
    dice = world.dice.at("github", case.number)
    state = dice.pick("state", ("open", "merged", "merged", "closed"))
    template = dice.pick("headline", _HEADLINES)
    neighbours = world.near(case, "work", 0, 2)
    return present(
        repo=case.area.name,
        pr_number=str(case.pull_request),
        title=template.format(subject=case.subject, symptom=case.symptom, Remedy=text.as_task(case)),
        author=case.engineer.handle if dice.chance("handle", 25) else case.engineer.name,
        created_at=moments.day(case.opened),
        updated_at=moments.day(case.closed),
        state=state,
        base_branch=dice.pick("base", ("main", "main", "release/spring", "release/autumn")),
        head_branch=f"{dice.pick('branch', ('fix', 'feature'))}/{slug(case.subject)}-{case.number}",
        reviewers=bare(dice, "reviewers", text.names(case.reviewers[:3])),
        labels=often(dice, "labels", list(case.tags)),
        linked_linear=often(dice, "linear", [case.work_item, *(other.work_item for other in neighbours)]),
        linked_jira=often(dice, "jira", [case.ticket], percent=60),
        ci_status=dice.pick("checks", ("passing", "passing", "failing", "running")),
        release_notes=often(dice, "notes", text.sentence(case, dice, "notes"), percent=50),
        **_size(dice),
        merged_at=moments.day(case.closed) if state == "merged" else "",
        **main_text(dice, text.passage(case, dice), TEXT),
    )


def _size(dice: Dice) -> Record:
    """Small numbers and a flag, all of them strings."""
    return present(
        files_changed_count=str(dice.number("files", 1, 12)),
        additions=str(dice.number("additions", 3, 640)),
        deletions=str(dice.number("deletions", 0, 310)),
        breaking_change=flag(dice, "breaking", 12),
    )
