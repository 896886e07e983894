"""A small window to choose an agenda in, with a search."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.style.fonts import space
from desktop.widgets import glyphs
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.popup import Popup


class AgendaPicker(Popup):
    """Offers the agendas of the edition; where one stands already, to remove it as well.

    Signals:
        agenda_chosen: an agenda was chosen (the card, or None to have none here).
    """

    agenda_chosen = Signal(object)

    def __init__(
        self, pool: CardPool, overlay: DeckOverlay, owner: QWidget, *, removable: bool
    ) -> None:
        super().__init__("Choose an agenda", owner)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search agendas")
        self.search.setAccessibleName("Search agendas")
        self.search.setClearButtonEnabled(True)
        self.list = QListView(self)
        self.list.setAccessibleName("Agendas")
        self.list.setItemDelegate(CardDelegate(self.list))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setUniformItemSizes(True)
        self._model = QStandardItemModel(self)
        if removable:
            self._model.appendRow(_item("Remove this agenda", None))
        for card in _agendas(pool, overlay):
            item = _item(pool.label(card), card)
            item.setData(overlay.marks(card), Role.TRAILING)
            said = ", ".join([pool.label(card), *(mark.words for mark in overlay.marks(card))])
            item.setData(said, Qt.ItemDataRole.AccessibleTextRole)
            item.setData(said, Qt.ItemDataRole.ToolTipRole)
            self._model.appendRow(item)
        self.list.setModel(self._model)
        self.list.setCurrentIndex(self._model.index(0, 0))
        self.list.setMinimumSize(space(self, 70), space(self, 90))
        layout = QVBoxLayout(self)
        gap = space(self, 1)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap)
        layout.addWidget(self.search)
        layout.addWidget(self.list)
        self.search.textChanged.connect(self._on_search_edited)
        self.search.installEventFilter(self)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        self.search.setFocus()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and self.isVisible():
            self.close()
            self.agenda_chosen.emit(index.data(Role.CARD))

    def _on_search_edited(self, text: str) -> None:
        words = fold(text).split()
        first = None
        for row in range(self._model.rowCount()):
            name = fold(str(self._model.index(row, 0).data()))
            hidden = not all(word in name for word in words)
            self.list.setRowHidden(row, hidden)
            first = row if first is None and not hidden else first
        self.list.setCurrentIndex(QModelIndex() if first is None else self._model.index(first, 0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._choose(self.list.currentIndex())
                return True
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown}:
                self.list.setFocus()
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)


def _agendas(pool: CardPool, overlay: DeckOverlay) -> list[Card]:
    allowed = {None, *(overlay.conditions.format.only_in if overlay.conditions else ())}
    found = [c for c in pool if c.type is CardType.AGENDA and c.only_in in allowed]
    return sorted(found, key=lambda card: (fold(card.name), card.code))


def _item(text: str, card: Card | None) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(card, Role.CARD)
    item.setData(glyphs.of_factions(card) if card else (), Role.GLYPHS)
    return item
