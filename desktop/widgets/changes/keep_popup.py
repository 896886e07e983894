"""The cards of a deck with check boxes: those that are checked stay in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from carddb.card import Card
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from desktop.widgets.popup import Popup

_CODE = Qt.ItemDataRole.UserRole

# In quarters of the body font's height; a longer list scrolls.
_WIDTH, _LEAST_HEIGHT, _MOST_HEIGHT = 60, 20, 90


class KeepPopup(Popup):
    """A list below a button; Space or a click on a line checks a card, Escape closes it.

    Signals:
        kept: other cards stay (their codes, as a frozenset).
    """

    kept = Signal(frozenset)

    def __init__(self, cards: Iterable[Card], keep: frozenset[str], owner: QWidget) -> None:
        super().__init__("Cards that stay", owner)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Cards that stay")
        self._has_changed = False  # since the mouse was pressed
        every = sorted(cards, key=lambda each: (each.name, each.code))
        alike = Counter(card.name for card in every)
        for card in every:
            # Cards of one name are told apart by their packs.
            words = f"{card.name} ({card.pack})" if alike[card.name] > 1 else card.name
            item = QListWidgetItem(words, self.list)
            item.setData(_CODE, card.code)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsUserCheckable
            )
            checked = card.code in keep
            item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        self._fit()
        caption = label("These cards are not changed:", Size.SMALL, faint=True)
        column(caption, (self.list, 1), parent=self, margin=space(self, 2))
        self.setFocusProxy(self.list)
        self.list.itemChanged.connect(self._on_item_changed)
        self.list.itemPressed.connect(self._on_item_pressed)
        self.list.itemClicked.connect(self._on_item_clicked)

    def _fit(self) -> None:
        """Make the list as tall as its lines, within bounds."""
        lines = self.list.count() * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth()
        least, most = space(self, _LEAST_HEIGHT), space(self, _MOST_HEIGHT)
        self.list.setFixedHeight(min(max(lines, least), most))
        self.list.setMinimumWidth(space(self, _WIDTH))

    def _on_item_changed(self) -> None:
        self._has_changed = True
        items = (self.list.item(row) for row in range(self.list.count()))
        checked = Qt.CheckState.Checked
        self.kept.emit(frozenset(i.data(_CODE) for i in items if i.checkState() == checked))

    def _on_item_pressed(self) -> None:
        self._has_changed = False

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        """Check a card whose name is clicked; a click on the box has done so."""
        if not self._has_changed:
            done = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if done else Qt.CheckState.Checked)
        self._has_changed = False
