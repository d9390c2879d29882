"""How alike names are: all names of two schemas at once, word by word, as matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from rapidfuzz.distance import Indel

from aligner.entity import Schema
from aligner.scores import FloatArray
from matchers.shortening import WORD_LETTERS, drops_vowels, runs_together, without_vowels
from matchers.thesaurus import LIGHT, groups_of, kindred, opposed
from matchers.words import ABBREVIATIONS, pieces, understood

#: How alike two words are that mean the same by the thesaurus, are loosely related by it, or spelt nearly the same.
SYNONYM = 0.85
KINDRED = 0.45
SPELLING = 0.8
SPELLING_CUT = 0.84

#: How alike two names are that have the same letters, and those of which one has lost its vowels or runs together
#: the beginnings of the other's words.
SAME_LETTERS, NO_VOWELS, RUN_TOGETHER = 0.95, 0.8, 0.7

#: Weight of a word that says what sort of value it is ("date", "id", a numeral) beside one that says which.
LIGHT_WEIGHT = 0.35

#: How fast a word loses weight that many names of one schema share.
FREQUENCY = 3.0

#: What remains of the likeness of two names that hold opposite words.
OPPOSED = 0.3

#: Words that stand where a name is missing: alone, or with a numeral, they name nothing.
PLACEHOLDERS = frozenset({"column", "field", "attribute", "variable", "unnamed", "unknown", ""})

#: Names that a schema needs for their common beginning to be told from chance.
COMMON_BEGINNING = 3


@dataclass(frozen=True)
class Names:
    """The names of a schema as one long list of words with the place where each name starts.

    Attributes:
        written: (n,) pieces of each name as written.
        of: (n,) words of each name; never empty.
        words: (w,) the words of all names.
        weights: (w,) how much each counts.
        telling: (w,) whether it says anything by itself: numerals and placeholders do not.
        starts: (n + 1,) where each name's words start, and the end.
        known: (n,) whether the thesaurus knows a word of the name.
    """

    written: tuple[tuple[str, ...], ...]
    of: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    weights: FloatArray
    telling: np.ndarray
    starts: np.ndarray
    known: np.ndarray

    @property
    def tell(self) -> np.ndarray:
        """Which names have a telling word: (n,)."""
        return np.logical_or.reduceat(self.telling, self.starts[:-1])

    def block(self, start: int, stop: int) -> Names:
        """The names from `start` to `stop`."""
        edges = self.starts[start : stop + 1]
        piece, part = slice(int(edges[0]), int(edges[-1])), slice(start, stop)
        return Names(
            self.written[part], self.of[part], self.words[piece], self.weights[piece],
            self.telling[piece], edges - edges[0], self.known[part],
        )  # fmt: skip


@lru_cache(maxsize=32)
def names(schema: Schema) -> Names:
    """The names of all entities of a schema, less a word that all of them begin with (as a table's name)."""
    written = _without_common_beginning([pieces(entity.label) for entity in schema.entities])
    every = tuple(understood(each) or ("",) for each in written)
    frequency: dict[str, int] = {}
    for name in every:
        for word in set(name):
            frequency[word] = frequency.get(word, 0) + 1
    flat = tuple(word for name in every for word in name)
    rarity = np.array([1 / (1 + FREQUENCY * (frequency[word] - 1) / max(len(every), 10)) for word in flat])
    light = np.array([LIGHT_WEIGHT if word in LIGHT or word.isdecimal() else 1.0 for word in flat])
    telling = np.array([flag for name in every for flag in _telling(name)], dtype=bool)
    starts = np.cumsum([0, *(len(name) for name in every)])
    known = np.array([any(groups_of(word) for word in name) for name in every], dtype=bool)
    return Names(tuple(written), every, flat, rarity * light, telling, starts, known)


def _without_common_beginning(written: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    beginnings = {each[:1] for each in written}
    if len(written) >= COMMON_BEGINNING and len(beginnings) == 1 and all(len(each) > 1 for each in written):
        return [each[1:] for each in written]
    return written


def _telling(name: tuple[str, ...]) -> list[bool]:
    numbered = any(word.isdecimal() for word in name)
    empty = [word.isdecimal() or word in PLACEHOLDERS or (numbered and len(word) == 1) for word in name]
    return [not each for each in empty]


def likeness(ours: Names, theirs: Names, thesaurus: bool) -> FloatArray:
    """How alike each name of one side is to each of the other: (m, n) in [0, 1].

    The weighted share of each name's words that the other name has something like, both ways; less where they
    hold opposite words; 0 where nothing but numerals and placeholders is shared.
    """
    matrix = _word_matrix(ours.words, theirs.words, thesaurus)
    best_ours = np.maximum.reduceat(matrix, theirs.starts[:-1], axis=1)  # (words of ours, n)
    best_theirs = np.maximum.reduceat(matrix, ours.starts[:-1], axis=0)  # (m, words of theirs)
    found = np.add.reduceat(best_ours * ours.weights[:, None], ours.starts[:-1], axis=0)
    found += np.add.reduceat(best_theirs * theirs.weights[None, :], theirs.starts[:-1], axis=1)
    totals = [np.add.reduceat(each.weights, each.starts[:-1]) for each in (ours, theirs)]
    told = np.maximum.reduceat(best_ours * ours.telling[:, None], ours.starts[:-1], axis=0) > 0
    alike = np.where(told, found / (totals[0][:, None] + totals[1]), 0.0)
    alike *= np.where(_opposition(ours, theirs, best_ours, best_theirs), OPPOSED, 1.0)
    return np.asarray(np.maximum(alike, _respelt(ours, theirs) * ours.tell[:, None] * theirs.tell))


def alike(left: str, right: str, thesaurus: bool) -> float:
    """How alike two words are: 1, `SYNONYM`, `SPELLING`, `KINDRED` or 0."""
    if left == right:
        return 1.0
    if thesaurus and groups_of(left) & groups_of(right):
        return SYNONYM
    shorter, longer = sorted((left, right), key=len)
    if drops_vowels(shorter, longer):
        return SPELLING
    if len(shorter) >= 4 and (longer.startswith(shorter) or Indel.normalized_similarity(left, right) >= SPELLING_CUT):
        return SPELLING
    return KINDRED if thesaurus and kindred(left, right) else 0.0


def respelt(name: Sequence[str], other: Sequence[str]) -> float:
    """How far one name (its pieces) is another spelling of the other: 0.95, 0.8, 0.7 or 0."""
    left, right = "".join(name), "".join(other)
    if left == right and len(left) >= WORD_LETTERS:
        return SAME_LETTERS
    if drops_vowels(left, right) or drops_vowels(right, left):
        return NO_VOWELS
    return RUN_TOGETHER if _short_for(name, other) or _short_for(other, name) else 0.0


def _short_for(name: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a name is one word that nobody knows and that runs together the other's beginnings."""
    return len(name) == 1 and not _familiar(name[0]) and runs_together(name[0], other)


@cache
def _familiar(piece: str) -> bool:
    return piece in ABBREVIATIONS or any(groups_of(word) for word in understood((piece,)))


def _respelt(ours: Names, theirs: Names) -> FloatArray:
    """`respelt` of every pair, for those with a first letter or their letters in common: (m, n)."""
    found = np.zeros((len(ours.of), len(theirs.of)))
    likely: dict[str, list[int]] = {}
    for j, name in enumerate(theirs.written):
        for key in _keys(name):
            likely.setdefault(key, []).append(j)
    for i, name in enumerate(ours.written):
        for j in {place for key in _keys(name) for place in likely.get(key, ())}:
            found[i, j] = respelt(name, theirs.written[j])
    return found


def _keys(name: Sequence[str]) -> set[str]:
    """What two names have in common if one is another spelling of the other."""
    letters = "".join(name)
    first = {f"{name[0][0]}…"} if name and (len(name) > 1 or not _familiar(name[0])) else set()
    return {letters, *without_vowels(letters), *first}


def _opposition(ours: Names, theirs: Names, best_ours: FloatArray, best_theirs: FloatArray) -> np.ndarray:
    """Which pairs of names hold opposite words, neither of which is matched otherwise: (m, n)."""
    name_of = [np.repeat(np.arange(len(each.of)), np.diff(each.starts)) for each in (ours, theirs)]
    places = [_places(each.words) for each in (ours, theirs)]
    found = np.zeros((len(ours.of), len(theirs.of)), dtype=bool)
    for left, rows in places[0].items():
        for right, columns in places[1].items():
            if opposed(left, right):
                i, j = name_of[0][rows], name_of[1][columns]
                free = (best_ours[np.ix_(rows, j)] < SPELLING) & (best_theirs[np.ix_(i, columns)] < SPELLING)
                at = np.nonzero(free)
                found[i[at[0]], j[at[1]]] = True
    return found


def _places(flat: Sequence[str]) -> dict[str, np.ndarray]:
    found: dict[str, list[int]] = {}
    for place, word in enumerate(flat):
        found.setdefault(word, []).append(place)
    return {word: np.array(some, dtype=np.int64) for word, some in found.items()}


def _word_matrix(ours: Sequence[str], theirs: Sequence[str], thesaurus: bool) -> FloatArray:
    unique_ours, back_ours = np.unique(np.array(ours), return_inverse=True)
    unique_theirs, back_theirs = np.unique(np.array(theirs), return_inverse=True)
    small = np.array([[alike(a, b, thesaurus) for b in unique_theirs.tolist()] for a in unique_ours.tolist()])
    return np.asarray(small[np.ix_(back_ours, back_theirs)])
