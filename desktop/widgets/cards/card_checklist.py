"""A list of cards to tick, each with its type and its copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from carddb.terms import Faction
from decks.deck import Slots
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Cell, Role, paint_check_box
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import tip

_COPIES = Qt.ItemDataRole.UserRole
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class CheckedCardDelegate(CardDelegate):
    """Paints a check box before each card."""

    @override
    def editorEvent(
        self, event: QEvent, model: Any, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        return False  # a click on the box itself counts once: the list takes it

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        rect: QRect = QRect(option.rect)
        box = QRect(rect.left(), rect.top(), option.fontMetrics.height() * 3 // 2, rect.height())
        moved = QStyleOptionViewItem(option)
        moved.rect = rect.adjusted(box.width(), 0, 0, 0)
        super().paint(painter, moved, index)
        option.checkState = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
        paint_check_box(painter, box, option)


class CardChecklist(QListWidget):
    """Cards by name; a click, Space or Enter ticks one. Cards that a filter hides stay ticked."""

    checked_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots: Slots = ()
        self._cards: LoadedCards | None = None
        self._passes: Callable[[Card], bool] | None = None
        self.setAccessibleName(name)
        self.setItemDelegate(CheckedCardDelegate(self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(self.checked_changed)
        watch_cards(self)

    @property
    def checked(self) -> frozenset[str]:
        """The codes of the ticked cards."""
        return frozenset(_code(each) for each in self._items() if each.checkState() is _CHECKED)

    @property
    def checked_copies(self) -> int:
        """How many copies of ticked cards the deck has."""
        return sum(each.data(_COPIES) for each in self._items() if each.checkState() is _CHECKED)

    @property
    def shown(self) -> list[Card]:
        """The cards that pass the filter, from top to bottom."""
        return [each.data(Role.CARD) for each in self._items() if not each.isHidden()]

    def show_cards(self, slots: Slots, cards: LoadedCards) -> None:
        """Show the cards of another deck, or of the deck as it is now."""
        if slots == self._slots and cards is self._cards:
            return
        self._slots, self._cards = slots, cards
        checked, top = self.checked, self.verticalScrollBar().value()
        current = _code(self.currentItem()) if self.currentItem() else ""
        self.clear()
        for card, copies in sorted(
            slots, key=lambda slot: (name_order(slot[0].name), slot[0].code)
        ):
            item = _item(card, cards.named(card.code), copies)
            item.setCheckState(_CHECKED if card.code in checked else _UNCHECKED)
            self.addItem(item)
            if card.code == current:
                self.setCurrentItem(item)
        self.filter(self._passes)
        self.doItemsLayout()
        self.verticalScrollBar().setValue(top)
        if self.checked != checked:
            self.checked_changed.emit()

    def filter(self, passes: Callable[[Card], bool] | None) -> None:
        """Show the cards that pass, or all."""
        self._passes = passes
        for each in self._items():
            each.setHidden(passes is not None and not passes(each.data(Role.CARD)))

    def check(self, codes: Iterable[str]) -> None:
        """Tick exactly these cards."""
        before, wanted = self.checked, frozenset(codes)
        with QSignalBlocker(self):
            for each in self._items():
                each.setCheckState(_CHECKED if _code(each) in wanted else _UNCHECKED)
        if self.checked != before:
            self.checked_changed.emit()

    def step_in(self) -> None:
        """Take the focus, on the first card if no card in sight is current."""
        current = self.currentItem()
        if current is None or current.isHidden():
            shown = (each for each in self._items() if not each.isHidden())
            self.setCurrentItem(next(shown, None))  # type: ignore[arg-type]
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]

    def _toggle(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            item.setCheckState(_UNCHECKED if item.checkState() is _CHECKED else _CHECKED)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._toggle(self.itemAt(event.position().toPoint()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._toggle(self.currentItem())
        else:
            super().keyPressEvent(event)


def _code(item: QListWidgetItem) -> str:
    card: Card = item.data(Role.CARD)
    return card.code


def _item(card: Card, name: str, copies: int) -> QListWidgetItem:
    text = f"{name}  \N{MULTIPLICATION SIGN}{copies}"
    faction = card.factions[0] if card.factions else Faction.NEUTRAL
    item = QListWidgetItem(text)
    item.setToolTip(tip(text))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {copies} copies")
    item.setData(Role.CARD, card)
    item.setData(Role.CELL, Cell(text, (Glyph(icons.type_glyph(card.type), faction),)))
    item.setData(_COPIES, copies)
    return item
