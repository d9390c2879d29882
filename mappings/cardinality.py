"""How many ways a mapping's ends are mapped within its set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def cardinalities(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """The SSSOM cardinality of each (subject, object): `n` on a side where several are mapped to the other end.

    Several rows about one pair count once.

    >>> cardinalities([("a:1", "b:1"), ("a:2", "b:1"), ("a:3", "b:2")])
    ['n:1', 'n:1', '1:1']
    """
    subjects: dict[str, set[str]] = defaultdict(set)
    objects: dict[str, set[str]] = defaultdict(set)
    for subject, object_ in pairs:
        subjects[object_].add(subject)
        objects[subject].add(object_)
    return [
        f"{'n' if len(subjects[object_]) > 1 else '1'}:{'n' if len(objects[subject]) > 1 else '1'}"
        for subject, object_ in pairs
    ]
