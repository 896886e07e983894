"""The fields of the tab Rounds: the plots in order, how many rounds and games, the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QGridLayout,
    QListView,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.pages.hands.odds.odds_options import MOST_SEED, number_box
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Cell, Role, card_row_height
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.labels import label, tip
from desktop.widgets.layouts import FlowLayout, column, row
from desktop.widgets.policy_fields import choice_box
from desktop.widgets.rows_model import NO_INDEX, RowsModel
from goldfish.queries import USUAL_GAMES, USUAL_ROUNDS
from goldfish.report_text import DASH, MEASURES
from goldfish.rounds.most_rounds import MOST_ROUNDS

MOST_GAMES = 1_000_000
# In quarters of the font's height: the least width, and that in which the numbers are below.
_LEAST, _NARROW = 34, 78
MIME = "application/x-sevenplots-plot-row"


class PlotOrderModel(RowsModel[Card]):
    """Plots, of which the first `revealed` are revealed; the others are fainter below.

    Signals:
        moved: the user has put a plot elsewhere.
    """

    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._revealed = 0

    def show_plots(self, plots: Sequence[Card], cards: LoadedCards) -> None:
        """Show the plots of a deck: those that are there stay in their places, others come last."""
        new = list(plots)
        old = []
        for card in self.rows:
            if card in new:
                new.remove(card)
                old.append(card)
        if [*old, *new] != self.rows or cards is not self._cards:
            self._cards = cards
            self.show_rows([*old, *new])

    def arrange(self, plots: Sequence[Card]) -> None:
        """Put some plots first, in this order, as the user would."""
        rest = list(self.rows)
        for card in plots:
            rest.remove(card)
        self.show_rows([*plots, *rest])
        self.moved.emit()

    def set_revealed(self, number: int) -> None:
        """Show how many of them are revealed."""
        self._revealed = number
        self.notify_all()

    def move(self, row: int, to: int) -> bool:
        """Move a plot to another row; False where there is no such row."""
        if row == to or not (0 <= row < len(self.rows) and 0 <= to < len(self.rows)):
            return False
        self.beginMoveRows(NO_INDEX, row, row, NO_INDEX, to + 1 if to > row else to)
        self.rows.insert(to, self.rows.pop(row))
        self.endMoveRows()
        self.notify_all()
        self.moved.emit()
        return True

    @override
    def card(self, row: Card) -> Card | None:
        return row

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        if self._cards is None:
            return None
        number, name = row + 1, self._cards.named(self.rows[row].code)
        revealed = number <= self._revealed
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{number}  {name}"
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                when = f"revealed in round {number}" if revealed else "not revealed"
                words = f"{name}, {when}"
                return tip(words) if role == Qt.ItemDataRole.ToolTipRole else words
            case Role.CELL:
                return Cell(f"{number if revealed else DASH}  {name}", faint=not revealed)
        return None

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        drag, drop = Qt.ItemFlag.ItemIsDragEnabled, Qt.ItemFlag.ItemIsDropEnabled
        return super().flags(index) | (drag if index.isValid() else drop)

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME]

    @override
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(MIME, str(indexes[0].row()).encode())
        return data

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        if action is not Qt.DropAction.MoveAction or not data.hasFormat(MIME):
            return False
        source = int(bytes(data.data(MIME).data()))
        between = len(self.rows) if row < 0 else row
        # False: the view would otherwise remove the row that was moved already.
        self.move(source, between - 1 if between > source else between)
        return False


class PlotOrderList(QListView):
    """Moves the current plot with Alt+Up and Alt+Down; as high as seven rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plots = PlotOrderModel(self)
        self.setAccessibleName("Plots in the order of revealing")
        self.setToolTip("Drag a plot, or move it with Alt+Up and Alt+Down")
        self.setModel(self.plots)
        self.setItemDelegate(CardDelegate(self))
        watch_cards(self)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(7 * card_row_height(self.fontMetrics()) + 2 * self.frameWidth())

    def move_current(self, step: int) -> None:
        """Move the current plot up or down."""
        row = self.currentIndex().row()
        if self.plots.move(row, row + step):
            self.setCurrentIndex(self.plots.index(row + step, 0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_current(step)
            event.accept()
            return
        super().keyPressEvent(event)


class RoundsOptions(QWidget):
    """Plots at the left, numbers at the right.

    Signals:
        changed: other plots, rounds or games, or another seed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = PlotOrderList(self)
        self.model = self.list.plots
        # In the order of the tab key.
        self.up = QPushButton("Earlier", self)
        self.down = QPushButton("Later", self)
        self.rounds = number_box("Rounds", 1, MOST_ROUNDS, USUAL_ROUNDS, self)
        self.games = number_box("Games", 1_000, MOST_GAMES, USUAL_GAMES, self)
        self.games.setSingleStep(10_000)
        self.seed = number_box("Seed of the games", 0, MOST_SEED, 1, self)
        self.orders = QPushButton("Compare &orders", self)
        self.orders.setToolTip(
            "Finds the order of these plots that gives most, from the same deals"
        )
        names = [(key, name) for key, name, _ in MEASURES]
        self.by = choice_box("Compare orders by", names, 4, self)
        for entry, (_, _, words) in enumerate(MEASURES):
            self.by.setItemData(entry, words, Qt.ItemDataRole.ToolTipRole)
        self.by.setCurrentIndex(self.by.findData("strength"))
        for button in (self.up, self.down, self.orders):
            button.setObjectName("small")
        self._lay_out()
        self._connect()

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The rounds, the games and the seed."""
        return self.rounds.value(), self.games.value(), self.seed.value()

    def _lay_out(self) -> None:
        gap = space(self, 1)
        side = QGridLayout()
        side.setSpacing(gap)
        side.addLayout(row(self.up, self.down, spacing=gap), 0, 0, 1, 2)
        fields = (("Rounds", self.rounds), ("Games", self.games), ("Seed", self.seed))
        for line, (name, box) in enumerate(fields, 1):
            side.addWidget(label(name, Size.SMALL, faint=True), line, 0)
            side.addWidget(box, line, 1)
        side.setRowStretch(4, 1)
        by = label("by", Size.SMALL, faint=True)
        by.setBuddy(self.by)
        self._above = row((self.list, 1), side, spacing=gap * 2)
        orders = QWidget(self)
        flow = FlowLayout(gap)
        orders.setLayout(flow)
        for each in (self.orders, by, self.by):
            flow.addWidget(each)
        column(self._above, orders, parent=self, margin=0, spacing=gap)

    def _connect(self) -> None:
        self.model.moved.connect(self.changed)
        for box in (self.rounds, self.games, self.seed):
            box.valueChanged.connect(self.changed)
        self.rounds.valueChanged.connect(self.model.set_revealed)
        self.model.set_revealed(self.rounds.value())
        self.up.clicked.connect(lambda: self.list.move_current(-1))
        self.down.clicked.connect(lambda: self.list.move_current(1))
        self.list.selectionModel().currentChanged.connect(self._show_buttons)
        self.model.modelReset.connect(self._show_buttons)
        self.model.moved.connect(self._show_buttons)
        self._show_buttons()

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become, not as it is.
        return QSize(space(self, _LEAST), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow, direction = self.width() < space(self, _NARROW), QBoxLayout.Direction
        self._above.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)

    def _show_buttons(self) -> None:
        row = self.list.currentIndex().row()
        for button, on in ((self.up, row > 0), (self.down, 0 <= row < len(self.model.rows) - 1)):
            if button.hasFocus() and not on:
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            button.setEnabled(on)
