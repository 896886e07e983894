"""What the deck on screen adds to a card that is shown, and swaps of printings in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date

from carddb.card import Card
from carddb.restrictions import RestrictedList
from carddb.terms import CardType
from decks.categories import with_words_moved
from decks.deck import Deck
from decks.deck_section import slot_sections
from desktop.widgets.copy_buttons import DeckCopies
from validators.card_counts import copies_by_code, limit_in, section_holding


@dataclass(frozen=True, slots=True)
class CardDeckInfo:
    """The deck, the list that it is judged under, and its day.

    `played` is a sentence on how often published decks like it play the card.
    """

    deck: Deck | None = None
    restricted_list: RestrictedList | None = None
    day: date | None = None
    played: str = ""

    def copies(self, card: Card) -> str:
        """Return the copies of a card and of its other printings in the deck, as text."""
        found = self.copies_of(card)
        return found.words if found and (found.own or found.others) else ""

    def copies_of(self, card: Card) -> DeckCopies | None:
        """Return the copies of a card in the deck, None where that cannot hold it."""
        deck = self.deck
        if deck is None or deck.edition is not card.edition:
            return None
        limit, others = limit_in(deck, card, section_holding(deck, card))
        return DeckCopies(copies_by_code(deck).get(card.code, 0), others, limit)


def with_printing(deck: Deck, old: Card, new: Card) -> Deck:
    """Return the deck with every copy of one printing swapped for the other, in every part of it.

    The order of the agendas does not change; copies of the new printing stay.
    """
    for place in slot_sections(deck):
        if copies := place.copies(deck, old):
            deck = place.added(place.added(deck, old, -copies), new, copies)
    if old in deck.agendas:
        agendas = [new if each.code == old.code else each for each in deck.agendas]
        deck = replace(deck, agendas=tuple(dict.fromkeys(agendas)))
    return with_words_moved(deck, old, new)


def other_printings(deck: Deck, card: Card) -> dict[Card, int]:
    """Return the deck's printings of a card's title and type other than the card, with copies."""
    copies: Counter[Card] = Counter()
    for place in slot_sections(deck):
        copies.update(dict(place.slots(deck)))
    copies.update(deck.agendas)
    return {
        each: count
        for each, count in sorted(copies.items(), key=lambda slot: slot[0].code)
        if each.name == card.name and each.type is card.type and each.code != card.code
    }


def version_or_printing(one: Card, other: Card) -> str:
    """Return whether two cards of one name are printings of one version or different versions."""
    return "printing" if one.design == other.design else "version"


def swap_words(deck: Deck, old: Card, new: Card, pack: str) -> str:
    """Return the name of the step: "Swap 2 Arya Stark for the Core Set version"."""
    copies = sum(place.copies(deck, old) for place in slot_sections(deck))
    what = "the agenda" if old.type is CardType.AGENDA else f"{copies}"
    return f"Swap {what} {old.name} for the {pack} {version_or_printing(old, new)}"
