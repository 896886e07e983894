"""The words of the pages in six languages, with plural forms, numbers and dates of each."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache
from importlib.resources import files

# What a page of a language says in its `lang`; the Chinese words are in simplified script.
LANGUAGES = {"en": "en", "de": "de", "es": "es", "fr": "fr", "pl": "pl", "zh": "zh-Hans"}
ENGLISH = "en"
_POINT_LANGUAGES = {"en", "zh"}
_LONGEST_HEADER = 500

# A word, or its plural forms by their names in CLDR.
Word = str | Mapping[str, str]


def _one_alone(count: int) -> str:
    return "one" if count == 1 else "other"


def _french(count: int) -> str:
    return "one" if count in {0, 1} else "other"


def _polish(count: int) -> str:
    """Return one for 1; few for 2 to 4, 22 to 24 and so on, but not 12 to 14; many for others."""
    if count == 1:
        return "one"
    is_few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
    return "few" if is_few else "many"


# The plural forms (CLDR): those of the language, and which of them a whole number has.
PLURALS: Mapping[str, tuple[tuple[str, ...], Callable[[int], str]]] = {
    "en": (("one", "other"), _one_alone),
    "de": (("one", "other"), _one_alone),
    "es": (("one", "other"), _one_alone),
    "fr": (("one", "other"), _french),
    "pl": (("one", "few", "many"), _polish),
    "zh": (("other",), lambda _: "other"),
}


@cache
def word_table() -> Mapping[str, Mapping[str, Word]]:
    """Return all words by their names, each in every language."""
    return tomllib.loads((files("resources") / "event_pages" / "words.toml").read_text("utf-8"))


class Words:
    """The words of one language: call it with the name of a word and what is filled in."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.lang = LANGUAGES[language]

    def __call__(self, name: str, /, *, count: int = 0, **values: object) -> str:
        """Return a word with its values filled in; `count` chooses the plural form."""
        word = word_table()[name][self.language]
        if not isinstance(word, str):
            word = word[PLURALS[self.language][1](count)]
        return word.format(count=count, **values)

    def number(self, text: str) -> str:
        """Return a number with the decimal sign of the language."""
        return text if self.language in _POINT_LANGUAGES else text.replace(".", ",")

    def day(self, day: date) -> str:
        """Return a day in words: 20 November 2026."""
        month = self("months").split()[day.month - 1]
        return self("date", day=day.day, month=month, year=day.year)


@cache
def words_of(language: str) -> Words:
    """Return the words of a language by its code."""
    return Words(language)


def chosen_language(header: str) -> str:
    """Return the language that an Accept-Language header likes best; English if there is none."""
    liked = sorted(_liked(header[:_LONGEST_HEADER]), key=lambda each: -each[0])
    return next((language for quality, language in liked if quality > 0), ENGLISH)


def _liked(header: str) -> Iterator[tuple[float, str]]:
    """Yield the languages that there are words in, with their quality values, in order."""
    for part in header.split(","):
        tag, _, parameter = part.strip().partition(";")
        language = tag.strip().partition("-")[0].casefold()
        name, _, value = parameter.strip().partition("=")
        try:
            quality = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            continue
        if language in LANGUAGES:
            yield min(quality, 1.0), language
