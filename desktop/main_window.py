"""The frame: menus, rail, the pages, the line of errors and the line of status."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.terms import Edition
from desktop.actions import Actions
from desktop.cards import LoadedCards
from desktop.drops import local_files
from desktop.editor import DeckSession
from desktop.pages.build.page import BuildPage
from desktop.settings import Settings
from desktop.typeface import Size, space
from desktop.widgets.banner import Banner
from desktop.widgets.labels import label
from desktop.widgets.rail import Rail

TITLE = "Seven Plots"
PATIENCE_MS = 300
FILTER = "Deck lists (*.txt *.json);;All files (*)"


class MainWindow(QMainWindow):
    """The one window.

    Signals:
        files_chosen: deck files are to be opened (a list of paths).
        closed: the window is about to go.
    """

    files_chosen = Signal(list)
    closed = Signal()

    def __init__(self, session: DeckSession, settings: Settings) -> None:
        super().__init__()
        self._session = session
        self._settings = settings
        self.actions_ = Actions(self.menuBar(), settings.palette)
        self.banner = Banner(self)
        self.rail = Rail(self)
        self.pages = QStackedWidget(self)
        self.build = BuildPage(session, self)
        self.progress = QProgressBar(self)
        self.status = label(size=Size.SMALL, faint=True)
        self._work = ""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._on_patience_ended)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.setWindowTitle(TITLE)
        self._restore()

    def choose_files(self) -> None:
        """Let the user choose deck files in a dialog."""
        chosen, _ = QFileDialog.getOpenFileNames(
            self, "Open a deck", self._settings.last_folder, FILTER
        )
        if chosen:
            self.files_chosen.emit(chosen)

    def show_progress(self, done: int, total: int) -> None:
        """Show how many of the cards are loaded."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.show()

    def show_work(self, words: str) -> None:
        """Say in the line of status what is being done, if it takes longer than a moment."""
        self._work = words
        self._patience.start(PATIENCE_MS)

    def end_work(self) -> None:
        """Go back to saying where the cards come from."""
        self._patience.stop()
        self.progress.hide()
        if self._session.cards is not None:
            self.status.setText(source_of(self._session.cards))

    def _on_patience_ended(self) -> None:
        self.status.setText(self._work)
        self.progress.setRange(0, 0)
        self.progress.show()

    def _lay_out(self) -> None:
        self.rail.add_page("Build", "page/build")
        self.pages.addWidget(self.build)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.pages, 1)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addLayout(row, 1)
        self.setCentralWidget(centre)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(space(self, 40), space(self, 2))
        self.progress.setRange(0, 0)
        self.progress.setAccessibleName("Loading the cards")
        self.status.setText("Loading the cards…")
        self.status.setContentsMargins(space(self, 2), 0, space(self, 2), 0)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status)
        self.statusBar().addWidget(self.progress)

    def _connect(self) -> None:
        self.rail.page_chosen.connect(self.pages.setCurrentIndex)
        self.actions_.open_requested.connect(self.choose_files)
        self.actions_.quit_requested.connect(self.close)
        self.actions_.sample_chosen.connect(self._on_sample_chosen)
        self.build.open_requested.connect(self.choose_files)
        self._session.cards_loaded.connect(self._on_cards_loaded)
        self._session.deck_changed.connect(self._on_deck_changed)

    def _restore(self) -> None:
        self.resize(1280, 800)
        self.restoreGeometry(self._settings.shape("window"))
        self.build.restore_shape(self._settings.shape("build"))
        self.build.pool.search.setFocus()

    def _on_cards_loaded(self) -> None:
        cards = self._session.cards
        if cards is None:
            return
        self.actions_.offer_samples(cards.samples)
        self.end_work()

    def _on_deck_changed(self) -> None:
        deck = self._session.deck
        self.setWindowTitle(f"{deck.name} — {TITLE}" if deck and deck.name else TITLE)
        self.banner.hide()

    def _on_sample_chosen(self, number: int) -> None:
        if self._session.cards is not None:
            self._session.open([self._session.cards.samples[number]])

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        files = local_files(event.mimeData())
        if not files:
            event.ignore()
            return
        event.acceptProposedAction()
        self.files_chosen.emit([str(path) for path in files])

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.keep_shape("window", QByteArray(self.saveGeometry()))
        self._settings.keep_shape("build", self.build.shape())
        self._settings.save()
        self.closed.emit()
        super().closeEvent(event)


def source_of(cards: LoadedCards) -> str:
    """Return where the cards come from, in a line."""
    second, first = (len(cards.pools[edition]) for edition in (Edition.SECOND, Edition.FIRST))
    line = (
        f"{second + first:,} cards from the catalogue in this program: "
        f"{second:,} of the second edition, {first:,} of the first"
    )
    return f"{line}. {cards.note}" if cards.note else line
