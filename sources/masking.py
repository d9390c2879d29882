"""Samples that may identify a person never enter a profile: masked here, at the source."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sources.engine import given_names
from sources.flattening import Path

#: Kinds of value that identify people.
PERSONAL = frozenset({"person", "email", "phone", "digits", "address"})

#: A field in which this share of the values is personal is personal throughout: a name that no list of
#: names knows stands beside many that it does.
PERSONAL_SHARE = 0.1

#: Kinds of value that are shown as they are in any field: they cannot hold a name.
HARMLESS = frozenset(
    {"boolean", "integer", "decimal", "percent", "money", "month", "week", "date", "datetime", "time", "epoch",
     "epoch_ms", "code", "key", "uuid"}
)  # fmt: skip

#: Words of a field's name that say that its values are people, and those that say they are telephone numbers.
PEOPLE_WORDS = frozenset(
    {"approver", "assignee", "attendee", "author", "candidate", "cc", "colleague", "contact", "creator", "customer",
     "editor", "email", "employee", "family name", "first name", "from", "full name", "given name", "last name", "mail",
     "mailbox", "manager", "member", "organiser", "organizer", "owner", "participant", "patient", "people", "person",
     "recipient", "reporter", "requester", "reviewer", "sender", "speaker", "student", "surname", "user", "username",
     "writer"}
)  # fmt: skip
TELEPHONE_WORDS = frozenset({"phone", "telephone", "tel", "mobile", "cell", "cellphone", "fax", "msisdn", "whatsapp"})

#: A field with few values that come again and again is a list of codes, not of people.
ENUMERATION_SIZE = 12
ENUMERATION_REPEAT = 4

#: Letters that a word has before it counts as somebody's name wherever it stands.
NAME_LENGTH = 4

_CAPITALISED = r"[^\W\d_a-z](?:[^\W\d_]|['’-](?=[^\W\d_]))+"
_NAME_SHAPE = re.compile(rf"\b{_CAPITALISED} (?:[^\W\d_]\.? )?{_CAPITALISED}\b|^[a-z]{{2,}}[_.][a-z]{{2,}}$")
_TWO_WORDS = re.compile(r"(?:.*/)?[^\W\d_]{2,}(?:[-_ ]|\.(?=[^.]*\.))[^\W\d_]{2,}(?:\.[a-z]+)?")
_MAIL = re.compile(r"[@＠]\S")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PHONE = re.compile(r"\+?\(?\d[\d ().–-]{6,}\d|\b\d{3}[-–. ]\d{4}\b")
_WORD = re.compile(r"[^\W\d_]+")
_INNER_CAPITAL = re.compile(r"^[^\W\d_]*[^\W\d_A-Z][A-ZÀ-ÞА-Я][^\W\d_]*$")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def mask(text: str) -> str:
    """What a masked value looks like: its first letter and its length survive, nothing else.

    >>> mask("Ada Lovelace")
    'A•••(12)'
    """
    return f"{text[:1]}•••({len(text)})"


@dataclass(frozen=True, slots=True)
class Masker:
    """Hides samples of one source, knowing the people that occur anywhere in it.

    Attributes:
        names: names as they stand in fields of people, lower case, words apart by one space.
        words: single words of people's names.
    """

    names: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    @classmethod
    def knowing(cls, people: Iterable[str], in_their_fields: Iterable[str] = ()) -> Masker:
        """A masker that knows these people.

        Args:
            people: texts that are surely names.
            in_their_fields: texts of fields of people, which may also be teams or companies.
        """
        sure = [_words(text) for text in people]
        every = [*sure, *(_words(text) for text in in_their_fields)]
        return cls(
            frozenset(" ".join(words) for words in every if sum(map(len, words)) >= NAME_LENGTH),
            frozenset(word for words in sure for word in words if len(word) >= NAME_LENGTH),
        )

    def top_values(
        self, top: list[tuple[Any, ...]], kinds: Mapping[str, int], distinct: int, path: Path
    ) -> tuple[tuple[str, int], ...]:
        """Commonest values as (text, count), masked where they may identify a person.

        Args:
            top: (text, kind, count) rows.
            kinds: the field's values by kind.
            distinct: the field's distinct values.
            path: the field's path.
        """
        if holds_telephones(path):
            return tuple((mask(text), n) for text, _, n in top)
        personal = holds_people(path, kinds)
        listed = distinct <= ENUMERATION_SIZE and sum(kinds.values()) >= ENUMERATION_REPEAT * distinct
        return tuple((mask(text) if self._hides(text, kind, personal, listed) else text, n) for text, kind, n in top)

    def _hides(self, text: str, kind: str, personal: bool, listed: bool) -> bool:
        known = not self.words.isdisjoint(_words(text))
        if kind in HARMLESS:
            return kind == "key" and known
        if kind in PERSONAL or personal or has_address(text) or names_someone(text) or self._names(text):
            return True
        if known or any(map(_caseless, text)):
            return True
        if listed and "," not in text and not _INNER_CAPITAL.search(text):
            return False
        return kind == "headline" or bool(_NAME_SHAPE.search(text) or _INNER_CAPITAL.search(text)) or "," in text

    def _names(self, text: str) -> bool:
        return any(phrase in self.names for phrase in _phrases(_words(text)))

    def record_id(self, record_id: str) -> str:
        """A record's id as it is shown: a file name that may hold a name or an address becomes a short hash."""
        words = _words(record_id)
        named = not self.words.isdisjoint(words) or self._names(record_id) or any(map(_caseless, record_id))
        if (
            named
            or names_someone(record_id)
            or has_address(record_id)
            or _TWO_WORDS.fullmatch(_HUMP.sub(" ", record_id))
        ):
            return "record-" + hashlib.md5(record_id.encode("utf-8", "replace")).hexdigest()[:12]
        return record_id


def holds_people(path: Path, kinds: Mapping[str, int]) -> bool:
    """Whether a field holds people, by its name or by enough of its values."""
    personal = sum(kinds.get(kind, 0) for kind in PERSONAL)
    return _called(path, PEOPLE_WORDS) or personal >= PERSONAL_SHARE * sum(kinds.values())


def holds_telephones(path: Path) -> bool:
    """Whether a field's name says that it holds telephone numbers, which may look like any number."""
    return _called(path, TELEPHONE_WORDS)


def _called(path: Path, words: frozenset[str]) -> bool:
    return any(each in words or each.removesuffix("s") in words for step in path for each in _phrases(_words(step)))


def names_someone(text: str) -> bool:
    """Whether some word of a text is a common given name."""
    return not _given_names().isdisjoint(_words(text))


def has_address(text: str) -> bool:
    """Whether a text holds an e-mail address, a handle or a telephone number."""
    return bool(_MAIL.search(text) or _PHONE.search(_DAY.sub(" ", text)))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_HUMP.sub(" ", text))]


def _phrases(words: list[str]) -> Iterator[str]:
    """Every run of one to four words."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + 4, len(words)) + 1):
            yield " ".join(words[start:end])


def _caseless(character: str) -> bool:
    """A letter of a script without capitals, in which a name has no shape."""
    return character.isalpha() and character.lower() == character.upper()


@cache
def _given_names() -> frozenset[str]:
    return frozenset(given_names())
