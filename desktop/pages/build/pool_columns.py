"""The columns of the card table, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction, Icon, Number, Printed
from desktop import icons
from desktop.cards import EDITION_LABELS, CardRow
from desktop.widgets import glyphs
from desktop.widgets.card_facts import printed
from desktop.widgets.glyphs import Glyph

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_TYPES = {each: number for number, each in enumerate(CardType)}
_FACTIONS = {each: number for number, each in enumerate(Faction)}
_EDITIONS = {Edition.FIRST: "1st", Edition.SECOND: "2nd"}


def cost_of(card: Card) -> str:
    """Return a card's cost; empty on cards that are never paid for."""
    return printed(card.cost) if card.in_draw_deck else ""


def strength_of(card: Card) -> str:
    """Return a character's STR; empty on other cards."""
    return printed(card.strength) if card.type is CardType.CHARACTER else ""


def _of_number(value: Number | None) -> tuple[int, int]:
    if value is None:
        return 2, 0
    return (1, 0) if isinstance(value, Printed) else (0, value)


def _of_cost(row: CardRow) -> tuple[int, int]:
    return _of_number(row.card.cost) if row.card.in_draw_deck else (3, 0)


def _of_strength(row: CardRow) -> tuple[int, int]:
    return _of_number(row.card.strength)


def _of_factions(row: CardRow) -> list[int]:
    return [_FACTIONS[each] for each in row.card.factions] or [_FACTIONS[Faction.NEUTRAL]]


def _of_icons(row: CardRow) -> list[int]:
    return [0 if icon in row.card.icons else 1 for icon in Icon]


def _no_glyphs(row: CardRow) -> tuple[Glyph, ...]:
    return ()


def _icon_glyphs(row: CardRow) -> tuple[Glyph, ...]:
    return glyphs.of_icons(row.card) if row.card.type is CardType.CHARACTER else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, what it shows and says, how it sorts, and its width.

    `width` is in characters of the font. A column with a `share` takes its part of what is left
    over instead; the one with the smallest share goes where not each has room for its `width`.
    `words` is what the cell says to somebody who cannot see it, and its tool tip.
    """

    title: str
    name: str
    key: Callable[[CardRow], Any]
    words: Callable[[CardRow], str]
    text: Callable[[CardRow], str] = lambda row: ""
    glyphs: Callable[[CardRow], tuple[Glyph, ...]] = _no_glyphs
    alignment: Qt.AlignmentFlag = LEFT
    faint: bool = False
    width: float = 0
    share: int = 0


def _factions(row: CardRow) -> str:
    return ", ".join(each.label for each in row.card.factions) or "Neutral"


COLUMNS = (
    Column(
        title="",
        name="Faction",
        key=_of_factions,
        words=_factions,
        glyphs=lambda row: glyphs.of_factions(row.card),
        width=3.2,
    ),
    Column(
        title="Card",
        name="Name",
        key=lambda row: row.words,
        words=lambda row: row.card.name,
        text=lambda row: row.card.name,
        width=17,
        share=10,
    ),
    Column(
        title="",
        name="Type",
        key=lambda row: _TYPES[row.card.type],
        words=lambda row: row.card.type.value.capitalize(),
        glyphs=lambda row: (Glyph(icons.of_type(row.card.type)),),
        width=3.2,
    ),
    Column(
        title="Cost",
        name="Cost",
        key=_of_cost,
        words=lambda row: cost_of(row.card),
        text=lambda row: cost_of(row.card),
        alignment=RIGHT,
        width=4.8,
    ),
    Column(
        title="STR",
        name="Strength",
        key=_of_strength,
        words=lambda row: strength_of(row.card),
        text=lambda row: strength_of(row.card),
        alignment=RIGHT,
        width=4.4,
    ),
    Column(
        title="Icons",
        name="Challenge icons",
        key=_of_icons,
        words=lambda row: ", ".join(row.card.icons),
        glyphs=_icon_glyphs,
        width=7.2,
    ),
    Column(
        title="Traits",
        name="Traits",
        key=lambda row: row.card.traits or ("\uffff",),
        words=lambda row: ". ".join(row.card.traits),
        text=lambda row: ". ".join(row.card.traits),
        faint=True,
        width=14,
        share=5,
    ),
    Column(
        title="Pack",
        name="Pack",
        key=lambda row: (row.pack, row.card.position),
        words=lambda row: f"{row.pack}, number {row.card.position}",
        text=lambda row: row.card.pack,
        faint=True,
        width=8,
        share=6,
    ),
    Column(
        title="Ed.",
        name="Edition",
        key=lambda row: row.card.edition.value,
        words=lambda row: EDITION_LABELS[row.card.edition],
        text=lambda row: _EDITIONS[row.card.edition],
        faint=True,
        width=4.4,
    ),
)
NAME = next(number for number, column in enumerate(COLUMNS) if column.name == "Name")
