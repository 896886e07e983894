"""The frame: menus, rail, the pages, the line of errors and the line of status."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
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
from decks.report import Reading
from desktop.actions import Actions
from desktop.cards import LoadedCards
from desktop.drops import local_files
from desktop.editor import DeckSession
from desktop.keeping import Keeper
from desktop.pages.build.page import BuildPage
from desktop.settings import Settings
from desktop.tasks import TaskRunner
from desktop.typeface import Size, space
from desktop.widgets.banner import Banner
from desktop.widgets.labels import label
from desktop.widgets.rail import Rail

TITLE = "Seven Plots"
PATIENCE_MS = 300
FILTER = "Deck lists (*.txt *.json);;All files (*)"


class MainWindow(QMainWindow):
    """The one window.

    Changes that no file holds are asked about once, before they would be lost.

    Signals:
        files_chosen: deck files are to be opened (a list of paths).
        closed: the window is about to go.
    """

    files_chosen = Signal(list)
    closed = Signal()

    def __init__(self, session: DeckSession, settings: Settings, tasks: TaskRunner) -> None:
        super().__init__()
        self._session = session
        self._settings = settings
        self._leaving = False
        self.keeper = Keeper(session, settings, self)
        self.actions_ = Actions(self.menuBar(), settings.palette, session.steps)
        self.banner = Banner(self)
        self.rail = Rail(self)
        self.pages = QStackedWidget(self)
        self.build = BuildPage(session, tasks, self)
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

    def begin_deck(self) -> None:
        """Ask for the edition and faction of a new deck and put it on screen."""
        from desktop.new_deck import NewDeckDialog  # noqa: PLC0415 - when asked for

        cards, deck = self._session.cards, self._session.deck
        if cards is None:
            return
        dialog = NewDeckDialog(cards, deck.edition if deck else Edition.SECOND, self)
        dialog.accepted.connect(
            lambda: self.put_on_screen([Reading(dialog.deck, ())], verb="Begin")
        )
        dialog.open()

    def put_on_screen(
        self, readings: Sequence[Reading], paths: Sequence[Path | None] = (), verb: str = "Open"
    ) -> None:
        """Open decks, once the user has said what becomes of changes to those before."""
        self.keeper.leave(lambda: self._session.open(readings, paths, verb))

    def show_keys(self) -> None:
        """Show the sheet of all keys."""
        from desktop.key_sheet import KeySheet  # noqa: PLC0415 - when asked for

        KeySheet(self).open()

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
        self.deeds = self._commands()
        self.actions_.asked.connect(self._on_command_asked)
        self.actions_.sample_chosen.connect(self._on_sample_chosen)
        self.build.open_requested.connect(self.choose_files)
        self.build.new_requested.connect(self.begin_deck)
        self.build.sample_requested.connect(self._on_sample_chosen)
        self.keeper.failed.connect(self.banner.show_error)
        self.keeper.saved.connect(self._on_deck_saved)
        self._session.cards_loaded.connect(self._on_cards_loaded)
        self._session.deck_changed.connect(self._on_deck_changed)
        self._session.deck_edited.connect(self._show_title)
        self._session.saved_changed.connect(self._show_title)

    def _commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what each command does; undo and redo do themselves."""
        page, header = self.build, self.build.deck.header
        other = Qt.FocusReason.ShortcutFocusReason
        return {
            "new": self.begin_deck,
            "open": self.choose_files,
            "save": self.keeper.save,
            "save_as": self.keeper.save_as,
            "quit": self.close,
            "undo_all": lambda: self._session.go_to_step(0),
            "mend": page.mending.mend,
            "rename": header.rename,
            "faction": header.faction.showPopup,
            "agenda": header.agendas.choose,
            "add_agenda": header.agendas.add.click,
            "matrix": page.deck.open_matrix,
            "rookery": page.move_to_rookery,
            "plot_deck": self._session.begin_plot_deck,
            "find": page.pool.go_to_search,
            "playable": page.pool.playable.toggle,
            "go_pool": lambda: page.pool.table.setFocus(other),
            "go_deck": lambda: page.deck.list.setFocus(other),
            "go_card": lambda: page.show_tab(0),
            "go_problems": lambda: page.show_tab(1),
            "go_numbers": lambda: page.show_tab(2),
            "go_history": lambda: page.show_tab(3),
            "keys": self.show_keys,
        }

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
        self.actions_.show_deck_open(open_=self._session.deck is not None)
        self.banner.hide()
        self._show_title()

    def _show_title(self) -> None:
        current = self._session.current
        name = current.deck.name if current else ""
        self.setWindowTitle(f"{name}[*] — {TITLE}" if name else f"{TITLE}[*]")
        self.setWindowModified(current is not None and current.unsaved)

    def _on_command_asked(self, name: str) -> None:
        self.deeds[name]()

    def _on_deck_saved(self, path: str) -> None:
        self.banner.hide()
        self.status.setText(f"Saved in {path}")

    def _on_sample_chosen(self, number: int) -> None:
        if self._session.cards is not None:
            self.put_on_screen([self._session.cards.samples[number]])

    def _leave(self) -> None:
        self._leaving = True
        self.close()

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
        if not self._leaving and any(each.unsaved for each in self._session.decks):
            event.ignore()
            self.keeper.leave(self._leave)
            return
        self._settings.keep_shape("window", QByteArray(self.saveGeometry()))
        self._settings.keep_shape("build", self.build.shape())
        self._settings.save()
        self.closed.emit()
        super().closeEvent(event)


def source_of(cards: LoadedCards) -> str:
    """Return where the cards come from, in a line."""
    second, first = (len(cards.pools[edition]) for edition in (Edition.SECOND, Edition.FIRST))
    line = (
        f"{second + first:,} cards: {second:,} of the second edition, {cards.origin}, "
        f"and {first:,} of the first"
    )
    return f"{line}. {cards.note}" if cards.note else line
