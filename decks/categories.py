"""A player's own words for cards in a deck: the cards of a category, and their copies."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from carddb.card import Card
from carddb.spelling import fold
from decks.deck import MOST_CATEGORIES, Category, Deck, category_name


def category_called(deck: Deck, name: str) -> Category | None:
    """Return a category by its name, whatever its case and accents."""
    return next((each for each in deck.categories if fold(each.name) == fold(name)), None)


def categories_of(deck: Deck, card: Card) -> tuple[str, ...]:
    return tuple(each.name for each in deck.categories if card.code in each.cards)


def categories_by_code(deck: Deck) -> dict[str, tuple[str, ...]]:
    """Return the names of the categories of each card that is in one, in the deck's order."""
    found: dict[str, tuple[str, ...]] = {}
    for each in deck.categories:
        for code in each.cards:
            found[code] = (*found.get(code, ()), each.name)
    return found


def copies_in(deck: Deck, category: Category) -> int:
    """Return the copies of the category's cards in draw deck and plot deck."""
    codes = frozenset(category.cards)
    return sum(copies for card, copies in deck.slots if card.code in codes)


def with_category(deck: Deck, name: str, codes: Iterable[str], *, present: bool = True) -> Deck:
    """Return the deck with cards put into a category, made if it is missing, or taken out of it."""
    name, chosen = category_name(name), frozenset(codes)
    found = category_called(deck, name)
    if not name or (found is None and not present):
        return deck
    if found is None:
        if len(deck.categories) >= MOST_CATEGORIES:
            return deck
        return replace(deck, categories=(*deck.categories, Category(name, tuple(sorted(chosen)))))
    cards = {*found.cards, *chosen} if present else {*found.cards} - chosen
    return _with(deck, found, replace(found, cards=tuple(sorted(cards))))


def with_target(deck: Deck, name: str, least: int | None, most: int | None) -> Deck:
    """Return the deck with another target of a category, which is made if it is missing."""
    deck = with_category(deck, name, ())
    found = category_called(deck, name)
    return deck if found is None else _with(deck, found, replace(found, least=least, most=most))


def renamed_category(deck: Deck, name: str, new: str) -> Deck:
    """Return the deck with a renamed category; another category of that name takes its cards."""
    found, new = category_called(deck, name), category_name(new)
    other = category_called(deck, new)
    if found is None or not new:
        return deck
    if other is not None and other is not found:
        return with_category(without_category(deck, name), new, found.cards)
    return _with(deck, found, replace(found, name=new))


def without_category(deck: Deck, name: str) -> Deck:
    """Return the deck without a category; its cards stay in the deck."""
    gone = category_called(deck, name)
    return replace(deck, categories=tuple(each for each in deck.categories if each is not gone))


def with_defaults(deck: Deck, defaults: Collection[tuple[str, str]]) -> Deck:
    """Return the deck with its cards in more categories, as pairs of English title and category."""
    held = dict.fromkeys(card for card, _ in (*deck.slots, *deck.considered))
    for title, name in sorted(defaults):
        codes = [card.code for card in held if card.english_name == title]
        if codes:
            deck = with_category(deck, name, codes)
    return deck


def defaults_in(deck: Deck) -> frozenset[tuple[str, str]]:
    """Return the categories of a deck's cards as pairs of an English title and a category."""
    titles = {card.code: card.english_name for card, _ in (*deck.slots, *deck.considered)}
    return frozenset(
        (titles[code], each.name)
        for each in deck.categories
        for code in each.cards
        if code in titles
    )


def _with(deck: Deck, old: Category, new: Category) -> Deck:
    changed = (new if each is old else each for each in deck.categories)
    return replace(deck, categories=tuple(changed))


def note_on(deck: Deck, card: Card) -> str:
    """Return the note on a card in a deck; empty if there is none."""
    return dict(deck.card_notes).get(card.code, "")


def with_note(deck: Deck, card: Card, text: str) -> Deck:
    """Return the deck with this note on a card; blank text for none."""
    notes = dict(deck.card_notes) | {card.code: text}
    return replace(deck, card_notes=tuple(sorted((c, n) for c, n in notes.items() if n.strip())))


def with_words_moved(deck: Deck, old: Card, new: Card) -> Deck:
    """Return the deck with the note and the categories of a printing on another one."""
    notes = dict(deck.card_notes)
    if old.code in notes:
        notes.setdefault(new.code, notes.pop(old.code))
    categories = tuple(
        replace(each, cards=tuple(sorted({*each.cards, new.code} - {old.code})))
        if old.code in each.cards
        else each
        for each in deck.categories
    )
    return replace(deck, categories=categories, card_notes=tuple(sorted(notes.items())))
