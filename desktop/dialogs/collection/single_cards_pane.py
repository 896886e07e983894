"""Adding single cards: those that are owned besides the products, or any card by its name."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.spelling import fold
from desktop.dialogs.collection.counted_pane import CountedPane
from desktop.dialogs.collection.single_cards_model import (
    SingleCard,
    SingleCardsModel,
    changed_singles,
    single_rows,
)
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import PoolRow
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.rows_table import RowsTable
from library.owned import Single


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
