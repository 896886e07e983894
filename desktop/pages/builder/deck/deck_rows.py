"""A deck as the rows that the page shows, section by section, and how its cards are grouped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias
from zlib import crc32

from carddb.card import Card
from carddb.terms import CardType, Faction
from decks.categories import category_called
from decks.deck import Category, Deck, Slots
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY, DeckSection, plot_deck
from desktop.pages.builder.pool.pool_columns import cost_of, plot_values
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from validators.codes import codes_of_counts
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
_COST, _COST_X, _NO_COST, _FACTION, _NAME = 100, 198, 199, 200, 300
_CATEGORY, _NO_CATEGORY, _PACK = 400, 600, 10_000
# The section whose size problems are about, by the first word of their codes.
SECTION_OF = {"agenda": _AGENDAS, "plots": 2, "draw": _NAME, "rookery": _ROOKERY}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its slots, in order of their names, with the place that holds them.

    Its `number`, from 1 on, identifies it, whatever it holds and whichever others there are.
    """

    number: int
    title: str
    slots: Slots
    place: DeckSection = DRAW_DECK
    category: Category | None = None

    @property
    def total(self) -> str:
        """The number of copies, and how many there should be of a category."""
        wanted = self.category
        if wanted is None or not wanted.target:
            return str(self.count)
        missed = wanted.misses(self.count)
        return (
            f"{self.count} instead of {wanted.target}"
            if missed
            else (f"{self.count} ({wanted.target})")
        )

    @property
    def count(self) -> int:
        """The number of copies."""
        return sum(count for _, count in self.slots)


@dataclass(frozen=True, slots=True)
class CardGroup:
    """A group of cards: its title, and its number, which identifies its section.

    Groups are in the order of `order`, then of their numbers. `category` is the name of the
    category that they are the cards of.
    """

    number: int
    title: str
    order: str = ""
    category: str = ""


PackName: TypeAlias = Callable[[Card], str]


@dataclass(frozen=True, slots=True)
class Grouping:
    """A way to group the cards of a deck: the groups of a card, usually one.

    The numbers of groups are their own in this grouping and in no other.
    """

    code: str
    label: str
    groups_of: Callable[[Deck, Card, PackName], tuple[CardGroup, ...]]


def _type_group(deck: Deck, card: Card, pack_name: PackName) -> tuple[CardGroup, ...]:
    return (CardGroup(*_BY_TYPE[card.type]),)


def _drawn(
    group_of: Callable[[Card, PackName], CardGroup],
) -> Callable[[Deck, Card, PackName], tuple[CardGroup, ...]]:
    """Return a grouping of the cards that are drawn; the others are grouped by their type."""

    def groups(deck: Deck, card: Card, pack_name: PackName) -> tuple[CardGroup, ...]:
        if card.in_draw_deck:
            return (group_of(card, pack_name),)
        return _type_group(deck, card, pack_name)

    return groups


def _cost_group(card: Card, _: PackName) -> CardGroup:
    if isinstance(card.cost, int):
        return CardGroup(_COST + card.cost, f"Cost {card.cost}")
    if card.cost is None:
        return CardGroup(_NO_COST, "No cost")
    return CardGroup(_COST_X, f"Cost {card.cost.value}")


def _faction_group(card: Card, _: PackName) -> CardGroup:
    first = card.factions[0] if card.factions else Faction.NEUTRAL
    several = len(card.factions) > 1
    title = "Several factions" if several else first.label
    return CardGroup(_FACTION + (99 if several else list(Faction).index(first)), title)


def _pack_group(card: Card, pack_name: PackName) -> CardGroup:
    # A number of its own that stays, whatever other packs are in the deck.
    return CardGroup(_PACK + crc32(card.pack.encode()), pack_name(card), order=pack_name(card))


def _category_groups(deck: Deck, card: Card, pack_name: PackName) -> tuple[CardGroup, ...]:
    found = tuple(
        CardGroup(_CATEGORY + number, each.name, category=each.name)
        for number, each in enumerate(deck.categories)
        if card.code in each.cards
    )
    if not found and card.in_draw_deck:
        return (CardGroup(_NO_CATEGORY, "No category"),)
    return found or _type_group(deck, card, pack_name)


BY_TYPE = Grouping("type", "By type", _type_group)
GROUPINGS = {
    each.code: each
    for each in (
        BY_TYPE,
        Grouping("cost", "By cost", _drawn(_cost_group)),
        Grouping("faction", "By faction", _drawn(_faction_group)),
        Grouping("category", "By category", _category_groups),
        Grouping("pack", "By pack", _drawn(_pack_group)),
        Grouping("name", "By name", _drawn(lambda *_: CardGroup(_NAME, "Draw deck"))),
    )
}


def shown_sections(
    deck: Deck,
    grouping: Grouping = BY_TYPE,
    *,
    considered: bool = False,
    pack_name: PackName = lambda card: card.pack,
) -> tuple[Section, ...]:
    """Return the sections of a deck: agendas, plots, the other cards in groups, the other places.

    A card of several categories is in each of their groups.

    One that holds nothing is left out, except where cards can be put into none but it, and
    with `considered` that of the considered cards.
    """
    made = [Section(_AGENDAS, "Agendas" if len(deck.agendas) > 1 else "Agenda", _agendas(deck))]
    groups: dict[CardGroup, list[tuple[Card, int]]] = {}
    for slot in deck.slots:
        if slot[0].type in _BY_TYPE:
            for group in grouping.groups_of(deck, slot[0], pack_name):
                groups.setdefault(group, []).append(slot)
    for group in sorted(groups, key=lambda each: (each.order, each.number)):
        category = category_called(deck, group.category) if group.category else None
        slots = _by_name(groups[group])
        made.append(Section(group.number, group.title, slots, category=category))
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


@cache
def value_of(card: Card) -> str:
    """Return what a row shows of a card's price: a cost, or a plot's four values."""
    return plot_values(card) if card.plot else cost_of(card)


_ORDER = list(Severity)
_counts = cache(codes_of_counts)


def problems_by_card(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of every card that any of them names, the worst first.

    Not those of cards that are too few or too many together: each of these is right as it is.
    """
    marks: dict[str, tuple[Problem, ...]] = {}
    for problem in _worst_first(problems):
        if not _is_count(problem):
            for code in problem.cards:
                marks[code] = (*marks.get(code, ()), problem)
    return marks


def problems_by_section(problems: Iterable[Problem]) -> Mapping[int, tuple[Problem, ...]]:
    """Return by the numbers of sections the problems about how many cards there are."""
    marks: dict[int, tuple[Problem, ...]] = {}
    for problem in _worst_first(problems):
        number = SECTION_OF.get(problem.code.partition(".")[0])
        if number is not None and _is_count(problem):
            marks[number] = (*marks.get(number, ()), problem)
    return marks


def sign_of(problems: tuple[Problem, ...]) -> tuple[Glyph, ...]:
    """Return the sign of the worst of some problems, which come first."""
    return tuple(
        Glyph(icons.of_severity(worst.severity), worst.severity, worst.message)
        for worst in problems[:1]
    )


def _worst_first(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda each: _ORDER.index(each.severity))


def _is_count(problem: Problem) -> bool:
    found, wanted = problem.found, problem.wanted
    too_few = found is not None and wanted is not None and found < wanted
    return too_few or problem.code in _counts()
