"""What is done to cards of the deck on screen, the same by keys, clicks, menus and dropping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carddb.card import Card
from decks.categories import with_category
from decks.deck_section import DRAW_DECK, DeckSection
from desktop.pages.builder.card_drops import deck_after_drop
from desktop.pages.builder.copy_keys import CopyKey
from desktop.session.deck_session import DeckSession
from desktop.session.drag_data import DraggedCards
from desktop.widgets.cards.card_deck_info import swap_words, with_printing
from validators.card_counts import (
    CardCountRow,
    considered_or_back,
    moved,
    next_section,
    section_holding,
    with_copies,
)


class CardCommands:
    """Edits the deck of a session; each call is one step that can be undone.

    Cards that are not rows of the deck are changed where it holds them; those of another edition
    are left alone.
    """

    def __init__(self, session: DeckSession) -> None:
        self._session = session

    def press(self, cards: Sequence[Card], key: CopyKey) -> None:
        """Do what a key does to the copies of cards."""
        rows = [(card, DRAW_DECK) for card in cards]
        if key.considers:
            self.consider(rows)
        elif key.count is None:
            self.change_copies(rows, key.difference)
        else:
            self.set_copies(rows, key.count)

    def set_card(self, card: Card, count: int) -> None:
        """Put exactly so many copies of a card into the deck."""
        self.set_copies([(card, DRAW_DECK)], count)

    def set_copies(self, rows: Sequence[CardCountRow], count: int) -> None:
        """Put exactly so many copies of each card into the deck."""
        self._session.set_copies(self._where_held(rows), count)

    def change_copies(self, rows: Sequence[CardCountRow], difference: int) -> None:
        """Add so many copies of each card, or remove them."""
        held = self._where_held(rows)
        more = [(card, DRAW_DECK) for card, _ in held]
        self._session.add_copies(more if difference > 0 else held, difference)

    def set_versions(self, wanted: Sequence[tuple[Card, int]]) -> None:
        """Put exactly so many copies of each card into the deck, as one step."""
        deck = self._session.deck
        if deck is None:
            return
        for card, count in wanted:
            deck = with_copies(deck, self._where_held([(card, DRAW_DECK)]), count)
        self._session.edit(deck, " ".join(card.code for card, _ in wanted))

    def swap(self, old: Card, new: Card) -> None:
        """Put another printing into the deck, as a step with words of its own."""
        current, cards = self._session.current, self._session.cards
        if current is None or cards is None:
            return
        words = swap_words(current.deck, old, new, cards.pack_name(new))
        after = replace(current.state, deck=with_printing(current.deck, old, new))
        self._session.apply(after, words)

    def drop(self, dragged: DraggedCards, target: DeckSection | None = None) -> None:
        """Do what dropping cards on a section of the deck does; None: on the table of all cards."""
        deck, pool = self._session.deck, self._session.pool
        if deck is not None and pool is not None:
            self._session.edit(deck_after_drop(deck, pool, dragged, target))

    def drop_on_category(self, dragged: DraggedCards, name: str) -> None:
        """Do what dropping cards on a category of the deck does: they are in the deck and in it."""
        deck, pool = self._session.deck, self._session.pool
        if deck is not None and pool is not None:
            deck = deck_after_drop(deck, pool, dragged, DRAW_DECK)
            codes = (code for code, _, _ in dragged.copies if code in pool)
            self._session.edit(with_category(deck, name, codes))

    def move(self, rows: Sequence[CardCountRow]) -> None:
        """Move one of each card to the rookery or back; a plot to the next plot deck."""
        deck = self._session.deck
        if deck is None:
            return
        for card, place in rows:
            deck = moved(deck, card, place, next_section(deck, card, place), 1)
        self._session.edit(deck)

    def consider(self, rows: Sequence[CardCountRow]) -> None:
        """Move all copies of each card to the considered cards, or back into the deck."""
        deck = self._session.deck
        if deck is None:
            return
        fitting = [
            (card, place if place.aside else section_holding(deck, card))
            for card, place in rows
            if card.edition is deck.edition
        ]
        self._session.edit(considered_or_back(deck, fitting))

    def _where_held(self, rows: Sequence[CardCountRow]) -> list[CardCountRow]:
        """Return the sections of those cards that the deck may hold: not of another edition."""
        deck = self._session.deck
        if deck is None:
            return []
        fitting = (card for card, _ in rows if card.edition is deck.edition)
        return [(card, section_holding(deck, card)) for card in fitting]
