"""The Decks page: folders and tags, the table of decks, and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSplitter, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.spelling import fold
from desktop.dialogs.dialog_context import DialogContext
from desktop.pages.library.deck_actions import ActionButton, DeckActions, Selected, button_row
from desktop.pages.library.deck_rows import Rows, empty_words
from desktop.pages.library.deck_search import HELP, search_of
from desktop.pages.library.deck_verdicts import DeckVerdicts
from desktop.pages.library.decks_model import DecksModel
from desktop.pages.library.decks_table import DecksTable
from desktop.pages.library.library_controller import LibraryController, counted
from desktop.pages.library.page_shortcuts import PageShortcuts
from desktop.pages.library.sidebar import Sidebar, SidebarKind
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.drag_data import local_files
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.message_bar import MessageBar
from library.deck_values import StoredDeck

_TYPING_MS = 120
_JUDGING_MS = 300


class LibraryPage(QWidget):
    """All decks of the library.

    Signals:
        open_requested: a deck is to be opened for editing (its id in the library).
    """

    open_requested = Signal(str)

    def __init__(
        self,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        settings: Settings,
        today: date,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._library_worker, self._tasks, self._settings = library_worker, tasks, settings
        self.today = today
        self.verdicts = DeckVerdicts(library_worker, self)
        self._cards: LoadedCards | None = None
        self._found: frozenset[str] | None = None
        self._searched = 0
        self._rows = Rows()
        self._awaited: list[str] = []
        self.search = QLineEdit(self)
        self.count = label(size=Size.SMALL, faint=True)
        self.message_bar = MessageBar(self)
        self.sidebar = Sidebar(self)
        self.model = DecksModel(self)
        self.table = DecksTable(self.model, self)
        self.deck_actions = DeckActions(self)
        self.controller = LibraryController(library_worker, self.message_bar, self)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._judging = QTimer(self, singleShot=True, interval=_JUDGING_MS)
        self.setAcceptDrops(True)
        self._prepare_search()
        self._lay_out()
        self._connect()
        self._connect_actions()
        self._show_rows()

    def receive_cards(self, cards: LoadedCards) -> None:
        """Take the cards that decks are made of, and judge all decks."""
        self._cards = cards
        self.controller.context = DialogContext(
            cards, self._tasks, self.today, self._settings.last_folder
        )
        self.verdicts.receive(cards.judges, self.today)
        self._show_rows()

    def begin_day(self, today: date) -> None:
        """Let it be another day: verdicts are of it, and days in words count from it."""
        self.today = today
        if self._cards is not None:
            self.receive_cards(self._cards)

    def import_files(self, paths: list[Path]) -> None:
        """Open the import dialog with files or folders; without any, to paste or choose."""
        self.controller.import_(paths, self._folder_id())

    def shape(self) -> tuple[int, ...]:
        """Return how the page's width is shared."""
        return tuple(self.splitter.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the page's width as it was."""
        if len(sizes) == self.splitter.count():
            self.splitter.setSizes(sizes)

    @property
    def in_bin(self) -> bool:
        """Whether the bin is shown."""
        return self.sidebar.place.kind is SidebarKind.BIN

    @property
    def waiting(self) -> bool:
        """Whether what was typed or judged is about to be shown."""
        return self._typing.isActive() or self._judging.isActive()

    def selected(self) -> list[StoredDeck]:
        """Return the selected decks in the order of the table."""
        return [row.deck for row in self.table.selected()]

    def _prepare_search(self) -> None:
        self.search.setAccessibleName("Search decks")
        self.search.setPlaceholderText("Search: name, tag, agenda, or “with Ward”")
        self.search.setToolTip(HELP)
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        side = space(self, 1)
        self.search.setTextMargins(side, side // 2, side, side // 2)

    def _left(self) -> QWidget:
        """Return the column of places with what makes new decks and folders."""
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(space(self, 2))
        column.addWidget(self._new_row)
        column.addWidget(self.sidebar, 1)
        column.addWidget(self._folder_row)
        return left

    def _right(self) -> QWidget:
        """Return the column of the table, with the search above and the buttons below."""
        right = QWidget(self)
        top = QHBoxLayout()
        top.setSpacing(space(self, 2))
        top.addWidget(self.search, 1)
        top.addWidget(self.count)
        middle = QVBoxLayout(right)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(space(self, 2))
        middle.addLayout(top)
        middle.addWidget(self.message_bar)
        middle.addWidget(self.table, 1)
        middle.addWidget(self._deck_row)
        middle.addWidget(self._bin_row)
        return right

    def _lay_out(self) -> None:
        gap = space(self, 3)
        deck_controller = self.deck_actions
        shown = [
            deck_controller.open,
            deck_controller.rename,
            deck_controller.duplicate,
            deck_controller.tag,
            deck_controller.move_menu,
            None,
        ]
        shown += [
            deck_controller.compare,
            deck_controller.export,
            deck_controller.sheet,
            None,
            deck_controller.delete,
        ]
        self._deck_row = button_row(shown, self)
        self._new_row = button_row([deck_controller.new, deck_controller.import_], self)
        self._folder_row = button_row([deck_controller.new_folder], self)
        self._bin_row = button_row([deck_controller.take_back, deck_controller.empty_bin], self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(gap)
        self.splitter.addWidget(self._left())
        self.splitter.addWidget(self._right())
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([space(self, 46), space(self, 250)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.addWidget(self.splitter)
        rows = (self._new_row, self._folder_row, self._deck_row, self._bin_row)
        new, folder, deck, binned = (each.findChildren(ActionButton) for each in rows)
        told = (self.message_bar.undo, self.message_bar.dismiss)
        order = [*new, self.sidebar, *folder, self.search, *told, self.table, *deck, *binned]
        for one, other in pairwise(order):
            self.setTabOrder(one, other)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._typing.start)
        self.search.installEventFilter(self)
        self._typing.timeout.connect(self._search)
        self._judging.timeout.connect(self._show_rows)
        self.sidebar.place_chosen.connect(self._on_place_chosen)
        self.table.opened.connect(self._on_opened)
        self.table.selection_changed.connect(self._show_actions)
        self.model.renamed.connect(self.controller.rename)
        self.controller.added.connect(self._on_added)
        self.controller.open_requested.connect(self.open_requested)
        self.controller.folder_visited.connect(self._on_folder_visited)
        self.verdicts.ruled.connect(self._on_ruled)
        self._library_worker.contents_changed.connect(self._on_contents_changed)
        self._library_worker.opened.connect(self._on_library_opened)
        self._library_worker.failed.connect(self._on_library_failed)

    def _connect_actions(self) -> None:
        deck_controller, controller = self.deck_actions, self.controller
        for action, does in (
            (deck_controller.new, lambda: controller.new(self._settings)),
            (deck_controller.find, self._on_find_requested),
            (deck_controller.import_, lambda: self.import_files([])),
            (deck_controller.open, lambda: self.open_requested.emit(self.selected()[0].id)),
            (deck_controller.rename, self.table.rename),
            (deck_controller.duplicate, lambda: controller.duplicate(self.selected())),
            (deck_controller.tag, lambda: controller.tag(self.selected())),
            (deck_controller.compare, lambda: controller.compare(*self.selected())),
            (deck_controller.export, lambda: controller.export(self.selected() or self._shown())),
            (deck_controller.sheet, lambda: controller.print_sheet(self.selected())),
            (deck_controller.delete, lambda: controller.throw_away(self.selected())),
            (deck_controller.take_back, lambda: controller.take_back(self.selected())),
            (deck_controller.empty_bin, controller.empty_bin),
            (deck_controller.new_folder, controller.add_folder),
            (deck_controller.rename_folder, lambda: self._on_folder(controller.rename_folder)),
            (deck_controller.remove_folder, lambda: self._on_folder(controller.remove_folder)),
        ):
            action.triggered.connect(lambda _=False, does=does: does())
        self.table.addActions(list(deck_controller.of_decks))
        self.sidebar.addActions(
            [
                deck_controller.new_folder,
                deck_controller.rename_folder,
                deck_controller.remove_folder,
            ]
        )
        everywhere = (self, self.table, self.sidebar, self.search)
        PageShortcuts(deck_controller.of_page, *everywhere)
        PageShortcuts([deck_controller.rename, deck_controller.delete], self.table)
        PageShortcuts([deck_controller.rename_folder, deck_controller.remove_folder], self.sidebar)
        deck_controller.move_menu.aboutToShow.connect(self._fill_move_menu)

    def _fill_move_menu(self) -> None:
        menu, decks = self.deck_actions.move_menu, self.selected()
        menu.clear()
        for folder in self._library_worker.contents.folders:
            words = folder.name.replace("&", "&&")
            menu.addAction(words, partial(self.controller.move, decks, folder.id))
        menu.addAction("&No folder", partial(self.controller.move, decks, None))
        menu.addSeparator()
        menu.addAction("New &folder…", partial(self.controller.add_folder, decks))

    def _shown(self) -> list[StoredDeck]:
        return [self.model.row_at(row).deck for row in range(self.model.rowCount())]

    def _folder_id(self) -> str | None:
        place = self.sidebar.place
        return place.key if place.kind is SidebarKind.FOLDER else None

    def _search(self) -> None:
        """Ask the library which decks have what is typed; a later answer replaces an earlier."""
        typed = self.search.text().strip()
        self._searched += 1
        if not typed:
            self._found = None
            self._show_rows()
            return
        number, wanted = self._searched, search_of(typed)

        def found(decks: tuple[StoredDeck, ...]) -> None:
            if number == self._searched:
                self._found = frozenset(deck.id for deck in decks)
                self._show_rows()

        self._library_worker.ask(lambda library: library.decks.find(wanted), found)

    def _in_view(self) -> list[StoredDeck]:
        contents, place = self._library_worker.contents, self.sidebar.place
        if self.in_bin:
            words = fold(self.search.text()).split()
            return [deck for deck in contents.binned if all(w in fold(deck.name) for w in words)]
        decks = [deck for deck in contents.decks if place.holds(deck)]
        return [deck for deck in decks if self._found is None or deck.id in self._found]

    def _show_rows(self) -> None:
        now = datetime.combine(self.today, datetime.now(UTC).astimezone().timetz())
        shown = self._in_view()
        self.model.binned = self.in_bin
        typed = bool(self.search.text().strip())
        self.table.empty_words = empty_words(self._library_worker, self.sidebar.place, typed=typed)
        contents = self._library_worker.contents
        self._rows.prepare(contents, self._cards, now)
        self.model.show([self._rows.of(each, self.verdicts.of(each)) for each in shown])
        self.table.share_width()
        for row, binned in ((self._deck_row, False), (self._bin_row, True)):
            row.setVisible(self.in_bin is binned)
        total = len(contents.binned if self.in_bin else contents.decks)
        few = len(shown) != total
        self.count.setText(f"{len(shown):,} of {total:,}" if few else counted(total))
        awaited = [each for each in self._awaited if self.model.row_of(each) is not None]
        if awaited:
            self._awaited = []
            self.table.select(awaited)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_actions()
        self.table.viewport().update()

    def _show_actions(self) -> None:
        ready = self._cards is not None and self._library_worker.library is not None
        count = self.table.selected_count
        binned = len(self._library_worker.contents.binned)
        self.deck_actions.enable(Selected(count, self.in_bin, ready, binned))
        folder = self.sidebar.place.kind is SidebarKind.FOLDER
        self.deck_actions.new_folder.setEnabled(self._library_worker.library is not None)
        self.deck_actions.rename_folder.setEnabled(folder)
        self.deck_actions.remove_folder.setEnabled(folder)

    def _on_folder(self, does: object) -> None:
        place = self.sidebar.place
        if place.kind is SidebarKind.FOLDER and callable(does):
            does(place.key, place.label)

    def _on_place_chosen(self) -> None:
        self._show_rows()

    def _on_opened(self, deck_id: str) -> None:
        if not self.in_bin:
            self.open_requested.emit(deck_id)

    def _on_added(self, deck_ids: list[str]) -> None:
        self._awaited = deck_ids

    def _on_folder_visited(self, folder: str) -> None:
        self._settings.last_folder = folder
        if self.controller.context is not None:
            self.controller.context = replace(self.controller.context, folder=folder)

    def _on_ruled(self) -> None:
        if not self._judging.isActive():
            self._judging.start()

    def _on_contents_changed(self) -> None:
        with QSignalBlocker(self.sidebar):
            self.sidebar.show_contents(self._library_worker.contents)
        self.message_bar.check()
        self._show_rows()
        if self._found is not None:
            self._search()

    def _on_library_opened(self) -> None:
        note = self._library_worker.library.note if self._library_worker.library else ""
        if note:
            self.message_bar.tell_failure(note)
        self._show_actions()

    def _on_library_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        home = self._library_worker.home
        unopened = self._library_worker.library is None and home is not None
        again = (
            partial(self._library_worker.open_at, home) if unopened and home is not None else None
        )
        if unopened:
            self.table.empty_words = "The library is not open."
            self.table.viewport().update()
        self.message_bar.tell_failure(f"{error.sentence} {error.hint}".strip(), again)

    def _on_find_requested(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent):
            pressed = event.type() is QEvent.Type.KeyPress
            if pressed and event.key() == Qt.Key.Key_Escape:
                self.search.clear()
                return True
            if pressed and event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return}:
                if not self.table.selectionModel().hasSelection():
                    self.table.selectRow(0)
                self.table.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return super().eventFilter(watched, event)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        files = local_files(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.import_files(files)
