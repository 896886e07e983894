"""The deck sheet that a player hands in at an event, as values: its contents, not its looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from itertools import chain

from carddb.card import Card
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType, Edition
from decks.deck import Deck, Slots, slots_of

CIVIL_WAR = "civil-war"
EDITIONS = {Edition.FIRST: "First edition", Edition.SECOND: "Second edition"}
MOST_AGENDAS = 3  # at the head of a sheet: what Alliance allows; more are listed as a section
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DRAW_SECTIONS = (
    (CardType.CHARACTER, "Characters"),
    (CardType.LOCATION, "Locations"),
    (CardType.ATTACHMENT, "Attachments"),
    (CardType.EVENT, "Events"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEvent:
    """The head of a sheet; the player fills in what is empty."""

    event: str = ""
    day: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRuling:
    """The verdict in plain words, and the format, list and day that it was given under.

    `list_name` is empty without a list, `day` without a day. `reasons` are why a deck is not legal,
    `warnings` what was not judged or is doubtful.
    """

    legal: bool
    format: str
    list_name: str = ""
    day: str = ""
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Copies of a printing: its title, the name of its product and its number there."""

    copies: int
    name: str
    product: str
    number: int


@dataclass(frozen=True, slots=True)
class SheetSection:
    """Cards under a heading, in alphabetical order."""

    title: str
    lines: tuple[SheetLine, ...]

    @property
    def copies(self) -> int:
        """How many cards the section holds."""
        return sum(line.copies for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSheet:
    """One deck's sheet; `totals` and `parts` are numbers with labels, of whole decks and by type.

    `ruling` is None where nobody judged the deck, `faction` is empty where it has none.
    `players` is set for a Civil War alone, `digest` for a list that was handed in at an event.
    """

    name: str
    edition: Edition
    format: str
    faction: str
    agendas: tuple[SheetLine, ...]
    sections: tuple[SheetSection, ...]
    totals: tuple[tuple[int, str], ...]
    parts: tuple[tuple[int, str], ...]
    event: SheetEvent = SheetEvent()
    ruling: SheetRuling | None = None
    players: int | None = None
    digest: str = ""


def deck_sheet(
    deck: Deck,
    pool: CardPool,
    event: SheetEvent | None = None,
    ruling: SheetRuling | None = None,
) -> DeckSheet:
    """Return the sheet of a deck, every card of it once, identified by product and number.

    The draw deck is type by type, then the plot deck or the plot decks of a Civil War, the
    rookery, and of drafted cards those that are in neither deck.
    """
    sections = tuple(section for section in _sections(deck, pool) if section.lines)
    totals, parts = _totals(deck)
    return DeckSheet(
        name=deck.name,
        edition=deck.edition,
        format=ruling.format if ruling else deck.format.replace("-", " "),
        faction=deck.faction.card_name if deck.faction else "",
        agendas=_lines(((card, 1) for card in deck.agendas), pool),
        sections=sections,
        totals=totals,
        parts=parts,
        event=event or SheetEvent(),
        ruling=ruling,
        players=(deck.players or len(plot_decks_of(deck))) if deck.format == CIVIL_WAR else None,
    )


def written_day(day: date) -> str:
    """Return a day as a sheet writes it: 20 November 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def plot_decks_of(deck: Deck) -> tuple[Slots, ...]:
    """Return the plot decks of a Civil War; plots among the common cards are one more."""
    loose = tuple(deck.plots())
    return (*deck.plot_decks, loose) if loose else deck.plot_decks


def _sections(deck: Deck, pool: CardPool) -> Iterable[SheetSection]:
    def section(title: str, slots: Iterable[tuple[Card, int]]) -> SheetSection:
        return SheetSection(title, _lines(slots, pool))

    def passing(slots: Slots, test: Callable[[Card], bool]) -> Slots:
        return tuple(slot for slot in slots if test(slot[0]))

    if len(deck.agendas) > MOST_AGENDAS:
        yield section("Agendas", slots_of((card, 1) for card in deck.agendas))
    for card_type, title in _DRAW_SECTIONS:
        yield section(title, passing(deck.slots, lambda card, of=card_type: card.type is of))  # type: ignore[misc]
    others = passing(
        deck.slots, lambda card: not card.in_draw_deck and card.type is not CardType.PLOT
    )
    yield section("Other cards", others)
    if deck.format == CIVIL_WAR or deck.plot_decks:
        for number, slots in enumerate(plot_decks_of(deck), 1):
            yield section(f"Plot deck {number}", slots)
    else:
        yield section("Plots", tuple(deck.plots()))
    yield section(
        "Rookery cards", passing(deck.rookery, lambda card: card.type is not CardType.PLOT)
    )
    yield section("Rookery plots", passing(deck.rookery, lambda card: card.type is CardType.PLOT))
    yield section("Drafted, in neither deck", _left_over(deck))


def _left_over(deck: Deck) -> Slots:
    played = Counter(dict(deck.slots)) + Counter(deck.agendas)
    left = ((card, copies - played[card]) for card, copies in deck.drafted)
    return tuple((card, copies) for card, copies in left if copies > 0)


def _lines(slots: Iterable[tuple[Card, int]], pool: CardPool) -> tuple[SheetLine, ...]:
    def product(card: Card) -> str:
        pack = pool.packs.get(card.pack)
        return pack.name if pack else card.pack

    lines = [SheetLine(count, card.name, product(card), card.position) for card, count in slots]
    return tuple(sorted(lines, key=lambda line: (fold(line.name), line.product, line.number)))


def _totals(deck: Deck) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return the numbers of whole decks, and those of the draw deck by type."""
    copies: Counter[CardType] = Counter()
    for card, count in chain(deck.slots, *deck.plot_decks):
        copies[card.type] += count
    parts = [(copies[card_type], title.lower()) for card_type, title in _DRAW_SECTIONS]
    draw, plots = sum(count for count, _ in parts), copies[CardType.PLOT]
    side = sum(count for _, count in deck.rookery)
    whole = [(draw, "cards"), (plots, "plots"), (side, "in the rookery")]
    return _counted(whole), _counted(parts)


def _counted(numbers: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    return tuple((n, label.removesuffix("s") if n == 1 else label) for n, label in numbers if n)
