"""Exact, close, broader, narrower or related: the rule by which a chosen pair gets its relation."""

from __future__ import annotations

from collections.abc import Mapping

from aligner.alignment import Relation
from aligner.entity import Entity
from aligner.profiles import FieldProfile
from matchers.features import COARSE, is_enumeration

#: Name scores from which two names are equal, and from which they mean the same.
EQUAL_NAME, SAME_NAME = 0.96, 0.75

#: Instance score from which instances do not object.
SAME_INSTANCES = 0.3

#: Least share of the values that must be of the same kinds on both sides for an exact match.
SAME_KINDS = 0.6

#: Share of the shorter list of codes that must be shared where names are merely synonymous.
SAME_CODES = 0.5

#: Difference of list shares that makes one field hold one of what the other holds many of.
ONE_OF_MANY = 0.75


def field_relation(source: Entity, target: Entity, columns: Mapping[str, float]) -> Relation:
    """How two fields relate; `docs/predicates.md` says why.

    - related: the one links to the other (the join matcher spoke), so they are not equal in meaning;
    - broad or narrow: one holds a single value where the other holds a list, and what they are called differs;
    - exact: the names mean the same, the values are of the same kinds and do not object; where names are
      synonyms rather than equal, free texts never are, and lists of codes only if most codes are shared;
    - close: everything else.

    Args:
        source: the subject.
        target: the object.
        columns: matcher name to score, NaN for no evidence; matchers that did not run are absent.
    """
    silent = float("nan")
    if columns.get("join", silent) >= 0.5:
        return Relation.RELATED
    ours, theirs = source.profile or FieldProfile(), target.profile or FieldProfile()
    named = max(columns.get("name", 0.0), columns.get("equality", 0.0))
    lists = ours.list_share - theirs.list_share
    if abs(lists) >= ONE_OF_MANY and not named >= SAME_NAME:
        return Relation.NARROW if lists > 0 else Relation.BROAD
    objects = columns.get("instance", silent) < SAME_INSTANCES or shared_kinds(ours, theirs) < SAME_KINDS
    if named >= SAME_NAME and not objects and (named >= EQUAL_NAME or _interchangeable(ours, theirs)):
        return Relation.EXACT
    return Relation.CLOSE


def shared_kinds(ours: FieldProfile, theirs: FieldProfile) -> float:
    """Share of the values that are of the same kinds on both sides, in [0, 1]; 1 where a side has no values."""
    if not ours.values or not theirs.values:
        return 1.0
    left, right = ours.kind_shares(), theirs.kind_shares()
    return sum(min(share, right.get(kind, 0.0)) for kind, share in left.items())


def _interchangeable(ours: FieldProfile, theirs: FieldProfile) -> bool:
    """Whether the values of synonymous fields could stand for each other: no free texts, and the same codes."""
    if _is_text(ours) and _is_text(theirs):
        return False
    if is_enumeration(ours) and is_enumeration(theirs):
        shared, left, right = ours.value_sketch.overlap(theirs.value_sketch)
        return shared >= SAME_CODES * min(left, right)
    return True


def _is_text(profile: FieldProfile) -> bool:
    return sum(share for kind, share in profile.kind_shares().items() if COARSE.get(kind) == "text") >= 0.5
