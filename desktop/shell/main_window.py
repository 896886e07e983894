"""The frame: menus, rail, the pages, the line of errors and the line of status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.errors import AppError
from carddb.terms import Edition
from desktop.pages.builder.page import BuilderPage
from desktop.pages.library.page import LibraryPage
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.session.drag_data import local_files
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.shell.actions import Actions
from desktop.shell.banner import Banner
from desktop.shell.closing import ClosingController
from desktop.shell.deck_controller import DeckController
from desktop.shell.deeds import deeds_of
from desktop.shell.rail import PAGES, Rail
from desktop.style.fonts import space
from desktop.widgets.labels import OneLine

if TYPE_CHECKING:
    from desktop.pages.hands.page import HandsPage

TITLE = "Seven Plots"
DELAY_MS = 300
DECKS, BUILD, HANDS = range(3)


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
        self.session = session
        self._settings, self._tasks = settings, tasks
        self._leaving = self._given_up = False
        self.library_worker = LibraryWorker(tasks, self)
        self.closing = ClosingController(session, self.library_worker, self)
        self.collection_state = CollectionState(self.library_worker, self)
        self.autosaver = Autosaver(session, self.library_worker, self)
        self.deck_controller = DeckController(session, settings, tasks, self.autosaver, self)
        self.actions_ = Actions(self.menuBar(), settings.palette, session.steps)
        self.banner = Banner(self)
        self.rail = Rail(self)
        self.pages = QStackedWidget(self)
        self.decks = LibraryPage(self.library_worker, tasks, settings, session.today, self)
        self.build = BuilderPage(session, tasks, self.autosaver, self)
        self.hands: HandsPage | None = None
        self.progress = QProgressBar(self)
        self.status = OneLine(parent=self)
        self._work = ""
        self._seen: set[int] = set()  # pages whose parts have had their widths
        self._not_kept: AppError | None = None
        self._not_opened: AppError | None = None
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.timeout.connect(self._on_delay_ended)
        self._lay_out()
        self._connect()
        self.setAcceptDrops(True)
        self.setWindowTitle(TITLE)
        self._restore()

    def show_page(self, number: int) -> None:
        """Show a page, as its button in the rail does."""
        if self.pages.currentIndex() != number:
            self.rail.choose(number)

    def show_collection(self) -> None:
        """Show what the player owns, to be changed."""
        from desktop.dialogs.collection.collection_dialog import CollectionDialog  # noqa: PLC0415 - when asked for

        cards, deck = self.session.cards, self.session.deck
        if cards is not None:
            edition = deck.edition if deck else Edition.SECOND
            CollectionDialog(self.collection_state, cards, edition, self).open()

    def show_keys(self) -> None:
        """Show the sheet of all keys."""
        from desktop.shell.shortcuts_dialog import ShortcutsDialog  # noqa: PLC0415 - when asked for

        ShortcutsDialog(self).open()

    def show_progress(self, done: int, total: int) -> None:
        """Show how many of the cards are loaded."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.show()

    def show_work(self, words: str) -> None:
        """Say in the line of status what is being done, if it takes longer than a moment."""
        self._work = words
        self._delay.start(DELAY_MS)

    def end_work(self) -> None:
        """Go back to saying where the cards come from."""
        self._delay.stop()
        self.progress.hide()
        if self.session.cards is not None:
            self.status.setText(source_of(self.session.cards))

    def _on_delay_ended(self) -> None:
        self.status.setText(self._work)
        self.progress.setRange(0, 0)
        self.progress.show()

    def _lay_out(self) -> None:
        self._hands_to_come = QWidget(self)  # the page is made when it is first wanted
        made = (
            ("decks/page", self.decks),
            ("page/build", self.build),
            ("page/hands", self._hands_to_come),
        )
        for word, (glyph, page) in zip(PAGES, made, strict=True):
            self.rail.add_page(word, glyph)
            self.pages.addWidget(page)
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
        self.statusBar().addWidget(self.status, 1)
        self.statusBar().addWidget(self.progress)

    def _connect(self) -> None:
        self.rail.page_chosen.connect(self._on_page_chosen)
        self.deeds = deeds_of(self)
        self.actions_.asked.connect(self._on_command_requested)
        self.actions_.sample_chosen.connect(self.deck_controller.open_sample)
        self.deck_controller.files_chosen.connect(self.files_chosen)
        self.deck_controller.told.connect(self._on_told)
        self.build.show_owned(self.collection_state)
        self.build.deck.open_decks.close_requested.connect(self.deck_controller.close)
        self.decks.open_requested.connect(self._on_library_deck_requested)
        self.build.open_requested.connect(self.deck_controller.choose_files)
        self.build.new_requested.connect(self.deck_controller.begin)
        self.build.sample_requested.connect(self.deck_controller.open_sample)
        self.build.numbers.saved.connect(self._on_deck_saved)
        self.build.numbers.failed.connect(self.banner.show_error)
        self.deck_controller.file_saver.failed.connect(self.banner.show_error)
        self.deck_controller.file_saver.saved.connect(self._on_deck_saved)
        self.closing.given_up.connect(self._on_given_up)
        self.library_worker.opened.connect(self._on_library_opened)
        self.library_worker.failed.connect(self._on_library_failed)
        self.autosaver.failed.connect(self._on_keeping_failed)
        self.autosaver.save_failed.connect(self._on_not_kept)
        self.autosaver.saved.connect(self._on_kept)
        self.autosaver.overtaken.connect(self._on_overtaken)
        self.session.cards_loaded.connect(self._on_cards_loaded)
        self.session.deck_changed.connect(self._on_deck_changed)
        self.session.deck_edited.connect(self._show_title)
        self.session.saved_changed.connect(self._show_title)

    def _restore(self) -> None:
        self.resize(1280, 800)
        self.restoreGeometry(self._settings.geometry)
        self.build.restore_shape(self._settings.sizes("build"))
        self.decks.restore_shape(self._settings.sizes("decks"))
        self.rail.choose(BUILD)
        self.decks.search.setFocus()  # where that page begins; the window begins with the other
        self.build.pool.search.setFocus()

    def _on_cards_loaded(self) -> None:
        cards = self.session.cards
        if cards is None:
            return
        self.actions_.offer_samples(cards.samples)
        self.decks.receive_cards(cards)
        self.collection_state.receive_cards(cards)
        self.end_work()

    def _on_deck_changed(self) -> None:
        if self.session.deck is not None and self.pages.currentIndex() == DECKS:
            self.show_page(BUILD)
        self._follow_page()
        self.banner.pass_over()
        self._show_title()

    def _show_title(self) -> None:
        current = self.session.current
        name = current.deck.name if current else ""
        if current is not None and current.where.value:
            name = f"{name or NAMELESS} ({current.where.value})"
        self.setWindowTitle(f"{name}[*] — {TITLE}" if name else f"{TITLE}[*]")
        self.setWindowModified(current is not None and current.unsaved)

    def _on_command_requested(self, name: str) -> None:
        self.deeds[name]()

    def _on_deck_saved(self, path: str) -> None:
        self.banner.pass_over()
        self.status.setText(f"Saved in {path}")

    def _on_told(self, sentence: str) -> None:
        self.status.setText(sentence)

    def _on_page_chosen(self, number: int) -> None:
        if number == HANDS and self.hands is None:
            self.hands = self._made_hands()
        self.pages.setCurrentIndex(number)
        self._seen.add(number)
        self._follow_page()
        if number == DECKS and self.autosaver.ready:
            # Before anything is done with decks there: what was changed last is a part of them.
            self.autosaver.save_all()
            self.library_worker.reload()

    def _made_hands(self) -> HandsPage:
        """Put the Hands page in its place; with it comes much that a start can do without."""
        from desktop.pages.hands.page import HandsPage  # noqa: PLC0415

        page = HandsPage(self.session, self._tasks, self.library_worker, self)
        page.failed.connect(self._on_keeping_failed)
        page.restore_shape(self._settings.sizes("hands"))
        self.pages.insertWidget(HANDS, page)
        self._hands_to_come.deleteLater()
        return page

    def _follow_page(self) -> None:
        """Let undo and the commands about the deck mean it only where it is seen."""
        building = self.pages.currentWidget() is self.build
        self.session.follow_steps(follow=building)
        self.actions_.show_what_can_be_done(deck=self.session.deck is not None, building=building)

    def _on_library_opened(self) -> None:
        """Go on where the last sitting ended, unless something is open already."""
        if self._not_opened is not None:
            self.banner.take_back(self._not_opened)
            self._not_opened = None
        if not self.session.decks:
            self.autosaver.reopen(self._settings.open_decks)
        note = self.library_worker.library.note if self.library_worker.library else ""
        if note and self.pages.currentIndex() != DECKS:
            self.banner.show_error(AppError(note), lasts=True)

    def _on_library_deck_requested(self, deck_id: str) -> None:
        self.autosaver.open_deck(deck_id)
        self.show_page(BUILD)

    def _on_library_failed(self, error: Exception) -> None:
        """Say on the other pages, too, what could not be done; the Decks page says it itself."""
        if isinstance(error, AppError) and self.pages.currentIndex() != DECKS:
            closed = self.library_worker.library is None
            self._not_opened = error if closed else None
            self.banner.show_error(error, lasts=closed)

    def _on_keeping_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.banner.show_error(error)

    def _on_not_kept(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        if self._not_kept is not None and self._not_kept.sentence != error.sentence:
            self.banner.take_back(self._not_kept)
        self._not_kept = error
        self.banner.show_error(error, lasts=True)

    def _on_kept(self) -> None:
        if self._not_kept is not None:
            self.banner.take_back(self._not_kept)
        self._not_kept = None
        if self.pages.currentIndex() == DECKS:
            self.library_worker.reload()

    def _on_overtaken(self, number: int) -> None:
        self.status.setText(
            f"Another window changed this deck too. Its version {number} is in the history."
        )

    def _leave(self) -> None:
        self._leaving = True
        self._go()

    def _on_given_up(self) -> None:
        self._given_up = True
        self._go()

    def _go(self) -> None:
        if self.isVisible():  # it was asked to close twice, and is gone already
            self.close()

    def _waits_for_library(self) -> bool:
        """Have everything kept first; tell whether there was anything to keep."""
        if not self._leaving and any(each.unsaved for each in self.session.decks):
            self.deck_controller.leave(self.session.decks, self._leave)
            return True
        if self.library_worker.unfinished:
            self.library_worker.finish(self._go)
            return True
        return False

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
        if not self._given_up and self._waits_for_library():
            event.ignore()
            self.closing.begin()
            return
        self.closing.end()
        self._settings.geometry = self.saveGeometry()
        for name, page in (("build", self.build), ("decks", self.decks), ("hands", self.hands)):
            if page is not None and self.pages.indexOf(page) in self._seen:
                self._settings.save_sizes(name, page.shape())
        if self.autosaver.ready:
            self._settings.open_decks = self.autosaver.saved_ids
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
