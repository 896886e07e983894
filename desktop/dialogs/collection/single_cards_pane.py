"""Adding single cards: those that are owned besides the products, or any card by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.spelling import fold
from desktop.dialogs.collection.counted_pane import CountedPane
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import PoolRow
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from library.owned import Owned, Single

MOST = 99


@dataclass(frozen=True, slots=True)
class SingleCard:
    """A card with its copies in the products, and besides them (below zero: given away)."""

    card: Card
    pack: str
    in_packs: int
    single: int

    @property
    def signed(self) -> str:
        """The single copies with their sign; empty for none."""
        if self.single < 0:
            return f"\N{MINUS SIGN}{-self.single}"
        return f"+{self.single}" if self.single else ""

    @property
    def words(self) -> str:
        """The single copies and all copies, in words."""
        copies = self.single
        given = f"{-copies} given away" if copies < 0 else f"{copies} single copies"
        return f"{given}, {copies + self.in_packs} in all"


def single_rows(rows: Iterable[PoolRow], owned: Owned) -> Iterator[SingleCard]:
    """Yield cards with their copies in a collection."""
    packs = {(each.edition, each.pack): each.copies for each in owned.holdings}
    singles = {each.code: each.copies for each in owned.singles}
    for row in rows:
        card = row.card
        in_packs = packs.get((card.edition, card.pack), 0) * card.quantity
        yield SingleCard(card, row.pack, in_packs, singles.get(card.code, 0))


def changed_singles(rows: Iterable[SingleCard], difference: int) -> tuple[Single, ...]:
    """Return the single copies with so many more of each card; never fewer than none in all."""
    new = []
    for row in rows:
        then = max(-row.in_packs, min(MOST, row.single + difference))
        if then != row.single:
            new.append(Single(row.card.code, then))
    return tuple(new)


COLUMNS: tuple[Column[SingleCard], ...] = (
    Column(
        name="Faction",
        text=lambda row: "",
        glyphs=lambda row: glyphs.of_factions(row.card),
        words=lambda row: ", ".join(each.words for each in glyphs.of_factions(row.card)),
        width=3.2,
    ),
    Column(title="Card", text=lambda row: row.card.name, share=3),
    Column(title="Pack", text=lambda row: row.pack, faint=True, share=2),
    Column(
        title="In products",
        name="Copies in the products",
        text=lambda row: str(row.in_packs or ""),
        alignment=RIGHT,
        faint=True,
        width=10,
    ),
    Column(
        title="Single",
        name="Single copies, or given away",
        text=lambda row: row.signed,
        words=lambda row: row.words,
        alignment=RIGHT,
        width=7,
    ),
)
SINGLE = len(COLUMNS) - 1


class SingleCardsModel(ColumnsModel[SingleCard]):
    """Cards, each with its counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)

    @override
    def key(self, row: SingleCard) -> str:
        return row.card.code

    @override
    def card(self, row: SingleCard) -> Card:
        return row.card


class SingleCardsPane(CountedPane):
    """The single cards of an edition; with a search, every card whose name has its words."""

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(collection_state, parent)
        self._rows: tuple[PoolRow, ...] = ()
        self.model = SingleCardsModel(self)
        self.view: RowsTable[SingleCard] = RowsTable(self.model, "Single cards", self)
        caption = "Single copies of what is selected:"
        placeholder = "Add a card: its name, or part of it"
        self.arrange(self.view, caption, placeholder, "Add a card by its name")
        watch_cards(self.view)

    def show_rows(self, rows: tuple[PoolRow, ...]) -> None:
        """Show the cards of an edition, in order of names."""
        self._rows = rows
        self.show_owned()

    @override
    def show_owned(self) -> None:
        words = fold(self.search.text()).split()
        owned = self.collection_state.owned
        if words:
            found = (row for row in self._rows if all(word in row.place[0] for word in words))
        else:
            singles = {each.code for each in owned.singles}
            found = (row for row in self._rows if row.card.code in singles)
        none = "No single cards. Search for one to add it."
        self.view.empty_text = "No cards match." if words else none
        self.model.update_rows(single_rows(found, owned))

    @override
    def set_count(self, count: int) -> None:
        singles = [Single(row.card.code, count) for row in self.view.selected()]
        self.collection_state.hold_singles(singles)

    @override
    def change_count(self, difference: int) -> None:
        self.collection_state.hold_singles(changed_singles(self.view.selected(), difference))
