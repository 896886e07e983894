"""The table of changes: out, in and gain, sorted by any of them; Enter applies a change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.spelling import fold
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.changes.change_words import better_changes, gain_cell, gain_words
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable, share_width
from goldfish.swaps.goal import Goal
from goldfish.swaps.rated_change import RatedChange, SwapAdvice

_GAIN = 2
# So many characters of a name are shown at least.
_LEAST = 9


def _names(cards: Sequence[Card], also: Sequence[Card]) -> str:
    """Return the names of cards, and for how many others of the last the same is true."""
    names = " + ".join(card.name for card in cards)
    return f"{names} (or {len(also)})" if also else names


def _all_names(cards: Sequence[Card], also: Sequence[Card]) -> str:
    names = " and ".join(card.name for card in cards)
    others = ", ".join(dict.fromkeys(card.name for card in also))
    return f"{names}. The same: {others}" if also else names


class ChangesModel(ColumnsModel[RatedChange]):
    """The changes that gain something, the best first until another order is chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._goal = Goal()
        self._sorted_by, self._descending = _GAIN, True
        self.columns = self.headings = (
            Column(
                title="Out",
                share=1,
                text=lambda row: _names(row.out, row.also_out),
                words=lambda row: _all_names(row.out, row.also_out),
            ),
            Column(
                title="In",
                share=1,
                text=lambda row: _names(row.into, row.also_in),
                words=lambda row: _all_names(row.into, row.also_in),
            ),
            Column(
                title="Gain",
                alignment=RIGHT,
                width=9,
                text=lambda row: gain_cell(self._goal, row),
                words=lambda row: gain_words(self._goal, row),
            ),
        )

    def show_advice(self, advice: SwapAdvice | None) -> None:
        """Show the changes of an advice in the order that is chosen."""
        if advice is not None:
            self._goal = advice.goal
        self.update_rows(self._in_order(better_changes(advice) if advice else ()))

    def _in_order(self, rows: Sequence[RatedChange]) -> list[RatedChange]:
        keys: tuple[Callable[[RatedChange], object], ...] = (
            lambda row: fold(row.out[0].name),
            lambda row: fold(row.into[0].name),
            lambda row: row.gain.mean,
        )
        return sorted(rows, key=keys[self._sorted_by], reverse=self._descending)  # type: ignore[arg-type]  # all of one kind

    @override
    def key(self, row: RatedChange) -> object:
        return tuple(card.code for card in row.out), tuple(card.code for card in row.into)

    @override
    def card(self, row: RatedChange) -> Card | None:
        return row.into[0]

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if 0 <= column < len(self.columns):
            self._sorted_by, self._descending = column, order is Qt.SortOrder.DescendingOrder
            self.show_rows(self._in_order(self.rows))


class ChangesTable(RowsTable[RatedChange]):
    """One change can be selected; until the user selects one, the first is.

    Signals:
        change_chosen: another change is selected, or none.
        apply_requested: the selected change is to be made.
        keep_requested: the card that would go is to stay.
    """

    change_chosen = Signal()
    apply_requested = Signal()
    keep_requested = Signal()

    def __init__(self, model: ChangesModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Changes", parent)
        self._changes, self._follows_first, self._updating = model, True, False
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.horizontalHeader().setSortIndicator(_GAIN, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.doubleClicked.connect(self.apply_requested)
        model.modelReset.connect(self.fit_columns)

    @property
    def chosen(self) -> RatedChange | None:
        """The selected change."""
        return next(iter(self.selected()), None)

    def show_advice(self, advice: SwapAdvice | None) -> None:
        """Show other advice; the user's selection stays, or the first change is selected."""
        model = self._changes
        self._updating = True
        model.show_advice(advice)
        if model.rows and (self._follows_first or self.chosen is None):
            self._follows_first = True
            self.select([model.key(model.rows[0])])
        self._updating = False
        self.change_chosen.emit()

    def _on_selection_changed(self) -> None:
        if not self._updating:
            self._follows_first = False
            self.change_chosen.emit()

    @override
    def fit_columns(self) -> None:
        share_width(self, self._model.headings, least=_LEAST)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not plain:
            self.apply_requested.emit()
        elif event.key() == Qt.Key.Key_K and not plain:
            self.keep_requested.emit()
        else:
            super().keyPressEvent(event)
