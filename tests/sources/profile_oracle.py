"""What a profile should hold, computed slowly and obviously for values whose kind is known beforehand."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from profiled import hashed, instant

from aligner.profiles import FieldProfile, Sketch, Summary

#: value: (kind, canonical form, instant, number), told by hand
VALUES: dict[str, tuple[str, str, int | None, float | None]] = {
    "true": ("boolean", "true", None, None),
    "No": ("boolean", "no", None, None),
    "7": ("integer", "7", None, 7.0),
    "1,250": ("integer", "1250", None, 1250.0),
    "-3.5": ("decimal", "-3.5", None, -3.5),
    "12 %": ("percent", "12 %", None, 12.0),
    "$40": ("money", "$40", None, 40.0),
    "2025-05-14": ("date", "2025-05-14", instant(2025, 5, 14), None),
    "2025/05/14": ("date", "2025-05-14", instant(2025, 5, 14), None),
    "2025-05-15T18:00:00Z": ("datetime", str(instant(2025, 5, 15, 18)), instant(2025, 5, 15, 18), None),
    "2025-05-15 20:00 +02:00": ("datetime", str(instant(2025, 5, 15, 18)), instant(2025, 5, 15, 18), None),
    "1747245600.5": ("epoch", "1747245600", 1747245600, None),
    "2025-04": ("month", "2025-04", instant(2025, 4, 1), None),
    "2025-W20": ("week", "2025-w20", instant(2025, 5, 12), None),
    "ada@example.org": ("email", "ada@example.org", None, None),
    "https://example.org/a": ("url", "https://example.org/a", None, None),
    "OPS-17": ("key", "ops-17", None, None),
    "Grace Hopper": ("person", "grace hopper", None, None),
    "grace_hopper": ("person", "grace hopper", None, None),
    "Grace Hopper (Navy)": ("person", "grace hopper", None, None),
    "done": ("token", "done", None, None),
    "in-review": ("slug", "in-review", None, None),
    "Upload of files stops": ("headline", "upload of files stops", None, None),
    "First line of it\nand the second line of it": (
        "sentence",
        "first line of it and the second line of it",
        None,
        None,
    ),
    "a/b/c": ("path", "a/b/c", None, None),
}

TIMES = {"date", "datetime", "epoch", "epoch_ms"}
TEXTS = {"headline", "sentence", "long", "name", "short", "slug", "identifier"}

Records = list[tuple[str, Mapping[str, str | list[str] | None]]]


def expected_profiles(records: Records) -> dict[str, FieldProfile]:
    """Field to profile, without the parts that are approximate, for (id, record) pairs of values in `VALUES`."""
    fields = {name for _, record in records for name, value in record.items() if value}
    roles = _roles(records)
    return {name: _profile(name, records, roles[name]) for name in fields}


def _listed(value: str | list[str] | None) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


def _profile(name: str, records: Records, roles: Counter[str]) -> FieldProfile:
    filled = [(id_, record[name]) for id_, record in records if record.get(name)]
    values = [each for _, value in filled for each in _listed(value)]
    facts = [VALUES[each] for each in values]
    words = [word for each in values for word in re.findall(r"[^\W_]+", each.lower()) if len(word) >= 2]
    return FieldProfile(
        records=len(records),
        filled=len(filled),
        values=len(values),
        list_records=sum(isinstance(value, list) for _, value in filled),
        kinds=tuple(sorted(Counter(kind for kind, *_ in facts).items())),
        value_sketch=_sketch(canonical for _, canonical, *_ in facts),
        token_sketch=_sketch(words),
        lengths=_summary(map(len, values), lambda n: math.floor(2 * math.log2(n))),
        numbers=_summary((n for *_, n in facts if n is not None), _number_bucket),
        times=_summary((t for *_, t, _ in facts if t is not None), lambda t: t // 86400),
        roles=tuple(sorted(roles.items())),
        examples=tuple(sorted((hashed(id_), id_) for id_, _ in filled)[:3]),
    )


def _number_bucket(number: float) -> int:
    return int(math.copysign(math.floor(2 * math.log2(1 + abs(number))), number))


def _sketch(texts: Iterable[str]) -> Sketch:
    return Sketch(tuple(sorted(Counter(hashed(text) for text in texts).items())[:256]))


def _summary(numbers: Iterable[float], bucket: Any) -> Summary:
    given = list(numbers)
    if not given:
        return Summary()
    return Summary(len(given), min(given), max(given), tuple(sorted(Counter(map(bucket, given)).items())))


def _roles(records: Records) -> dict[str, Counter[str]]:
    roles: dict[str, Counter[str]] = defaultdict(Counter)
    for _, record in records:
        for name, role in {*_time_roles(record), *_text_roles(record)}:
            roles[name][role] += 1
    return roles


def _time_roles(record: Mapping[str, str | list[str] | None]) -> Iterator[tuple[str, str]]:
    times = {name: VALUES[value][2] for name, value in record.items() if isinstance(value, str) and value}
    times = {name: time for name, time in times.items() if time is not None and VALUES[str(record[name])][0] in TIMES}
    for name, time in times.items():
        if len(times) == 1:
            yield name, "only_time"
            continue
        yield name, "timed"
        if time == min(times.values()):
            yield name, "earliest"
        if time == max(times.values()):
            yield name, "latest"


def _text_roles(record: Mapping[str, str | list[str] | None]) -> Iterator[tuple[str, str]]:
    texts = {
        name: [each for each in _listed(value) if VALUES[each][0] in TEXTS] for name, value in record.items() if value
    }
    sizes = {name: sum(map(len, each)) for name, each in texts.items() if each}
    for name, size in sizes.items():
        if size == max(sizes.values()) and size >= 40:
            yield name, "main_text"
        elif isinstance(record[name], str) and VALUES[str(record[name])][0] == "headline":
            yield name, "headline"
