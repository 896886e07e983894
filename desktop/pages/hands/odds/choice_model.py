"""The cards of a deck to tick: which are shown is one thing, which are ticked another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Faction
from decks.deck import Slots
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.widgets.card_delegate import Cell, Role
from desktop.widgets.glyphs import Glyph

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_TICKED, _EMPTY = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class ChoiceModel(QAbstractListModel):
    """Cards by name, those that pass a filter; ticked ones stay ticked while they are not shown.

    Signals:
        ticked_changed: other cards are ticked.
    """

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ticked: frozenset[str] = frozenset()
        self.shown: list[tuple[Card, int]] = []
        self._slots: Slots = ()
        self._cards: LoadedCards | None = None
        self._passes: Callable[[Card], bool] = _every

    @property
    def ticked_copies(self) -> int:
        """How many copies of ticked cards the deck holds."""
        return sum(copies for card, copies in self._slots if card.code in self.ticked)

    def show_cards(self, slots: Slots, cards: LoadedCards) -> None:
        """Show the cards of another deck or of the deck as it is now; others are not ticked."""
        if slots == self._slots and cards is self._cards:
            return
        self._slots, self._cards = slots, cards
        self._tick(self.ticked & {card.code for card, _ in slots})
        self._show()

    def filter(self, passes: Callable[[Card], bool] | None) -> None:
        """Show the cards that pass, or all."""
        self._passes = passes or _every
        self._show()

    def tick(self, codes: Iterable[str]) -> None:
        """Tick exactly these cards."""
        if self._tick(frozenset(codes)) and self.shown:
            self.dataChanged.emit(self.index(0), self.index(len(self.shown) - 1))

    def toggle(self, row: int) -> None:
        """Tick the card of a row, or no longer."""
        self.tick(self.ticked ^ {self.shown[row][0].code})

    def _tick(self, codes: frozenset[str]) -> bool:
        if codes == self.ticked:
            return False
        self.ticked = codes
        self.ticked_changed.emit()
        return True

    def _show(self) -> None:
        cards = self._cards
        if cards is None:
            return
        found = [slot for slot in self._slots if self._passes(slot[0])]
        self.beginResetModel()
        self.shown = sorted(found, key=lambda slot: (cards.named(slot[0].code), slot[0].code))
        self.endResetModel()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        option = QAbstractListModel.CheckIndexOption.IndexIsValid
        if self._cards is None or not self.checkIndex(index, option):
            return None
        card, copies = self.shown[index.row()]
        text = f"{self._cards.named(card.code)}  \N{MULTIPLICATION SIGN}{copies}"
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return text
            case Qt.ItemDataRole.AccessibleTextRole:
                ticked = "ticked" if card.code in self.ticked else "not ticked"
                return f"{self._cards.named(card.code)}, {copies} copies, {ticked}"
            case Qt.ItemDataRole.CheckStateRole:
                return _TICKED if card.code in self.ticked else _EMPTY
            case Role.CELL:
                faction = card.factions[0] if card.factions else Faction.NEUTRAL
                return Cell(text, (Glyph(icons.of_type(card.type), faction),))
        return None

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        code = self.shown[index.row()][0].code
        ticked = Qt.CheckState(value) is _TICKED
        self.tick(self.ticked | {code} if ticked else self.ticked - {code})
        return True


def _every(card: Card) -> bool:
    return True
