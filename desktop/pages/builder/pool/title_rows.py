"""The versions of a name as one row that opens: the rows as values, and what their cells say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from PySide6.QtCore import Qt

from carddb.card import Card
from carddb.search.index import by_title
from carddb.terms import Edition
from decks.deck_section import DRAW_DECK
from desktop.pages.builder.card_commands import CopyKey
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.pages.builder.pool.pool_columns import (
    COLUMNS,
    GALLERY,
    NAME,
    STAR,
    UNIQUE,
    PoolColumn,
    with_legend,
)
from desktop.session.loaded_cards import PoolRow
from desktop.style import icons
from desktop.widgets.card_delegate import Cell, Role
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.glyphs import Glyph
from library.owned import design

Title: TypeAlias = tuple[str, Edition]
# Two keys of the table: what the list of shortcuts calls them and says of them.
TITLE_KEYS = (
    ("Right", "Open a name, then go to its versions"),
    ("Left", "Go back to the name, then close it"),
)
DIFFERENT = "…"
# So many letters of different values fit into a narrow column.
_FIT, _FIT_WIDE = 3, 60


@dataclass(frozen=True, slots=True)
class PoolVersionRow(PoolRow):
    """A version of a name, below the open row of the name."""


@dataclass(frozen=True, slots=True)
class PoolTitleRow(PoolRow):
    """A name with two versions or more that were found; `card` is the first of them."""

    versions: tuple[PoolVersionRow, ...]
    opened: bool

    @property
    def title(self) -> Title:
        """The name and its edition."""
        return self.card.name, self.card.edition

    def lead(self, overlay: DeckOverlay) -> Card:
        """Return the version that the row stands for: one in the deck, or else the first."""
        held = (row.card for row in self.versions if overlay.copies.get(row.card.code))
        return next(held, self.card)


def rows_by_title(rows: Iterable[PoolRow], opened: Collection[Title]) -> list[PoolRow]:
    """Return the rows with the versions of a name as one, followed by them where it is open."""
    by_code = {row.card.code: row for row in rows}
    found: list[PoolRow] = []
    for group in by_title(row.card for row in by_code.values()):
        first = by_code[group.cards[0].code]
        if len(group.cards) == 1:
            found.append(first)
            continue
        each = (by_code[card.code] for card in group.cards)
        versions = tuple(PoolVersionRow(row.card, row.pack, row.place) for row in each)
        is_open = (group.title, group.edition) in opened
        found.append(PoolTitleRow(first.card, first.pack, first.place, versions, is_open))
        if is_open:
            found += versions
    return found


def wanted_copies(
    rows: Sequence[PoolRow], overlay: DeckOverlay, key: CopyKey
) -> list[tuple[Card, int]]:
    """Return the cards of which a key over these rows wants other copies, and how many.

    What it wants of a name is of all its versions together.
    """
    titles = {row.title for row in rows if isinstance(row, PoolTitleRow)}
    wanted: list[tuple[Card, int]] = []
    for row in rows:
        if isinstance(row, PoolVersionRow) and (row.card.name, row.card.edition) in titles:
            continue
        versions = row.versions if isinstance(row, PoolTitleRow) else (row,)
        lead = row.lead(overlay) if isinstance(row, PoolTitleRow) else row.card
        now = sum(overlay.copies.get(each.card.code, 0) for each in versions)
        most = max(now, overlay.copies_of(lead).limit)
        if key.count is None:
            total = max(0, min(most, now + key.difference))
        else:
            total = min(key.count, most)
        cards = [lead, *(each.card for each in versions if each.card != lead)]
        wanted += _spread(cards, overlay, total)
    return [(card, count) for card, count in wanted if count != overlay.copies.get(card.code, 0)]


def _spread(cards: Sequence[Card], overlay: DeckOverlay, total: int) -> list[tuple[Card, int]]:
    """Return copies of cards that make so many together: more of the first, fewer of the last."""
    copies = {card: overlay.copies.get(card.code, 0) for card in cards}
    missing = total - sum(copies.values())
    copies[cards[0]] += max(0, missing)
    for card in reversed(cards):
        taken = min(copies[card], max(0, -missing))
        copies[card] -= taken
        missing += taken
    return list(copies.items())


def copies_of(row: PoolTitleRow, overlay: DeckOverlay) -> int:
    """Return the copies of all versions of a row in the deck."""
    return sum(overlay.copies.get(each.card.code, 0) for each in row.versions)


def shown_name(row: PoolRow) -> str:
    """Return what stands for the name in a row: versions are called by their packs."""
    if isinstance(row, PoolTitleRow):
        return f"{row.card.name} ({len(row.versions)})"
    return row.pack if isinstance(row, PoolVersionRow) else row.card.name


def name_data(row: PoolRow, role: int, value: Any) -> Any:
    """Return what the name of a row holds among rows by title: a version is called by its pack."""
    is_version = isinstance(row, PoolVersionRow)
    match role, value:
        case Role.CELL, Cell():
            return replace(value, text=shown_name(row), indent=3 if is_version else 2)
        case ((Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole), str()):
            return f"{value}, {row.pack}" if is_version else value
    return value


def title_data(row: PoolTitleRow, column: int, role: int, overlay: DeckOverlay) -> Any:
    """Return what a cell of a name's row holds for a role."""
    if (read := _DATA.get(role)) is not None:
        return read(row, overlay)
    heading = COLUMNS[column]
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return heading.alignment
    cells = _CELLS.get(heading.name)
    cell, words = cells(row, overlay) if cells else _shared(row, heading, overlay)
    held: dict[int, Any] = {
        Role.CELL: cell,
        Qt.ItemDataRole.DisplayRole: cell.text,
        Qt.ItemDataRole.AccessibleTextRole: words,
        Qt.ItemDataRole.ToolTipRole: with_legend(words, cell.glyphs),
    }
    return held.get(role)


def _shared(row: PoolTitleRow, column: PoolColumn, overlay: DeckOverlay) -> tuple[Cell, str]:
    """Return what all versions say, or the different things that they say."""
    cells = list(dict.fromkeys(column.cell(each, overlay) for each in row.versions))
    said = dict.fromkeys(column.said(each, overlay) or "none" for each in row.versions)
    words = (
        " or ".join(said) if any(cell != Cell(alignment=column.alignment) for cell in cells) else ""
    )
    if len(cells) == 1:
        return cells[0], words
    texts = list(dict.fromkeys(cell.text or "-" for cell in cells))
    text = "/".join(texts)
    if all(each.isdecimal() for each in texts):
        numbers = sorted(map(int, texts))
        text = f"{numbers[0]}\N{EN DASH}{numbers[-1]}"
    fits = not cells[0].glyphs and ((column.share and len(text) <= _FIT_WIDE) or len(text) <= _FIT)
    return Cell(text if fits else DIFFERENT, alignment=column.alignment, faint=True), words


def _name(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    count, copies = len(row.versions), copies_of(row, overlay)
    words = f"{row.card.name}, {count} versions"
    if overlay.takes(row.card):
        words += f", {copies} {'copy' if copies == 1 else 'copies'} in the deck"
    unique = all(each.card.unique for each in row.versions)
    starred = sum(overlay.is_starred(each.card) for each in row.versions)
    words += f", {starred} starred" if starred else ""
    signs = (*(UNIQUE if unique else ()), *(STAR if starred else ()))
    return Cell(shown_name(row), (_sign(row),), signs), words + (", open" if row.opened else "")


def _sign(row: PoolTitleRow) -> Glyph:
    """Return the triangle that opens and closes a row."""
    return Glyph(icons.OPENED if row.opened else icons.CLOSED)


def _in_gallery(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    """Return the copies, the triangle and the marks, and the words of them all."""
    marks, about = _marks(row, overlay)
    copies, _ = _copies(row, overlay)
    words = "\n".join(filter(None, (_name(row, overlay)[1], _owned(row, overlay)[1], about)))
    star = _name(row, overlay)[0].trailing[-1:]
    signs = (_sign(row), *(star if star == STAR else ()), *marks.glyphs)
    return Cell(shown_name(row), signs, copies=copies.copies), words


def _copies(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    if not overlay.takes(row.card):
        return Cell(), ""
    lead, total = row.lead(overlay), copies_of(row, overlay)
    copies = DeckCopies(total, 0, overlay.copies_of(lead).limit)
    return Cell(copies=copies), copies.words


def _owned(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    if overlay.owned is None:
        return Cell(), ""
    designs = {design(each.card): each.card for each in row.versions}
    owned = sum(overlay.copies_owned(card) for card in designs.values())
    lacking = any(overlay.lacks(card) for card in designs.values())
    wanted = sum(overlay.copies_wanted(card) for card in designs.values())
    text = f"{owned}/{wanted}" if lacking else str(owned or "\N{EN DASH}")
    words = f"You own {owned or 'none'}" + (
        f" of the {wanted} that the deck needs" if lacking else ""
    )
    return Cell(text, alignment=_OWN.alignment, faint=not lacking), words


def _marks(row: PoolTitleRow, overlay: DeckOverlay) -> tuple[Cell, str]:
    """Return every mark of a version, with how many versions it is about where not all."""
    marks = [overlay.marks(each.card) for each in row.versions]
    all_marks = list(dict.fromkeys(mark for each in marks for mark in each))
    words = []
    for mark in all_marks:
        number = sum(mark in each for each in marks)
        words.append(
            mark.words + (f": {number} of {len(marks)} versions" if number < len(marks) else "")
        )
    return Cell(glyphs=tuple(all_marks)), "\n".join(words)


_DATA: Mapping[int, Callable[[PoolTitleRow, DeckOverlay], Any]] = {
    Role.CARD: PoolTitleRow.lead,
    Role.PLACE: lambda row, overlay: DRAW_DECK,
    Role.COPIES: lambda row, overlay: copies_of(row, overlay) if overlay.takes(row.card) else None,
}
_OWN = next(each for each in COLUMNS if each.name == "Copies owned")
_CELLS: Mapping[str, Callable[[PoolTitleRow, DeckOverlay], tuple[Cell, str]]] = {
    COLUMNS[NAME].name: _name,
    "Copies in the deck": _copies,
    _OWN.name: _owned,
    "Legality": _marks,
    COLUMNS[GALLERY].name: _in_gallery,
}
