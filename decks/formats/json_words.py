"""The player's own words in a deck's JSON: categories of cards, and notes on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NoReturn

from carddb.decoding import whole
from carddb.spelling import fold
from decks.category import MOST_CATEGORIES, Category, category_name
from decks.formats.deck_format import MOST_ENTRIES
from decks.formats.source import MOST_COPIES

Refuse = Callable[[str], NoReturn]


def plain_categories(categories: Iterable[Category]) -> list[dict[str, object]]:
    """Return categories as they stand in JSON; a bound that there is not is left out."""
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
        refuse("holds a category whose cards are no list of codes")
    if len(cards) > MOST_ENTRIES:
        refuse(f"holds a category with more than {MOST_ENTRIES} cards")
    bounds = (value.get("least"), value.get("most"))
    for bound in bounds:
        if bound is not None and (type(bound) is not int or not 0 <= bound <= MOST_COPIES):
            refuse("holds a target that is no number of copies")
    return Category(name, tuple(sorted(set(map(whole, cards)))), *bounds)


def read_card_notes(value: Any, refuse: Refuse) -> tuple[tuple[str, str], ...]:
    """Return the notes of a field by code; `refuse` says what is wrong with it."""
    if value is None or value == []:  # PHP writes an empty object as an empty list.
        return ()
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        refuse("is not an object of codes with texts")
    if len(value) > MOST_ENTRIES:
        refuse(f"holds more than {MOST_ENTRIES} notes")
    return tuple(sorted((whole(c), whole(text)) for c, text in value.items() if text.strip()))
