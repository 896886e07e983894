"""A deck as the rows that the page shows, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck, Slots
from decks.deck_section import DRAW_DECK, ROOKERY, DeckSection, plot_deck
from desktop.pages.builder.pool.pool_columns import cost_of, plot_values
from validators.problem import Problem, Severity

SECTIONS = (
    (CardType.PLOT, "Plots"),
    (CardType.CHARACTER, "Characters"),
    (CardType.ATTACHMENT, "Attachments"),
    (CardType.LOCATION, "Locations"),
    (CardType.EVENT, "Events"),
    (CardType.TITLE, "Titles"),
    (CardType.HOUSE, "House cards"),
)
_DRAFTED, _ROOKERY = len(SECTIONS) + 2, len(SECTIONS) + 3
_ORDER = list(Severity)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its slots, in order of their names, with the place that holds them.

    Its `number`, from 1 on, identifies it, whatever it holds and whichever others there are.
    """

    number: int
    title: str
    slots: Slots
    place: DeckSection = DRAW_DECK

    @property
    def count(self) -> int:
        """The number of copies."""
        return sum(count for _, count in self.slots)


def shown_sections(deck: Deck) -> tuple[Section, ...]:
    """Return the sections of a deck: agendas, plots, the draw deck by type, then its other places.

    One that holds nothing is left out, except where cards can be put into none but it.
    """
    made = [Section(1, "Agendas" if len(deck.agendas) > 1 else "Agenda", _agendas(deck))]
    made += [
        Section(number, title, _by_name(slot for slot in deck.slots if slot[0].type is card_type))
        for number, (card_type, title) in enumerate(SECTIONS, 2)
    ]
    made.append(Section(_DRAFTED, "Drafted", _by_name(deck.drafted)))
    shown = [section for section in made if section.slots]
    shown += [
        Section(_ROOKERY + number, f"Plot deck {number}", _by_name(slots), plot_deck(number))
        for number, slots in enumerate(deck.plot_decks, 1)
    ]
    if deck.rookery or deck.format == "rookery":
        shown.append(Section(_ROOKERY, "Rookery", _by_name(deck.rookery), ROOKERY))
    return tuple(shown)


def _agendas(deck: Deck) -> Slots:
    return tuple((card, deck.agendas.count(card)) for card in dict.fromkeys(deck.agendas))


def _by_name(slots: Iterable[tuple[Card, int]]) -> Slots:
    return tuple(sorted(slots, key=lambda slot: (slot[0].name, slot[0].code)))


def value_of(card: Card) -> str:
    """Return what a row shows of a card's price: a cost, or a plot's four values."""
    return plot_values(card) if card.plot else cost_of(card)


def marks_of(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of every card that any of them names, the worst first."""
    marks: dict[str, tuple[Problem, ...]] = {}
    for problem in sorted(problems, key=lambda each: _ORDER.index(each.severity)):
        for code in problem.cards:
            marks[code] = (*marks.get(code, ()), problem)
    return marks
