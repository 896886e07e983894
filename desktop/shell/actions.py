"""Everything that can be asked of the window, as one table: menus, keys and the sheet of keys."""

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
    """One thing to ask for: its name, its menu and its words there, its keys.

    `with_deck`: only while a deck is open; `building`: and while the Build page shows it.
    `apart`: a line stands above it in the menu.
    """

    name: str
    menu: str
    words: str
    keys: Keys = ()
    with_deck: bool = True
    apart: bool = False
    building: bool = False

    def sequences(self) -> list[QKeySequence]:
        """Return the keys, none twice: a desktop may have some of them already."""
        found: list[QKeySequence] = []
        for each in self.keys:
            sequence = QKeySequence(each)
            if not sequence.isEmpty() and sequence not in found:
                found.append(sequence)
        return found


COMMANDS = (
    Command("new", "&File", "&New deck…", (Standard.New,), with_deck=False),
    Command("open", "&File", "&Open…", (Standard.Open,), with_deck=False),
    Command("import", "&File", "&Import…", ("Ctrl+I",), with_deck=False),
    Command("save", "&File", "&Save", (Standard.Save,), apart=True),
    Command("save_as", "&File", "Save &as a file…", ("Ctrl+Shift+S",)),
    Command("export", "&File", "&Export…", ("Ctrl+E",)),
    Command("sheet", "&File", "Deck s&heet…", (Standard.Print,)),
    Command("next_deck", "&File", "Ne&xt deck", ("Ctrl+Tab",), apart=True),
    Command("previous_deck", "&File", "&Previous deck", ("Ctrl+Shift+Tab",)),
    Command("close_deck", "&File", "&Close the deck", ("Ctrl+W", Standard.Close)),
    Command("collection", "&File", "Collec&tion…", ("Ctrl+Shift+O",), with_deck=False, apart=True),
    Command("quit", "&File", "&Quit", ("Ctrl+Q", Standard.Quit), with_deck=False, apart=True),
    Command("undo", "&Edit", "Undo", ("Ctrl+Z",)),
    Command("redo", "&Edit", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
    Command("undo_all", "&Edit", "Undo &every step", building=True),
    Command("mend", "&Edit", "&Mend everything…", ("Ctrl+M",), apart=True, building=True),
    Command("name_version", "&Edit", "Name this &version…", ("Ctrl+Shift+V",), building=True),
    Command(
        "preferences",
        "&Edit",
        "Pre&ferences…",
        ("Ctrl+,", Standard.Preferences),
        with_deck=False,
        apart=True,
    ),
    Command("rename", "&Deck", "&Rename", ("F2",), building=True),
    Command("faction", "&Deck", "Choose the &faction", ("Ctrl+H",), building=True),
    Command("agenda", "&Deck", "Choose the &agenda…", ("Ctrl+G",), building=True),
    Command("add_agenda", "&Deck", "Add another a&genda…", ("Ctrl+Shift+G",), building=True),
    Command("matrix", "&Deck", "Every &list…", ("Ctrl+L",), apart=True, building=True),
    Command(
        "rookery",
        "&Deck",
        "&Move to the rookery or the next plot deck",
        ("Ctrl+R",),
        apart=True,
        building=True,
    ),
    Command("plot_deck", "&Deck", "Begin another &plot deck", building=True),
    Command("find", "&Go", "&Search", (Standard.Find,), with_deck=False),
    Command("playable", "&Go", "&Playable only", ("Ctrl+Shift+P",), building=True),
    Command("sort", "&Go", "So&rt the cards…", ("Ctrl+Shift+R",), with_deck=False),
    Command("go_pool", "&Go", "&All cards", ("Ctrl+T",), with_deck=False, apart=True),
    Command("go_deck", "&Go", "&Deck", ("Ctrl+D",)),
    Command("go_card", "&Go", "&Card", ("Alt+1",), with_deck=False),
    Command("go_problems", "&Go", "Pro&blems", ("Alt+2",), with_deck=False),
    Command("go_numbers", "&Go", "&Numbers", ("Alt+3",), with_deck=False),
    Command("go_history", "&Go", "&History", ("Alt+4",), with_deck=False),
    Command("card_data", "&Help", "&Card data…", ("Ctrl+Shift+L",), with_deck=False),
    Command("keys", "&Help", "&Keys", (Standard.HelpContents, "F1"), with_deck=False),
)


class Actions(QObject):
    """Fills a menu bar with the commands, the sample decks and the palettes.

    Signals:
        asked: a command is to be done (its name); undo and redo do themselves.
        sample_chosen: a sample deck is to be opened (its number).
        palette_chosen: another palette is wanted (a PaletteChoice).
    """

    asked = Signal(str)
    sample_chosen = Signal(int)
    palette_chosen = Signal(object)

    def __init__(self, bar: QMenuBar, palette: PaletteChoice, steps: QUndoGroup) -> None:
        super().__init__(bar)
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, QAction] = {}
        for command in COMMANDS:
            menu = self._menus.get(command.menu)
            if menu is None:
                menu = self._menus[command.menu] = bar.addMenu(command.menu)
            if command.apart:
                menu.addSeparator()
            action = self._action(command, steps)
            menu.addAction(action)
            self._actions[command.name] = action
        self._actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self._actions["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)
        self.samples = QMenu("Open sa&mple", bar)
        self.samples.menuAction().setVisible(False)
        self.samples.triggered.connect(self._on_sample_triggered)
        self._menus["&File"].insertMenu(self["save"], self.samples)
        self._menus["&Go"].addSeparator()
        self._add_palettes(self._menus["&Go"].addMenu("Pa&lette"), palette)
        self.show_what_can_be_done(deck=False, building=True)

    def __getitem__(self, name: str) -> QAction:
        """Return the action of a command."""
        return self._actions[name]

    def show_what_can_be_done(self, *, deck: bool, building: bool) -> None:
        """Let the commands that need an open deck, or the page that shows it, be chosen or not."""
        for command in COMMANDS:
            if command.with_deck and command.name not in {"undo", "redo"}:
                self[command.name].setEnabled(deck and (building or not command.building))

    def offer_samples(self, samples: tuple[Reading, ...]) -> None:
        """Offer these sample decks."""
        self.samples.clear()
        for number, reading in enumerate(samples):
            self.samples.addAction(reading.deck.name.replace("&", "&&")).setData(number)
        self.samples.menuAction().setVisible(bool(samples))

    def show_palette(self, chosen: PaletteChoice) -> None:
        """Mark the palette that is chosen, wherever that was done."""
        for action in self.palettes.actions():
            action.setChecked(action.data() == chosen.value)

    def _action(self, command: Command, steps: QUndoGroup) -> QAction:
        if command.name == "undo":
            action = steps.createUndoAction(self, "Undo")
        elif command.name == "redo":
            action = steps.createRedoAction(self, "Redo")
        else:
            action = QAction(command.words, self)
            action.triggered.connect(lambda: self.asked.emit(command.name))
        action.setShortcuts(command.sequences())
        return action

    def _add_palettes(self, menu: QMenu, chosen: PaletteChoice) -> None:
        self.palettes = QActionGroup(self)
        self.palettes.triggered.connect(self._on_palette_triggered)
        for choice in PaletteChoice:
            action = menu.addAction(f"&{choice.value.capitalize()}")
            action.setCheckable(True)
            action.setChecked(choice is chosen)
            action.setData(choice.value)
            self.palettes.addAction(action)

    def _on_sample_triggered(self, action: QAction) -> None:
        self.sample_chosen.emit(action.data())

    def _on_palette_triggered(self, action: QAction) -> None:
        self.palette_chosen.emit(PaletteChoice(action.data()))
