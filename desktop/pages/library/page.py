"""The Decks page: folders and tags, the table of decks, and the actions on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QSplitter, QWidget
from typing_extensions import override

from carddb.spelling import fold
from core.errors import AppError
from decks.formats.share_code import recognises
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.library.deck_search import HELP, DeckFinder, choose_two
from desktop.pages.library.decks_table import (
    DeckRowCache,
    DecksModel,
    DecksTable,
    DeckVerdicts,
    deck_count,
    named,
    with_plans,
)
from desktop.pages.library.library_controller import LibraryController
from desktop.pages.library.sidebar import ALL_DECKS, Sidebar, SidebarEntry, SidebarKind
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.drag_data import local_files
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.copy_as_menu import CopyAsMenu
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.layouts import FlowLayout, column, label, row
from desktop.widgets.message_bar import MessageBar
from library.deck_values import StoredDeck

# The text and the key of each action that has a key.
DECK_KEYS = {
    "new": ("&New…", "Ctrl+N"),
    "find": ("Search decks", "Ctrl+F"),
    "import_": ("&Import…", "Ctrl+I"),
    "paste": ("Import a pasted list", "Ctrl+V"),
    "rename": ("&Rename", "F2"),
    "duplicate": ("Duplic&ate", "Ctrl+Shift+D"),
    "tag": ("&Tags…", "Ctrl+Shift+T"),
    "compare": ("&Compare", "Ctrl+K"),
    "hands": ("Compare hands…", "Ctrl+Shift+X"),
    "export": ("E&xport…", "Ctrl+E"),
    "sheet": ("&Sheet…", "Ctrl+P"),
    # Each of its letters is that of another button here or of a menu.
    "study": ("Study…", "Ctrl+Shift+Y"),
    "missing": ("Missing…", "Ctrl+Shift+M"),
    "record": ("Record a game…", "Ctrl+Shift+G"),
    "games": ("Games…", "Ctrl+Shift+W"),
    "delete": ("De&lete", "Del"),
}


_TEXTS = {
    "open": "&Open",
    "take_back": "Re&store",
    "empty_bin": "Em&pty the bin…",
    "new_folder": "Ne&w folder…",
}
# "" is a gap between buttons.
_DECK_ROW = (
    *("open", "rename", "duplicate", "tag", "move", ""),
    *("compare", "hands", "export", "copy_as", "sheet", ""),
    *("missing", "record", "", "delete"),
)
_ON_DECKS = (*filter(None, _DECK_ROW), "study", "games")
# Their keys work wherever on the page the focus is.
_ON_PAGE = (
    *("new", "import_", "find", "duplicate", "tag", "compare", "hands", "export", "sheet"),
    *("study", "missing", "record", "games"),
)
# The fewest and the most decks that must be selected; other actions need at least one.
_MANY = 1_000_000
_SELECTED = {
    **dict.fromkeys(("open", "rename", "record"), (1, 1)),
    **dict.fromkeys(("hands", "export", "games"), (0, _MANY)),
    "compare": (2, _MANY),
}


class DeckActions(QObject):
    """The actions by name; those on decks are enabled by the number of selected decks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.move_menu = QMenu("&Move to", parent)
        self.copy_menu = CopyAsMenu("Copy as", parent)
        texts = DECK_KEYS | {name: (text, "") for name, text in _TEXTS.items()}
        texts["rename_folder"] = ("&Rename the folder…", DECK_KEYS["rename"][1])
        texts["remove_folder"] = ("Remove the &folder", DECK_KEYS["delete"][1])
        self._actions = {name: self._action(*each) for name, each in texts.items()}
        self._actions["move"] = self.move_menu.menuAction()
        self._actions["copy_as"] = self.copy_menu.menuAction()
        self.deck_row = [self._actions.get(name) for name in _DECK_ROW]
        self.on_decks = self.named(*_ON_DECKS)
        self.on_page = self.named(*_ON_PAGE)
        self.on_folders = self.named("new_folder", "rename_folder", "remove_folder")

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def named(self, *names: str) -> list[QAction]:
        """Return some of the actions."""
        return [self._actions[name] for name in names]

    def update_state(self, *, selected: int, binned: int | None, ready: bool) -> None:
        """Enable and show what can be done now.

        `selected` is how many decks are selected, `binned` how many are in the bin, None while the
        bin is not shown; `ready` is whether cards and library are there.
        """
        for name in _ON_DECKS:
            fewest, most = _SELECTED.get(name, (1, _MANY))
            enabled = ready and binned is None and fewest <= selected <= most
            self[name].setEnabled(enabled)
            self[name].setVisible(binned is None)
        for name, enabled in (("take_back", selected > 0), ("empty_bin", bool(binned))):
            self[name].setEnabled(ready and enabled)
            self[name].setVisible(binned is not None)
        for action in self.named("new", "import_"):
            action.setEnabled(ready)
        self["export"].setText("E&xport…" if selected else "E&xport all…")
        self["sheet"].setText("&Sheets…" if selected > 1 else "&Sheet…")

    def _action(self, text: str, shortcut: str) -> QAction:
        """Return an action; `PageShortcuts` handles its key, menus and tool tips show it."""
        action = QAction(text, self)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{action.text().replace('&', '').rstrip('…')} ({native})")
        return action


class PageShortcuts(QObject):
    """Handles the keys of actions in the widgets that it watches.

    A menu's action on the same key would make it ambiguous, and Qt would trigger neither.
    """

    def __init__(self, actions: Iterable[QAction], *watched: QWidget) -> None:
        super().__init__(watched[0])
        self._actions = tuple(actions)
        for widget in watched:
            widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is QEvent.Type.KeyRelease:
            return False
        pressed = QKeySequence(event.keyCombination())
        action = next((each for each in self._actions if each.shortcut() == pressed), None)
        if action is None:
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            action.trigger()  # does nothing while the action is disabled
        return True


class ActionButton(QPushButton):
    """A button with the text, the state and the effect of an action; one of a menu opens it."""

    def __init__(self, action: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self._action = action
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = action.menu()
        if isinstance(menu, QMenu):
            self.setMenu(menu)
        else:
            self.clicked.connect(action.trigger)
        action.changed.connect(self._on_action_changed)
        self._on_action_changed()

    def _on_action_changed(self) -> None:
        self.setText(self._action.text())
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())


def button_row(actions: Iterable[QAction | None], parent: QWidget) -> QWidget:
    """Return a row of buttons, which breaks where it is too narrow; None is a gap."""
    row = QWidget(parent)
    layout = FlowLayout(space(parent, 1))
    row.setLayout(layout)
    for action in actions:
        if action is None:
            gap = QWidget(row)
            gap.setFixedWidth(space(parent, 2))
            layout.addWidget(gap)
        else:
            layout.addWidget(ActionButton(action, row))
    return row


_REFRESH_MS = 300
_EMPTY_TEXTS = {
    SidebarKind.ALL: "No decks yet. Press Ctrl+N for a new one, or Ctrl+I to paste or drop lists.",
    SidebarKind.BIN: "The bin is empty.",
    SidebarKind.FOLDER: "This folder is empty.",
    SidebarKind.TAG: "No decks have this tag.",
}

# In quarters of the font's height.
NARROWEST_SIDE = 34


class LibraryPage(QWidget):
    """All decks of the library.

    Signals:
        open_requested: decks are to be opened for editing (their ids in the library).
        new_requested: a new deck is wanted.
        show_requested: there is something new to see on this page.
        imported: a deck was imported and is opened (a sentence).
        record_requested: a game with a deck is to be recorded (its id in the library).
        games_requested: the log of games is wanted (the id of the deck that is selected, or "").
        hands_requested: the hands of two decks are to be compared (their ids).
    """

    open_requested = Signal(list)
    new_requested = Signal()
    show_requested = Signal()
    imported = Signal(str)
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
        self._rows = DeckRowCache()
        self._ids_to_select: list[str] = []
        self._finder = DeckFinder(library_worker, self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setToolTip(HELP)
        self.search.setAccessibleName("Search decks")
        self.search.setPlaceholderText("Search: name, tag, agenda, or “with Ward”")
        self.search.setAcceptDrops(False)
        side = space(self, 1)
        self.search.setTextMargins(side, side // 2, side, side // 2)
        self.count = label(size=Size.SMALL, faint=True)
        self.message_bar = MessageBar(self)
        self.sidebar = Sidebar(self)
        self.model = DecksModel(self)
        self.table = DecksTable(self.model, self)
        self.deck_actions = DeckActions(self)
        self.controller = LibraryController(library_worker, self.message_bar, settings, self)
        # Verdicts come every few milliseconds; the table is not sorted for each of them.
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._lay_out()
        self._connect()
        self._connect_actions()
        self._show_rows()

    def receive_cards(self, cards: LoadedCards) -> None:
        """Set the cards that decks are made of, and judge all decks."""
        self._cards = cards
        self.controller.context = DialogContext(
            cards, self._tasks, self.today, self._settings.last_folder
        )
        self.verdicts.receive(cards.judges, self.today)
        self._show_rows()

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
        return tuple(self.splitter.sizes())

    def restore_shape(self, sizes: Sequence[int]) -> None:
        if len(sizes) == self.splitter.count():
            self.splitter.setSizes(sizes)

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
        """Ask for two of the selected decks, else of those shown, where it is not clear which."""
        choose_two(decks, self._shown(), self, self.message_bar, self.hands_requested.emit)

    def _lay_out(self) -> None:
        actions, gap = self.deck_actions, space(self, 3)
        self._deck_row = button_row(actions.deck_row, self)
        self._bin_row = button_row([actions["take_back"], actions["empty_bin"]], self)
        new_row = button_row(actions.named("new", "import_"), self)
        folder_row = button_row(actions.named("new_folder"), self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(gap)
        top = row((self.search, 1), self.count, spacing=space(self, 2))
        table = (self.message_bar, (self.table, 1), self._deck_row, self._bin_row)
        for parts in ((new_row, (self.sidebar, 1), folder_row), (top, *table)):
            side = QWidget(self.splitter)
            column(*parts, parent=side, margin=0, spacing=space(self, 2))
            side.setMinimumWidth(space(self, NARROWEST_SIDE))
            self.splitter.addWidget(side)
        self.splitter.setSizes([space(self, 46), space(self, 250)])
        column(self.splitter, parent=self, margin=gap)
        rows = (new_row, folder_row, self._deck_row, self._bin_row)
        new, folder, deck, binned = (each.findChildren(ActionButton) for each in rows)
        message_bar = self.message_bar
        bar = (message_bar.further, message_bar.undo, message_bar.dismiss)
        order: list[QWidget] = [
            *new,
            self.sidebar,
            *folder,
            self.search,
            *bar,
            self.table,
            *deck,
            *binned,
        ]
        for one, other in pairwise(order):
            self.setTabOrder(one, other)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._finder.search)
        self._finder.found.connect(self._show_rows)
        self._refresh.timeout.connect(self._show_rows)
        self.sidebar.currentRowChanged.connect(self._show_rows)
        self.table.opened.connect(self._on_deck_opened)
        self.table.selection_changed.connect(self._update_actions)
        self.model.renamed.connect(self.controller.rename)
        self.sidebar.decks_dropped.connect(self.controller.drop)
        self.controller.imported.connect(self._on_decks_imported)
        self.controller.added.connect(self._on_decks_added)
        self.controller.open_requested.connect(self.open_requested)
        self.verdicts.changed.connect(self._on_verdicts_changed)
        FileDropFilter(self).files_dropped.connect(self.import_files)
        self._library_worker.contents_changed.connect(self._on_contents_changed)
        self._library_worker.opened.connect(self._on_library_opened)
        self._library_worker.failed.connect(self._on_library_failed)

    def _connect_actions(self) -> None:
        actions, controller = self.deck_actions, self.controller
        on_selected: dict[str, Callable[[list[StoredDeck]], None]] = {
            "open": lambda decks: self.open_requested.emit([decks[0].id]),
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
        PageShortcuts(actions.on_page, self, *views)
        PageShortcuts(actions.named("rename", "delete"), self.table)
        PageShortcuts(actions.named("rename_folder", "remove_folder"), self.sidebar)

    def _fill_move_menu(self) -> None:
        menu, decks = self.deck_actions.move_menu, self.selected()
        menu.clear()
        for folder in self._library_worker.contents.folders:
            text = folder.name.replace("&", "&&")
            menu.addAction(text, partial(self.controller.move, decks, folder.id))
        menu.addAction("&No folder", partial(self.controller.move, decks, None))
        menu.addSeparator()
        menu.addAction("New &folder…", partial(self.controller.add_folder, decks))

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
        return _EMPTY_TEXTS[self.sidebar.entry.kind]

    def _show_rows(self) -> None:
        now = datetime.combine(self.today, datetime.now(UTC).astimezone().timetz())
        contents, decks = self._library_worker.contents, self._decks_to_show()
        self.model.binned = self.in_bin
        self.table.empty_text = self._empty_text()
        verdicts = ((deck, self.verdicts.of(deck)) for deck in decks)
        self.model.show(self._rows.rows(verdicts, contents, self._cards, now))
        self.table.fit_columns()
        self._deck_row.setVisible(not self.in_bin)
        self._bin_row.setVisible(self.in_bin)
        total = len(contents.binned if self.in_bin else contents.decks)
        few = len(decks) != total
        self.count.setText(f"{len(decks):,} of {total:,}" if few else deck_count(total))
        if self._ids_to_select and self.model.rows_of(self._ids_to_select):
            self.table.select(self._ids_to_select)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
            self._ids_to_select = []
        self._update_actions()
        self.table.viewport().update()

    def _update_actions(self) -> None:
        opened, actions = self._library_worker.library is not None, self.deck_actions
        actions.update_state(
            selected=self.table.selected_count,
            binned=len(self._library_worker.contents.binned) if self.in_bin else None,
            ready=self._cards is not None and opened,
        )
        actions["new_folder"].setEnabled(opened)
        for action in actions.named("rename_folder", "remove_folder"):
            action.setEnabled(self.sidebar.entry.kind is SidebarKind.FOLDER)

    def _on_deck_opened(self, deck_id: str) -> None:
        if not self.in_bin:
            self.open_requested.emit([deck_id])

    def _on_decks_imported(self, decks: Sequence[StoredDeck], folder_id: str | None) -> None:
        """Show several decks in the table; a single deck is opened."""
        if len(decks) == 1:
            self.imported.emit(f"{named(decks)} is imported and saved in the library.")
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
        self.message_bar.check()
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
        if not self.table.selectionModel().hasSelection():
            self.table.selectRow(0)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

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
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        in_search: bool = watched is self.search
        if event.matches(QKeySequence.StandardKey.Paste):
            return self._paste(lines=not in_search)
        if in_search and event.key() == Qt.Key.Key_Escape:
            self.search.clear()
            return True
        if in_search and event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return}:
            self._leave_search()
            return True
        return False
