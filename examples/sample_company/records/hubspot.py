"""HubSpot: one record is a company."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from .. import moments, text
from ..dice import Dice
from ..world import Case, Customer, World
from .fireflies import RIVALS, STAGES
from .shape import Record, Value, bare, main_text, often, present

TEXT = ("notes", "crm_notes", "record_body")
PRODUCTS = ("probe", "current", "reserve", "console")
_SAFEGUARDS = ("single_sign_on", "audit_trail", "local_storage", "penetration_test")
_USES = ("leak search", "night flow watch", "demand planning", "billing of tenants")


def records(world: World) -> Iterator[tuple[str, Record]]:
    """A company per customer."""
    for customer in world.customers:
        yield f"company-{customer.slug}.json", _company(world, customer)


def _company(world: World, customer: Customer) -> Record:
    dice = world.dice.at("hubspot", customer.number)
    cases = world.of(customer)
    example = cases[0] if cases else world.cases[customer.number]
    began = example.opened - timedelta(days=dice.number("before", 20, 300))
    last = max((case.closed for case in cases), default=example.closed)
    return present(
        company_id=customer.account_id,
        company_name=customer.name,
        company_domain=customer.domain,
        stage=dice.pick("stage", STAGES),
        owner=customer.owner.name,
        created_at=moments.day(began),
        updated_at=moments.day(last + timedelta(days=dice.number("after", 0, 9))),
        account_tier=customer.tier,
        industry=customer.industry,
        employee_count_range=dice.pick("size", ("1-20", "21-100", "101-500", "500+")),
        hq_region=customer.region,
        **_wishes(dice),
        forecast_close_month=often(dice, "close", moments.month(last + timedelta(days=dice.number("close", 30, 200)))),
        se_assigned=often(dice, "engineer", customer.engineer.name),
        csm_assigned=often(dice, "success", customer.success.name),
        last_activity_at=moments.day(last),
        next_step=often(
            dice, "step", dice.pick("step", (text.as_task(example), "Agree on a date for the next site visit"))
        ),
        primary_contact=often(dice, "contact", _contact(customer), percent=50),
        **_links(dice, cases),
        **main_text(dice, _notes(dice, example), TEXT),
    )


def _wishes(dice: Dice) -> Record:
    """What the company wants, needs and compares."""
    return present(
        interested_products=bare(dice, "products", dice.some("products", PRODUCTS, 1, 3)),
        use_cases=often(dice, "uses", dice.some("uses", _USES, 1, 2)),
        deployment_requirements=often(dice, "hosting", dice.pick("hosting", ("our_cloud", "their_cloud", "on_site"))),
        security_requirements=often(dice, "safeguards", dice.some("safeguards", _SAFEGUARDS, 1, 3)),
        competitors=often(dice, "rivals", dice.some("rivals", RIVALS, 1, 3)),
        estimated_arr_range=often(dice, "value", dice.pick("value", ("under 10k", "10k to 50k", "50k to 200k"))),
    )


def _links(dice: Dice, cases: list[Case]) -> Record:
    """Links to the records of other systems; empty for a company without a case."""
    return present(
        linked_fireflies=[case.meeting for case in cases],
        linked_gmail_threads=[case.mail_thread for case in cases],
        linked_drive_docs=often(dice, "docs", [case.drive_path for case in cases]),
        linked_support_tickets=[case.ticket for case in cases],
    )


def _contact(customer: Customer) -> Value:
    person = customer.people[0]
    return {"name": person.name, "title": person.role, "email": person.mail}


def _notes(dice: Dice, case: Case) -> Value:
    """Notes: a text, in some records a list of remarks."""
    paragraphs = text.passage(case, dice, paragraphs=3).split("\n\n")
    return paragraphs if dice.chance("list", 25) else "\n".join(paragraphs)
