"""Names that shorten others: vowels left out, or the beginnings of several words run together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from matchers.words import FILLERS

#: Letters that a word without vowels, or the beginnings of several words, must have to be told from chance.
WORD_LETTERS, NAME_LETTERS = 3, 4


@lru_cache(maxsize=100_000)
def without_vowels(word: str) -> frozenset[str]:
    """What is left of a word when its vowels go: with and without a first vowel, with and without "y".

    >>> sorted(without_vowels("agency"))
    ['agnc', 'agncy', 'gnc', 'gncy']
    """
    rests = {"".join(letter for letter in word[1:] if letter not in vowels) for vowels in ("aeiou", "aeiouy")}
    firsts = {word[:1], ""} if word[:1] in "aeiouy" else {word[:1]}
    return frozenset(left for first in firsts for rest in rests if len(left := first + rest) >= WORD_LETTERS)


def drops_vowels(short: str, word: str) -> bool:
    """Whether a word is another one without its vowels.

    >>> drops_vowels("cstmr", "customer"), drops_vowels("form", "forum")
    (True, False)
    """
    return len(short) < len(word) and short in without_vowels(word)


def runs_together(short: str, pieces: Sequence[str]) -> bool:
    """Whether a word consists of beginnings of all the words of a name, in order; fillers may be left out.

    >>> runs_together("empno", ("employee", "no")), runs_together("curb", ("curated", "by"))
    (True, True)
    >>> runs_together("empno", ("number", "of", "employees"))
    False
    """
    if len(pieces) < 2 or len(short) < NAME_LETTERS or short[0] != pieces[0][0]:
        return False
    reached = {0}
    for piece in pieces:
        further = set(reached) if piece in FILLERS else set()
        for start in reached:
            for length in range(1, min(len(piece), len(short) - start) + 1):
                if short[start + length - 1] != piece[length - 1]:
                    break
                further.add(start + length)
        reached = further
    return len(short) in reached
