"""The columns of the card table, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import Qt

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction, Icon, Number, Printed
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.loaded_cards import EDITION_LABELS, CardRow
from desktop.style import icons
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import LEFT, RIGHT, Cell
from desktop.widgets.cards.card_facts import printed
from desktop.widgets.glyphs import Glyph
from desktop.widgets.pips import Pips

_DOT = "·"
_TYPES = {each: number for number, each in enumerate(CardType)}
_FACTIONS = {each: number for number, each in enumerate(Faction)}
_TYPE_GLYPHS = {each: (Glyph(icons.of_type(each)),) for each in CardType}
_UNIQUE = (Glyph(icons.UNIQUE, None, "unique"),)
_EDITIONS = {Edition.FIRST: "1st", Edition.SECOND: "2nd"}


def cost_of(card: Card) -> str:
    """Return a card's cost; empty on cards that are never paid for."""
    return printed(card.cost) if card.in_draw_deck else ""


def strength_of(card: Card) -> str:
    """Return a character's STR; empty on other cards."""
    return printed(card.strength) if card.type is CardType.CHARACTER else ""


def plot_values(card: Card) -> str:
    """Return the four values of a plot, or the three of the first edition; empty on others."""
    if card.plot is None:
        return ""
    stats = (card.plot.income, card.plot.initiative, card.plot.claim)
    reserve = () if card.plot.reserve is None else (card.plot.reserve,)
    return _DOT.join(printed(value) for value in (*stats, *reserve))


def _of_number(value: Number | None) -> tuple[int, int]:
    if value is None:
        return 2, 0
    return (1, 0) if isinstance(value, Printed) else (0, value)


def _of_cost(row: CardRow, held: DeckOverlay) -> tuple[int, int]:
    return _of_number(row.card.cost) if row.card.in_draw_deck else (3, 0)


def _of_strength(row: CardRow, held: DeckOverlay) -> tuple[int, int]:
    return _of_number(row.card.strength)


def _of_factions(row: CardRow, held: DeckOverlay) -> list[int]:
    return [_FACTIONS[each] for each in row.card.factions] or [_FACTIONS[Faction.NEUTRAL]]


def _of_icons(row: CardRow, held: DeckOverlay) -> list[int]:
    return [0 if icon in row.card.icons else 1 for icon in Icon]


def _of_marks(row: CardRow, held: DeckOverlay) -> list[str]:
    return [glyph.name for glyph in held.marks(row.card)] or ["\uffff"]


def _owned(row: CardRow, held: DeckOverlay) -> str:
    owned = held.copies_owned(row.card)
    if held.lacks(row.card):
        return f"{owned}/{held.copies_wanted(row.card)}"
    return str(owned) if owned else "\N{EN DASH}"


def _icon_glyphs(row: CardRow, held: DeckOverlay) -> tuple[Glyph, ...]:
    return glyphs.of_icons(row.card) if row.card.type is CardType.CHARACTER else ()


def _factions(row: CardRow, held: DeckOverlay) -> str:
    return ", ".join(each.label for each in row.card.factions) or "Neutral"


def _icon_words(row: CardRow, held: DeckOverlay) -> str:
    card = row.card
    if card.plot is None:
        return ", ".join(card.icons)
    names = ("gold", "initiative", "claim", "reserve")
    return ", ".join(f"{n} {v}" for n, v in zip(names, plot_values(card).split(_DOT), strict=False))


class Shown(Enum):
    """When a column is shown."""

    ALWAYS = auto()
    WITH_DECK = auto()
    WITHOUT_DECK = auto()
    WITH_COLLECTION = auto()


Of = Callable[[CardRow, DeckOverlay], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, what it shows and says, how it sorts, and its width.

    What a cell holds is told by functions of the row and of what the deck holds. `width` is in
    characters of the font. A column with a `share` takes its part of what is left over, too; beside
    the name, the widest goes where not each has room for its `width`. Then, from the right, those
    go that yield while the name has room for fewer characters than `yields`. `words` is what the
    cell says to somebody who cannot see it, and its tool tip. A `faint` column's text is in full
    ink where it `stands_out`.
    """

    title: str
    name: str
    key: Of
    words: Callable[[CardRow, DeckOverlay], str]
    text: Callable[[CardRow, DeckOverlay], str] | None = None
    glyphs: Callable[[CardRow, DeckOverlay], tuple[Glyph, ...]] | None = None
    pips: Callable[[CardRow, DeckOverlay], Pips] | None = None
    alignment: Qt.AlignmentFlag = LEFT
    faint: bool = False
    stands_out: Callable[[CardRow, DeckOverlay], bool] = lambda row, held: False
    width: float = 0
    share: int = 0
    yields: float = 0
    shown: Shown = Shown.ALWAYS

    def cell(self, row: CardRow, held: DeckOverlay) -> Cell:
        """Return what is painted in a row."""
        return Cell(
            self.text(row, held) if self.text else "",
            self.glyphs(row, held) if self.glyphs else (),
            _UNIQUE if self.name == "Name" and row.card.unique else (),
            self.pips(row, held) if self.pips else None,
            self.alignment,
            self.faint and not self.stands_out(row, held),
        )


COLUMNS = (
    Column(
        title="",
        name="Copies in the deck",
        key=lambda row, held: -held.copies.get(row.card.code, 0),
        words=lambda row, held: held.pips(row.card).words,
        pips=lambda row, held: held.pips(row.card),
        width=5.4,
        shown=Shown.WITH_DECK,
    ),
    Column(
        title="Own",
        name="Copies owned",
        key=lambda row, held: -held.copies_owned(row.card),
        words=lambda row, held: held.owned_words(row.card),
        text=_owned,
        alignment=RIGHT,
        faint=True,
        stands_out=lambda row, held: held.lacks(row.card),
        width=4,
        shown=Shown.WITH_COLLECTION,
    ),
    Column(
        title="",
        name="Faction",
        key=_of_factions,
        words=_factions,
        glyphs=lambda row, held: glyphs.of_factions(row.card),
        width=3.2,
    ),
    Column(
        title="Card",
        name="Name",
        key=lambda row, held: row.place,
        words=lambda row, held: row.card.name,
        text=lambda row, held: row.card.name,
        width=16.5,
        share=7,
    ),
    Column(
        title="",
        name="Legality",
        key=_of_marks,
        words=lambda row, held: "\n".join(glyph.words for glyph in held.marks(row.card)),
        glyphs=lambda row, held: held.marks(row.card),
        width=3.4,
        shown=Shown.WITH_DECK,
    ),
    Column(
        title="",
        name="Type",
        key=lambda row, held: _TYPES[row.card.type],
        words=lambda row, held: row.card.type.value.capitalize(),
        glyphs=lambda row, held: _TYPE_GLYPHS[row.card.type],
        width=3.2,
        yields=10,
    ),
    Column(
        title="Cost",
        name="Cost",
        key=_of_cost,
        words=lambda row, held: cost_of(row.card),
        text=lambda row, held: cost_of(row.card),
        alignment=RIGHT,
        width=4.8,
    ),
    Column(
        title="STR",
        name="Strength",
        key=_of_strength,
        words=lambda row, held: strength_of(row.card),
        text=lambda row, held: strength_of(row.card),
        alignment=RIGHT,
        width=4.4,
        yields=16,
    ),
    Column(
        title="Icons",
        name="Challenge icons",
        key=_of_icons,
        words=_icon_words,
        text=lambda row, held: plot_values(row.card),
        glyphs=_icon_glyphs,
        width=7.6,
        yields=16,
    ),
    Column(
        title="Traits",
        name="Traits",
        key=lambda row, held: row.card.traits or ("\uffff",),
        words=lambda row, held: ". ".join(row.card.traits),
        text=lambda row, held: ". ".join(row.card.traits),
        faint=True,
        width=14,
        share=6,
    ),
    Column(
        title="Pack",
        name="Pack",
        key=lambda row, held: (row.pack, row.card.position),
        words=lambda row, held: f"{row.pack}, number {row.card.position}",
        text=lambda row, held: row.card.pack,
        faint=True,
        width=6,
        share=2,
    ),
    Column(
        title="Ed.",
        name="Edition",
        key=lambda row, held: row.card.edition.value,
        words=lambda row, held: EDITION_LABELS[row.card.edition],
        text=lambda row, held: _EDITIONS[row.card.edition],
        faint=True,
        width=4.4,
        shown=Shown.WITHOUT_DECK,
    ),
)
NAME = next(number for number, column in enumerate(COLUMNS) if column.name == "Name")
