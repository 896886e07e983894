"""The Hands page: a table to play opening hands on, and beside it the odds."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from desktop.editor import DeckSession
from desktop.pages.hands.odds_panel import OddsPanel
from desktop.pages.hands.table.panel import TablePanel
from desktop.shelf import Shelf
from desktop.tasks import TaskRunner
from desktop.typeface import space


class HandsPage(QWidget):
    """Two panels in a splitter, each of which follows the deck on screen.

    Signals:
        failed: something could not be done (an AppError).
    """

    failed = Signal(Exception)

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        shelf: Shelf | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.table = TablePanel(session, tasks, self)
        self.odds = OddsPanel(session, tasks, shelf, self)
        self.odds.failed.connect(self.failed)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        panels: tuple[tuple[QWidget, int], ...] = ((self.table, 55), (self.odds, 45))
        for panel, share in panels:
            self.splitter.addWidget(panel)
            panel.setMinimumWidth(space(self, 100))
            self.splitter.setStretchFactor(self.splitter.count() - 1, share)
        layout = QVBoxLayout(self)
        gap = space(self, 3)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.addWidget(self.splitter)

    def shape(self) -> QByteArray:
        """Return how the page's width is shared."""
        return self.splitter.saveState()

    def restore_shape(self, state: QByteArray) -> None:
        """Share the page's width as it was."""
        if state.isEmpty():
            self.splitter.setSizes([660, 540])
        else:
            self.splitter.restoreState(state)
