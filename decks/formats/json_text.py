"""JSON as deck files hold it: strictly read, with repeated keys and line numbers."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from typing import Any, NoReturn, TypeAlias

from carddb.spelling import fold
from core.decoding import whole
from decks.deck import MOST_CATEGORIES, Category, Deck, category_name
from decks.deck_section import CONSIDERED, DRAFTED, DRAW_DECK, ROOKERY, DeckSection, plot_deck
from decks.diff import Outline
from decks.formats.deck_format import MOST_COPIES, MOST_ENTRIES, SPLIT_HINT
from decks.report import DeckFormatError

JsonValue: TypeAlias = tuple[Any, int, int]
"""A value of JSON, and where it begins and ends in the text."""

_BLANKS = re.compile(r"[ \t\n\r]+")
_MOST_OBJECTS = 100_000
_MOST_VALUES = 500_000


class JsonObject(dict[str, Any]):
    """An object; `pairs` holds every key with its value, repeated keys too, in their order."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    @property
    def repeated(self) -> str | None:
        if len(self.pairs) == len(self):
            return None
        seen: set[str] = set()
        return next(key for key, _ in self.pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]


class JsonSource:
    """A JSON text with the line numbers of its parts."""

    def __init__(self, text: str) -> None:
        self.text = text
        if sum(map(text.count, ",[{")) > _MOST_VALUES:
            raise DeckFormatError(
                f"The JSON holds more than {_MOST_VALUES:,} values, too many for decks.", SPLIT_HINT
            )
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._objects = 0
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=_no_number, parse_int=_whole_number
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> JsonObject:
        self._objects += 1
        if self._objects > _MOST_OBJECTS:
            raise _NotJsonError(f"it holds more than {_MOST_OBJECTS:,} objects")
        return JsonObject(pairs)

    def line_at(self, offset: int) -> int:
        """Return the number of the line, from 1, that holds this offset."""
        return bisect_left(self._ends, offset) + 1

    def values(self) -> Iterator[JsonValue]:
        """Yield the value of the text, or each one of its outermost list; nothing may follow."""
        start = self._skip(0)
        if self.text[start : start + 1] == "[":
            end = yield from self.elements(start)
        else:
            value, end = self._value(start)
            yield value, start, end
        after = self._skip(end)
        if after < len(self.text):
            self.fail(after, "something follows after its end")

    def elements(self, start: int) -> Generator[JsonValue, None, int]:
        """Yield each value of the list that begins at an offset; return where it ends."""
        at = self._skip(self._skip(start) + 1)
        if self.text[at : at + 1] == "]":
            return at + 1
        while True:
            value, end = self._value(at)
            yield value, at, end
            after = self._skip(end)
            if self.text[after : after + 1] == "]":
                return after + 1
            if self.text[after : after + 1] != ",":
                self.fail(after, "a comma or a closing bracket is missing")
            at = self._skip(after + 1)

    def find_keys(self, keys: Iterable[str], start: int, end: int) -> Iterator[int]:
        """Yield the line of each of some texts in quotation marks that follow one another.

        From the first one that cannot be found on, the ordinal stands for the line.
        """
        at = start
        for ordinal, key in enumerate(keys, 1):
            at = self.text.find(f'"{key}"', at, end) if at >= 0 else at
            if at < 0:
                yield ordinal
            else:
                yield self.line_at(at)
                at += len(key) + 2

    def find_field(self, name: str, start: int, end: int) -> int:
        """Return where the value of a field begins between two offsets, or `start`."""
        match = re.compile(rf'"{re.escape(name)}"\s*:').search(self.text, start, end)
        return match.end() if match else start

    def _value(self, at: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self.text, at)
        except json.JSONDecodeError as error:
            self.fail(error.pos, error.msg[:1].lower() + error.msg[1:])
        except _NotJsonError as error:
            self.fail(at, str(error))
        except RecursionError:
            self.fail(at, "it is nested too deeply for a deck")

    def _skip(self, at: int) -> int:
        blanks = _BLANKS.match(self.text, at)
        return blanks.end() if blanks else at

    def fail(self, offset: int, reason: str) -> NoReturn:
        line = self.line_at(offset)
        column = offset - (self.text.rfind("\n", 0, offset) + 1) + 1
        raise DeckFormatError(
            f"The JSON cannot be read at line {line}, column {column}: {reason}.",
            "Export the deck again, or repair the file in a text editor.",
            line,
        )


class _NotJsonError(Exception):
    """A number that JSON, or a deck, does not have."""


def _no_number(word: str) -> NoReturn:
    raise _NotJsonError(f"{word} is not a number of JSON")


def _whole_number(digits: str) -> int:
    if len(digits) > 18:
        raise _NotJsonError(f"the number {digits[:18]}… is too large")
    return int(digits)


Refuse = Callable[[str], NoReturn]


def plain_deck(
    deck: Deck | Outline,
    agendas: list[str],
    copies: Callable[[DeckSection], dict[str, int]],
    plot_decks: int,
) -> dict[str, object]:
    """Return what a deck or its outline states, with the copies by code of each section."""
    needed: dict[str, object] = {
        "name": deck.name,
        "edition": deck.edition.value,
        "format": deck.format,
        "faction_code": deck.faction.value if deck.faction else None,
        "agendas": agendas,
        "slots": copies(DRAW_DECK),
    }
    extra = {
        "notes": deck.notes,
        "list": deck.list_code,
        "date": deck.date,
        "rookery": copies(ROOKERY),
        "drafted": copies(DRAFTED),
        "players": deck.players,
        "plot_decks": [copies(plot_deck(number + 1)) for number in range(plot_decks)],
        "considered": copies(CONSIDERED),
        "categories": plain_categories(deck.categories),
        "card_notes": dict(deck.card_notes),
    }
    return needed | {field: value for field, value in extra.items() if value}


def plain_categories(categories: Iterable[Category]) -> list[dict[str, object]]:
    """Return categories as in JSON, without missing bounds."""
    return [
        {"name": each.name, "cards": list(each.cards)}
        | {
            word: bound
            for word, bound in (("least", each.least), ("most", each.most))
            if bound is not None
        }
        for each in categories
    ]


def read_categories(value: Any, refuse: Refuse) -> tuple[Category, ...]:
    """Return the categories of a field, one of each name; `refuse` says what is wrong with it."""
    if value is None:
        return ()
    if not isinstance(value, list):
        refuse("is not a list of categories")
    if len(value) > MOST_CATEGORIES:
        refuse(f"holds more than {MOST_CATEGORIES} categories")
    found: dict[str, Category] = {}
    for each in value:
        category = _category(each, refuse)
        before = found.get(fold(category.name))
        if before is not None:
            cards = tuple(sorted({*before.cards, *category.cards}))
            category = replace(before, cards=cards)
        found[fold(category.name)] = category
    return tuple(found.values())


def _category(value: Any, refuse: Refuse) -> Category:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        refuse("holds a category without a name")
    name = category_name(whole(value["name"]))
    if not name:
        refuse("holds a category without a name")
    cards = value.get("cards") or []
    if not isinstance(cards, list) or not all(isinstance(code, str) for code in cards):
        refuse("holds a category whose cards are not a list of codes")
    if len(cards) > MOST_ENTRIES:
        refuse(f"holds a category with more than {MOST_ENTRIES:,} cards")
    bounds = (value.get("least"), value.get("most"))
    for bound in bounds:
        if bound is not None and (type(bound) is not int or not 0 <= bound <= MOST_COPIES):
            refuse("holds a target that is not a number of copies")
    return Category(name, tuple(sorted(set(map(whole, cards)))), *bounds)


def read_card_notes(value: Any, refuse: Refuse) -> tuple[tuple[str, str], ...]:
    """Return the notes of a field by code; `refuse` says what is wrong with it."""
    if value is None or value == []:  # PHP writes an empty object as an empty list.
        return ()
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        refuse("is not an object of codes with texts")
    if len(value) > MOST_ENTRIES:
        refuse(f"holds more than {MOST_ENTRIES:,} notes")
    return tuple(sorted((whole(c), whole(text)) for c, text in value.items() if text.strip()))
