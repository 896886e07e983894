"""The rows and columns of the table of all cards, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, TypeAlias, TypeGuard

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction, Icon, Number, Printed
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.loaded_cards import PoolRow
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT, Cell
from desktop.widgets.card_numbers import DIFFERENT, CardNumbers, numbers_of, shared_numbers
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip
from desktop.widgets.rows_model import ColumnHeading
from rulebook.card_text import fact_lines, plain_text, printed_value

UNIQUE = (Glyph(icons.UNIQUE, None, "unique"),)
STAR = (Glyph(icons.STAR, None, "starred"),)
NUMBERS = "Click a number to set the copies, the filled one to remove them."
_LAST = "\uffff"
_TYPES, _FACTIONS = list(CardType), list(Faction)
_EDITIONS = {Edition.FIRST: "1st", Edition.SECOND: "2nd"}
# The letters of different values that fit into a narrow column, and into a wide one.
_FIT, _FIT_WIDE = 3, 60
# What the letters among the marks mean.
LEGEND = (
    "R: restricted. A deck may hold one restricted card, in any number of copies.\n"
    "P: in a pod. Of a pod a deck may hold one card, or none beside the card that the pod is for.\n"
    "?: considered for the deck, and not counted."
)


Title: TypeAlias = tuple[str, Edition]


@dataclass(frozen=True, slots=True)
class PoolVersionRow(PoolRow):
    """A version of a name, below the open row of the name."""


@dataclass(frozen=True, slots=True)
class PoolTitleRow(PoolRow):
    """A name of which several versions were found; `card` is the first of them."""

    versions: tuple[PoolVersionRow, ...]
    opened: bool

    @property
    def title(self) -> Title:
        return self.card.name, self.card.edition


def cards_of(row: PoolRow) -> tuple[Card, ...]:
    """Return the card of a row, or all versions of a name."""
    return tuple(v.card for v in row.versions) if isinstance(row, PoolTitleRow) else (row.card,)


def lead_of(row: PoolRow, overlay: DeckOverlay) -> Card:
    """Return the card that a row stands for: of a name a version in the deck, or else the first."""
    held = (card for card in cards_of(row) if overlay.copies.get(card.code))
    return next(held, row.card)


def copies_in(row: PoolRow, overlay: DeckOverlay) -> int:
    return sum(overlay.copies.get(card.code, 0) for card in cards_of(row))


def cost_of(card: Card) -> str:
    return printed_value(card.cost) if card.in_draw_deck else ""


def strength_text(card: Card) -> str:
    return printed_value(card.strength) if card.type is CardType.CHARACTER else ""


def _number_key(value: Number | None) -> tuple[int, int]:
    """Return a key that sorts numbers first, then letters, then what is missing."""
    if value is None:
        return 2, 0
    return (1, 0) if isinstance(value, Printed) else (0, value)


def _faction_key(row: PoolRow, _: DeckOverlay) -> list[int]:
    return [_FACTIONS.index(each) for each in row.card.factions or (Faction.NEUTRAL,)]


def _copies(row: PoolRow, overlay: DeckOverlay) -> DeckCopies | None:
    if not overlay.takes(row.card):
        return None
    copies = overlay.copies_of(lead_of(row, overlay))
    is_title = isinstance(row, PoolTitleRow)
    return DeckCopies(copies_in(row, overlay), 0, copies.limit) if is_title else copies


def _copies_words(row: PoolRow, overlay: DeckOverlay) -> str:
    copies = _copies(row, overlay)
    return copies.words if copies else ""


def _owned(row: PoolRow, overlay: DeckOverlay) -> str:
    cards = cards_of(row)
    owned = overlay.copies_owned(*cards)
    if overlay.lacks(*cards):
        return f"{owned}/{overlay.copies_wanted(*cards)}"
    return str(owned) if owned else "\N{EN DASH}"


def _cost_words(row: PoolRow, _: DeckOverlay) -> str:
    factions = " / ".join(each.label for each in row.card.factions) or "Neutral"
    cost = f", cost {cost_of(row.card)}" if row.card.in_draw_deck else ""
    return f"{factions} {row.card.type.value}{cost}"


def numbers_words(card: Card) -> str:
    """Return in words what stands at the right of a row: plot values, STR and icons, or type."""
    if card.plot:
        return ", ".join(numbers_of(card).plot_words).capitalize()
    if card.type is not CardType.CHARACTER:
        return card.type.value.capitalize()
    return ", ".join((f"STR {strength_text(card)}", *card.icons))


def _all_words(row: PoolRow, overlay: DeckOverlay) -> str:
    # The name of several versions tells their copies.
    copies = "" if isinstance(row, PoolTitleRow) else _copies_words(row, overlay)
    owned = overlay.owned_words(*cards_of(row))
    words = (_name_words(row, overlay), copies, owned, _marks_words(row, overlay))
    return "\n".join(filter(None, words))


def _name_text(row: PoolRow, _: DeckOverlay) -> str:
    """Return the name of a row as it is painted: a version has that of its pack."""
    if isinstance(row, PoolTitleRow):
        return f"{row.card.name} ({len(row.versions)})"
    return row.pack if isinstance(row, PoolVersionRow) else row.card.name


def _name_words(row: PoolRow, overlay: DeckOverlay) -> str:
    if not isinstance(row, PoolTitleRow):
        pack = f", {row.pack}" if isinstance(row, PoolVersionRow) else ""
        name = f"{overlay.name_words(row.card)}{pack}"
        return "\n".join(filter(None, (name, _alike_words(row, overlay))))
    copies, starred = copies_in(row, overlay), sum(map(overlay.is_starred, cards_of(row)))
    words = f"{row.card.name}, {len(row.versions)} versions"
    if overlay.takes(row.card):
        words += f", {copies} {'copy' if copies == 1 else 'copies'} in the deck"
    words += f", {starred} starred" if starred else ""
    return words + (", open" if row.opened else "")


def _triangle(row: PoolRow) -> tuple[Glyph, ...]:
    if not isinstance(row, PoolTitleRow):
        return ()
    return (Glyph(icons.OPENED if row.opened else icons.CLOSED),)


def _name_signs(row: PoolRow, overlay: DeckOverlay) -> tuple[Glyph, ...]:
    unique = all(card.unique for card in cards_of(row))
    return (*(UNIQUE if unique else ()), *_star(row, overlay))


def _star(row: PoolRow, overlay: DeckOverlay) -> tuple[Glyph, ...]:
    return STAR if any(map(overlay.is_starred, cards_of(row))) else ()


def _marks(row: PoolRow, overlay: DeckOverlay) -> tuple[Glyph, ...]:
    cards = cards_of(row)
    return tuple(dict.fromkeys(mark for card in cards for mark in overlay.marks(card)))


def _marks_words(row: PoolRow, overlay: DeckOverlay) -> str:
    """Return what the marks say, with the number of versions where not all have a mark."""
    cards = cards_of(row)
    marks = Counter(mark for card in cards for mark in overlay.marks(card))
    return "\n".join(
        mark.words + (f": {number} of {len(cards)} versions" if number < len(cards) else "")
        for mark, number in marks.items()
    )


def _alike_words(row: PoolRow, overlay: DeckOverlay) -> str:
    alike = overlay.likeness.get(row.card.code)
    return alike.words if alike else ""


def _degree(row: PoolRow, overlay: DeckOverlay) -> int:
    alike = overlay.likeness.get(row.card.code)
    return alike.degree if alike else 0


def with_legend(words: str, marks: tuple[Glyph, ...]) -> str:
    """Return words, what marks say that is not among them, and what their letters mean."""
    letters = {icons.letter(line[0]): line for line in LEGEND.splitlines()}
    telling = (mark for mark in marks if mark.tint or mark.name == icons.CONSIDERED)
    said = (mark.words for mark in telling if mark.words not in words)
    means = (letters[mark.name] for mark in marks if mark.name in letters)
    return "\n".join(filter(None, (words, *said, *means)))


def excerpt(card: Card) -> str:
    """Return the text of a card in one line, or what the facts tell of it."""
    return " ".join((plain_text(card.text) if card.text else " ".join(fact_lines(card))).split())


def _unplayed(row: PoolRow, overlay: DeckOverlay) -> float:
    share = overlay.share_of(row.card)
    return 1 if share is None else -share


def _played(row: PoolRow, overlay: DeckOverlay) -> str:
    share = overlay.share_of(row.card)
    return "" if share is None else f"{100 * share:.0f} %"


def _played_words(row: PoolRow, overlay: DeckOverlay) -> str:
    share, played = _played(row, overlay), overlay.context.played
    return f"In {share} of {played.words}" if share and played else ""


class Shown(Enum):
    """When a column is shown, or offered to sort by."""

    ALWAYS = auto()
    WITH_DECK = auto()
    WITH_BOTH_EDITIONS = auto()
    WITH_COLLECTION = auto()
    WITH_LIKENESS = auto()
    IN_GALLERY = auto()
    WITH_PLOTS_ALONE = auto()
    WITH_OTHERS_THAN_PLOTS = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolColumn(ColumnHeading):
    """A column: how it sorts, what it says and shows, and when it is shown.

    Functions of a row and the overlay of the deck return what a cell holds. `words` is what a
    screen reader says (without it, the text), `tooltip` the tool tip (without it, the words).
    Where the columns do not fit, the widest sharing one is hidden first, but never the name. A
    `faint` text is in full ink where it `stands_out`. A column that `sorts_only` is never shown,
    because another one shows its values. An `optional` column is shown if the user wants it, by
    default if it is `usual`. The functions of a column `of_titles` take rows of names, too; other
    columns show what the versions of a name have in common.
    """

    key: Callable[[PoolRow, DeckOverlay], Any]
    text: Callable[[PoolRow, DeckOverlay], str] = lambda *_: ""
    words: Callable[[PoolRow, DeckOverlay], str] | None = None
    tooltip: Callable[[PoolRow, DeckOverlay], str] | None = None
    glyphs: Callable[[PoolRow, DeckOverlay], tuple[Glyph, ...]] = lambda *_: ()
    trailing: Callable[[PoolRow, DeckOverlay], tuple[Glyph, ...]] = lambda *_: ()
    copies: Callable[[PoolRow, DeckOverlay], DeckCopies | None] = lambda *_: None
    numbers: Callable[[PoolRow, DeckOverlay], CardNumbers | None] = lambda *_: None
    faint: bool = False
    stands_out: Callable[[PoolRow, DeckOverlay], bool] = lambda *_: False
    shown: Shown = Shown.ALWAYS
    small: bool = False
    sorts_only: bool = False
    optional: bool = False
    usual: bool = True
    of_titles: bool = False

    def _is_shared(self, row: PoolRow) -> TypeGuard[PoolTitleRow]:
        return isinstance(row, PoolTitleRow) and not self.of_titles

    def cell(self, row: PoolRow, overlay: DeckOverlay) -> Cell:
        if self._is_shared(row):
            return self._shared(row, overlay)
        numbers = self.numbers(row, overlay)
        return Cell(
            "" if numbers else self.text(row, overlay),
            self.glyphs(row, overlay),
            self.trailing(row, overlay),
            self.copies(row, overlay),
            self.alignment,
            self.faint and not self.stands_out(row, overlay),
            is_name=self.name == "Name",
            numbers=numbers,
            at_right=self.alignment == RIGHT,
            small=self.small,
        )

    def said(self, row: PoolRow, overlay: DeckOverlay) -> str:
        if self._is_shared(row):
            said = dict.fromkeys(self.said(each, overlay) for each in row.versions)
            return " or ".join(each or "none" for each in said) if any(said) else ""
        return (self.words or self.text)(row, overlay)

    def tip(self, row: PoolRow, overlay: DeckOverlay) -> str:
        own = None if self._is_shared(row) else self.tooltip
        return tip((own or self.said)(row, overlay))

    def _shared(self, row: PoolTitleRow, overlay: DeckOverlay) -> Cell:
        """Return what the cells of all versions show, or their different values."""
        cells = list(dict.fromkeys(self.cell(each, overlay) for each in row.versions))
        if len(cells) == 1:
            return cells[0]
        if cells[0].numbers:
            shared = shared_numbers([each.numbers for each in cells if each.numbers])
            return replace(cells[0], numbers=shared)
        texts = list(dict.fromkeys(cell.text or "-" for cell in cells))
        text = "/".join(texts)
        if all(each.isdecimal() for each in texts):
            numbers = sorted(map(int, texts))
            text = f"{numbers[0]}\N{EN DASH}{numbers[-1]}"
        fits = not cells[0].glyphs and len(text) <= (_FIT_WIDE if self.share else _FIT)
        return Cell(text if fits else DIFFERENT, alignment=self.alignment, faint=True)


def _sorting(
    name: str,
    key: Callable[[PoolRow, DeckOverlay], Any],
    shown: Shown = Shown.WITH_OTHERS_THAN_PLOTS,
) -> PoolColumn:
    """Return what cards can be sorted by, and another column shows."""
    return PoolColumn(name=name, key=key, shown=shown, sorts_only=True)


def _plot_column(name: str) -> PoolColumn:
    def key(row: PoolRow, _: DeckOverlay) -> tuple[int, int]:
        return _number_key(getattr(row.card.plot, name.lower(), None))

    return _sorting(name, key, Shown.WITH_PLOTS_ALONE)


COLUMNS = (
    PoolColumn(
        name="Copies in the deck",
        key=lambda row, overlay: -overlay.copies.get(row.card.code, 0),
        words=_copies_words,
        tooltip=lambda row, overlay: (
            f"{words}. {NUMBERS}" if (words := _copies_words(row, overlay)) else ""
        ),
        copies=_copies,
        shown=Shown.WITH_DECK,
        of_titles=True,
    ),
    PoolColumn(
        name="Cost",
        key=lambda row, _: _number_key(row.card.cost) if row.card.in_draw_deck else (3, 0),
        words=_cost_words,
        text=lambda row, _: cost_of(row.card),
        numbers=lambda row, _: numbers_of(row.card),
    ),
    PoolColumn(
        name="Name",
        key=lambda row, _: row.place,
        text=_name_text,
        words=_name_words,
        glyphs=lambda row, _: _triangle(row),
        trailing=_name_signs,
        width=24,
        share=7,
        of_titles=True,
    ),
    PoolColumn(
        name="Likeness",
        key=lambda row, overlay: -_degree(row, overlay),
        text=_alike_words,
        width=17,
        share=8,
        shown=Shown.WITH_LIKENESS,
    ),
    PoolColumn(
        name="Traits",
        key=lambda row, _: row.card.traits or (_LAST,),
        text=lambda row, _: ". ".join(row.card.traits),
        faint=True,
        width=14,
        share=6,
        optional=True,
    ),
    PoolColumn(
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
        name="Legality",
        key=lambda row, overlay: [mark.name for mark in overlay.marks(row.card)] or [_LAST],
        words=_marks_words,
        tooltip=lambda row, overlay: with_legend(_marks_words(row, overlay), _marks(row, overlay)),
        glyphs=_marks,
        width=0.5,
        shown=Shown.WITH_DECK,
        of_titles=True,
    ),
    PoolColumn(
        name="Copies owned",
        key=lambda row, overlay: -overlay.copies_owned(row.card),
        words=lambda row, overlay: overlay.owned_words(*cards_of(row)),
        text=_owned,
        alignment=RIGHT,
        faint=True,
        small=True,
        stands_out=lambda row, overlay: overlay.lacks(*cards_of(row)),
        width=5,
        shown=Shown.WITH_COLLECTION,
        of_titles=True,
    ),
    PoolColumn(
        name="Played",
        key=_unplayed,
        words=_played_words,
        text=_played,
        alignment=RIGHT,
        faint=True,
        small=True,
        width=5,
        optional=True,
        usual=False,
    ),
    PoolColumn(
        name="Pack",
        key=lambda row, _: (row.pack, row.card.position),
        words=lambda row, _: f"{row.pack}, number {row.card.position}",
        text=lambda row, _: row.card.pack,
        faint=True,
        small=True,
        width=7,
        share=1,
        optional=True,
    ),
    PoolColumn(
        name="Edition",
        key=lambda row, _: row.card.edition.value,
        words=lambda row, _: row.card.edition.label,
        text=lambda row, _: _EDITIONS[row.card.edition],
        faint=True,
        small=True,
        width=4.4,
        shown=Shown.WITH_BOTH_EDITIONS,
    ),
    PoolColumn(
        name="Strength",
        key=lambda row, _: _number_key(row.card.strength),
        words=lambda row, _: numbers_words(row.card),
        tooltip=lambda row, overlay: with_legend(numbers_words(row.card), overlay.marks(row.card)),
        text=lambda row, _: strength_text(row.card),
        numbers=lambda row, _: numbers_of(row.card),
        alignment=RIGHT,
    ),
    _sorting("Faction", _faction_key),
    _sorting("Type", lambda row, _: _TYPES.index(row.card.type)),
    _sorting("Challenge icons", lambda row, _: [icon not in row.card.icons for icon in Icon]),
    *map(_plot_column, ("Income", "Initiative", "Claim", "Reserve")),
    PoolColumn(
        name="Card",
        key=lambda row, _: row.place,
        text=lambda row, _: row.card.name,
        words=_all_words,
        glyphs=lambda row, overlay: (
            *_triangle(row),
            *_star(row, overlay),
            *_marks(row, overlay),
        ),
        copies=_copies,
        shown=Shown.IN_GALLERY,
        of_titles=True,
    ),
)
GALLERY = len(COLUMNS) - 1
_NUMBERS = {column.name: number for number, column in enumerate(COLUMNS)}
COPIES, COST, NAME = _NUMBERS["Copies in the deck"], _NUMBERS["Cost"], _NUMBERS["Name"]
OWNED, PACK = _NUMBERS["Copies owned"], _NUMBERS["Pack"]
LIKENESS, STRENGTH, TYPE = _NUMBERS["Likeness"], _NUMBERS["Strength"], _NUMBERS["Type"]
PLAYED = _NUMBERS["Played"]
