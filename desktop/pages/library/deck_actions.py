"""What can be done with decks, as actions: a row of buttons, shortcuts and a menu share them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from desktop.style.fonts import space
from desktop.widgets.flow_layout import FlowLayout

# What can be done with decks by a key: the words of it, and the key.
DECK_KEYS = {
    "new": ("&New…", "Ctrl+N"),
    "find": ("Search decks", "Ctrl+F"),
    "import_": ("&Import…", "Ctrl+I"),
    "rename": ("&Rename", "F2"),
    "duplicate": ("Duplic&ate", "Ctrl+D"),
    "tag": ("&Tags…", "Ctrl+T"),
    "compare": ("&Compare", "Ctrl+K"),
    "export": ("E&xport…", "Ctrl+E"),
    "sheet": ("&Sheet…", "Ctrl+P"),
    "delete": ("De&lete", "Del"),
}


@dataclass(frozen=True, slots=True)
class Selected:
    """What is selected, where: how many decks, and whether they lie in the bin."""

    count: int = 0
    binned: bool = False
    ready: bool = False
    in_bin: int = 0


class DeckActions(QObject):
    """The actions; those on decks are enabled when so many are selected as they need."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.new = self._made(*DECK_KEYS["new"])
        self.find = self._made(*DECK_KEYS["find"])
        self.import_ = self._made(*DECK_KEYS["import_"])
        self.open = self._made("&Open")
        self.rename = self._made(*DECK_KEYS["rename"])
        self.duplicate = self._made(*DECK_KEYS["duplicate"])
        self.tag = self._made(*DECK_KEYS["tag"])
        self.move_menu = QMenu("&Move to", parent)
        self.compare = self._made(*DECK_KEYS["compare"])
        self.export = self._made(*DECK_KEYS["export"])
        self.sheet = self._made(*DECK_KEYS["sheet"])
        self.delete = self._made(*DECK_KEYS["delete"])
        self.take_back = self._made("Take &back")
        self.empty_bin = self._made("Em&pty the bin…")
        self.new_folder = self._made("Ne&w folder…")
        self.rename_folder = self._made("&Rename the folder…", "F2")
        self.remove_folder = self._made("Remove the &folder", "Del")

    @property
    def of_decks(self) -> Sequence[QAction]:
        """The actions of the table's menu, in its order."""
        return (
            self.open,
            self.rename,
            self.duplicate,
            self.tag,
            self.move_menu.menuAction(),
            self.compare,
            self.export,
            self.sheet,
            self.delete,
            self.take_back,
        )

    def enable(self, selected: Selected) -> None:
        """Enable and show what can be done now."""
        count, ready = selected.count, selected.ready
        here = ready and not selected.binned
        one, some = here and count == 1, here and count > 0
        for action, can in (
            (self.open, one),
            (self.rename, one),
            (self.duplicate, some),
            (self.tag, some),
            (self.move_menu.menuAction(), some),
            (self.compare, here and count == 2),
            (self.export, here),
            (self.sheet, some),
            (self.delete, some),
        ):
            action.setEnabled(can)
            action.setVisible(not selected.binned)
        for action in (self.take_back, self.empty_bin):
            action.setVisible(selected.binned)
        self.take_back.setEnabled(ready and count > 0)
        self.empty_bin.setEnabled(ready and selected.in_bin > 0)
        for action in (self.new, self.import_):
            action.setEnabled(ready)
        several = count != 1
        self.export.setText("E&xport all…" if not count else "E&xport…")
        self.sheet.setText("&Sheets…" if several and count else "&Sheet…")

    @property
    def of_page(self) -> Sequence[QAction]:
        """The actions whose keys work wherever on the page the focus is."""
        about_decks = (self.duplicate, self.tag, self.compare, self.export, self.sheet)
        return (self.new, self.import_, self.find, *about_decks)

    def _made(self, words: str, shortcut: str = "") -> QAction:
        """Return an action; its key is given to it by `OwnKeys`, and shown in menus and tips."""
        action = QAction(words, self)
        if shortcut:
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{words.replace('&', '').rstrip('…')} ({native})")
        return action


class ActionButton(QPushButton):
    """A button that looks and does as its action; one with a menu opens that instead."""

    def __init__(self, what: QAction | QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self._action = what.menuAction() if isinstance(what, QMenu) else what
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if isinstance(what, QMenu):
            self.setMenu(what)
        else:
            self.clicked.connect(what.trigger)
        self._action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        self.setText(self._action.text())
        self.setToolTip(self._action.toolTip())
        self.setEnabled(self._action.isEnabled())


def button_row(actions: Sequence[QAction | QMenu | None], parent: QWidget) -> QWidget:
    """Return a row of buttons, which breaks where it is too narrow; None is a gap."""
    row = QWidget(parent)
    layout = FlowLayout(space(parent, 1))
    row.setLayout(layout)
    for each in actions:
        if each is None:
            gap = QWidget(row)
            gap.setFixedWidth(space(parent, 2))
            layout.addWidget(gap)
        else:
            layout.addWidget(ActionButton(each, row))
    return row
