"""Schemas for tests of matchers: real profiles, no profiles, and the odd ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from aligner.entity import Entity, Schema
from aligner.profiles import FieldProfile
from sources import load_records

#: Texts that identify a person: they must never be told.
PERSONAL = ("Maria Svensson", "maria.svensson@corp.example", "+46 70 123 45 67", "Tomas Lindgren", "Aisha Rahman")

_PEOPLE = ("Maria Svensson", "Tomas Lindgren", "Aisha Rahman")


@cache
def desk() -> Schema:
    """Tickets of a made-up help desk."""
    records = [
        {
            "ticketNo": f"TK-{n}",
            "subject": f"The machine number {n} does not start after the night",
            "description": f"When I press the button of machine {n} nothing happens. " * 12,
            "opened_at": f"2025-03-{1 + n % 27:02d}T08:{n % 60:02d}:00Z",
            "closed_at": f"2025-04-{1 + n % 27:02d}T09:{n % 60:02d}:00Z",
            "requester": _PEOPLE[n % 3],
            "requester_email": f"{_PEOPLE[n % 3].lower().replace(' ', '.')}@corp.example",
            "mobile": f"+46 70 123 45 {67 + n}",
            "urgent": n % 2 == 0,
            "tags": ["pump", "night", "valve"][: 1 + n % 3],
            "state": ["open", "waiting", "solved"][n % 3],
            "device": {"serial": f"SN{1000 + n}", "weight": n * 1.5},
        }
        for n in range(24)
    ]
    return load_records(records, "desk").schema


@cache
def plant() -> Schema:
    """Work orders of a made-up plant, which share some words, people and values with the desk."""
    records = [
        {
            "order_id": f"WO{n}",
            "title": f"Repair of machine {n} in the night shift of the plant",
            "body": f"The valve of machine {n} was replaced and the pump was cleaned. " * 10,
            "created": f"2025-03-{1 + n % 27:02d}",
            "due": f"2025-05-{1 + n % 27:02d}",
            "assignedTo": _PEOPLE[(n + 1) % 3],
            "tel": f"+46 70 123 45 {67 + n}",
            "keywords": ["valve", "pump", "gasket"][: 1 + n % 3],
            "status": ["open", "planned", "solved"][n % 3],
            "desk_ticket": f"TK-{n % 12}",
            "unit": {"serial_number": f"SN{1010 + n}", "kg": n * 1.5 + 2},
            "hours": n % 7,
        }
        for n in range(30)
    ]
    return load_records(records, "plant").schema


def bare(schema: Schema) -> Schema:
    """The same names without any profile."""
    return Schema(schema.name, tuple(replace(each, profile=None) for each in schema.entities), schema.prefixes)


def empty_profiles(schema: Schema) -> Schema:
    """The same names with profiles that saw records but no value."""
    none = FieldProfile(records=10)
    return Schema(schema.name, tuple(replace(each, profile=none) for each in schema.entities), schema.prefixes)


def half_bare(schema: Schema) -> Schema:
    """Every other field without a profile."""
    mixed = (replace(each, profile=each.profile if n % 2 else None) for n, each in enumerate(schema.entities))
    return Schema(schema.name, tuple(mixed), schema.prefixes)


def odd(name: str) -> Schema:
    """Names that are no words: empty, signs only, other scripts, numerals, very long; a profile of unknown kinds."""
    labels = ("", "--", "日本語", "7", "x1", "X1", "a" * 300, "of the", "Straße", "naïve_field", "créé", "unknownKinds")
    strange = FieldProfile(records=5, filled=5, values=5, kinds=(("hologram", 5),))
    return Schema(
        name,
        tuple(
            Entity(f"{name}:{n}", label, path=(label,), profile=strange if label == "unknownKinds" else None)
            for n, label in enumerate(labels)
        ),
    )


def pairs_of_schemas() -> dict[str, tuple[Schema, Schema]]:
    """Every pair of schemas that the contract is checked on, by what is special about it."""
    one = Schema("one", desk().entities[:1])
    return {
        "full": (desk(), plant()),
        "turned": (plant(), desk()),
        "no profiles": (bare(desk()), bare(plant())),
        "no profiles on one side": (bare(desk()), plant()),
        "some profiles": (half_bare(desk()), half_bare(plant())),
        "no values": (empty_profiles(desk()), plant()),
        "one field": (one, plant()),
        "one field each": (one, Schema("two", plant().entities[:1])),
        "odd names": (odd("s"), odd("t")),
        "odd and full": (odd("s"), plant()),
        "with itself": (desk(), desk()),
        "empty": (Schema("empty", ()), plant()),
        "both empty": (Schema("empty", ()), Schema("void", ())),
    }
