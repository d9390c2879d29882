"""Generic English knowledge about the names of fields: which words stand for each other, which are opposites.

Nothing here belongs to any one system: every entry is a single word of general business English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

#: Words that name the same thing in the fields of records. A word may be in several groups.
GROUPS: Mapping[str, str] = {
    "text": "text body content description message transcript note detail narrative comment remark memo",
    "headline": "title subject summary headline heading topic name caption",
    "begin": "created creation create opened open start started begin begun first recorded registered submitted added"
    " posted received",
    "change": "updated update modified modification changed change edited edit last latest revised touched",
    "end": "closed close ended end finished completed completion resolved merged done",
    "moment": "at on date time timestamp day datetime when moment instant",
    "due": "due deadline target expected planned sla expiry expiration expire forecast",
    "author": "author creator reporter requester submitter originator writer opener poster sender",
    "owner": "owner responsible holder manager lead accountable keeper steward",
    "handler": "assignee assigned handler agent representative owner",
    "people": "participant attendee member collaborator contributor people invitee guest team reviewer follower"
    " watcher",
    "review": "reviewer approver checker auditor",
    "tag": "tag label keyword category topic",
    "state": "status state stage phase condition step",
    "urgency": "priority urgency importance rank",
    "harm": "severity impact criticality gravity",
    "kind": "type kind category class classification sort",
    "identifier": "id key identifier number code reference handle",
    "firm": "company customer account client organization organisation business employer firm corporation institution",
    "outside": "customer client external guest outside",
    "inside": "internal employee staff inside",
    "link": "link linked related relation reference url uri artifact connection associated page",
    "relation": "dependency linked related depend blocked blocking relation parent",
    "issue": "issue ticket case request incident bug",
    "conversation": "thread conversation discussion meeting call email chat dialogue",
    "region": "region territory zone geography country location",
    "group": "team group department squad division unit",
    "container": "container folder area space channel workspace board queue directory",
    "tier": "tier level plan segment grade band",
    "file": "attachment file document enclosure",
    "place": "path location directory folder address",
    "mail": "email mail",
    "phone": "phone telephone mobile cell fax",
    "amount": "amount price cost value sum total fee charge revenue",
    "quantity": "quantity count number total volume",
    "length": "duration length period span",
    "given": "firstname first given forename",
    "family": "lastname last surname family",
    "sex": "sex gender",
    "birth": "birth birthday born birthdate",
    "post": "postcode postal",
    "town": "city town municipality",
    "province": "state province county",
    "street": "street address road",
    "nation": "country nation nationality",
    "currency": "currency money",
    "site": "website site domain homepage web url",
    "job": "job position role occupation profession title",
    "pay": "salary wage pay income compensation earning",
    "action": "action task todo activity step",
    "rival": "competitor rival competition",
    "product": "product item article good sku merchandise",
    "order": "order purchase",
    "vendor": "vendor supplier seller provider",
    "user": "user person contact individual member",
    "language": "language locale",
    "version": "version release revision edition",
    "goal": "goal objective target aim",
    "trade": "industry sector trade branch",
    "privacy": "confidentiality privacy sensitivity secrecy",
}

#: Wider groups: their words stand for each other only where nothing nearer does.
KINDRED: Mapping[str, str] = {
    "person in charge": "author creator reporter requester owner assignee assigned responsible holder handler manager",
}

#: Groups whose words exclude each other when they qualify the same thing.
OPPOSITES = (
    ("begin", "change"), ("begin", "due"), ("begin", "end"), ("change", "due"), ("outside", "inside"),
    ("given", "family"), ("mail", "phone"), ("urgency", "harm"),
)  # fmt: skip

#: Single words that exclude each other.
OPPOSITE_WORDS = (
    ("minimum", "maximum"), ("low", "high"), ("old", "new"), ("source", "target"), ("sender", "recipient"),
    ("from", "to"), ("latitude", "longitude"), ("home", "away"), ("added", "deleted"), ("addition", "deletion"),
    ("billing", "shipping"), ("internal", "external"), ("buyer", "seller"), ("base", "head"), ("parent", "child"),
    ("win", "loss"), ("debit", "credit"), ("before", "after"), ("width", "height"), ("next", "previous"),
)  # fmt: skip

#: Words that say what sort of value it is rather than which: they count less than the others.
LIGHT = frozenset(GROUPS["moment"].split()) | frozenset(
    [
        "id",
        "identifier",
        "number",
        "code",
        "name",
        "value",
        "type",
        "field",
        "data",
        "text",
        "related",
        "associated",
        "current",
        "main",
        "full",
        "primary",
        "from",
        "to",
    ]
)


@cache
def groups_of(word: str) -> frozenset[str]:
    """The groups a word belongs to."""
    return _index().get(word, frozenset())


@cache
def kindred(left: str, right: str) -> bool:
    """Whether two words are loosely related, as "author" and "owner"."""
    return any(left in members and right in members for members in _wider())


@cache
def _wider() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(members.split()) for members in KINDRED.values())


@cache
def _index() -> Mapping[str, frozenset[str]]:
    index: dict[str, set[str]] = {}
    for group, members in GROUPS.items():
        for word in members.split():
            index.setdefault(word, set()).add(group)
    return {word: frozenset(groups) for word, groups in index.items()}


@cache
def opposed(left: str, right: str) -> bool:
    """Whether two words exclude each other, as "first" and "last"."""
    if (left, right) in OPPOSITE_WORDS or (right, left) in OPPOSITE_WORDS:
        return True
    ours, theirs = groups_of(left), groups_of(right)
    if ours & theirs:
        return False
    return any((a in ours and b in theirs) or (b in ours and a in theirs) for a, b in OPPOSITES)
