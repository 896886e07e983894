"""The commands of the window as one table, and the menus that are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from decks.report import Reading
from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import PALETTE_WORDS, TYPE_SIZES, PaletteChoice, Settings
from desktop.widgets.copy_as_menu import CopyAsMenu

Standard = QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its text in the menu, and its shortcuts.

    `needs_deck`: enabled only while a deck is open; `build_page`: only on the Build page.
    `checkable`: it is on or off.
    """

    name: str
    text: str
    keys: tuple[str | QKeySequence.StandardKey, ...] = ()
    needs_deck: bool = True
    build_page: bool = False
    checkable: bool = False

    def shortcuts(self) -> list[QKeySequence]:
        """Return the shortcuts, each once: a standard key may be one of the others."""
        found = dict.fromkeys(QKeySequence(key).toString() for key in self.keys)
        return [QKeySequence(key) for key in found if key]


_always = partial(Command, needs_deck=False)
_on_build_page = partial(Command, build_page=True)
# The rail has their shortcuts, Ctrl and their number.
PAGES_IN_MENU = {
    "Decks": "D&ecks\tCtrl+1",
    "Build": "Bu&ild\tCtrl+2",
    "Hands": "H&ands\tCtrl+3",
    "Events": "Even&ts\tCtrl+4",
    "Rules": "R&ules\tCtrl+5",
}
# The commands of each menu; None is a line between them.
MENUS: Mapping[str, tuple[Command | None, ...]] = {
    "&File": (
        _always("new", "&New deck…", (Standard.New,)),
        _always("open", "&Open…", (Standard.Open,)),
        _always("import", "&Import…", ("Ctrl+I",)),
        _always("open_address", "Open the address on the clipboar&d", ("Ctrl+Shift+A",)),
        None,
        Command("save", "&Save", (Standard.Save,)),
        Command("save_as", "Save &as a file…", ("Ctrl+Shift+S",)),
        Command("export", "&Export…", ("Ctrl+E",)),
        Command("share", "Short code and Q&R code…", ("Ctrl+Shift+Q",)),
        Command("sheet", "Print deck s&heet…", (Standard.Print,)),
        Command("picture", "Save the dec&k as a picture…", ("Ctrl+Shift+K",)),
        None,
        Command("next_deck", "Ne&xt deck", ("Ctrl+Tab",)),
        Command("previous_deck", "&Previous deck", ("Ctrl+Shift+Tab",)),
        Command("close_deck", "&Close the deck", ("Ctrl+W", Standard.Close)),
        None,
        _always("collection", "Collec&tion…", ("Ctrl+Shift+O",)),
        _always("games", "&Games…", ("Ctrl+Shift+W",)),
        _always("own_texts", "Texts &from a file…"),
        None,
        _always("quit", "&Quit", ("Ctrl+Q", Standard.Quit)),
    ),
    "&Edit": (
        Command("undo", "Undo", ("Ctrl+Z",)),
        Command("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
        _on_build_page("undo_all", "Undo &everything"),
        None,
        _on_build_page("name_version", "Name this &version…", ("Ctrl+Shift+V",)),
        _on_build_page("plan", "&Plan a change…", ("Ctrl+Shift+I",)),
        None,
        _always("preferences", "Pre&ferences…", ("Ctrl+,", Standard.Preferences)),
    ),
    "&Deck": (
        _on_build_page("rename", "&Rename", ("F2",)),
        _on_build_page("faction", "Choose the &faction", ("Ctrl+H",)),
        _on_build_page("agenda", "Choose the &agenda…", ("Ctrl+J",)),
        _on_build_page("add_agenda", "Add another a&genda…", ("Ctrl+Shift+J",)),
        None,
        Command("record_game", "Recor&d a game…", ("Ctrl+Shift+G",)),
        None,
        _on_build_page("repair_all", "Fi&x all…", ("Ctrl+M",)),
        _on_build_page("matrix", "&Lists…", ("Ctrl+L",)),
        None,
        _on_build_page("rookery", "&Move to the rookery or the next plot deck", ("Ctrl+R",)),
        _on_build_page("consider", "Consider the card&s, or take them back", ("Ctrl+U",)),
        _on_build_page("categories", "&Categories of the cards…", ("Ctrl+Shift+C",)),
        _on_build_page("card_note", "&Write a note on the card", ("Ctrl+Shift+U",)),
        _on_build_page("plot_deck", "Add a &plot deck"),
        None,
        Command(
            "star",
            "S&tar the cards, or take the stars away",
            ("Ctrl+Shift+F",),
            needs_deck=False,
            build_page=True,
        ),
        Command(
            "like", "More cards li&ke this", ("Ctrl+Shift+H",), needs_deck=False, build_page=True
        ),
    ),
    "&View": (
        _always("gallery", "&Gallery of all cards", ("Ctrl+G",), checkable=True),
        _always("by_title", "Cards by na&me", ("Ctrl+Shift+N",), checkable=True),
        _on_build_page("group", "G&roup the deck…", ("Ctrl+Shift+B",)),
        _on_build_page("piles", "Deck as list or &piles", ("Ctrl+B",)),
        None,
        _always("show_pool", "Panel of &all cards", checkable=True),
        _always("show_side", "Panel &beside the deck", checkable=True),
        None,
    ),
    "&Go": (
        _always("find", "&Search", (Standard.Find,)),
        _on_build_page("playable", "&Playable only", ("Ctrl+Shift+P",)),
        _always("sort", "So&rt the cards…", ("Ctrl+Shift+R",)),
        _always("saved", "Sa&ved filters and recent searches…"),
        None,
        _always("go_pool", "A&ll cards", ("Ctrl+T",)),
        Command("go_deck", "&Deck", ("Ctrl+D",)),
        _always("go_card", "&Card", ("Alt+1",)),
        _always("go_problems", "Pro&blems", ("Alt+2",)),
        _always("go_numbers", "&Numbers", ("Alt+3",)),
        _always("go_history", "&History", ("Alt+4",)),
        _always("go_notes", "N&otes", ("Alt+5",)),
        None,
        *(_always(f"page_{page}", words) for page, words in PAGES_IN_MENU.items()),
    ),
    "&Help": (
        _always("guide", "&Guide", ("Shift+F1",)),
        _always("language", "&Search language"),
        _always("keys", "&Keys", (Standard.HelpContents, "F1")),
        None,
        _always("card_data", "&Card data…", ("Ctrl+Shift+L",)),
        _always("log_folder", "&Log folder"),
        None,
        _always("about", "&About Seven Plots"),
    ),
}
COMMANDS = tuple(command for menu in MENUS.values() for command in menu if command)


class Actions(QObject):
    """Fills a menu bar with the commands, the sample decks, the palettes and the text sizes.

    Undo and redo work by themselves; every other action is connected by whoever does it.

    Signals:
        sample_chosen: a sample deck is to be opened (its number).
        palette_chosen: another palette is wanted (a PaletteChoice).
        type_size_chosen: another text size is wanted (one of TYPE_SIZES).
    """

    sample_chosen = Signal(int)
    palette_chosen = Signal(object)
    type_size_chosen = Signal(int)

    def __init__(self, bar: QMenuBar, settings: Settings, undo_group: QUndoGroup) -> None:
        super().__init__(bar)
        self._actions = {each.name: QAction(each.text, self) for each in COMMANDS}
        self._undo_group, self._build_page = undo_group, True
        undo_group.canUndoChanged.connect(self._enable_undo_all)
        self._actions["undo"] = undo_group.createUndoAction(self, "Undo")
        self._actions["redo"] = undo_group.createRedoAction(self, "Redo")
        menus = {title: bar.addMenu(title) for title in MENUS}
        for title, commands in MENUS.items():
            for command in commands:
                if command is None:
                    menus[title].addSeparator()
                else:
                    self[command.name].setShortcuts(command.shortcuts())
                    self[command.name].setCheckable(command.checkable)
                    menus[title].addAction(self[command.name])
        self["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)
        self.samples = QMenu("Open sa&mple", bar)
        self.samples.menuAction().setVisible(False)
        self.samples.triggered.connect(lambda action: self.sample_chosen.emit(action.data()))
        menus["&File"].insertMenu(self["save"], self.samples)
        self.copy_as = CopyAsMenu("Cop&y as", bar)
        menus["&File"].insertMenu(self["share"], self.copy_as)
        self["about"].setMenuRole(QAction.MenuRole.AboutRole)
        view = menus["&View"]
        palettes = {f"&{words}": str(choice) for choice, words in PALETTE_WORDS.items()}
        self.palettes = self._choices(view.addMenu("Pa&lette"), palettes)
        sizes = {f"{size} %": size for size in TYPE_SIZES}
        self.type_sizes = self._choices(view.addMenu("&Text size"), sizes)
        self.show_palette(settings.palette)
        self.show_type_size(settings.type_size)
        self.palettes.triggered.connect(
            lambda action: self.palette_chosen.emit(PaletteChoice(action.data()))
        )
        self.type_sizes.triggered.connect(lambda action: self.type_size_chosen.emit(action.data()))
        self.set_context(deck=False, build_page=True)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def set_context(self, *, deck: bool, build_page: bool) -> None:
        """Enable the commands that need an open deck, or the Build page, where these are there."""
        self.copy_as.menuAction().setEnabled(deck)
        for command in COMMANDS:
            if command.name not in {"undo", "redo", "undo_all"}:
                has_deck = deck or not command.needs_deck
                self[command.name].setEnabled(has_deck and (build_page or not command.build_page))
        self._build_page = build_page
        self._enable_undo_all()

    def show_samples(self, samples: tuple[Reading, ...]) -> None:
        self.samples.clear()
        for number, reading in enumerate(samples):
            self.samples.addAction(reading.deck.name.replace("&", "&&")).setData(number)
        self.samples.menuAction().setVisible(bool(samples))

    def show_palette(self, chosen: PaletteChoice) -> None:
        _check(self.palettes, chosen.value)

    def show_type_size(self, chosen: int) -> None:
        _check(self.type_sizes, chosen)

    def _enable_undo_all(self) -> None:
        self["undo_all"].setEnabled(self._build_page and self._undo_group.canUndo())

    def _choices(self, menu: QMenu, choices: Mapping[str, str | int]) -> QActionGroup:
        group = QActionGroup(self)
        for words, value in choices.items():
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setData(value)
            group.addAction(action)
        return group


def _check(group: QActionGroup, value: str | int) -> None:
    for action in group.actions():
        action.setChecked(action.data() == value)


def connect_builder(actions: Actions, page: BuilderPage, show_page: Callable[[], object]) -> None:
    """Have commands lead to their part of the page, which `show_page` shows before."""
    pool, header, shortcut = page.pool, page.deck.header, Qt.FocusReason.ShortcutFocusReason
    pool.by_title.toggled.connect(actions["by_title"].setChecked)
    actions["by_title"].toggled.connect(pool.by_title.setChecked)
    pool.remarks.texts_requested.connect(actions["card_data"].trigger)
    page.deck.header.sheet.clicked.connect(actions["sheet"].trigger)
    pool.views.button.toggled.connect(actions["gallery"].setChecked)
    tabs = ("go_card", "go_problems", "go_numbers", "go_history", "go_notes")
    of_pool: tuple[tuple[str, Callable[[], object]], ...] = (
        ("find", pool.go_to_search),
        ("sort", pool.sort.showMenu),
        ("saved", pool.saved.open_below_field),
        ("go_pool", lambda: pool.views.current.setFocus(shortcut)),
        ("gallery", pool.views.button.toggle),
        ("language", pool.help.open),
    )
    of_deck: tuple[tuple[str, Callable[[], object]], ...] = (
        ("go_deck", page.deck.go_to_cards),
        ("rename", header.rename),
        ("faction", header.faction.showPopup),
        ("agenda", header.agendas.choose),
        ("add_agenda", header.agendas.choose_another),
        ("matrix", page.deck.open_matrix),
        ("piles", page.deck.toggle_piles),
        ("group", page.deck.choose_grouping),
    )
    of_tabs = tuple((name, partial(page.show_tab, number)) for number, name in enumerate(tabs))
    for commands, show_panel in (
        (of_pool, page.show_pool),
        (of_deck, page.show_deck_panel),
        (of_tabs, page.show_side),
    ):
        for name, go in commands:
            actions[name].triggered.connect(partial(_lead_to, show_page, show_panel, go))
    page.repair_finder.search_seen.connect(partial(_show_search, page))
    for name in ("show_pool", "show_side"):
        actions[name].triggered.connect(lambda *_: show_page())


def _lead_to(
    show_page: Callable[[], object],
    show_panel: Callable[[], object],
    go: Callable[[], object],
    *_: object,
) -> None:
    show_page()
    show_panel()
    go()


def _show_search(page: BuilderPage, seen: bool) -> None:  # noqa: FBT001 - Qt's signal
    """Show where a search for all fixes can be stopped, which a key may have started elsewhere."""
    if seen and not page.problems.isVisible():
        page.show_side()
        page.tabs.setCurrentWidget(page.problems)


def connect_panels(actions: Actions, page: BuilderPage, settings: Settings) -> None:
    """Have the panels, the commands in the menu and the settings say the same from now on."""
    remember_searches(page, settings)
    for name, setting, show, shown in (
        ("show_pool", "pool_hidden", page.show_pool, page.pool_shown),
        ("show_side", "side_hidden", page.show_side, page.side_shown),
    ):
        action = actions[name]
        action.setChecked(not getattr(settings, setting))
        show(action.isChecked())
        action.toggled.connect(show)
        shown.connect(action.setChecked)
        shown.connect(partial(_save, settings, setting))


def remember_searches(page: BuilderPage, settings: Settings) -> None:
    """Show the filters that were saved and the last searches, and save them from now on."""
    menu = page.pool.saved
    menu.saved, menu.recent = settings.saved_filters, settings.recent_searches
    menu.saved_changed.connect(lambda: setattr(settings, "saved_filters", menu.saved))
    menu.recent_changed.connect(lambda: setattr(settings, "recent_searches", menu.recent))


def _save(settings: Settings, setting: str, shown: bool) -> None:  # noqa: FBT001 - Qt's signal
    setattr(settings, setting, not shown)
