"""A hand that is entered: its cards are chosen from those of the deck."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from carddb.local_names import name_order
from carddb.spelling import has_words
from decks.deck import Slots
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import CardDelegate, Cell, Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.find_field import FindField
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.glyphs import of_type
from desktop.widgets.layouts import column, label, row

_COPIES, _CHOSEN = Qt.ItemDataRole.UserRole + 40, Qt.ItemDataRole.UserRole + 41
_WIDTH, _HEIGHT = 84, 96
_TIMES = "\N{MULTIPLICATION SIGN}"


class HandList(QListWidget):
    """The cards of a deck; a click, Space or Enter takes one more copy, a digit sets the number.

    Signals:
        changed: other copies are chosen.
    """

    changed = Signal()

    def __init__(self, slots: Slots, named: Callable[[str], str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Cards of the deck")
        self.setItemDelegate(CardDelegate(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        watch_cards(self)
        for card, copies in sorted(slots, key=lambda slot: name_order(named(slot[0].code))):
            item = QListWidgetItem(named(card.code), self)
            item.setData(Role.CARD, card)
            item.setData(_COPIES, copies)
            self._choose(item, 0)
        self.setCurrentRow(0)
        self.itemClicked.connect(self._add)

    @property
    def chosen(self) -> list[str]:
        """The codes of the chosen copies."""
        items = [self.item(number) for number in range(self.count())]
        return [each.data(Role.CARD).code for each in items for _ in range(each.data(_CHOSEN))]

    def filter(self, text: str) -> None:
        for number in range(self.count()):
            item = self.item(number)
            item.setHidden(not has_words(item.text(), text))

    def _choose(self, item: QListWidgetItem, number: int) -> None:
        copies = item.data(_COPIES)
        number = max(0, min(number, copies))
        item.setData(_CHOSEN, number)
        note = f"{number} of {copies}" if number else f"{_TIMES}{copies}"
        glyphs = of_type(item.data(Role.CARD))
        item.setData(Role.CELL, Cell(item.text(), glyphs, note=note, faint=not number))
        words = f"{item.text()}, {number} of {copies} in hand"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self.changed.emit()

    def _add(self, item: QListWidgetItem) -> None:
        """Take one more copy; after the last one none."""
        self._choose(item, (item.data(_CHOSEN) + 1) % (item.data(_COPIES) + 1))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, item = Qt.Key, self.currentItem()
        if item is not None and event.key() in {keys.Key_Space, keys.Key_Return, keys.Key_Enter}:
            self._add(item)
        elif item is not None and event.text().isdecimal():
            self._choose(item, int(event.text()))
        elif item is not None and event.key() in {keys.Key_Delete, keys.Key_Minus}:
            self._choose(item, item.data(_CHOSEN) - 1)
        else:
            super().keyPressEvent(event)


class HandPopup(Popup):
    """Cards to choose, and the button that puts them on the table as the opening hand.

    Signals:
        hand_entered: these cards are the hand (a list of codes).
    """

    hand_entered = Signal(list)

    def __init__(
        self, slots: Slots, size: int, named: Callable[[str], str], owner: QWidget
    ) -> None:
        super().__init__("Enter a hand", owner)
        self._size = size
        self.search = FindField("Search the cards of the deck", "Search the deck", self)
        self.list = HandList(slots, named, self)
        self.list.setFixedSize(space(self, _WIDTH), space(self, _HEIGHT))
        self.count = label(size=Size.SMALL, faint=True)
        self.play = push_button("Play this hand", self, clicked=self._enter, kind="primary")
        gap = space(self, 2)
        foot = row(self.count, None, self.play, spacing=gap)
        column(self.search, (self.list, 1), foot, parent=self, margin=gap * 3 // 2, spacing=gap)
        self.search.textChanged.connect(self.list.filter)
        self.search.left_downwards.connect(self.list.setFocus)
        self.list.changed.connect(self._show_count)
        self.setFocusProxy(self.search)
        self._show_count()

    def _show_count(self) -> None:
        chosen = len(self.list.chosen)
        self.count.setText(f"{chosen} of {self._size} cards")
        self.play.setEnabled(chosen == self._size)

    def _enter(self) -> None:
        self.close()
        self.hand_entered.emit(self.list.chosen)
