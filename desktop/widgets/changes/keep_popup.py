"""The cards of a deck with check boxes: those that are checked stay in it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from carddb.card import Card
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from desktop.widgets.popup import Popup

_CODE = Qt.ItemDataRole.UserRole


class KeepPopup(Popup):
    """A list below a button; Space or a click checks a card.

    Signals:
        kept: other cards stay (their codes, as a frozenset).
    """

    kept = Signal(frozenset)

    def __init__(self, cards: Iterable[Card], keep: frozenset[str], owner: QWidget) -> None:
        super().__init__("Cards that stay", owner)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Cards that stay")
        for card in sorted(cards, key=lambda each: each.name):
            item = QListWidgetItem(card.name, self.list)
            item.setData(_CODE, card.code)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            state = Qt.CheckState.Checked if card.code in keep else Qt.CheckState.Unchecked
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(state)
        self.list.setCurrentRow(0)
        self.list.setMinimumSize(space(self, 60), space(self, 70))
        caption = label("These cards are not changed:", Size.SMALL, faint=True)
        column(caption, (self.list, 1), parent=self, margin=space(self, 2))
        self.setFocusProxy(self.list)
        self.list.itemChanged.connect(self._on_item_changed)

    def _on_item_changed(self) -> None:
        items = (self.list.item(row) for row in range(self.list.count()))
        checked = Qt.CheckState.Checked
        self.kept.emit(frozenset(i.data(_CODE) for i in items if i.checkState() == checked))
