"""Gmail: one record is a thread of e-mails."""

from __future__ import annotations

from collections.abc import Iterator

from .. import moments, text
from ..world import Case, World, slug
from .shape import Record, bare, flag, main_text, often, present

TEXT = ("messages", "body")
THREADS = ("discovery", "contract", "incident_review", "partner", "invoice", "misc")
_HEADLINES = ("Re: {customer} and the {subject}", "{Subject} {symptom}", "Question: why do {subject} {symptom}?")


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A thread with the customer per case."""
    for case in world.cases:
        yield f"{case.mail_thread}.json", _thread(world, case)


def _thread(world: World, case: Case) -> Record:
    dice, customer = world.dice.at("gmail", case.number), case.customer
    ours = [customer.owner, customer.success, case.agent, *case.reviewers[:1]]
    theirs = customer.people[: dice.number("guests", 1, 3)]
    spoken = text.talk(case, dice, [ours[0].name, theirs[0].name], low=3, high=6)
    letters = [f"From {remark}\n\n{text.sentence(case, dice, f'letter/{n}')}" for n, remark in enumerate(spoken)]
    files = [f"{slug(case.subject)}-{case.number}.pdf", f"site-list-{customer.slug}.xlsx"]
    return present(
        thread_id=case.mail_thread,
        mailbox_owner=customer.owner.name,
        subject=dice.pick("headline", _HEADLINES).format(
            customer=customer.name, subject=case.subject, Subject=case.subject.capitalize(), symptom=case.symptom
        )
        + f" [{case.ticket}]",
        participants_internal=text.names(ours),
        participants_external=bare(dice, "guests", [person.with_mail for person in theirs]),
        message_count=str(len(letters)),
        first_email_at=moments.offset(case.opened, dice.pick("zone", (-8, -5, 0, 1, 5.5))),
        last_email_at=moments.zulu(case.closed),
        thread_type=often(dice, "type", dice.pick("type", THREADS)),
        related_account=often(dice, "account", customer.name, percent=90),
        deal_id=often(dice, "deal", customer.deal_id, percent=70),
        region=often(dice, "region", customer.region),
        has_attachments=flag(dice, "files", 50),
        attachments=files[: dice.number("attached", 1, 2)] if dice.chance("files", 50) else "",
        related_links=often(dice, "links", [case.ticket, f"https://drive.example/{case.drive_path}", case.page]),
        **main_text(dice, letters if dice.chance("list", 60) else "\n---\n".join(letters), TEXT),
    )
