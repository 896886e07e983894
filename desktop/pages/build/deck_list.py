"""The view of the deck's sections and cards."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.build.deck_model import DeckColumn, DeckModel
from desktop.widgets.cells import CardCells, Role


class DeckList(QTreeView):
    """All sections, always open; several cards can be selected.

    Signals:
        card_chosen: another card is the current one (the card).
        typed: letters were typed that the search field should have (the text).
    """

    card_chosen = Signal(object)
    typed = Signal(str)

    def __init__(self, model: DeckModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._arriving = False
        self.setAccessibleName("Cards of the deck")
        self.setItemDelegate(CardCells(self))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setItemsExpandable(False)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setMinimumSectionSize(1)
        self.header().setStretchLastSection(False)
        self.setModel(model)
        model.modelReset.connect(self._on_model_reset)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)

    def select_cards(self, codes: Iterable[str]) -> None:
        """Select the rows of these cards and bring the first into view."""
        found = self._model.indexes_of(set(codes))
        selection = QItemSelection()
        for index in found:
            selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        if found:
            self.selectionModel().setCurrentIndex(found[0], flags.NoUpdate)
            self.scrollTo(found[0], QAbstractItemView.ScrollHint.EnsureVisible)

    def selected_cards(self) -> list[Card]:
        """Return the selected cards from top to bottom."""
        rows = self.selectionModel().selectedRows()
        return [index.data(Role.CARD) for index in sorted(rows, key=_place)]

    def _share_width(self) -> None:
        character = self.fontMetrics().horizontalAdvance("0")
        widths = {
            DeckColumn.COPIES: 4,
            DeckColumn.FACTION: 3.2,
            DeckColumn.VALUE: 8.5,
            DeckColumn.MARK: 4,
        }
        left = self.viewport().width()
        for column, width in widths.items():
            self.setColumnWidth(column, round(width * character))
            left -= self.columnWidth(column)
        self.setColumnWidth(DeckColumn.PACK, left // 4)
        self.setColumnWidth(DeckColumn.NAME, left - left // 4)

    def _on_model_reset(self) -> None:
        for row in range(self._model.rowCount()):
            self.setFirstColumnSpanned(row, QModelIndex(), True)  # noqa: FBT003 - Qt's own
        self.expandAll()

    def _on_current_row_changed(self, current: QModelIndex) -> None:
        card = current.data(Role.CARD)
        if isinstance(card, Card) and not self._arriving:
            self.card_chosen.emit(card)

    @override
    def keyboardSearch(self, search: str) -> None:
        self.typed.emit(search)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        # Qt makes the first row current when a view gets the focus; nobody chose that card.
        self._arriving = True
        super().focusInEvent(event)
        self._arriving = False

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()


def _place(index: QModelIndex) -> tuple[int, int]:
    return index.parent().row(), index.row()
