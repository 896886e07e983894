"""A deck as the rows that the page shows, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck, Slots
from desktop.pages.build.pool_columns import cost_of
from desktop.widgets.card_facts import printed
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
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its slots, in order of their names."""

    title: str
    slots: Slots

    @property
    def count(self) -> int:
        """The number of copies."""
        return sum(count for _, count in self.slots)


def sections_of(deck: Deck) -> tuple[Section, ...]:
    """Return the sections of a deck that hold anything: agendas, plots, the draw deck by type."""
    made = [Section("Agendas" if len(deck.agendas) > 1 else "Agenda", _agendas(deck))]
    made += [
        Section(title, _by_name(slot for slot in deck.slots if slot[0].type is card_type))
        for card_type, title in SECTIONS
    ]
    made += [
        Section(f"Plot deck {number}", _by_name(slots))
        for number, slots in enumerate(deck.plot_decks, 1)
    ]
    made += [Section("Rookery", _by_name(deck.rookery)), Section("Drafted", _by_name(deck.drafted))]
    return tuple(section for section in made if section.slots)


def _agendas(deck: Deck) -> Slots:
    return tuple((card, deck.agendas.count(card)) for card in dict.fromkeys(deck.agendas))


def _by_name(slots: Iterable[tuple[Card, int]]) -> Slots:
    return tuple(sorted(slots, key=lambda slot: (slot[0].name, slot[0].code)))


def value_of(card: Card) -> str:
    """Return what a row tells of a card's price: a cost, or a plot's four values."""
    if card.plot is None:
        return cost_of(card)
    stats = (card.plot.income, card.plot.initiative, card.plot.claim)
    reserve = () if card.plot.reserve is None else (card.plot.reserve,)
    return "·".join(printed(value) for value in (*stats, *reserve))


def marks_of(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of every card that any of them names, the worst first."""
    marks: dict[str, tuple[Problem, ...]] = {}
    for problem in sorted(problems, key=lambda each: _ORDER.index(each.severity)):
        for code in problem.cards:
            marks[code] = (*marks.get(code, ()), problem)
    return marks
