"""The people of the invented company and of its customers, and the ways in which systems write them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from .dice import Dice

DOMAIN = "fennmoor.example"

#: The whole staff: first name, last name, role, team. A few names have accents, which two systems write differently.
_STAFF = (
    ("Adaeze", "Holloway", "Field Engineer", "engineering"),
    ("Benedikt", "Sørlie", "Platform Engineer", "engineering"),
    ("Ciara", "Vantongeren", "Firmware Engineer", "engineering"),
    ("Dmitri", "Okonjo", "Data Engineer", "engineering"),
    ("Eluned", "Prys", "Site Reliability", "engineering"),
    ("Faisal", "Quintrell", "Backend Engineer", "engineering"),
    ("Geneviève", "Lacombe", "Forecasting Lead", "engineering"),
    ("Hamish", "Ruthven", "Firmware Lead", "engineering"),
    ("Ikaika", "Mahoe", "Product Manager", "product"),
    ("Jolanta", "Wierzba", "Product Lead", "product"),
    ("Kwabena", "Addo", "Product Manager", "product"),
    ("Ludmila", "Hronek", "Interaction Designer", "design"),
    ("Matteo", "Zanardi", "Design Lead", "design"),
    ("Nuala", "Brannigan", "Support Agent", "support"),
    ("Otieno", "Wekesa", "Support Agent", "support"),
    ("Perpetua", "Lindqvist", "Support Lead", "support"),
    ("Quirijn", "Dekkers", "Support Agent", "support"),
    ("Rosalía", "Ibáñez", "Account Executive", "sales"),
    ("Stellan", "Björk", "Account Executive", "sales"),
    ("Tamsin", "Carbery", "Account Executive", "sales"),
    ("Ulrike", "Feldmann", "Account Executive", "sales"),
    ("Vikram", "Sethuraman", "Solutions Engineer", "sales"),
    ("Wanjiru", "Gathecha", "Solutions Engineer", "sales"),
    ("Xiomara", "Peñalver", "Customer Success", "sales"),
    ("Yannick", "Thibodeaux", "Customer Success", "sales"),
    ("Zbigniew", "Kaczor", "People Partner", "people"),
)

_FIRST = (
    "Alba", "Bram", "Cosima", "Darragh", "Esme", "Florian", "Gudrun", "Hollis", "Ione", "Jasper", "Kirsi", "Lorcan",
    "Maren", "Nestor", "Orla", "Piotr", "Renske", "Sunniva", "Tobias", "Una", "Viggo", "Wren", "Yara", "Zoltan",
)  # fmt: skip
_LAST = (
    "Achterberg", "Bellweather", "Corrigan", "Dunleavy", "Eskildsen", "Farnsworth", "Grzelak", "Hathersage", "Ingram",
    "Jokinen", "Kettleby", "Lundgren", "Marchetti", "Nightingale", "Ormonde", "Pascoe", "Rademaker", "Szabo",
    "Trevelyan", "Underhill", "Vasquez-Orr", "Winterbourne", "Yardley", "Zielinski",
)  # fmt: skip
_CONTACT_ROLES = ("Network Manager", "Head of Operations", "Control Room", "Purchasing", "Site Foreman", "Data Officer")

#: Accounts that post without being people.
BOTS = ("shift-bot", "alarm-relay", "rota-bot")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, with the spellings of their name that systems use.

    Attributes:
        first, last: the name.
        role: what they do.
        team: the team, for staff; the company, for others.
        domain: domain of the e-mail address.
    """

    first: str
    last: str
    role: str
    team: str
    domain: str = DOMAIN

    @property
    def name(self) -> str:
        """``First Last``."""
        return f"{self.first} {self.last}"

    @property
    def mail(self) -> str:
        """The e-mail address, in ASCII."""
        plain = self.name.replace("ø", "o").replace(" ", ".").casefold()
        return unicodedata.normalize("NFD", plain).encode("ascii", "ignore").decode() + "@" + self.domain

    @property
    def handle(self) -> str:
        """``first_last``, in ASCII."""
        return self.mail.partition("@")[0].replace(".", "_")

    @property
    def with_role(self) -> str:
        """``First Last (role)``."""
        return f"{self.name} ({self.role})"

    @property
    def with_mail(self) -> str:
        """``First Last <mail>``."""
        return f"{self.name} <{self.mail}>"


STAFF: tuple[Person, ...] = tuple(Person(*row) for row in _STAFF)


def of_team(*teams: str) -> tuple[Person, ...]:
    """The staff of these teams."""
    return tuple(person for person in STAFF if person.team in teams)


def with_job(job: str) -> tuple[Person, ...]:
    """The staff whose role is this one."""
    return tuple(person for person in STAFF if person.role == job)


def contacts(dice: Dice, company: str, domain: str) -> tuple[Person, ...]:
    """Three people of a customer, with different first names."""
    firsts = dice.some("first", _FIRST, 3, 3)
    lasts = dice.some("last", _LAST, 3, 3)
    roles = dice.some("role", _CONTACT_ROLES, 3, 3)
    return tuple(Person(*parts, company, domain) for parts in zip(firsts, lasts, roles, strict=True))
