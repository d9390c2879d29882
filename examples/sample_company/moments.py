"""The ways in which systems write one moment. Moments are naive and mean UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from .dice import Dice

_ZONES = {"PT": -8, "CET": 1, "IST": 5.5}


def day(moment: datetime) -> str:
    """``2025-05-14``."""
    return moment.strftime("%Y-%m-%d")


def month(moment: datetime) -> str:
    """``2025-05``."""
    return moment.strftime("%Y-%m")


def week(moment: datetime) -> str:
    """The ISO week, ``2025-W07``."""
    year, number, _ = moment.isocalendar()
    return f"{year}-W{number:02d}"


def unix(moment: datetime, dice: Dice, key: str) -> str:
    """Seconds since 1970 with six decimals, ``1747245600.004219``."""
    seconds = int(moment.replace(tzinfo=UTC).timestamp())
    return f"{seconds}.{dice.number(key, 1, 999_999):06d}"


def zulu(moment: datetime) -> str:
    """``2025-05-14T18:00:00Z``."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def offset(moment: datetime, hours: float) -> str:
    """``2025-05-14T20:00:00+02:00``, the same moment on another clock."""
    zone = timezone(timedelta(hours=hours))
    return moment.replace(tzinfo=UTC).astimezone(zone).isoformat(timespec="seconds")


def wall(moment: datetime, zone: str) -> str:
    """``2025-05-14 18:00 PT``: a clock on a wall, the zone by its letters."""
    return (moment + timedelta(hours=_ZONES[zone])).strftime(f"%Y-%m-%d %H:%M {zone}")


def spoken(moment: datetime, dice: Dice, key: str) -> str:
    """The moment as people and programs write it in one and the same field: mostly Z or an offset, rarely a wall."""
    form = dice.number(key, 1, 10)
    if form <= 5:
        return zulu(moment)
    return (
        offset(moment, dice.pick(f"{key}/zone", (-5, 1, 5.5)))
        if form <= 8
        else wall(moment, dice.pick(key, ("PT", "CET", "IST")))
    )
