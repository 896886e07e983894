"""Where a card lies in a deck: the sections of a list, as one type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from typing_extensions import override

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck, Slots, slots_of


class SectionKind(StrEnum):
    """The kinds of sections, by the words that a report has for them."""

    AGENDAS = "agendas"
    PLOTS = "plots"
    DRAW_DECK = "draw deck"
    ROOKERY = "rookery"
    DRAFTED = "drafted"
    PLOT_DECK = "plot deck"


@dataclass(frozen=True, slots=True, order=True)
class DeckSection:
    """One section; `number` counts the plot decks of a Civil War from 1, and is 0 elsewhere."""

    kind: SectionKind
    number: int = 0

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.number else str(self.kind)

    @property
    def aside(self) -> bool:
        """Whether its cards are kept apart from agendas, plots and draw deck."""
        return self.kind not in _OWN

    def of(self, card: Card) -> DeckSection:
        """Return where a card lies that is put here: what has a place of its own goes there."""
        takes_any = self.kind in {SectionKind.ROOKERY, SectionKind.DRAFTED}
        if card.type is CardType.AGENDA:
            return AGENDAS
        if takes_any or (self.kind is SectionKind.PLOT_DECK and card.type is CardType.PLOT):
            return self
        return PLOTS if card.type is CardType.PLOT else DRAW_DECK

    def slots(self, deck: Deck) -> Slots:
        """Return what a deck holds here; plots and draw deck share theirs."""
        if self.kind is SectionKind.PLOT_DECK:
            return deck.plot_decks[self.number - 1] if self.number <= len(deck.plot_decks) else ()
        slots: Slots = getattr(deck, _FIELDS.get(self.kind, "slots"))
        return slots

    def changed(self, deck: Deck, card: Card, difference: int) -> Deck:
        """Return the deck with so many copies more, or fewer, of a printing here.

        A House card is no card of a deck: it makes its House the deck's.
        """
        if card.type is CardType.HOUSE and card.factions:
            return replace(deck, faction=card.factions[0]) if difference > 0 else deck
        if self.kind is SectionKind.AGENDAS:
            agendas = [*deck.agendas, *[card] * difference]
            for _ in range(-difference):
                if card in agendas:
                    agendas.remove(card)
            return replace(deck, agendas=tuple(agendas))
        slots = slots_of([*self.slots(deck), (card, difference)])
        if self.kind is SectionKind.PLOT_DECK:
            plot_decks = [*deck.plot_decks, *[()] * (self.number - len(deck.plot_decks))]
            plot_decks[self.number - 1] = slots
            return replace(deck, plot_decks=tuple(plot_decks))
        field: dict[str, Any] = {_FIELDS.get(self.kind, "slots"): slots}
        return replace(deck, **field)


AGENDAS = DeckSection(SectionKind.AGENDAS)
PLOTS = DeckSection(SectionKind.PLOTS)
DRAW_DECK = DeckSection(SectionKind.DRAW_DECK)
ROOKERY = DeckSection(SectionKind.ROOKERY)
DRAFTED = DeckSection(SectionKind.DRAFTED)

_OWN = frozenset({SectionKind.AGENDAS, SectionKind.PLOTS, SectionKind.DRAW_DECK})
_FIELDS: Mapping[SectionKind, str] = {
    SectionKind.ROOKERY: "rookery",
    SectionKind.DRAFTED: "drafted",
}


def plot_deck(number: int) -> DeckSection:
    """Return the section of a Civil War plot deck, numbered from 1."""
    return DeckSection(SectionKind.PLOT_DECK, number)
