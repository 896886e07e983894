"""The actions of the Decks page: rows of buttons, shortcuts and menus share them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.copy_as_menu import CopyAsMenu
from desktop.widgets.layouts import FlowLayout

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
