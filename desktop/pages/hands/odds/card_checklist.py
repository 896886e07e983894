"""The cards of a deck with check boxes: a click, Space or Enter checks one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Faction
from decks.deck import Slots
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Cell, Role, paint_check_box
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import tip
from desktop.widgets.rows_model import RowsModel


class CardChecklistModel(RowsModel[tuple[Card, int]]):
    """Cards by name with their copies, those that pass a filter; hidden ones stay checked.

    Signals:
        checked_changed: other cards are checked.
    """

    checked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.checked: frozenset[str] = frozenset()
        self._slots: Slots = ()
        self._cards: LoadedCards | None = None
        self._passes: Callable[[Card], bool] | None = None

    @property
    def checked_copies(self) -> int:
        """How many copies of checked cards the deck holds."""
        return sum(copies for card, copies in self._slots if card.code in self.checked)

    def show_cards(self, slots: Slots, cards: LoadedCards) -> None:
        """Show the cards of another deck, or of the deck as it is now."""
        if slots == self._slots and cards is self._cards:
            return
        self._slots, self._cards = slots, cards
        self.check(self.checked & {card.code for card, _ in slots})
        self.filter(self._passes)

    def filter(self, passes: Callable[[Card], bool] | None) -> None:
        """Show the cards that pass, or all."""
        self._passes = passes
        if (cards := self._cards) is not None:
            found = [slot for slot in self._slots if passes is None or passes(slot[0])]
            self.show_rows(sorted(found, key=lambda s: (cards.named(s[0].code), s[0].code)))

    def check(self, codes: Iterable[str]) -> None:
        """Check exactly these cards."""
        codes = frozenset(codes)
        if codes != self.checked:
            self.checked = codes
            self.notify_all()
            self.checked_changed.emit()

    def toggle(self, row: int) -> None:
        """Check the card of a row, or uncheck it."""
        self.check(self.checked ^ {self.rows[row][0].code})

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    @override
    def card(self, row: tuple[Card, int]) -> Card:
        return row[0]

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        card, copies = self.rows[row]
        if self._cards is None:
            return None
        name, checked = self._cards.named(card.code), card.code in self.checked
        text = f"{name}  \N{MULTIPLICATION SIGN}{copies}"
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{name}, {copies} copies, {'ticked' if checked else 'not ticked'}"
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked
            case Role.CELL:
                faction = card.factions[0] if card.factions else Faction.NEUTRAL
                return Cell(text, (Glyph(icons.type_glyph(card.type), faction),))
        return None

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        # Assistive technology checks a card here.
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        code = self.rows[index.row()][0].code
        checked = Qt.CheckState(value) is Qt.CheckState.Checked
        self.check(self.checked | {code} if checked else self.checked - {code})
        return True


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
        option.checkState = index.data(Qt.ItemDataRole.CheckStateRole)
        paint_check_box(painter, box, option)


class CardChecklist(QListView):
    """Checks cards; the current one stays current while the list is filtered."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = CardChecklistModel(self)
        self.setAccessibleName(name)
        self.setModel(self.cards)
        self.setItemDelegate(CheckedCardDelegate(self))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._current = ""
        self._top = 0
        self.cards.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        self.cards.modelReset.connect(self._on_model_reset)
        watch_cards(self)

    def _on_model_about_to_be_reset(self) -> None:
        row = self.currentIndex().row()
        self._current = self.cards.rows[row][0].code if row >= 0 else self._current
        self._top = self.verticalScrollBar().value()

    def _on_model_reset(self) -> None:
        codes = [card.code for card, _ in self.cards.rows]
        if self._current in codes:
            self.setCurrentIndex(self.cards.index(codes.index(self._current), 0))
            self.doItemsLayout()
            self.verticalScrollBar().setValue(self._top)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self.cards.toggle(index.row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        index = self.currentIndex()
        if event.key() in keys and index.isValid():
            self.cards.toggle(index.row())
            event.accept()
            return
        super().keyPressEvent(event)
