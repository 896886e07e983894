"""The sections of a deck list, as one type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from typing_extensions import override

from carddb.card import Card
from carddb.terms import CardType, Faction
from decks.deck import Deck, Slots, slots_with


class SectionKind(StrEnum):
    """The kinds of sections, by the words that reports use for them."""

    AGENDAS = "agendas"
    PLOTS = "plots"
    DRAW_DECK = "draw deck"
    ROOKERY = "rookery"
    DRAFTED = "drafted"
    PLOT_DECK = "plot deck"
    CONSIDERED = "considered"


@dataclass(frozen=True, slots=True, order=True)
class DeckSection:
    """One section; `number` counts Civil War plot decks from 1. DRAW_DECK may include the plots."""

    kind: SectionKind
    number: int = 0

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.number else str(self.kind)

    @property
    def aside(self) -> bool:
        """Whether its cards are outside the draw deck, the plots and the agendas."""
        return self.kind not in _OWN

    @property
    def field(self) -> str:
        """The field of a deck, and of a deck file, that holds its cards."""
        return _FIELDS.get(self.kind, "slots")

    def of(self, card: Card) -> DeckSection:
        """Return where a card goes that is put here: to the section of its type, if it has one."""
        if self.kind is SectionKind.CONSIDERED:
            return self
        own = SECTION_OF_TYPE.get(card.type, DRAW_DECK)
        if own is AGENDAS or not self.aside:
            return own
        return own if self.kind is SectionKind.PLOT_DECK and own is not PLOTS else self

    def slots(self, deck: Deck) -> Slots:
        """Return what a deck holds here; plots and draw deck share theirs."""
        if self.kind is SectionKind.PLOT_DECK:
            return deck.plot_decks[self.number - 1] if self.number <= len(deck.plot_decks) else ()
        if self.kind is SectionKind.AGENDAS:
            return tuple(Counter(deck.agendas).items())
        slots: Slots = getattr(deck, self.field)
        return slots

    def copies(self, deck: Deck, card: Card) -> int:
        if self.kind is SectionKind.AGENDAS:
            return deck.agendas.count(card)
        return dict(self.slots(deck)).get(card, 0)

    def changed(self, deck: Deck, card: Card, difference: int) -> Deck:
        """Return the deck with copies added or removed here; a House card sets the deck's House."""
        if card.type is CardType.HOUSE and difference > 0:
            return replace(deck, faction=house_of(card))
        return self.added(deck, card, difference)

    def added(self, deck: Deck, card: Card, copies: int) -> Deck:
        """Return the deck with more copies here, a House card's too, or fewer if negative."""
        if self.kind is SectionKind.AGENDAS:
            agendas = [*deck.agendas, *[card] * copies]
            for _ in range(-copies):
                if card in agendas:
                    agendas.remove(card)
            return replace(deck, agendas=tuple(agendas))
        slots = slots_with(self.slots(deck), card, copies)
        if self.kind is SectionKind.PLOT_DECK:
            plot_decks = [*deck.plot_decks, *[()] * (self.number - len(deck.plot_decks))]
            plot_decks[self.number - 1] = slots
            return replace(deck, plot_decks=tuple(plot_decks))
        changed: dict[str, Any] = {self.field: slots}
        return replace(deck, **changed)


# The types of the draw deck with their headings, in the order of sheets and statistics.
DRAW_HEADINGS: Mapping[CardType, str] = {
    each: f"{each.value.capitalize()}s"
    for each in (CardType.CHARACTER, CardType.LOCATION, CardType.ATTACHMENT, CardType.EVENT)
}
AGENDAS = DeckSection(SectionKind.AGENDAS)
PLOTS = DeckSection(SectionKind.PLOTS)
DRAW_DECK = DeckSection(SectionKind.DRAW_DECK)
ROOKERY = DeckSection(SectionKind.ROOKERY)
DRAFTED = DeckSection(SectionKind.DRAFTED)
CONSIDERED = DeckSection(SectionKind.CONSIDERED)
# Cards of the other types belong to the draw deck.
SECTION_OF_TYPE = {CardType.AGENDA: AGENDAS, CardType.PLOT: PLOTS}

_OWN = frozenset({SectionKind.AGENDAS, SectionKind.PLOTS, SectionKind.DRAW_DECK})
_FIELDS: Mapping[SectionKind, str] = {
    SectionKind.AGENDAS: "agendas",
    SectionKind.ROOKERY: "rookery",
    SectionKind.DRAFTED: "drafted",
    SectionKind.PLOT_DECK: "plot_decks",
    SectionKind.CONSIDERED: "considered",
}


def house_of(card: Card) -> Faction:
    """Return the House that a House card stands for; Neutral Faction is one."""
    return card.factions[0] if card.factions else Faction.NEUTRAL


def plot_deck(number: int) -> DeckSection:
    """Return the section of a Civil War plot deck, numbered from 1."""
    return DeckSection(SectionKind.PLOT_DECK, number)


def slot_sections(deck: Deck) -> Iterator[DeckSection]:
    """Yield the sections whose cards the rules count: DRAW_DECK, rookery if any, plot decks."""
    yield DRAW_DECK
    if deck.rookery:
        yield ROOKERY
    yield from (plot_deck(number + 1) for number, _ in enumerate(deck.plot_decks))


def held_cards(deck: Deck) -> Iterator[tuple[DeckSection, Card, int]]:
    """Yield everything that a deck holds with its section, in the order of a deck file."""
    yield from ((AGENDAS, card, 1) for card in deck.agendas)
    plot_decks = (plot_deck(number + 1) for number, _ in enumerate(deck.plot_decks))
    for section in (DRAW_DECK, ROOKERY, DRAFTED, *plot_decks, CONSIDERED):
        yield from ((section, card, copies) for card, copies in section.slots(deck))
