"""A deck as an immutable value; editing makes another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.pool import Pools
from carddb.terms import DRAW_TYPES, CardType, Edition, Faction
from core.text_format import (
    LONGEST_CARD_NOTE,
    LONGEST_NAME,
    LONGEST_NOTES,
    one_line,
    without_controls,
)

# The most letters of a name, and the most categories of a deck.
LONGEST_CATEGORY_NAME, MOST_CATEGORIES = 40, 100
_DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Category:
    """A player's word for cards, with their codes in order and the wanted number of copies.

    `least` and `most` are None without such a bound. A card may be in several categories. A code
    stays when the deck loses its copies, so that a card that returns is in its category again.
    """

    name: str
    cards: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def target(self) -> str:
        """How many copies are wanted, such as "8 or more"; empty if any number is right."""
        if self.least is None:
            return "" if self.most is None else f"at most {self.most}"
        if self.most is None:
            return f"{self.least} or more"
        return f"{self.least}" if self.least == self.most else f"{self.least}{_DASH}{self.most}"

    def misses(self, copies: int) -> bool:
        """Return whether this number of copies is below or above the target."""
        return copies < (self.least or 0) or (self.most is not None and copies > self.most)

    @property
    def test(self) -> CardTest:
        """The test whether a card is in the category."""
        codes = frozenset(self.cards)
        return CardTest(self.name, lambda card: card.code in codes)


def category_name(written: str) -> str:
    """Return a name as it is stored: one line, not too long; empty if nothing is written."""
    return one_line(written, LONGEST_CATEGORY_NAME)


Slots = tuple[tuple[Card, int], ...]


def slots_of(copies: Iterable[tuple[Card, int]]) -> Slots:
    """Return slots in their one order: by code, copies of a code added up, none below one."""
    # By code: the hash of a card is a call of Python.
    total: dict[str, tuple[Card, int]] = {}
    for card, count in copies:
        there = total.get(card.code)
        total[card.code] = (there[0], there[1] + count) if there else (card, count)
    return tuple([slot for _, slot in sorted(total.items()) if slot[1] > 0])


def slots_with(slots: Slots, card: Card, more: int) -> Slots:
    """Return slots, which are in order, with `more` copies of a card, or fewer if it is negative.

    A card without copies has no slot. A slot keeps the `Card` that it has.
    """
    place = bisect_left(slots, card.code, key=lambda slot: slot[0].code)
    there = slots[place : place + 1]
    if there and there[0][0].code == card.code:
        card, more = there[0][0], there[0][1] + more
    else:
        there = ()
    return (*slots[:place], *(((card, more),) if more > 0 else ()), *slots[place + len(there) :])


def changed_slots(slots: Slots, out: Iterable[Card], into: Iterable[Card]) -> Slots:
    """Return slots, which are in order, with one copy of each of some cards out, of others in."""
    for card in into:
        slots = slots_with(slots, card, 1)
    for card in out:
        slots = slots_with(slots, card, -1)
    return slots


# Each change makes another deck, mostly with the same notes.
_clean_notes = lru_cache(maxsize=64)(without_controls)
_clean_card_note = lru_cache(maxsize=1024)(without_controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck of either edition; make one with `Deck.of` so that its slots are in order.

    `slots` holds draw deck and plot deck. `list_code` and `date` (ISO) are the list and day that
    the deck states for itself, empty if it does not. `rookery` and `drafted` are the side pool
    and the drafted cards; `players` and `plot_decks` belong to a Civil War deck. `considered` are
    cards beside the deck that may come into it: no rule and no statistic counts them.
    `categories` and `card_notes` (code and text, in order) are the player's words for cards.
    Names and notes have no control characters, and are cut where they are longer than
    `core.text_format` says.
    """

    name: str
    edition: Edition
    format: str = "joust"
    faction: Faction | None = None
    agendas: tuple[Card, ...] = ()
    slots: Slots = ()
    notes: str = ""
    list_code: str = ""
    date: str = ""
    rookery: Slots = ()
    drafted: Slots = ()
    players: int | None = None
    plot_decks: tuple[Slots, ...] = ()
    considered: Slots = ()
    categories: tuple[Category, ...] = ()
    card_notes: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        name, notes = one_line(self.name, LONGEST_NAME), _clean_notes(self.notes[:LONGEST_NOTES])
        if (name, notes) != (self.name, self.notes):
            object.__setattr__(self, "name", name)
            object.__setattr__(self, "notes", notes)
        cleaned = tuple(
            (code, _clean_card_note(note[:LONGEST_CARD_NOTE])) for code, note in self.card_notes
        )
        if cleaned != self.card_notes:
            object.__setattr__(self, "card_notes", cleaned)

    @classmethod
    def of(
        cls,
        name: str,
        edition: Edition,
        faction: Faction | None,
        copies: Mapping[Card, int] | Iterable[tuple[Card, int]],
        **fields: object,
    ) -> Deck:
        """Return a deck of these copies, in any order; agendas among them become its agendas."""
        pairs = list(copies.items() if isinstance(copies, Mapping) else copies)
        agendas = tuple(c for c, n in pairs if c.type is CardType.AGENDA for _ in range(n))
        slots = slots_of((c, n) for c, n in pairs if c.type is not CardType.AGENDA)
        deck = cls(name=name, edition=edition, faction=faction, agendas=agendas, slots=slots)
        return replace(deck, **fields)  # type: ignore[arg-type]

    def copies(self, card: Card) -> int:
        return next((count for each, count in self.slots if each.code == card.code), 0)

    def with_copies(self, card: Card, count: int) -> Deck:
        """Return the deck with exactly `count` copies of this printing."""
        return replace(self, slots=slots_with(self.slots, card, count - self.copies(card)))

    def draw(self) -> Iterator[tuple[Card, int]]:
        return (slot for slot in self.slots if slot[0].type in DRAW_TYPES)

    def plots(self) -> Iterator[tuple[Card, int]]:
        return (slot for slot in self.slots if slot[0].type is CardType.PLOT)

    def count(self, test: CardTest) -> int:
        """Return the number of copies whose card passes a test, plots included."""
        return sum(count for card, count in self.slots if test(card))

    @property
    def draw_count(self) -> int:
        return sum(count for _, count in self.draw())

    @property
    def plot_count(self) -> int:
        return sum(count for _, count in self.plots())


def deck_of_cards(deck: Deck, pools: Pools) -> Deck:
    """Return a deck with the pools' cards of the same codes; missing ones stay as they are."""
    by_code = pools[deck.edition].by_code

    def slots(slots: Slots) -> Slots:
        return tuple((by_code.get(card.code, card), copies) for card, copies in slots)

    return replace(
        deck,
        agendas=tuple(by_code.get(card.code, card) for card in deck.agendas),
        slots=slots(deck.slots),
        rookery=slots(deck.rookery),
        drafted=slots(deck.drafted),
        plot_decks=tuple(map(slots, deck.plot_decks)),
        considered=slots(deck.considered),
    )
