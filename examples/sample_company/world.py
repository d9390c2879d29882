"""The invented company's world: customers, and cases that leave one trace in each system.

Fennmoor makes leak probes and a forecasting service for whoever moves water: utilities, breweries, canals.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from .dice import Dice
from .people import Person, contacts, of_team, with_job
from .topics import REMEDIES, SUBJECTS, SYMPTOMS, Area

_PLACES = (
    "Brackwater", "Osterbend", "Merrow", "Kelderby", "Tarnhow", "Sallowfield", "Vessingen", "Lochranza", "Pellmouth",
    "Quayhurst", "Rivenhall", "Dunmarsh", "Eelpie", "Gantry Hill", "Hexmere", "Isker", "Juniper Vale", "Nordwyk",
)  # fmt: skip
_TRADES = (
    ("Waterworks", "utility"),
    ("Breweries", "beverages"),
    ("Canal Trust", "navigation"),
    ("Glasshouses", "horticulture"),
    ("Dairy Union", "food"),
    ("District Heat", "energy"),
)
_REGIONS = ("na", "eu", "eu", "apac", "latam")
_TIERS = ("small", "medium", "large", "flagship")
_START = datetime(2025, 1, 6, 7, 0)


@dataclass(frozen=True, slots=True)
class Customer:
    """A company that buys, or may buy.

    Attributes:
        number: position in the world, from 0.
        name, domain, industry, region, tier: what it is.
        people: three contacts.
        owner, engineer, success: who looks after it.
        account_id, deal_id: its keys in the customer file.
    """

    number: int
    name: str
    domain: str
    industry: str
    region: str
    tier: str
    people: tuple[Person, ...]
    owner: Person
    engineer: Person
    success: Person

    @property
    def slug(self) -> str:
        """The name in lower case with hyphens."""
        return slug(self.name)

    @property
    def account_id(self) -> str:
        """Key of the account, ``ACC-04017``."""
        return f"ACC-{4001 + 16 * self.number:05d}"

    @property
    def deal_id(self) -> str:
        """Key of the running deal, ``deal_71203``."""
        return f"deal_{71200 + 3 * self.number}"


@dataclass(frozen=True, slots=True)
class Case:
    """Something that happened, and that every system but the customer file recorded.

    Attributes:
        number: position in the world, from 0.
        subject, symptom, remedy: what goes wrong with what, and what mends it.
        area: the part of the product.
        customer: whom it touches.
        opened, closed: when it began and when it was last touched (naive, UTC).
        agent: who took the report; engineer: who mends it; planner: who plans and writes it up.
        reviewers: who looks over the work.
        tags: labels.
        internal: a matter of the staff rather than of the customer.
    """

    number: int
    subject: str
    symptom: str
    remedy: str
    area: Area
    customer: Customer
    opened: datetime
    closed: datetime
    agent: Person
    engineer: Person
    planner: Person
    reviewers: tuple[Person, ...]
    tags: tuple[str, ...]
    internal: bool

    @property
    def slug(self) -> str:
        """Subject and symptom in lower case with hyphens, unique by the case's number."""
        return f"{slug(self.subject)}-{slug(self.symptom)}-{self.number:03d}"

    @property
    def ticket(self) -> str:
        """Key at the service desk, ``CARE-2108``."""
        return f"{'DESK' if self.internal else 'CARE'}-{2100 + 4 * self.number}"

    @property
    def work_item(self) -> str:
        """Key in the planning tool, ``FLOW-613``; the prefix tells the team."""
        prefix = {"engineering": "FLOW", "product": "PLAN", "design": "FORM"}[self.planner.team]
        return f"{prefix}-{610 + 3 * self.number}"

    @property
    def pull_request(self) -> int:
        """Number of the change."""
        return 5020 + 7 * self.number

    @property
    def meeting(self) -> str:
        """Identifier of the recorded call."""
        return f"mtg-{self.opened:%Y%m%d}-{self.customer.slug}-{self.number:02d}"

    @property
    def mail_thread(self) -> str:
        """Identifier of the mail thread."""
        return f"thr-{0x5EED00 + 977 * self.number:x}-{slug(self.subject)}"

    @property
    def page(self) -> str:
        """Address of the page about it."""
        return f"wiki://{self.area.name}/{self.slug}"

    @property
    def drive_path(self) -> str:
        """Path of the file about it."""
        return f"shared/{self.planner.team}/{self.area.name}/{self.slug}"


@dataclass(frozen=True, slots=True)
class World:
    """Everything that the nine systems tell of, each in its own way."""

    dice: Dice
    customers: tuple[Customer, ...]
    cases: tuple[Case, ...]

    def near(self, case: Case, key: str, low: int, high: int) -> list[Case]:
        """From `low` to `high` other cases of the same area, for links between records of one system."""
        others = [other for other in self.cases if other.area == case.area and other is not case]
        return self.dice.at("near", case.number).some(key, others, low, high)

    def of(self, customer: Customer) -> list[Case]:
        """The cases that touch a customer."""
        return [case for case in self.cases if case.customer is customer]


def slug(text: str) -> str:
    """Lower case with hyphens."""
    return text.casefold().replace(" ", "-")


def build(seed: int, records: int) -> World:
    """The world of a seed.

    Args:
        seed: which world.
        records: number of customers, and of cases; at least 1.

    Raises:
        ValueError: `records` is below 1.
    """
    if records < 1:
        raise ValueError(f"records must be at least 1, got {records}")
    dice = Dice(seed)
    customers = tuple(_customer(dice.at("customer", number), number) for number in range(records))
    # two thirds of the customers share all cases, so that most of them recur
    active = customers[: max(1, 2 * records // 3)]
    cases = tuple(_case(dice.at("case", number), number, active) for number in range(records))
    return World(dice, customers, cases)


def _customer(dice: Dice, number: int) -> Customer:
    turn, place = divmod(number, len(_PLACES))
    trade, industry = _TRADES[(turn + place) % len(_TRADES)]
    series = "" if turn < len(_TRADES) else f" {turn}"
    name = f"{_PLACES[place]} {trade}{series}"
    domain = f"{slug(name)}.example"
    return Customer(
        number=number,
        name=name,
        domain=domain,
        industry=industry,
        region=dice.pick("region", _REGIONS),
        tier=dice.pick("tier", _TIERS),
        people=contacts(dice, name, domain),
        owner=dice.pick("owner", with_job("Account Executive")),
        engineer=dice.pick("engineer", with_job("Solutions Engineer")),
        success=dice.pick("success", with_job("Customer Success")),
    )


def _case(dice: Dice, number: int, customers: tuple[Customer, ...]) -> Case:
    turn, thing = divmod(number, len(SUBJECTS))
    trouble = (turn + number) % len(SYMPTOMS)
    subject, area = SUBJECTS[thing]
    opened = _START + timedelta(days=dice.number("day", 0, 400), minutes=dice.number("minute", 0, 660))
    engineer = dice.pick("engineer", of_team("engineering"))
    planner = dice.pick("planner", of_team("engineering", "product", "design"))
    others = [person for person in of_team("engineering", "product", "support") if person not in (engineer, planner)]
    return Case(
        number=number,
        subject=subject,
        symptom=SYMPTOMS[trouble],
        remedy=REMEDIES[trouble],
        area=area,
        customer=dice.pick("customer", customers),
        opened=opened,
        closed=opened + timedelta(days=dice.number("days", 3, 40), minutes=dice.number("minutes", 5, 300)),
        agent=dice.pick("agent", of_team("support")),
        engineer=engineer,
        planner=planner,
        reviewers=tuple(dice.some("reviewers", others, 2, 4)),
        tags=tuple(dice.some("tags", area.tags, 2, 4)),
        internal=dice.chance("internal", 30),
    )
