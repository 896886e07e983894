"""The list of plots: dragged, or moved with Alt+Up and Alt+Down."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget
from typing_extensions import override

from desktop.pages.hands.odds.plot_order_model import PlotOrderModel
from desktop.widgets.card_delegate import CardDelegate, row_height

STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class PlotOrderList(QListView):
    """Moves the current plot; as high as seven rows."""

    def __init__(self, model: PlotOrderModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = model
        self.setAccessibleName("Plots in the order in which they are revealed")
        self.setToolTip("Drag a plot, or move it with Alt+Up and Alt+Down")
        self.setModel(model)
        self.setItemDelegate(CardDelegate(self))
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDragDropOverwriteMode(False)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(7 * row_height(self.fontMetrics()) + 2 * self.frameWidth())

    def move_current(self, step: int) -> None:
        """Move the current plot up or down."""
        row = self.currentIndex().row()
        if self._order.move(row, row + step):
            self.setCurrentIndex(self._order.index(row + step))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_current(step)
            event.accept()
            return
        super().keyPressEvent(event)
