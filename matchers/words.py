"""Names to words: naming conventions undone, inflections folded, common abbreviations written out."""

from __future__ import annotations

import re
from functools import lru_cache

_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_SPLIT = re.compile(r"[\W_]+")

#: Abbreviations in common use in column names, and what they stand for.
ABBREVIATIONS = {
    "abbr": "abbreviation", "acc": "account", "acct": "account", "addr": "address", "adr": "address", "amt": "amount",
    "approx": "approximate", "asst": "assistant", "attr": "attribute", "auth": "author", "avg": "average",
    "bal": "balance", "bday": "birthday", "bldg": "building", "calc": "calculated", "cat": "category", "cc": "copy",
    "cd": "code", "chg": "change", "cmt": "comment", "cnt": "count", "cntry": "country", "co": "company",
    "comp": "company", "config": "configuration", "corp": "corporation", "crt": "created", "ctry": "country",
    "ctr": "center", "cty": "city", "col": "column", "curr": "currency", "cust": "customer", "dept": "department",
    "desc": "description", "descr": "description", "dest": "destination", "dir": "directory", "dob": "birth",
    "doc": "document", "dt": "date", "dtm": "datetime", "dur": "duration", "ea": "each", "emp": "employee",
    "env": "environment", "est": "estimate", "ext": "extension", "fk": "key", "fld": "field", "fname": "firstname",
    "freq": "frequency", "grp": "group", "hr": "hour", "img": "image", "info": "information", "inv": "invoice",
    "lang": "language", "lat": "latitude", "lname": "lastname", "lng": "longitude", "loc": "location",
    "lon": "longitude", "lvl": "level", "max": "maximum", "mfr": "manufacturer", "mgr": "manager", "min": "minimum",
    "mob": "mobile", "mod": "modified", "msg": "message", "mth": "month", "nbr": "number", "nm": "name",
    "no": "number", "num": "number", "obj": "object", "op": "operation", "ord": "order", "org": "organization",
    "orig": "original", "pc": "postcode", "pct": "percent", "perf": "performance", "ph": "phone", "pk": "key",
    "pos": "position", "pr": "request", "prev": "previous", "prio": "priority", "proc": "process", "prod": "product",
    "prop": "property", "pt": "point", "pub": "published", "pwd": "password", "qty": "quantity", "recv": "received",
    "ref": "reference", "reg": "region", "rel": "related", "req": "request", "resp": "responsible", "rev": "revision",
    "sec": "security", "seq": "sequence", "sev": "severity", "spec": "specification", "src": "source", "st": "street",
    "stat": "status", "std": "standard", "str": "street", "subj": "subject", "sys": "system", "tel": "telephone",
    "temp": "temperature", "tgt": "target", "ts": "timestamp", "txt": "text", "typ": "type", "uid": "id",
    "upd": "updated", "usr": "user", "uuid": "id", "guid": "id", "val": "value", "var": "variable", "vol": "volume",
    "wt": "weight", "yr": "year", "zip": "postcode",
}  # fmt: skip

#: Words that are written as one or as two.
COMPOUNDS = {
    ("e", "mail"): "email", ("post", "code"): "postcode", ("web", "site"): "website", ("home", "page"): "homepage",
    ("time", "stamp"): "timestamp", ("birth", "day"): "birthday", ("dead", "line"): "deadline",
}  # fmt: skip

#: Words that hold a name together and mean nothing by themselves.
FILLERS = frozenset({"of", "the", "a", "an", "in", "for", "by", "and", "or", "is", "has", "was"})


@lru_cache(maxsize=100_000)
def words(name: str) -> tuple[str, ...]:
    """The words of a name, lower case, singular, abbreviations written out, fillers left out.

    >>> words("custNm")
    ('customer', 'name')
    >>> words("TotalRainfallOfDays")
    ('total', 'rainfall', 'day')
    """
    return understood(pieces(name))


def pieces(name: str) -> tuple[str, ...]:
    """The pieces of a name as they are written, in lower case.

    >>> pieces("HTTPStatusCode2"), pieces("--")
    (('http', 'status', 'code', '2'), ())
    """
    return tuple(piece.lower() for part in _SPLIT.split(name) for piece in _CAMEL.split(part) if piece)


def understood(written: tuple[str, ...]) -> tuple[str, ...]:
    """Pieces as words: singular, compounds joined, abbreviations written out, fillers left out if others remain.

    >>> understood(("e", "mail", "addr"))
    ('email', 'address')
    """
    kept = [piece for piece in written if piece not in FILLERS] or written
    found: list[str] = []
    for piece in kept:
        word = ABBREVIATIONS.get(piece) or singular(piece)
        joined = COMPOUNDS.get((found[-1], word)) if found else None
        found[-1:] = [joined] if joined else [*found[-1:], word]
    return tuple(found)


def singular(word: str) -> str:
    """The singular of a regular English plural; other words as they are.

    >>> [singular(word) for word in ("tags", "companies", "status", "addresses", "dependencies")]
    ['tag', 'company', 'status', 'address', 'dependency']
    """
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word
