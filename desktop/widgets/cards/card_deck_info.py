"""What the deck on screen adds to a card that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.card import Card
from carddb.restrictions import RestrictedList
from decks.deck import Deck
from desktop.session.card_counts import copies_by_code, limit_of
from desktop.widgets.cards.printing_swap import other_printings
from desktop.widgets.pips import Pips


@dataclass(frozen=True, slots=True)
class CardDeckInfo:
    """The deck, the list that it is judged under, and its day."""

    deck: Deck | None = None
    restricted_list: RestrictedList | None = None
    day: date | None = None

    def copies(self, card: Card) -> str:
        """Return the copies of a card and of its other printings in the deck, as text."""
        deck = self.deck
        if deck is None or deck.edition is not card.edition:
            return ""
        own = copies_by_code(deck).get(card.code, 0)
        others = sum(other_printings(deck, card).values())
        return Pips(own, others, limit_of(card, deck.format)).words if own or others else ""
