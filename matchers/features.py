"""Profiles to arrays: what the instance matcher compares, one row per field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from aligner.entity import Schema
from aligner.profiles import FieldProfile
from aligner.scores import FloatArray

#: Kind of value to its coarse kind. Coarse kinds are what can stand for each other.
COARSE: Mapping[str, str] = {
    "boolean": "flag",
    "integer": "number", "decimal": "number", "percent": "number", "money": "number", "digits": "identifier",
    "date": "time", "datetime": "time", "epoch": "time", "epoch_ms": "time", "time": "time",
    "month": "period", "week": "period",
    "url": "link", "path": "link", "file": "link", "domain": "link", "address": "identifier",
    "email": "person", "person": "person", "phone": "phone",
    "key": "identifier", "uuid": "identifier", "identifier": "identifier",
    "token": "label", "slug": "label", "code": "label", "name": "label", "short": "label", "range": "label",
    "headline": "headline", "sentence": "text", "long": "text",
}  # fmt: skip

FINE = tuple(sorted(COARSE))
KINDS = ("flag", "number", "time", "period", "link", "person", "phone", "identifier", "label", "headline", "text")

#: How far two different coarse kinds may stand for each other; equal ones do fully, others not at all.
KINSHIP = {
    ("identifier", "number"): 0.5, ("identifier", "label"): 0.4, ("label", "headline"): 0.4, ("headline", "text"): 0.6,
    ("time", "period"): 0.4, ("link", "identifier"): 0.5, ("link", "label"): 0.3, ("person", "label"): 0.3,
    ("link", "headline"): 0.3, ("number", "label"): 0.1, ("label", "flag"): 0.1,
    ("phone", "number"): 0.3, ("phone", "identifier"): 0.3, ("phone", "label"): 0.2, ("flag", "number"): 0.2,
    ("person", "identifier"): 0.1, ("time", "number"): 0.1, ("period", "number"): 0.1, ("time", "label"): 0.1,
    ("period", "label"): 0.1, ("label", "text"): 0.1,
}  # fmt: skip

#: A field whose values are persons to this share holds persons: no list of names knows every name.
PERSON_SHARE = 0.3

#: Distinct values that a list of codes has at most, and how often each comes back at least, on average.
ENUMERATION_SIZE = 16
ENUMERATION_REPEAT = 2.0

#: Whole numbers are codes rather than counts or years where nine tenths reach 8,191 (a bucket of `Summary`).
WHOLE, LARGE_BUCKET = 0.9, 26

_KINSHIP_MATRIX = np.eye(len(KINDS))
for (_left, _right), _value in KINSHIP.items():
    _i, _j = KINDS.index(_left), KINDS.index(_right)
    _KINSHIP_MATRIX[_i, _j] = _KINSHIP_MATRIX[_j, _i] = _value


@dataclass(frozen=True)
class Features:
    """One row per field of a schema; fields without instances have zero `values`.

    Attributes:
        values: (n,) number of values.
        fine: (n, len(FINE)) shares of the kinds of value.
        coarse: (n, len(KINDS)) shares of the coarse kinds.
        roles: role to (n,) share in [0, 1].
        lists: (n,) share of list records.
        unique: (n,) distinct over values.
        enumeration: (n,) 1 for a list of codes.
        large: (n,) 1 for whole numbers too large to count things or years.
        length: (n,) median length, in half powers of two.
        fill: (n,) share of records filled.
    """

    values: FloatArray
    fine: FloatArray
    coarse: FloatArray
    roles: Mapping[str, FloatArray]
    lists: FloatArray
    unique: FloatArray
    enumeration: FloatArray
    large: FloatArray
    length: FloatArray
    fill: FloatArray


@lru_cache(maxsize=64)
def features(schema: Schema) -> Features:
    """The features of every field of a schema."""
    profiles = [entity.profile or FieldProfile() for entity in schema.entities]
    listed = np.array([float(is_enumeration(profile)) for profile in profiles])
    fine = np.array([_fine(profile, bool(flag)) for profile, flag in zip(profiles, listed, strict=True)])
    fine = fine.reshape(len(profiles), len(FINE))
    to_coarse = np.zeros((len(FINE), len(KINDS)))
    for row, kind in enumerate(FINE):
        to_coarse[row, KINDS.index(COARSE[kind])] = 1
    return Features(
        values=np.array([float(profile.values) for profile in profiles]),
        fine=fine,
        coarse=fine @ to_coarse,
        roles={role: np.array([_role(profile, role) for profile in profiles]) for role in ROLES},
        lists=np.array([profile.list_share for profile in profiles]),
        unique=np.array([profile.uniqueness for profile in profiles]),
        enumeration=listed,
        large=np.array([float(_is_large(profile)) for profile in profiles]),
        length=np.array([float(profile.lengths.quantile_bucket(0.5) or 0) for profile in profiles]),
        fill=np.array([profile.fill for profile in profiles]),
    )


def kinship(left: FloatArray, right: FloatArray) -> FloatArray:
    """How far the coarse kinds of two fields can stand for each other, row by row: (n,) in [0, 1]."""
    return np.asarray(np.minimum(1.0, np.einsum("ni,ij,nj->n", left, _KINSHIP_MATRIX, right)))


def is_enumeration(profile: FieldProfile) -> bool:
    """Whether the field holds few values that come back."""
    return 0 < profile.distinct <= ENUMERATION_SIZE and profile.values >= ENUMERATION_REPEAT * profile.distinct


def _is_large(profile: FieldProfile) -> bool:
    low = profile.numbers.quantile_bucket(0.1)
    whole = dict(profile.kinds).get("integer", 0) >= WHOLE * profile.values
    return whole and low is not None and low >= LARGE_BUCKET


def _fine(profile: FieldProfile, enumeration: bool) -> FloatArray:
    shares = dict(profile.kind_shares())
    persons = shares.get("person", 0.0)
    if enumeration and persons < 0.9:  # "In Progress" reads like a name; a list of codes is not one
        shares["token"] = shares.get("token", 0.0) + shares.pop("person", 0.0)
    elif persons >= PERSON_SHARE:
        shares = {"person": 1.0}
    return np.array([shares.get(kind, 0.0) for kind in FINE])


#: What a field can be to its record, each a share of its records.
ROLES = ("earliest", "latest", "main_text", "headline", "own_id")

#: Distinct over values that an identifier has at least; samples repeat a few.
UNIQUE = 0.8

#: Where a record has a single time, it is rather its beginning than its end.
ONLY_TIME = {"earliest": 0.7, "latest": 0.3}


def _role(profile: FieldProfile, role: str) -> float:
    share = profile.role_share
    if role == "earliest" or role == "latest":
        return share(role) + ONLY_TIME[role] * share("only_time")
    if role == "own_id":
        scalar = profile.list_share == 0 and profile.values > 1
        named = sum(dict(profile.kinds).get(kind, 0) for kind in _IDENTIFYING) / max(profile.values, 1)
        return float(scalar and profile.uniqueness >= UNIQUE and profile.fill >= 0.9) * named
    return share(role)


_IDENTIFYING = ("key", "uuid", "identifier", "integer", "digits", "code", "epoch", "slug", "path", "url")
