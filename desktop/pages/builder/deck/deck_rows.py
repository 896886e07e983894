"""A deck as the rows that the page shows, section by section, and how its cards are grouped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck, Slots
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY, DeckSection, plot_deck
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
_AGENDAS, _CONSIDERED, _DRAFTED, _ROOKERY = 1, 999, 1_000, 1_001
_BY_TYPE = {card_type: (number, title) for number, (card_type, title) in enumerate(SECTIONS, 2)}
# The first numbers of the groups by cost: those of every grouping are their own.
_COST, _COST_X, _NO_COST = 100, 198, 199
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


@dataclass(frozen=True, slots=True)
class Grouping:
    """A way to group cards: the group of a card, as its number and title, in order of numbers.

    The number identifies a section, as `Section.number` does, in this grouping and no other.
    """

    code: str
    label: str
    group_of: Callable[[Card], tuple[int, str]]


def _type_group(card: Card) -> tuple[int, str]:
    return _BY_TYPE[card.type]


def _cost_group(card: Card) -> tuple[int, str]:
    """Return the group of a card's cost; cards that are not drawn are grouped by their type."""
    if not card.in_draw_deck:
        return _type_group(card)
    if isinstance(card.cost, int):
        return _COST + card.cost, f"Cost {card.cost}"
    return (_NO_COST, "No cost") if card.cost is None else (_COST_X, f"Cost {card.cost.value}")


BY_TYPE = Grouping("type", "By type", _type_group)
GROUPINGS = {each.code: each for each in (BY_TYPE, Grouping("cost", "By cost", _cost_group))}


def shown_sections(
    deck: Deck, grouping: Grouping = BY_TYPE, *, considered: bool = False
) -> tuple[Section, ...]:
    """Return the sections of a deck: agendas, plots, the other cards in groups, the other places.

    One that holds nothing is left out, except where cards can be put into none but it, and
    with `considered` that of the considered cards.
    """
    made = [Section(_AGENDAS, "Agendas" if len(deck.agendas) > 1 else "Agenda", _agendas(deck))]
    groups: dict[tuple[int, str], list[tuple[Card, int]]] = {}
    for slot in deck.slots:
        if slot[0].type in _BY_TYPE:
            groups.setdefault(grouping.group_of(slot[0]), []).append(slot)
    made += [Section(*group, _by_name(groups[group])) for group in sorted(groups)]
    made.append(Section(_DRAFTED, "Drafted", _by_name(deck.drafted)))
    shown = [section for section in made if section.slots]
    shown += [
        Section(_ROOKERY + number, f"Plot deck {number}", _by_name(slots), plot_deck(number))
        for number, slots in enumerate(deck.plot_decks, 1)
    ]
    if deck.rookery or deck.format == "rookery":
        shown.append(Section(_ROOKERY, "Rookery", _by_name(deck.rookery), ROOKERY))
    if deck.considered or considered:
        shown.append(Section(_CONSIDERED, "Considered", _by_name(deck.considered), CONSIDERED))
    return tuple(shown)


def _agendas(deck: Deck) -> Slots:
    return tuple((card, deck.agendas.count(card)) for card in dict.fromkeys(deck.agendas))


def _by_name(slots: Iterable[tuple[Card, int]]) -> Slots:
    return tuple(sorted(slots, key=lambda slot: (slot[0].name, slot[0].code)))


def value_of(card: Card) -> str:
    """Return what a row shows of a card's price: a cost, or a plot's four values."""
    return plot_values(card) if card.plot else cost_of(card)


def problems_by_card(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of every card that any of them names, the worst first.

    Not those of cards of which there are too few: these are right as they are.
    """
    marks: dict[str, tuple[Problem, ...]] = {}
    for problem in sorted(problems, key=lambda each: _ORDER.index(each.severity)):
        found, wanted = problem.found, problem.wanted
        if found is not None and wanted is not None and found < wanted:
            continue
        for code in problem.cards:
            marks[code] = (*marks.get(code, ()), problem)
    return marks
