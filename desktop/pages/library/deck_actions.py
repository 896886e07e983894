"""The actions of the Decks page: rows of buttons, shortcuts and menus share them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.copy_as_menu import CopyAsMenu
from desktop.widgets.layouts import FlowLayout

# What has a key: its text, and the key.
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


class DeckActions(QObject):
    """The actions; those on decks are enabled by the number of selected decks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.new = self._action("new")
        self.find = self._action("find")
        self.import_ = self._action("import_")
        self.open = self._action("", "&Open")
        self.rename = self._action("rename")
        self.duplicate = self._action("duplicate")
        self.tag = self._action("tag")
        self.move_menu = QMenu("&Move to", parent)
        self.move = self.move_menu.menuAction()
        self.compare = self._action("compare")
        self.hands = self._action("hands")
        self.export = self._action("export")
        self.copy_menu = CopyAsMenu("Copy as", parent)
        self.copy_as = self.copy_menu.menuAction()
        self.sheet = self._action("sheet")
        self.study = self._action("study")
        self.missing = self._action("missing")
        self.record = self._action("record")
        self.games = self._action("games")
        self.delete = self._action("delete")
        self.take_back = self._action("", "Re&store")
        self.empty_bin = self._action("", "Em&pty the bin…")
        self.new_folder = self._action("", "Ne&w folder…")
        self.rename_folder = self._action("rename", "&Rename the folder…")
        self.remove_folder = self._action("delete", "Remove the &folder")
        # None is a gap between buttons.
        self.deck_row: Sequence[QAction | None] = [
            *(self.open, self.rename, self.duplicate, self.tag, self.move, None),
            *(self.compare, self.hands, self.export, self.copy_as, self.sheet, None),
            *(self.missing, self.record, None, self.delete),
        ]
        self.on_decks = [*filter(None, self.deck_row), self.study, self.games]
        # Their keys work wherever on the page the focus is.
        self.on_page: Sequence[QAction] = [
            *(self.new, self.import_, self.find, self.duplicate, self.tag),
            *(self.compare, self.hands, self.export, self.sheet, self.study),
            *(self.missing, self.record, self.games),
        ]
        self.on_folders = [self.new_folder, self.rename_folder, self.remove_folder]

    def update_state(self, *, selected: int, binned: int | None, ready: bool) -> None:
        """Enable and show what can be done now.

        `selected` is how many decks are selected, `binned` how many are in the bin, None while the
        bin is not shown; `ready` is whether cards and library are there.
        """
        for action in self.on_decks:
            action.setEnabled(ready and binned is None and selected > 0)
            action.setVisible(binned is None)
        for action in (self.open, self.rename, self.record):
            action.setEnabled(action.isEnabled() and selected == 1)
        self.compare.setEnabled(self.compare.isEnabled() and selected >= 2)
        for action in (self.hands, self.export, self.games):
            action.setEnabled(ready and binned is None)
        self.take_back.setEnabled(ready and selected > 0)
        self.empty_bin.setEnabled(ready and bool(binned))
        for action in (self.take_back, self.empty_bin):
            action.setVisible(binned is not None)
        for action in (self.new, self.import_):
            action.setEnabled(ready)
        self.export.setText("E&xport…" if selected else "E&xport all…")
        self.sheet.setText("&Sheets…" if selected > 1 else "&Sheet…")

    def _action(self, name: str, text: str = "") -> QAction:
        """Return an action; `PageShortcuts` handles its key, menus and tool tips show it."""
        label, shortcut = DECK_KEYS.get(name, ("", ""))
        action = QAction(text or label, self)
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
