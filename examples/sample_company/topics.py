"""What the invented company's work is about: areas of the product, things in them, and what goes wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the product: a space, a channel and a repository bear its name.

    Attributes:
        name: such as ``alarm-routing``.
        parts: components, as the service desk names them.
        tags: labels that people put on records of this area.
    """

    name: str
    parts: tuple[str, ...]
    tags: tuple[str, ...]


_SENSING = Area("field-sensing", ("probe", "gateway", "radio"), ("firmware", "battery", "lorawan", "calibration"))
_ALARMS = Area("alarm-routing", ("rule-book", "dispatcher"), ("alarms", "on-call", "noise", "escalation"))
_FORECAST = Area("demand-forecast", ("trainer", "weather-feed"), ("forecast", "drift", "rainfall", "accuracy"))
_PORTAL = Area("customer-portal", ("maps", "sign-in", "exports"), ("usability", "maps", "permissions", "reports"))
_INTAKE = Area("data-intake", ("collector", "archive"), ("ingest", "duplicates", "latency", "retention"))
_BILLING = Area("meter-billing", ("tariffs", "statements"), ("invoices", "tariffs", "rounding", "audit"))

#: Things, in the plural, with the area they belong to.
SUBJECTS = (
    ("pressure alarms", _ALARMS),
    ("probe readings", _SENSING),
    ("overnight demand forecasts", _FORECAST),
    ("monthly statements", _BILLING),
    ("leak maps", _PORTAL),
    ("gateway uploads", _INTAKE),
    ("on-call handovers", _ALARMS),
    ("battery estimates", _SENSING),
    ("rainfall corrections", _FORECAST),
    ("night tariffs", _BILLING),
    ("shared dashboards", _PORTAL),
    ("archived flow series", _INTAKE),
)

#: What the things do wrong, as a verb phrase.
SYMPTOMS = (
    "arrive late after a gateway restart",
    "count the same hour twice in autumn",
    "ignore the units of older sites",
    "vanish when a site is renamed",
    "differ between the map and the export",
    "stop at midnight for remote reservoirs",
    "need a manual refresh every morning",
    "lose their history after a meter swap",
)

#: Measures that mend things, as an infinitive without "to".
REMEDIES = (
    "keep the last confirmed value until the gateway answers",
    "store every hour with its offset",
    "read the unit from the site register",
    "address a site by its number and never by its name",
    "let map and export share one query",
    "renew the session before the day ends",
    "refresh in the background every ten minutes",
    "carry the series over to the new meter",
)

#: Names of projects that bundle work on an area.
PROJECTS = {
    "field-sensing": "Ten Winters on One Battery",
    "alarm-routing": "Quiet Nights",
    "demand-forecast": "Rain Before Noon",
    "customer-portal": "One Map for Everyone",
    "data-intake": "No Hour Lost",
    "meter-billing": "Statements People Believe",
}
