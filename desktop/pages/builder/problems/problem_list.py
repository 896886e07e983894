"""The problems as a list: a painted entry for each, with the buttons that mend it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QWidget
from typing_extensions import override

from desktop.pages.builder.problems.problem_delegate import ProblemDelegate
from desktop.pages.builder.problems.problem_entries import Entry
from desktop.pages.builder.problems.repair_buttons import RepairButtons
from desktop.widgets.card_delegate import AnyIndex, Role

_NOWHERE = QModelIndex()


class ProblemModel(QAbstractListModel):
    """The entries of the problem list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show these entries; where they speak of the same as before, every row stays."""
        if [each.same for each in entries] == [each.same for each in self.entries]:
            self.entries = entries
            if entries:
                self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))
            return
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractListModel.CheckIndexOption.IndexIsValid):
            return None
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.message
            case Qt.ItemDataRole.AccessibleTextRole:
                return entry.spoken
            case Role.CARD:
                return entry
        return None


class ProblemList(QListView):
    """The list; Enter goes from an entry to its buttons, Escape back.

    Signals:
        offer_taken: a button under an entry was pressed (the Offer).
    """

    offer_taken = Signal(object)

    def __init__(self, model: ProblemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setAccessibleName("Problems of the deck")
        self.setItemDelegate(ProblemDelegate(self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        model.modelReset.connect(self._show_offers)
        model.dataChanged.connect(self._show_offers)

    def offers(self, row: int) -> RepairButtons | None:
        """Return the buttons of an entry, if it has any."""
        found = self.indexWidget(self._model.index(row))
        return found if isinstance(found, RepairButtons) else None

    def _show_offers(self) -> None:
        for row, entry in enumerate(self._model.entries):
            offers = self.offers(row)
            if offers is None and entry.offers:
                offers = RepairButtons(self.viewport())
                offers.offer_taken.connect(self.offer_taken)
                offers.grown.connect(self._on_grown)
                offers.left.connect(self._on_offers_left)
                self.setIndexWidget(self._model.index(row), offers)
            if offers is not None:
                offers.show_entry(entry)
        self._on_grown()

    def _on_grown(self) -> None:
        """Lay out anew, and let the tab key lead from the list to the buttons in their order."""
        self.scheduleDelayedItemsLayout()
        all_offers = filter(None, map(self.offers, range(len(self._model.entries))))
        buttons = [button for offers in all_offers for button in offers.buttons]
        for one, other in pairwise([self, *buttons]):
            self.setTabOrder(one, other)

    def _on_offers_left(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right}:
            offers = (
                self.offers(self.currentIndex().row()) if self.currentIndex().isValid() else None
            )
            if offers is not None and offers.enter():
                return
        super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
