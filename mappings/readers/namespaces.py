"""The prefixes of a set while it is read: declared ones, and those it takes to keep what nothing declares."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mappings.prefixes import prefix_of
from mappings.validation import LOCAL, NCNAME, URI
from mappings.vocabulary import BUILT_IN_PREFIXES

#: The IRI prefix of what a set uses without declaring it: legal, and nobody's (RFC 2606).
PLACEHOLDER = "http://sssom.invalid/prefix/"

#: Longest IRI of which a CURIE is made, in characters.
LONGEST_IRI = 2048

#: What no name within a namespace begins with.
_WITHIN = ("/", "#")

#: Where an IRI is cut when no declared prefix fits: before a number after `_`, else after the last `#`, `/` or `:`.
_CUT = re.compile(r"(.+_)(\d+)|(.*[#/])([^#/]*)|(.*:)([^:]+)", re.DOTALL)


class Namespaces:
    """Prefixes, and CURIEs made by them.

    Attributes:
        declared: prefix to IRI prefix, with every one that was added.
        added: the prefixes that this class added, in order.
        sound: the prefixes that the file itself declares.
    """

    def __init__(self, declared: Mapping[str, str]) -> None:
        self.declared = dict(declared)
        self.added: dict[str, None] = {}
        self.sound = frozenset(declared)
        self._placed: set[str] = set()
        self._by_base: dict[str, str] = {}
        self._lengths: list[int] = []
        self._index({**declared, **BUILT_IN_PREFIXES})
        self._next = 1

    def _index(self, pairs: Mapping[str, str]) -> None:
        for prefix, base in sorted(pairs.items()):
            self._by_base.setdefault(base, prefix)
        lengths = {len(base) for base in pairs.values()}
        if not lengths.issubset(self._lengths):
            self._lengths = sorted(lengths.union(self._lengths), reverse=True)

    def knows(self, prefix: str) -> bool:
        """Whether the prefix is declared or built in."""
        return prefix in self.declared or prefix in BUILT_IN_PREFIXES

    def place(self, prefix: str) -> None:
        """Declare a prefix that the set uses without saying what it stands for."""
        self._placed.add(prefix)
        self._add(prefix, f"{PLACEHOLDER}{prefix}/")

    def is_placeholder(self, prefix: str) -> bool:
        """Whether the set uses the prefix without saying what it stands for."""
        return prefix in self._placed

    def _add(self, prefix: str, base: str) -> None:
        self.declared[prefix] = base
        self.added[prefix] = None
        self._index({prefix: base})

    def contract(self, iri: str) -> str | None:
        """The CURIE of an IRI by the longest prefix that fits; None where none does."""
        if len(iri) > LONGEST_IRI:
            return None
        for length in self._lengths:
            prefix = self._by_base.get(iri[:length]) if length <= len(iri) else None
            if prefix is not None and LOCAL.fullmatch(iri, length) and iri[length : length + 1] not in _WITHIN:
                return f"{prefix}:{iri[length:]}"
        return None

    def generate(self, iri: str) -> str | None:
        """A CURIE with a prefix made for the IRI's namespace; None where the IRI cannot be cut."""
        cut = _CUT.fullmatch(iri) if len(iri) <= LONGEST_IRI else None
        base, local = [part for part in cut.groups() if part is not None] if cut else ("", "")
        if base.endswith("//"):
            base, local = iri, ""
        if not LOCAL.fullmatch(local) or not URI.fullmatch(base):
            return None
        if base not in self._by_base:
            while self.knows(f"ns{self._next}"):
                self._next += 1
            self._add(f"ns{self._next}", base)
        return f"{self._by_base[base]}:{local}"

    def expanded(self, curie: str) -> str | None:
        """The IRI of a CURIE whose prefix the set itself declares; None of any other text."""
        prefix = prefix_of(curie)
        base = self.declared.get(prefix or "") or BUILT_IN_PREFIXES.get(prefix or "")
        return None if base is None or prefix is None or prefix in self.added else base + curie[len(prefix) + 1 :]


def is_iri(text: str) -> bool:
    """Whether a text where a CURIE belongs is an IRI in full."""
    head, colon, rest = text.partition(":")
    return bool(colon) and NCNAME.fullmatch(head) is not None and (rest.startswith("//") or head == "urn")
