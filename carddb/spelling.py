"""Compare titles: normalize spelling, and find similar titles."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain

_QUOTES = re.compile("['\"`\u00ab\u00b4\u00bb\u02b9\u02bc\u2018-\u201f\u2032\u2033\uff02\uff07]")
_STRAIGHT = str.maketrans(
    dict.fromkeys("`\u00b4\u02b9\u02bc\u2018\u2019\u201a\u201b\u2032\uff07", "'")
    | dict.fromkeys("\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\uff02", '"')
)
_GAPS = re.compile(r"[\W_]+")
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ð": "d", "þ": "th"})
_MOST_LETTERS = 0x10000
_MOST_PARTS = 8
_ARTICLES = ("the ", "a ", "an ")
_LONGEST = 80
_REMEMBERED = 200
_ALIKE = 0.4
_COMPARED = 25


def straighten(text: str) -> str:
    return " ".join(text.casefold().translate(_STRAIGHT).split())


class _FoldedLetters(dict[int, str]):
    """Folds letters to lower case without accents, and caches the result.

    One that stands for a whole sentence (U+FDFA) is left as it is: eighteen letters for each of
    ten million are too many.
    """

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        parts = unicodedata.normalize("NFKD", letter)
        if len(parts) > _MOST_PARTS:
            parts = letter
        bare = "".join(part for part in parts if not unicodedata.combining(part))
        folded = bare.casefold().translate(_LETTERS)
        if len(self) < _MOST_LETTERS:
            self[code] = folded
        return folded


_folded_letters = _FoldedLetters()


def fold(text: str) -> str:
    """Return a text without case, accents, quotation marks and punctuation.

    Words stay as they are and are parted by one space; hyphens part words, apostrophes do not.
    """
    return _fold_anew(text) if len(text) > _REMEMBERED else _fold_short(text)


def _fold_anew(text: str) -> str:
    plain = _QUOTES.sub("", text.replace("&", " and "))
    plain = plain.casefold() if plain.isascii() else plain.translate(_folded_letters)
    return _GAPS.sub(" ", plain).strip()


_fold_short = lru_cache(8192)(_fold_anew)


def has_words(text: str, wanted: str) -> bool:
    """Return whether a text contains all wanted words, whatever their case and accents."""
    return all(word in fold(text) for word in fold(wanted).split())


def without_article(folded: str) -> str:
    """Return a folded title without a leading article."""
    for article in _ARTICLES:
        if folded.startswith(article):
            return folded[len(article) :]
    return folded


def edit_distance(one: str, other: str, most: int) -> int:
    """Return the edit distance of two texts, or `most + 1` if it is larger.

    Optimal string alignment: a swap of neighbours counts once. Cells further than `most` from the
    diagonal are skipped.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        above, row = row, [most + 1] * (len(other) + 1)
        row[0] = i
        for j in range(max(1, i - most), min(len(other), i + most) + 1):
            wanted = other[j - 1]
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > most:
            return most + 1
        before = above
    return min(row[-1], most + 1)


def slips_allowed(length: int) -> int:
    """Return how many slips a title of this many letters may hold and still be meant."""
    if length < 4:
        return 0
    return 1 if length <= 8 else 2 if length <= 15 else 3


class SpellingIndex:
    """Finds folded titles similar to a given one."""

    def __init__(self, titles: Iterable[str]) -> None:
        self._titles = tuple(dict.fromkeys(titles))
        self._pairs: list[set[str]] = [_letter_pairs(title) for title in self._titles]
        self._holders: dict[str, list[int]] = {}
        self._articles: dict[str, list[str]] = {}
        for number, pairs in enumerate(self._pairs):
            for pair in pairs:
                self._holders.setdefault(pair, []).append(number)
        for title in self._titles:
            self._articles.setdefault(without_article(title), []).append(title)

    def nearest(self, folded: str, most: int = _COMPARED) -> list[str]:
        """Return the titles that share most letter pairs with this one, the most similar first.

        The measure is Dice's coefficient; titles below 0.4 are left out.
        """
        if len(folded) > _LONGEST:
            return []
        pairs = _letter_pairs(folded)
        shared = Counter(chain.from_iterable(self._holders.get(pair, ()) for pair in pairs))
        least = _ALIKE / 2 * len(pairs)
        scores = (
            (2 * common / (len(pairs) + len(self._pairs[number])), self._titles[number])
            for number, common in shared.items()
            if common > least
        )
        alike = [(-score, title) for score, title in scores if score >= _ALIKE]
        return [title for _, title in sorted(alike)[:most]]

    def correction(
        self, folded: str, near: Iterable[str], meaning: Callable[[str], object] = str
    ) -> str | None:
        """Return the one title among `near` that this can only be a slip for, or None.

        Titles of the same `meaning` are one title in several spellings.
        """
        same = self._articles.get(without_article(folded), [])
        if len(same) == 1:
            return same[0]
        short = without_article(folded)
        most = slips_allowed(len(short))
        distances = sorted(
            (edit_distance(short, without_article(title), most), title) for title in near
        )
        if not distances or distances[0][0] > most:
            return None
        nearest = [title for distance, title in distances if distance == distances[0][0]]
        if len(nearest) > 1 and len(set(map(meaning, nearest))) > 1:
            return None
        return distances[0][1]


def _letter_pairs(folded: str) -> set[str]:
    padded = f" {folded} "
    return {padded[at : at + 2] for at in range(len(padded) - 1)}
