"""The Hands page: a board to play opening hands on, and next to it the odds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget

from desktop.pages.hands.board.board_panel import BoardPanel
from desktop.pages.hands.odds.odds_panel import OddsPanel
from desktop.pages.hands.odds.odds_tab import LazyTab
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.style.fonts import space
from desktop.widgets.layouts import column

# In quarters of the body font's height; with the rail they fit a window of 900 pixels.
NARROWEST_BOARD = 84
NARROWEST_ODDS = 100


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
        library_worker: LibraryWorker | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)

        def create_odds(parent: QWidget) -> OddsPanel:
            odds = OddsPanel(session, tasks, library_worker, parent)
            odds.failed.connect(self.failed)
            return odds

        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        # Children of the splitter from the start: what changes its parent is styled once more.
        self.board = BoardPanel(session, tasks, self.splitter)
        self._odds = LazyTab(create_odds, self.splitter, deferred=True)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        self.board.setMinimumWidth(space(self, NARROWEST_BOARD))
        self._odds.setMinimumWidth(space(self, NARROWEST_ODDS))
        self.splitter.setStretchFactor(0, 55)
        self.splitter.setStretchFactor(1, 45)
        column(self.splitter, parent=self, margin=space(self, 3))

    @property
    def odds(self) -> OddsPanel:
        """The odds at the right."""
        return self._odds.load()

    def shape(self) -> tuple[int, ...]:
        """Return how the page's width is shared."""
        return tuple(self.splitter.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the page's width as it was."""
        known = len(sizes) == self.splitter.count()
        self.splitter.setSizes(sizes if known else (660, 540))
