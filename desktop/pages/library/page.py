"""The Decks page: folders and tags, the table of decks, and the actions on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QTableView, QWidget
from typing_extensions import override

from carddb.spelling import fold
from core.errors import AppError
from decks.diff import outline
from decks.formats.share_code import recognises
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.library.deck_actions import DeckActions
from desktop.pages.library.deck_search import HELP, TOO_FEW, DeckFinder, TwoDecksDialog
from desktop.pages.library.decks_table import (
    DecksModel,
    DecksTable,
    DeckVerdicts,
    LibraryDeckRow,
    deck_count,
    deck_rows,
    with_plans,
)
from desktop.pages.library.library_controller import LibraryController
from desktop.pages.library.preview import LibraryPreview
from desktop.pages.library.sidebar import ALL_DECKS, PUBLISHED, Sidebar, SidebarEntry, SidebarKind
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.drag_data import local_files
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.action_buttons import ActionButton, WidgetShortcuts, glyph_icon
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.find_field import FindField
from desktop.widgets.layouts import column, label, row, splitter, tab_order
from desktop.widgets.lazy_tab import LazyTab
from desktop.widgets.message_bar import MessageBar
from library.deck_values import StoredDeck

if TYPE_CHECKING:
    from desktop.pages.library.published_view import PublishedView
    from desktop.session.deck_session import DeckSession
    from desktop.session.published_decks import PublishedDecks

_REFRESH_MS = 300
_EMPTY_TEXTS = {
    SidebarKind.ALL: "No decks yet. Ctrl+I reads lists of decks that you paste or drop.",
    SidebarKind.BIN: "The bin is empty.",
    SidebarKind.FOLDER: "This folder is empty.",
    SidebarKind.TAG: "No decks have this tag.",
}

# In quarters of the font's height: the least width of a side, and of a page with a preview.
NARROWEST_SIDE, NARROWEST_WITH_PREVIEW = 34, 220


class LibraryPage(QWidget):
    """All decks of the library.

    Signals:
        new_requested: a new deck is wanted.
        show_requested: there is something new to see on this page.
        record_requested: a game with a deck is to be recorded (its id in the library).
        games_requested: the log of games is wanted (the id of the deck that is selected, or "").
        hands_requested: the hands of two decks are to be compared (their ids).
    """

    new_requested = Signal()
    show_requested = Signal()
    record_requested = Signal(str)
    games_requested = Signal(str)
    hands_requested = Signal(list)

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
        self.published: PublishedView | None = None
        self._published_count = ""
        self._typed = {False: "", True: ""}  # what is searched for, in published decks or not
        self._ids_to_select: list[str] = []
        self._finder = DeckFinder(library_worker, self)
        self.search = FindField("Search decks", "Name, tag, agenda, or “with Ward”", self)
        self.search.addAction(glyph_icon("decks/search"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.setToolTip(HELP)
        self.count = label(faint=True)
        self.message_bar = MessageBar(self)
        self.sidebar = Sidebar(self)
        self.model = DecksModel()
        self.table = DecksTable(self.model, self)
        self.deck_actions = DeckActions(self)
        self.controller = LibraryController(library_worker, self.message_bar, settings, self)
        open_button = ActionButton(self.deck_actions["open"], self, kind="primary")
        self.preview = LibraryPreview(
            library_worker, open_button, self.deck_actions.on_several, self
        )
        # Verdicts come every few milliseconds; the table is not sorted for each of them.
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        viewport = self.table.viewport()
        self.invitation = ActionButton(self.deck_actions["new"], viewport, kind="link")
        below = (self.invitation, Qt.AlignmentFlag.AlignHCenter)
        column(space(self, 12), below, None, parent=viewport)
        self._lay_out()
        self._connect()
        self._connect_actions()
        self._show_rows()

    def receive_cards(self, cards: LoadedCards) -> None:
        """Set the cards that decks are made of, and judge all decks."""
        self._cards = cards
        self.controller.context = DialogContext(
            cards, self._tasks, self.today, self._settings.last_folder, self._library_worker
        )
        self.verdicts.receive(cards.judges, self.today)
        self._show_rows()

    def offer_published(self, published: PublishedDecks, session: DeckSession) -> None:
        """Offer published decks in the sidebar."""

        def show_count() -> None:
            self.sidebar.show_published(len(published.corpus or ()))

        def make(parent: QWidget) -> PublishedView:
            from desktop.pages.library.published_view import PublishedView  # noqa: PLC0415 - not at start

            view = self.published = PublishedView(published, session, self._tasks, parent)
            view.found.connect(self._show_published_count)
            view.search_requested.connect(self.search.setText)
            view.copy_requested.connect(self.controller.add_copy)
            view.compare_requested.connect(
                lambda one, other: self.controller.compare_outlines(outline(one), outline(other))
            )
            return view

        self._stack.addWidget(LazyTab(make, self._stack))
        published.changed.connect(show_count)
        show_count()

    def show_similar(self) -> None:
        """Show published decks, those most like the open deck first."""
        self.sidebar.choose(PUBLISHED)
        self.search.clear()
        if self.published is not None:
            self.published.show_like()

    def catch_up(self) -> None:
        """Show what happened to the library before this page was made."""
        if self._library_worker.library is not None:
            self._on_library_opened()
        if self._library_worker.loaded:
            self._on_contents_changed()
        if isinstance(self._library_worker.refusal, AppError):
            self._on_library_failed(self._library_worker.refusal)

    def begin_day(self, today: date) -> None:
        self.today = today
        if self._cards is not None:
            self.receive_cards(self._cards)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Open the import dialog with files or folders; without any, to paste or choose."""
        self.controller.import_(paths, self._folder_id)

    def import_address(self) -> None:
        """Open the import dialog and fetch the deck whose address is on the clipboard."""
        text = QGuiApplication.clipboard().text().strip()
        self.controller.import_published(text, self._folder_id, fetch=True)

    def _import_text(self, text: str) -> None:
        if "\n" not in text and "thronesdb.com/" in text:
            # Only a command that says so goes online.
            self.controller.import_published(text, self._folder_id, fetch=False)
        else:
            self.controller.import_((), self._folder_id, text)

    @property
    def _folder_id(self) -> str | None:
        """The folder that is shown; None for any other entry of the sidebar."""
        entry = self.sidebar.entry
        return entry.key if entry.kind is SidebarKind.FOLDER else None

    def shape(self) -> tuple[int, ...]:
        return (*self.splitter.sizes(), *self._middle.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        outer = self.splitter.count()
        if len(sizes) == outer + self._middle.count() and all(sizes):
            self.splitter.setSizes(sizes[:outer])
            self._middle.setSizes(sizes[outer:])

    @property
    def in_published(self) -> bool:
        return self.sidebar.entry.kind is SidebarKind.PUBLISHED

    @property
    def in_bin(self) -> bool:
        return self.sidebar.entry.kind is SidebarKind.BIN

    @property
    def waiting(self) -> bool:
        return self._finder.searching or self._refresh.isActive()

    def selected(self) -> list[StoredDeck]:
        """Return the selected decks in the order of the table."""
        return [row.deck for row in self.table.selected()]

    def _shown(self) -> list[StoredDeck]:
        return [row.deck for row in self.model.rows]

    def _compare_hands(self, decks: list[StoredDeck]) -> None:
        """Compare two decks; ask where the selection leaves open which, or which is the second."""
        first = [deck.id for deck in decks[:1]]
        offered = decks if len(decks) > 1 else self._shown()
        editions = Counter(deck.edition for deck in offered)
        if max(editions.values(), default=0) < 2:
            self.message_bar.show_failure(TOO_FEW)
        elif len(offered) == 2:
            ids = [deck.id for deck in offered]
            self.hands_requested.emit(sorted(ids, key=lambda each: each not in first))
        else:
            dialog = TwoDecksDialog(offered, "".join(first), self)
            dialog.accepted.connect(lambda: self.hands_requested.emit(dialog.chosen))
            dialog.open()

    def _lay_out(self) -> None:
        actions, gap = self.deck_actions, space(self, 2)
        new = [ActionButton(each, self) for each in actions.named("new", "import_")]
        of_bin = [ActionButton(each, self) for each in actions.named("take_back", "empty_bin")]
        bar = [ActionButton(each, self, words=False) for each in actions.bar]
        self.search.setMaximumWidth(space(self, 105))
        parts = (*new, gap, (self.search, 2), gap, self.count, None, *of_bin, *bar)
        top = row(*parts, margin=(gap, gap, gap * 2, gap), spacing=gap // 2)
        table = QWidget(self)
        column(self.message_bar, (self.table, 1), parent=table, margin=0, spacing=0)
        self._middle = splitter(table, self.preview, parent=self, sizes=(172, 86), stretch=(1, 0))
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._middle)
        self.splitter = splitter(self.sidebar, self._stack, parent=self, sizes=(46, 258))
        self.splitter.setStretchFactor(1, 1)
        for side in (self.sidebar, table, self._stack):
            side.setMinimumWidth(space(self, NARROWEST_SIDE))
        column(top, (self.splitter, 1), parent=self, margin=(gap, 0, 0, 0), spacing=0)
        messages = (self.message_bar.undo, self.message_bar.dismiss)
        tab_order(*new, self.search, *of_bin, *bar, self.sidebar, *messages, self.table)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._search)
        self.search.left_downwards.connect(self._leave_search)
        self.search.returnPressed.connect(self._leave_search)
        self._finder.found.connect(self._show_rows)
        self._refresh.timeout.connect(self._show_rows)
        self.sidebar.currentRowChanged.connect(self._on_entry_changed)
        self.table.opened.connect(self._on_deck_opened)
        self.table.selection_changed.connect(self._on_selection_changed)
        self.model.renamed.connect(self.controller.rename)
        self.sidebar.decks_dropped.connect(self.controller.drop)
        self.sidebar.folder_wanted.connect(self.controller.add_folder)
        self.controller.imported.connect(self._on_decks_imported)
        self.controller.added.connect(self._on_decks_added)
        self.verdicts.changed.connect(self._on_verdicts_changed)
        FileDropFilter(self).files_dropped.connect(self.import_files)
        self._library_worker.contents_changed.connect(self._on_contents_changed)
        self._library_worker.opened.connect(self._on_library_opened)
        self._library_worker.failed.connect(self._on_library_failed)

    def _connect_actions(self) -> None:
        actions, controller = self.deck_actions, self.controller
        on_selected: dict[str, Callable[[list[StoredDeck]], None]] = {
            "open": lambda decks: controller.open_requested.emit([decks[0].id]),
            "duplicate": controller.duplicate,
            "tag": controller.tag,
            "compare": lambda decks: controller.compare(*decks),
            "hands": self._compare_hands,
            "export": lambda decks: controller.export(
                decks or with_plans(self._shown(), self._library_worker.contents.plans)
            ),
            "sheet": controller.print_sheet,
            "study": controller.study,
            "missing": controller.show_missing,
            "record": lambda decks: self.record_requested.emit(decks[0].id),
            "games": lambda decks: self.games_requested.emit(decks[0].id if decks else ""),
            "delete": controller.throw_away,
            "take_back": controller.take_back,
            "new": lambda _: self.new_requested.emit(),
            "find": self._find,
            "import_": lambda _: self.import_files([]),
            "rename": lambda _: self.table.rename(),
            "empty_bin": lambda _: controller.empty_bin(),
            "new_folder": lambda _: controller.add_folder([]),
            "rename_folder": lambda _: controller.rename_folder(self.sidebar.entry),
            "remove_folder": lambda _: controller.remove_folder(self.sidebar.entry),
        }
        for name, act in on_selected.items():
            actions[name].triggered.connect(lambda _=False, act=act: act(self.selected()))
        actions.copy_menu.chosen.connect(lambda code: controller.copy_as(self.selected(), code))
        actions.move_menu.aboutToShow.connect(self._fill_move_menu)
        self.table.addActions([*actions.on_decks, actions["take_back"]])
        self.sidebar.addActions(actions.on_folders)
        views = (self.table, self.sidebar, self.search)
        for view in views:
            view.installEventFilter(self)
        WidgetShortcuts(actions.on_page, self, *views)
        WidgetShortcuts(actions.named("rename", "delete"), self.table)
        WidgetShortcuts(actions.named("rename_folder", "remove_folder"), self.sidebar)

    def _fill_move_menu(self) -> None:
        menu, decks = self.deck_actions.move_menu, self.selected()
        menu.clear()
        for folder in self._library_worker.contents.folders:
            text = folder.name.replace("&", "&&")
            menu.addAction(text, partial(self.controller.move, decks, folder.id))
        menu.addAction("&No folder", partial(self.controller.move, decks, None))
        menu.addSeparator()
        menu.addAction("New &folder…", partial(self.controller.add_folder, decks))

    def _search(self, typed: str) -> None:
        self._typed[self.in_published] = typed
        if not self.in_published:
            self._finder.search(typed)
        elif self.published is not None:
            self.published.search(typed)

    def _on_entry_changed(self) -> None:
        """Show decks of the library or published ones, each with what was searched for."""
        published = self.in_published
        if published is not (self._stack.currentIndex() == 1):
            self._stack.setCurrentIndex(int(published))
            words = "Name, or “with Ward”" if published else "Name, tag, agenda, or “with Ward”"
            self.search.setPlaceholderText(words)
            self.search.setText(self._typed[published])
            self.count.setText(self._published_count)
        self._show_rows()

    def _show_published_count(self, words: str) -> None:
        self._published_count = words
        if self.in_published:
            self.count.setText(words)

    def _decks_to_show(self) -> list[StoredDeck]:
        contents, ids = self._library_worker.contents, self._finder.ids
        if self.in_bin:
            words = fold(self.search.text()).split()
            return [deck for deck in contents.binned if all(w in fold(deck.name) for w in words)]
        decks = filter(self.sidebar.entry.contains, contents.decks)
        return [deck for deck in decks if ids is None or deck.id in ids]

    def _empty_text(self) -> str:
        if not self._library_worker.loaded:
            return "Opening the library…"
        if self.search.text().strip():
            return "No decks match."
        return _EMPTY_TEXTS.get(self.sidebar.entry.kind, _EMPTY_TEXTS[SidebarKind.ALL])

    def _show_rows(self) -> None:
        now = datetime.combine(self.today, datetime.now(UTC).astimezone().timetz())
        contents, decks = self._library_worker.contents, self._decks_to_show()
        self.model.binned = self.in_bin
        self.table.empty_text = self._empty_text()
        self.model.show(deck_rows(decks, self.verdicts.of, contents, self._cards, now))
        total = len(contents.binned if self.in_bin else contents.decks)
        few = len(decks) != total
        self.invitation.setVisible(not total and not self.in_bin and self._library_worker.loaded)
        if not self.in_published:
            self.count.setText(f"{len(decks):,} of {total:,}" if few else deck_count(total))
        if self._ids_to_select and self.model.rows_of(self._ids_to_select):
            self.table.select(self._ids_to_select)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
            self._ids_to_select = []
        self._on_selection_changed()

    def _on_selection_changed(self) -> None:
        self._update_actions()
        self.preview.show_rows(self.table.selected(), self._cards)

    def _update_actions(self) -> None:
        opened, actions = self._library_worker.library is not None, self.deck_actions
        actions.update_state(
            selected=self.table.selected_count,
            binned=len(self._library_worker.contents.binned) if self.in_bin else None,
            ready=self._cards is not None and opened,
            shown=not self.in_published,
        )
        actions["new_folder"].setEnabled(opened)
        for action in actions.named("rename_folder", "remove_folder"):
            action.setEnabled(self.sidebar.entry.kind is SidebarKind.FOLDER)

    def _on_deck_opened(self, opened: LibraryDeckRow) -> None:
        if not self.in_bin:
            self.controller.open_requested.emit([opened.deck.id])

    def _on_decks_imported(self, decks: Sequence[StoredDeck], folder_id: str | None) -> None:
        """Show several decks in the table; a single deck is opened."""
        if len(decks) == 1:
            return
        self.search.clear()
        folder = SidebarEntry(SidebarKind.FOLDER, "", folder_id or "")
        if folder_id is None or not self.sidebar.choose(folder):
            self.sidebar.choose(ALL_DECKS)
        self.show_requested.emit()

    def _on_decks_added(self, deck_ids: list[str]) -> None:
        self._ids_to_select = deck_ids

    def _on_verdicts_changed(self) -> None:
        if not self._refresh.isActive():
            self._refresh.start()

    def _on_contents_changed(self) -> None:
        with QSignalBlocker(self.sidebar):
            self.sidebar.show_contents(self._library_worker.contents)
        self.message_bar.toast.check()
        self._show_rows()
        if self._finder.typed:
            self._finder.search(self._finder.typed)

    def _on_library_opened(self) -> None:
        note = self._library_worker.library.note if self._library_worker.library else ""
        if note:
            self.message_bar.show_failure(note)
        self._update_actions()

    def _on_library_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        home, retry = self._library_worker.home, None
        if self._library_worker.library is None and home is not None:
            retry = partial(self._library_worker.open_at, home)
            self.table.empty_text = "The library is not open."
            self.table.viewport().update()
        self.message_bar.show_failure(error.text, retry)

    def _find(self, _decks: list[StoredDeck]) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _leave_search(self) -> None:
        table: QTableView = self.table
        if self.in_published and self.published is not None:
            table = self.published.table
        if not table.selectionModel().hasSelection():
            table.selectRow(0)
        table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _paste(self, *, lines: bool) -> bool:
        """Import the clipboard, single lines only if `lines`; return whether that was done."""
        data = QGuiApplication.clipboard().mimeData()
        files, text = local_files(data), data.text().strip()
        if not (lines or files or "\n" in text or recognises(text)):
            return False
        if files:
            self.import_files(files)
        elif text:
            self._import_text(text)
        else:
            self.message_bar.show_failure("The clipboard holds no deck list.")
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.preview.setVisible(self.width() >= space(self, NARROWEST_WITH_PREVIEW))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        pastes = event.matches(QKeySequence.StandardKey.Paste)
        return pastes and self._paste(lines=watched is not self.search)
