"""Adding single cards: those that are owned beside the products, or any card by its name."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QTableView,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.spelling import fold
from desktop.dialogs.collection.count_bar import CountKeys
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


class SingleCardsView(QTableView):
    """The table; it keeps what is selected while other cards come and go."""

    def __init__(self, model: SingleCardsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._kept: frozenset[str] = frozenset()
        self.empty_words = ""
        apply_table_style(self, "Single cards")
        self.setModel(model)
        self.keys = CountKeys(self)
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)

    def selected(self) -> list[Card]:
        """Return the selected cards."""
        return [index.data(Role.CARD) for index in self.selectionModel().selectedRows()]

    def _on_model_about_to_be_reset(self) -> None:
        self._kept = frozenset(card.code for card in self.selected())

    def _on_model_reset(self) -> None:
        chosen, last = QItemSelection(), len(SingleColumn) - 1
        for row in range(self._model.rowCount()):
            if self._model.card_at(row).code in self._kept:
                chosen.select(self._model.index(row, 0), self._model.index(row, last))
        if not chosen.isEmpty():
            self.selectionModel().setCurrentIndex(chosen.indexes()[0], _FLAGS.NoUpdate)
        self.selectionModel().select(chosen, _FLAGS.ClearAndSelect)

    def share_width(self) -> None:
        """Give the narrow columns what they need and the names the rest."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        for column, width in (
            (SingleColumn.FACTION, 3.2),
            (SingleColumn.IN_PACKS, 10),
            (SingleColumn.SINGLE, 7),
        ):
            self.setColumnWidth(column, round(width * character))
            left -= self.columnWidth(column)
        self.setColumnWidth(SingleColumn.PACK, left * 2 // 5)
        self.setColumnWidth(SingleColumn.NAME, left - left * 2 // 5)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setPen(colours_of(self.palette()).faint)
        place = self.viewport().rect().adjusted(0, space(self, 6), 0, 0)
        painter.drawText(
            place, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, self.empty_words
        )
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_width()


class SingleCardsPane(CountedPane):
    """The single cards of an edition; while something is searched for, every card named like it."""

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(collection_state, "Single copies of what is selected:", parent)
        self._rows: tuple[CardRow, ...] = ()
        self.model = SingleCardsModel(self)
        self.view = SingleCardsView(self.model, self)
        asks = "Add a card: its name, or part of it"
        self.arrange(self.view, self.view.keys, asks, "Add a card by its name")

    def show_rows(self, rows: tuple[CardRow, ...]) -> None:
        """Take the cards of an edition, in order of names."""
        self._rows = rows
        self.show_owned()

    @override
    def show_owned(self) -> None:
        """Show the cards that are owned singly, or those that are searched for."""
        counts = CardCounts.of(self._collection_state.owned, (row.card for row in self._rows))
        words = fold(self.search.text()).split()
        if words:
            found = (row for row in self._rows if all(word in row.place[0] for word in words))
        else:
            found = (row for row in self._rows if row.card.code in counts.singles)
        self.view.empty_words = (
            "No card is called that." if words else "No single cards. Search for one to add it."
        )
        self.model.show_rows(tuple(found), counts)

    @override
    def _on_count_requested(self, count: int) -> None:
        self._collection_state.hold_singles(
            [Single(card.code, count) for card in self.view.selected()]
        )

    @override
    def _on_change_requested(self, difference: int) -> None:
        changed = self.model.counts.changed(self.view.selected(), difference)
        self._collection_state.hold_singles(changed)
