"""The words that a key knows: factions, types, traits, packs, under all their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from carddb.search.folded_text import being, comparable_text, wildcard_parts
from carddb.spelling import fold, without_article


@dataclass(frozen=True, slots=True)
class Word:
    """One word: what cards hold, the names by which it is found, and its place in an order."""

    value: Any
    names: tuple[str, ...]
    written: str
    rank: Any = None
    edition: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a key; of a closed one a beginning is enough, and others are refused."""

    words: tuple[Word, ...]
    closed: bool = False

    def meant(self, written: str) -> list[Word]:
        """Return the words that a value names: as a whole, by *, or in a closed one by beginning.

        A whole name wins over beginnings: "s" may begin several, "stark" is one.
        """
        accepts = being(wildcard_parts(written))
        exact = [word for word in self.words if any(map(accepts, word.names))]
        if exact or not self.closed:
            return exact
        start = fold(written)
        if not start:
            return []
        return [word for word in self.words if any(name.startswith(start) for name in word.names)]

    def matching(self, accepts: Callable[[str], bool]) -> list[Word]:
        return [word for word in self.words if accepts(comparable_text(word.written))]


def open_words(written: Iterable[str]) -> Vocabulary:
    return Vocabulary(tuple(Word(each, names_of(each), each) for each in sorted(set(written))))


def names_of(*written: str) -> tuple[str, ...]:
    """Return distinct folded names, with and without their articles."""
    folded = [fold(each) for each in written]
    return tuple(dict.fromkeys([*folded, *map(without_article, folded)]))
