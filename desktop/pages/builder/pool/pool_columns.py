"""The columns of the table of all cards, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction, Icon, Number, Printed
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.loaded_cards import PoolRow
from desktop.style import icons
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import RIGHT, Cell
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import ColumnHeading
from rulebook.card_text import fact_lines, figures_of, plain_text, printed_value

UNIQUE = (Glyph(icons.UNIQUE, None, "unique"),)
STAR = (Glyph(icons.STAR, None, "starred"),)
NUMBERS = "A click on a number gives the deck so many."
_DOT = "·"
_LAST = "\uffff"
_TYPES, _FACTIONS = list(CardType), list(Faction)
_TYPE_GLYPHS = {each: (Glyph(icons.type_glyph(each)),) for each in CardType}
_EDITIONS = {Edition.FIRST: "1st", Edition.SECOND: "2nd"}
_PLOT_VALUES = ("gold", "initiative", "claim", "reserve")
_PLOT_TITLES = {"Income": "Inc.", "Initiative": "Init.", "Claim": "Claim", "Reserve": "Res."}
# What the letters among the marks mean.
LEGEND = (
    "R: restricted. A deck may hold one restricted card, in any number of copies.\n"
    "P: in a pod. Of a pod a deck may hold one card, or none beside the card that the pod is for.\n"
    "?: considered for the deck, and not counted."
)


def cost_of(card: Card) -> str:
    return printed_value(card.cost) if card.in_draw_deck else ""


def strength_text(card: Card) -> str:
    return printed_value(card.strength) if card.type is CardType.CHARACTER else ""


def plot_values(card: Card) -> str:
    """Return the four values of a plot, or the three of the first edition; empty on others."""
    return _DOT.join(figures_of(card).values()) if card.plot else ""


def _number_key(value: Number | None) -> tuple[int, int]:
    """Return a key that sorts numbers first, then letters, then what is missing."""
    if value is None:
        return 2, 0
    return (1, 0) if isinstance(value, Printed) else (0, value)


def _faction_key(row: PoolRow, _: DeckOverlay) -> list[int]:
    return [_FACTIONS.index(each) for each in row.card.factions or (Faction.NEUTRAL,)]


def _copies(row: PoolRow, overlay: DeckOverlay) -> str:
    return overlay.copies_of(row.card).words if overlay.takes(row.card) else ""


def _owned(row: PoolRow, overlay: DeckOverlay) -> str:
    owned = overlay.copies_owned(row.card)
    if overlay.lacks(row.card):
        return f"{owned}/{overlay.copies_wanted(row.card)}"
    return str(owned) if owned else "\N{EN DASH}"


def _icon_glyphs(row: PoolRow, _: DeckOverlay) -> tuple[Glyph, ...]:
    return glyphs.of_icons(row.card) if row.card.type is CardType.CHARACTER else ()


def _icon_words(row: PoolRow, _: DeckOverlay) -> str:
    values = plot_values(row.card)
    if not values:
        return ", ".join(row.card.icons)
    pairs = zip(_PLOT_VALUES, values.split(_DOT), strict=False)
    return ", ".join(f"{name} {value}" for name, value in pairs)


def _all_words(row: PoolRow, overlay: DeckOverlay) -> str:
    copies = overlay.copies_of(row.card).words if overlay.deck else ""
    marks = (mark.words for mark in overlay.marks(row.card))
    owned = overlay.owned_words(row.card)
    return "\n".join(filter(None, (_name_words(row, overlay), copies, owned, *marks)))


def _name_words(row: PoolRow, overlay: DeckOverlay) -> str:
    return "\n".join(filter(None, (overlay.name_words(row.card), _alike_words(row, overlay))))


def star_of(card: Card, overlay: DeckOverlay) -> tuple[Glyph, ...]:
    return STAR if overlay.is_starred(card) else ()


def _alike_words(row: PoolRow, overlay: DeckOverlay) -> str:
    alike = overlay.likeness.get(row.card.code)
    return alike.words if alike else ""


def _degree(row: PoolRow, overlay: DeckOverlay) -> int:
    alike = overlay.likeness.get(row.card.code)
    return alike.degree if alike else 0


def with_legend(words: str, marks: tuple[Glyph, ...]) -> str:
    """Return words, what marks say that is not among them, and what their letters mean."""
    letters = {icons.letter(line[0]): line for line in LEGEND.splitlines()}
    said = (mark.words for mark in marks if mark.tint or mark.name == icons.CONSIDERED)
    means = (letters[mark.name] for mark in marks if mark.name in letters)
    return "\n".join(filter(None, (words, *said, *means)))


def excerpt(card: Card) -> str:
    """Return the text of a card in one line, or what the facts tell of it."""
    return " ".join((plain_text(card.text) if card.text else " ".join(fact_lines(card))).split())


def _plot_value(card: Card, name: str) -> Number | None:
    value: Number | None = getattr(card.plot, name.lower(), None)
    return value


class Shown(Enum):
    """When a column is shown."""

    ALWAYS = auto()
    WITH_DECK = auto()
    WITH_BOTH_EDITIONS = auto()
    WITH_COLLECTION = auto()
    WITH_LIKENESS = auto()
    IN_GALLERY = auto()
    WITH_PLOTS_ALONE = auto()
    WITH_PLOTS_IN_NARROW_TABLE = auto()
    WITH_OTHERS_THAN_PLOTS = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolColumn(ColumnHeading):
    """A column: how it sorts, what it says and shows, and when it is shown.

    Functions of a row and the overlay of the deck return what a cell holds. `words` is what a
    screen reader says (without it, the text), `tooltip` the tool tip (without it, the words).
    Where the columns do not fit, the widest sharing one is hidden first, but never the name; then,
    from the right, those whose `yields` is more characters than the name has. A `faint` text is in
    full ink where it `stands_out`. An `optional` column is shown if the user wants it, by default
    if it is `usual`.
    """

    key: Callable[[PoolRow, DeckOverlay], Any]
    text: Callable[[PoolRow, DeckOverlay], str] = lambda *_: ""
    words: Callable[[PoolRow, DeckOverlay], str] | None = None
    tooltip: Callable[[PoolRow, DeckOverlay], str] | None = None
    glyphs: Callable[[PoolRow, DeckOverlay], tuple[Glyph, ...]] = lambda *_: ()
    trailing: Callable[[PoolRow, DeckOverlay], tuple[Glyph, ...]] = lambda *_: ()
    copies: Callable[[PoolRow, DeckOverlay], DeckCopies | None] = lambda *_: None
    faint: bool = False
    stands_out: Callable[[PoolRow, DeckOverlay], bool] = lambda *_: False
    yields: float = 0
    shown: Shown = Shown.ALWAYS
    optional: bool = False
    usual: bool = True

    def cell(self, row: PoolRow, overlay: DeckOverlay) -> Cell:
        return Cell(
            self.text(row, overlay),
            self.glyphs(row, overlay),
            self.trailing(row, overlay),
            self.copies(row, overlay),
            self.alignment,
            self.faint and not self.stands_out(row, overlay),
        )

    def said(self, row: PoolRow, overlay: DeckOverlay) -> str:
        return (self.words or self.text)(row, overlay)


def _plot_column(name: str, title: str) -> PoolColumn:
    return PoolColumn(
        title=title,
        name=name,
        key=lambda row, _: _number_key(_plot_value(row.card, name)),
        text=lambda row, _: printed_value(_plot_value(row.card, name)),
        alignment=RIGHT,
        width=5,
        shown=Shown.WITH_PLOTS_ALONE,
    )


COLUMNS = (
    PoolColumn(
        name="Copies in the deck",
        key=lambda row, overlay: -overlay.copies.get(row.card.code, 0),
        words=_copies,
        tooltip=lambda row, overlay: (
            f"{words}. {NUMBERS}" if (words := _copies(row, overlay)) else ""
        ),
        copies=lambda row, overlay: (
            overlay.copies_of(row.card) if overlay.takes(row.card) else None
        ),
        shown=Shown.WITH_DECK,
    ),
    PoolColumn(
        title="Own",
        name="Copies owned",
        key=lambda row, overlay: -overlay.copies_owned(row.card),
        words=lambda row, overlay: overlay.owned_words(row.card),
        text=_owned,
        alignment=RIGHT,
        faint=True,
        stands_out=lambda row, overlay: overlay.lacks(row.card),
        width=4,
        shown=Shown.WITH_COLLECTION,
    ),
    PoolColumn(
        name="Faction",
        key=_faction_key,
        words=lambda row, _: ", ".join(each.label for each in row.card.factions) or "Neutral",
        glyphs=lambda row, _: glyphs.of_factions(row.card),
        width=3.2,
    ),
    PoolColumn(
        title="Card",
        name="Name",
        key=lambda row, _: row.place,
        text=lambda row, _: row.card.name,
        words=_name_words,
        trailing=lambda row, overlay: (
            *(UNIQUE if row.card.unique else ()),
            *star_of(row.card, overlay),
        ),
        width=16.5,
        share=7,
    ),
    PoolColumn(
        name="Legality",
        key=lambda row, overlay: [mark.name for mark in overlay.marks(row.card)] or [_LAST],
        words=lambda row, overlay: "\n".join(mark.words for mark in overlay.marks(row.card)),
        tooltip=lambda row, overlay: with_legend("", overlay.marks(row.card)),
        glyphs=lambda row, overlay: overlay.marks(row.card),
        legend=LEGEND,
        width=3.4,
        shown=Shown.WITH_DECK,
    ),
    PoolColumn(
        name="Type",
        key=lambda row, _: _TYPES.index(row.card.type),
        words=lambda row, _: row.card.type.value.capitalize(),
        glyphs=lambda row, _: _TYPE_GLYPHS[row.card.type],
        width=3.2,
        yields=10,
        shown=Shown.WITH_OTHERS_THAN_PLOTS,
        optional=True,
    ),
    PoolColumn(
        title="Cost",
        name="Cost",
        key=lambda row, _: _number_key(row.card.cost) if row.card.in_draw_deck else (3, 0),
        text=lambda row, _: cost_of(row.card),
        alignment=RIGHT,
        width=4.8,
        shown=Shown.WITH_OTHERS_THAN_PLOTS,
    ),
    PoolColumn(
        title="STR",
        name="Strength",
        key=lambda row, _: _number_key(row.card.strength),
        text=lambda row, _: strength_text(row.card),
        alignment=RIGHT,
        width=4.4,
        yields=16,
        shown=Shown.WITH_OTHERS_THAN_PLOTS,
        optional=True,
    ),
    PoolColumn(
        title="Icons, plot",
        name="Challenge icons",
        key=lambda row, _: [icon not in row.card.icons for icon in Icon],
        words=_icon_words,
        text=lambda row, _: plot_values(row.card),
        glyphs=_icon_glyphs,
        width=7.6,
        yields=16,
        shown=Shown.WITH_OTHERS_THAN_PLOTS,
        optional=True,
    ),
    PoolColumn(
        title="Values",
        name="Income · initiative · claim · reserve",
        key=lambda row, _: _number_key(_plot_value(row.card, "Income")),
        words=_icon_words,
        text=lambda row, _: plot_values(row.card),
        width=8,
        shown=Shown.WITH_PLOTS_IN_NARROW_TABLE,
    ),
    *(_plot_column(name, title) for name, title in _PLOT_TITLES.items()),
    PoolColumn(
        title="Alike",
        name="Likeness",
        key=lambda row, overlay: -_degree(row, overlay),
        text=_alike_words,
        width=22,
        share=8,
        shown=Shown.WITH_LIKENESS,
    ),
    PoolColumn(
        title="Traits",
        name="Traits",
        key=lambda row, _: row.card.traits or (_LAST,),
        text=lambda row, _: ". ".join(row.card.traits),
        faint=True,
        width=14,
        share=6,
        optional=True,
    ),
    PoolColumn(
        title="Text",
        name="Text",
        key=lambda row, _: excerpt(row.card) or _LAST,
        text=lambda row, _: excerpt(row.card),
        tooltip=lambda *_: "",
        faint=True,
        width=14,
        share=12,
        optional=True,
        usual=False,
    ),
    PoolColumn(
        title="Pack",
        name="Pack",
        key=lambda row, _: (row.pack, row.card.position),
        words=lambda row, _: f"{row.pack}, number {row.card.position}",
        text=lambda row, _: row.card.pack,
        faint=True,
        width=6,
        share=2,
        optional=True,
    ),
    PoolColumn(
        title="Ed.",
        name="Edition",
        key=lambda row, _: row.card.edition.value,
        words=lambda row, _: row.card.edition.label,
        text=lambda row, _: _EDITIONS[row.card.edition],
        faint=True,
        width=4.4,
        shown=Shown.WITH_BOTH_EDITIONS,
    ),
    PoolColumn(
        name="Card",
        key=lambda row, _: row.place,
        text=lambda row, _: row.card.name,
        words=_all_words,
        glyphs=lambda row, overlay: (*star_of(row.card, overlay), *overlay.marks(row.card)),
        copies=lambda row, overlay: overlay.copies_of(row.card) if overlay.deck else None,
        shown=Shown.IN_GALLERY,
    ),
)
GALLERY = len(COLUMNS) - 1
COPIES = next(n for n, column in enumerate(COLUMNS) if column.name == "Copies in the deck")
OWNED = next(number for number, column in enumerate(COLUMNS) if column.name == "Copies owned")
LIKENESS = next(n for n, column in enumerate(COLUMNS) if column.name == "Likeness")
NAME = next(number for number, column in enumerate(COLUMNS) if column.name == "Name")
