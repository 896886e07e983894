"""The commands of the window as one table, and the menus that are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from decks.report import Reading
from desktop.runtime.settings import PaletteChoice

Standard = QKeySequence.StandardKey
Keys: TypeAlias = tuple[str | QKeySequence.StandardKey, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its menu, its text there, and its shortcuts.

    `needs_deck`: enabled only while a deck is open; `build_page`: and only on the Build page.
    `separator`: a line stands above it in the menu.
    """

    name: str
    menu: str
    text: str
    keys: Keys = ()
    needs_deck: bool = True
    separator: bool = False
    build_page: bool = False

    def shortcuts(self) -> list[QKeySequence]:
        """Return the shortcuts, each once: a standard key may be one of the others."""
        found = dict.fromkeys(QKeySequence(key).toString() for key in self.keys)
        return [QKeySequence(key) for key in found if key]


COMMANDS = (
    Command("new", "&File", "&New deck…", (Standard.New,), needs_deck=False),
    Command("open", "&File", "&Open…", (Standard.Open,), needs_deck=False),
    Command("import", "&File", "&Import…", ("Ctrl+I",), needs_deck=False),
    Command("save", "&File", "&Save", (Standard.Save,), separator=True),
    Command("save_as", "&File", "Save &as a file…", ("Ctrl+Shift+S",)),
    Command("export", "&File", "&Export…", ("Ctrl+E",)),
    Command("sheet", "&File", "Deck s&heet…", (Standard.Print,)),
    Command("next_deck", "&File", "Ne&xt deck", ("Ctrl+Tab",), separator=True),
    Command("previous_deck", "&File", "&Previous deck", ("Ctrl+Shift+Tab",)),
    Command("close_deck", "&File", "&Close the deck", ("Ctrl+W", Standard.Close)),
    Command(
        "collection", "&File", "Collec&tion…", ("Ctrl+Shift+O",), needs_deck=False, separator=True
    ),
    Command("quit", "&File", "&Quit", ("Ctrl+Q", Standard.Quit), needs_deck=False, separator=True),
    Command("undo", "&Edit", "Undo", ("Ctrl+Z",)),
    Command("redo", "&Edit", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
    Command("undo_all", "&Edit", "Undo &every step", build_page=True),
    Command(
        "repair_all", "&Edit", "&Mend everything…", ("Ctrl+M",), separator=True, build_page=True
    ),
    Command("name_version", "&Edit", "Name this &version…", ("Ctrl+Shift+V",), build_page=True),
    Command(
        "preferences",
        "&Edit",
        "Pre&ferences…",
        ("Ctrl+,", Standard.Preferences),
        needs_deck=False,
        separator=True,
    ),
    Command("rename", "&Deck", "&Rename", ("F2",), build_page=True),
    Command("faction", "&Deck", "Choose the &faction", ("Ctrl+H",), build_page=True),
    Command("agenda", "&Deck", "Choose the &agenda…", ("Ctrl+G",), build_page=True),
    Command("add_agenda", "&Deck", "Add another a&genda…", ("Ctrl+Shift+G",), build_page=True),
    Command("matrix", "&Deck", "Every &list…", ("Ctrl+L",), separator=True, build_page=True),
    Command(
        "rookery",
        "&Deck",
        "&Move to the rookery or the next plot deck",
        ("Ctrl+R",),
        separator=True,
        build_page=True,
    ),
    Command("plot_deck", "&Deck", "Begin another &plot deck", build_page=True),
    Command("find", "&Go", "&Search", (Standard.Find,), needs_deck=False),
    Command("playable", "&Go", "&Playable only", ("Ctrl+Shift+P",), build_page=True),
    Command("sort", "&Go", "So&rt the cards…", ("Ctrl+Shift+R",), needs_deck=False),
    Command("go_pool", "&Go", "&All cards", ("Ctrl+T",), needs_deck=False, separator=True),
    Command("go_deck", "&Go", "&Deck", ("Ctrl+D",)),
    Command("go_card", "&Go", "&Card", ("Alt+1",), needs_deck=False),
    Command("go_problems", "&Go", "Pro&blems", ("Alt+2",), needs_deck=False),
    Command("go_numbers", "&Go", "&Numbers", ("Alt+3",), needs_deck=False),
    Command("go_history", "&Go", "&History", ("Alt+4",), needs_deck=False),
    Command("card_data", "&Help", "&Card data…", ("Ctrl+Shift+L",), needs_deck=False),
    Command("keys", "&Help", "&Keys", (Standard.HelpContents, "F1"), needs_deck=False),
)


class Actions(QObject):
    """Fills a menu bar with the commands, the sample decks and the palettes.

    Undo and redo work by themselves; every other action is connected by whoever does it.

    Signals:
        sample_chosen: a sample deck is to be opened (its number).
        palette_chosen: another palette is wanted (a PaletteChoice).
    """

    sample_chosen = Signal(int)
    palette_chosen = Signal(object)

    def __init__(self, bar: QMenuBar, palette: PaletteChoice, undo_group: QUndoGroup) -> None:
        super().__init__(bar)
        self._actions: dict[str, QAction] = {}
        menus: dict[str, QMenu] = {}
        for command in COMMANDS:
            if command.menu not in menus:
                menus[command.menu] = bar.addMenu(command.menu)
            if command.separator:
                menus[command.menu].addSeparator()
            action = self._actions[command.name] = self._make_action(command, undo_group)
            menus[command.menu].addAction(action)
        self["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)
        self.samples = QMenu("Open sa&mple", bar)
        self.samples.menuAction().setVisible(False)
        self.samples.triggered.connect(lambda action: self.sample_chosen.emit(action.data()))
        menus["&File"].insertMenu(self["save"], self.samples)
        menus["&Go"].addSeparator()
        self._add_palettes(menus["&Go"].addMenu("Pa&lette"), palette)
        self.set_context(deck=False, build_page=True)

    def __getitem__(self, name: str) -> QAction:
        """Return the action of a command."""
        return self._actions[name]

    def set_context(self, *, deck: bool, build_page: bool) -> None:
        """Enable the commands that need an open deck, or the Build page, where these are there."""
        for command in COMMANDS:
            if command.needs_deck and command.name not in {"undo", "redo"}:
                self[command.name].setEnabled(deck and (build_page or not command.build_page))

    def show_samples(self, samples: tuple[Reading, ...]) -> None:
        """List these sample decks in the menu."""
        self.samples.clear()
        for number, reading in enumerate(samples):
            self.samples.addAction(reading.deck.name.replace("&", "&&")).setData(number)
        self.samples.menuAction().setVisible(bool(samples))

    def show_palette(self, chosen: PaletteChoice) -> None:
        """Check the palette that is chosen, in the menu or elsewhere."""
        for action in self.palettes.actions():
            action.setChecked(action.data() == chosen.value)

    def _make_action(self, command: Command, undo_group: QUndoGroup) -> QAction:
        if command.name == "undo":
            action = undo_group.createUndoAction(self, "Undo")
        elif command.name == "redo":
            action = undo_group.createRedoAction(self, "Redo")
        else:
            action = QAction(command.text, self)
        action.setShortcuts(command.shortcuts())
        return action

    def _add_palettes(self, menu: QMenu, chosen: PaletteChoice) -> None:
        self.palettes = QActionGroup(self)
        for choice in PaletteChoice:
            action = menu.addAction(f"&{choice.value.capitalize()}")
            action.setCheckable(True)
            action.setData(choice.value)
            self.palettes.addAction(action)
        self.show_palette(chosen)
        self.palettes.triggered.connect(
            lambda action: self.palette_chosen.emit(PaletteChoice(action.data()))
        )
