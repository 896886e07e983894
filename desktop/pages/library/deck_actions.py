"""The actions of the Decks page: one table for its bar, its menus and its keys."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.style import icons
from desktop.widgets.action_buttons import glyph_icon
from desktop.widgets.copy_as_menu import CopyAsMenu
from desktop.widgets.menus import Menu

_MANY = 1_000_000


@dataclass(frozen=True, slots=True)
class DeckCommand:
    """What can be done with decks: its text, its key, its glyph.

    An action `on_decks` needs at least `fewest` and at most `most` selected decks. Its key works
    `everywhere` on the page, or in the table alone.
    """

    text: str
    key: str = ""
    glyph: str = ""
    fewest: int = 1
    most: int = _MANY
    on_decks: bool = True
    everywhere: bool = True


def _other(text: str, key: str = "", glyph: str = "", *, everywhere: bool = False) -> DeckCommand:
    return DeckCommand(text, key, glyph, on_decks=False, everywhere=everywhere)


# In the order of the menu. Those on decks that have a glyph are icons of the bar.
COMMANDS = {
    "new": _other("&New…", "Ctrl+N", "decks/new", everywhere=True),
    "find": _other("Search decks", "Ctrl+F", everywhere=True),
    "import_": _other("&Import…", "Ctrl+I", "decks/import", everywhere=True),
    "paste": _other("Import a pasted list", "Ctrl+V"),
    "open": DeckCommand("&Open", most=1, everywhere=False),
    "rename": DeckCommand("&Rename", "F2", most=1, everywhere=False),
    "duplicate": DeckCommand("Duplic&ate", "Ctrl+Shift+D", "decks/duplicate"),
    "tag": DeckCommand("&Tags…", "Ctrl+Shift+T", "decks/tag"),
    "move": DeckCommand("&Move to", "", "decks/move"),
    "compare": DeckCommand("&Compare", "Ctrl+K", "decks/compare", fewest=2),
    "hands": DeckCommand("Compare hands…", "Ctrl+Shift+X", fewest=0),
    "export": DeckCommand("E&xport…", "Ctrl+E", "decks/export", fewest=0),
    "copy_as": DeckCommand("Copy as"),
    "sheet": DeckCommand("&Sheet…", "Ctrl+P"),
    # Each of its letters is that of another action here or of a menu.
    "study": DeckCommand("Study…", "Ctrl+Shift+Y"),
    "missing": DeckCommand("Missing…", "Ctrl+Shift+M"),
    "record": DeckCommand("Record a game…", "Ctrl+Shift+G", most=1),
    "games": DeckCommand("Games…", "Ctrl+Shift+W", fewest=0),
    "delete": DeckCommand("De&lete", "Del", icons.BIN, everywhere=False),
    "take_back": _other("Re&store"),
    "empty_bin": _other("Em&pty the bin…"),
    "new_folder": _other("New folder"),
    "rename_folder": _other("&Rename the folder…", "F2"),
    "remove_folder": _other("Remove the &folder", "Del"),
}
# The text and the key of each action that has a key; those on folders have the keys of decks.
DECK_KEYS = {
    name: (each.text, each.key)
    for name, each in COMMANDS.items()
    if each.key and not name.endswith("_folder")
}
_ON_DECKS = tuple(name for name, each in COMMANDS.items() if each.on_decks)
ON_FOLDERS = ("new_folder", "rename_folder", "remove_folder")


class DeckActions(QObject):
    """The actions by name; those on decks are enabled by the number of selected decks.

    `bar` are the icons above the table; `more` is the menu of all other actions on decks.
    `on_several` are the actions that several selected decks can have.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.move_menu = Menu("&Move to", parent)
        self.copy_menu = CopyAsMenu("Copy as", parent)
        self._actions = {name: self._action(name, each) for name, each in COMMANDS.items()}
        self.on_decks = self.named(*_ON_DECKS)
        self.on_several = self.named(*(n for n in _ON_DECKS if COMMANDS[n].most > 1))
        self.on_page = self.named(*(n for n, each in COMMANDS.items() if each.everywhere))
        self.on_folders = self.named(*ON_FOLDERS)
        in_bar = [name for name in _ON_DECKS if COMMANDS[name].glyph]
        menu = Menu("More", parent)
        menu.addActions(self.named(*(n for n in _ON_DECKS if n not in in_bar and n != "open")))
        self.more = menu.menuAction()
        self.more.setIcon(glyph_icon("decks/more"))
        self.bar = [*self.named(*in_bar), self.more]

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def named(self, *names: str) -> list[QAction]:
        """Return some of the actions."""
        return [self._actions[name] for name in names]

    def update_state(self, *, selected: int, ready: bool, shown: bool, binned: int | None) -> None:
        """Enable and show what can be done now.

        `selected` is how many decks are selected, `binned` how many are in the bin, None while the
        bin is not shown; `ready` is whether cards and library are there, `shown` whether the decks
        on screen are those of the library.
        """
        for name in _ON_DECKS:
            command, action = COMMANDS[name], self[name]
            fits = command.fewest <= selected <= command.most
            action.setEnabled(ready and shown and binned is None and fits)
            action.setVisible(shown and binned is None)
        self.more.setVisible(shown and binned is None)
        for name, enabled in (("take_back", selected > 0), ("empty_bin", bool(binned))):
            self[name].setEnabled(ready and enabled)
            self[name].setVisible(binned is not None)
        for action in self.named("new", "import_"):
            action.setEnabled(ready)
        self["export"].setText("E&xport…" if selected else "E&xport all…")
        self["sheet"].setText("&Sheets…" if selected > 1 else "&Sheet…")

    def _action(self, name: str, command: DeckCommand) -> QAction:
        """Return an action; `WidgetShortcuts` handles its key, menus and tool tips show it."""
        menus: dict[str, QMenu] = {"move": self.move_menu, "copy_as": self.copy_menu}
        action = menus[name].menuAction() if name in menus else QAction(command.text, self)
        if command.glyph:
            action.setIcon(glyph_icon(command.glyph))
            action.setIconVisibleInMenu(False)
        if command.key:
            action.setShortcut(QKeySequence(command.key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{action.iconText()} ({native})")
        return action
