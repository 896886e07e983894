"""Adding single cards: those that are owned besides the products, or any card by its name."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.spelling import fold
from desktop.dialogs.collection.counted_pane import CountedPane
from desktop.dialogs.collection.single_cards_model import CardCounts, SingleCardsModel, SingleColumn
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import CardRow
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import Role
from desktop.widgets.table_style import apply_table_style
from library.owned import Single

_FLAGS = QItemSelectionModel.SelectionFlag
_WIDTHS = {SingleColumn.FACTION: 3.2, SingleColumn.IN_PACKS: 10, SingleColumn.SINGLE: 7}


class SingleCardsView(QTableView):
    """The table; cards stay selected when the rows change."""

    def __init__(self, model: SingleCardsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.empty_text = ""
        apply_table_style(self, "Single cards")
        self.setModel(model)

    def selected(self) -> list[Card]:
        """Return the selected cards."""
        return [index.data(Role.CARD) for index in self.selectionModel().selectedRows()]

    def show_rows(self, rows: tuple[CardRow, ...], counts: CardCounts) -> None:
        """Show these cards with these counts."""
        codes = {card.code for card in self.selected()}
        self._model.show_rows(rows, counts)
        if self.selectionModel().hasSelection():
            return  # the rows are the same
        selection, last = QItemSelection(), len(SingleColumn) - 1
        for number, each in enumerate(rows):
            if each.card.code in codes:
                selection.select(self._model.index(number, 0), self._model.index(number, last))
        if not selection.isEmpty():
            self.selectionModel().setCurrentIndex(selection.indexes()[0], _FLAGS.NoUpdate)
        self.selectionModel().select(selection, _FLAGS.ClearAndSelect)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        rect = self.viewport().rect().adjusted(0, space(self, 6), 0, 0)
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(rect, top, self.empty_text)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the narrow columns what they need and the names the rest."""
        super().resizeEvent(event)
        character = self.fontMetrics().horizontalAdvance("0")
        rest = self.viewport().width()
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, round(width * character))
            rest -= self.columnWidth(column)
        self.setColumnWidth(SingleColumn.PACK, rest * 2 // 5)
        self.setColumnWidth(SingleColumn.NAME, rest - rest * 2 // 5)


class SingleCardsPane(CountedPane):
    """The single cards of an edition; with a search, every card whose name has its words."""

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(collection_state, parent)
        self._rows: tuple[CardRow, ...] = ()
        self.model = SingleCardsModel(self)
        self.view = SingleCardsView(self.model, self)
        caption, placeholder = (
            "Single copies of what is selected:",
            "Add a card: its name, or part of it",
        )
        self.arrange(self.view, caption, placeholder, "Add a card by its name")

    def show_rows(self, rows: tuple[CardRow, ...]) -> None:
        """Show the cards of an edition, in order of names."""
        self._rows = rows
        self.show_owned()

    @override
    def show_owned(self) -> None:
        counts = CardCounts.of(self.collection_state.owned, (row.card for row in self._rows))
        words = fold(self.search.text()).split()
        if words:
            found = [row for row in self._rows if all(word in row.place[0] for word in words)]
        else:
            found = [row for row in self._rows if row.card.code in counts.singles]
        none = "No single cards. Search for one to add it."
        self.view.empty_text = "No card is called that." if words else none
        self.view.show_rows(tuple(found), counts)

    @override
    def set_count(self, count: int) -> None:
        singles = [Single(card.code, count) for card in self.view.selected()]
        self.collection_state.hold_singles(singles)

    @override
    def change_count(self, difference: int) -> None:
        singles = self.model.counts.changed(self.view.selected(), difference)
        self.collection_state.hold_singles(singles)
