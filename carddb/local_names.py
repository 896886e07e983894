"""Names of cards, and words of the game, in other languages; codes and files stay the same.

The names are those of printed cards, for about four fifths of the second edition's titles at most;
a title without one has its English name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.spelling import fold
from carddb.terms import Edition
from core.paths import resource_folder


class Language(StrEnum):
    """The languages other than English in which names of cards are known."""

    GERMAN = "de"
    SPANISH = "es"
    FRENCH = "fr"
    CHINESE = "zh"

    @property
    def label(self) -> str:
        """The language's own name."""
        return _LABELS[self]


_LABELS = {
    Language.GERMAN: "Deutsch",
    Language.SPANISH: "Español",
    Language.FRENCH: "Français",
    Language.CHINESE: "中文",
}


# How Germans write umlauts without their keys.
_UMLAUTS = str.maketrans({"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue"})
# The words that players leave out at the beginning of a name.
_ARTICLES = {
    Language.GERMAN: ("der", "die", "das", "ein", "eine"),
    Language.SPANISH: ("el", "la", "los", "las", "un", "una"),
    Language.FRENCH: ("le", "la", "les", "un", "une"),
}


def _read(name: str) -> Any:
    file = resource_folder("names") / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.is_file() else {}


def local_words(edition: Edition, kind: str) -> Iterator[tuple[str, str]]:
    """Yield meaning and word for the words of a kind in all languages.

    A meaning is the code of a pack, set or cycle, or the English word of a type, faction or trait.
    """
    for by_kind in _words().get(edition.value, {}).values():
        yield from by_kind.get(kind, {}).items()


@cache
def _words() -> Any:
    return _read("words")


def names_of_titles(pool: CardPool, language: Language) -> dict[str, str]:
    """Return the most common spelling of each English title that has a name."""
    spellings: dict[str, Counter[str]] = {}
    for code, name in _read(f"{pool.edition.value}-{language}").items():
        if card := pool.by_code.get(code):
            spellings.setdefault(card.name, Counter())[name] += 1
    return {title: names.most_common(1)[0][0] for title, names in spellings.items()}


def titles_by_name(edition: Edition, title_of: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the titles that each name of any language may mean, by the name's key.

    `title_of` has the title of each card by its code.
    """
    found: dict[str, dict[str, None]] = {}
    short: dict[str, dict[str, None]] = {}
    for language in Language:
        articles = _ARTICLES.get(language, ())
        for code, name in _read(f"{edition.value}-{language}").items():
            if title := title_of.get(code):
                folded = fold(name)
                found.setdefault(name_key(folded), {})[title] = None
                if language is Language.GERMAN and not name.isascii():
                    short.setdefault(fold(name.casefold().translate(_UMLAUTS)), {})[title] = None
                article, _, rest = folded.partition(" ")
                if rest and article in articles:
                    short.setdefault(rest, {})[title] = None
    # A name without its article or umlauts, unless another card has that name.
    found = {name: titles for name, titles in short.items() if len(titles) == 1} | found
    return {name: tuple(titles) for name, titles in found.items()}


def name_key(folded: str) -> str:
    """Return the key of folded letters: without the blanks of Chinese names, which are optional."""
    return folded.replace(" ", "") if folded > "\u2e80" else folded


@lru_cache(maxsize=20_000)
def name_order(name: str) -> bytes:
    """Return the key that sorts names without accents; Chinese ones by their sound.

    The codes of the GB standard follow the sound for all but rare signs.
    """
    return fold(name).encode("gb18030", "replace")


def local_pools(pools: Pools, language: Language | None) -> Pools:
    """Return the pools with the names of a language; None: with English ones."""
    english = {edition: pool.english for edition, pool in pools.items()}
    if language is None:
        return english
    return {edition: local_pool(pool, language) for edition, pool in english.items()}


@lru_cache(maxsize=16)
def local_titles(pool: CardPool, language: Language) -> Mapping[str, str]:
    """Return the name of each English title in a language.

    A name that could also mean another title, in this language or in English, is left out, so that
    a written list can be read again.
    """
    names = names_of_titles(pool, language)
    meant: dict[str, set[str]] = {}
    for title in pool.by_title:
        for name in {title, names.get(title, title)}:
            meant.setdefault(name_key(fold(name)), set()).add(title)
    return {
        title: name
        for title, name in names.items()
        if name != title and len(meant[name_key(fold(name))]) == 1
    }


def card_name(card: Card, pool: CardPool, language: str) -> str:
    """Return a card's name in the language of a phone or browser: "de", "zh-CN".

    It is the English name where none is known. Pages for phones name cards with this function.
    """
    code = language.replace("_", "-").partition("-")[0].lower()
    if code not in set(Language):
        return card.english_name
    return local_titles(pool.english, Language(code)).get(card.english_name, card.english_name)


@lru_cache(maxsize=2)
def local_pool(pool: CardPool, language: Language) -> CardPool:
    """Return the cards of a pool with their names in a language, as `local_titles` has them."""
    names = local_titles(pool, language)
    found = pool.changed(
        cards=(
            replace(card, name=names[card.name], english=card.name) if card.name in names else card
            for card in pool
        )
    )
    found.english_pool, found.language = pool, language.value
    return found
