"""Open decks when newer cards come: the same decks, made of the cards as they are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtGui import QUndoStack

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck, Slots
from desktop.session.undo import DeckState, DeckStep

Pools = Mapping[Edition, CardPool]


def renewed_deck(deck: Deck, pool: CardPool) -> Deck:
    """Return the deck with the pool's cards of the same codes; one that it lacks stays as it is."""

    def now(card: Card) -> Card:
        return pool.by_code.get(card.code, card)

    def slots(slots: Slots) -> Slots:
        return tuple((now(card), copies) for card, copies in slots)

    return replace(
        deck,
        agendas=tuple(map(now, deck.agendas)),
        slots=slots(deck.slots),
        rookery=slots(deck.rookery),
        drafted=slots(deck.drafted),
        plot_decks=tuple(map(slots, deck.plot_decks)),
    )


def renewed(state: DeckState, pools: Pools) -> DeckState:
    """Return a state of a deck that is worked on, made of the cards of these pools."""
    deck = state.deck
    return replace(state, deck=renewed_deck(deck, pools[deck.edition]))


def renew_steps(stack: QUndoStack, pools: Pools) -> None:
    """Let every step of a deck's history, done or undone, hold the cards of these pools."""
    for number in range(stack.count()):
        step = stack.command(number)
        if isinstance(step, DeckStep):
            step.before, step.after = renewed(step.before, pools), renewed(step.after, pools)
