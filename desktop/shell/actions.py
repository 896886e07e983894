"""The commands of the window as one table, and the menus that are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from decks.report import Reading
from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import PALETTE_WORDS, TYPE_SIZES, Settings
from desktop.shell.rail import PAGES
from desktop.widgets.copy_as_menu import CopyAsMenu
from desktop.widgets.menus import Menu

Standard = QKeySequence.StandardKey
Key: TypeAlias = str | QKeySequence.StandardKey
_SHORTCUT = Qt.FocusReason.ShortcutFocusReason


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its text in the menu, its shortcuts and what it does.

    `does` is a function of the main window, or the path of a method from there; without it the
    command is connected by whoever does it.

    `needs_deck`: enabled only while a deck is open; `build_page`: only on the Build page.
    `panel` shows the panel of the Build page that the command is about. `checkable`: it is on or
    off.
    """

    name: str
    text: str
    keys: Key | tuple[Key, ...] = ()
    does: str | Callable[[Any], object] | None = None
    needs_deck: bool = True
    build_page: bool = False
    panel: Callable[[BuilderPage], object] | None = None
    checkable: bool = False

    def shortcuts(self) -> list[QKeySequence]:
        """Return the shortcuts, each once: a standard key may be one of the others."""
        keys = self.keys if isinstance(self.keys, tuple) else (self.keys,)
        found = dict.fromkeys(QKeySequence(key).toString() for key in keys)
        return [QKeySequence(key) for key in found if key]


_always = partial(Command, needs_deck=False)
_build = partial(Command, build_page=True)
_in_pool = partial(Command, needs_deck=False, panel=BuilderPage.show_pool)


def _tab(name: str, text: str, number: int) -> Command:
    """Return the command that shows a tab beside the deck; Alt and its number are the shortcut."""
    keys, does = f"Alt+{number + 1}", lambda w: w.build.show_tab(number)
    return _always(name, text, keys, does, panel=BuilderPage.show_side)


def _page(number: int, text: str) -> Command:
    """Return the command that shows a page; the rail has its shortcut, Ctrl and its number."""
    words = f"{text}\tCtrl+{number + 1}"
    return _always(f"page_{PAGES[number]}", words, does=lambda w: w.show_page(number))


def _panel(name: str, text: str) -> Command:
    """Return the command that shows or hides a panel of the Build page."""
    return _always(name, text, does=lambda w: w.show_page(PAGES.index("Build")), checkable=True)


# The commands of each menu; None is a line between them.
MENUS: Mapping[str, tuple[Command | None, ...]] = {
    "&File": (
        _always("new", "&New deck…", Standard.New, "deck_controller.new_deck"),
        _always("open", "&Open…", Standard.Open, "deck_controller.choose_files"),
        _always("import", "&Import…", "Ctrl+I", lambda w: w.decks.import_files([])),
        _always(
            "open_address",
            "Open the address on the clipboar&d",
            "Ctrl+Shift+A",
            "decks.import_address",
        ),
        None,
        Command("save", "&Save", Standard.Save, "deck_controller.save"),
        Command(
            "save_as", "Save &as a file…", "Ctrl+Shift+S", "deck_controller.file_saver.save_as"
        ),
        Command("export", "&Export…", "Ctrl+E", "deck_controller.export"),
        Command("share", "Short code and Q&R code…", "Ctrl+Shift+Q", "deck_controller.share"),
        Command("sheet", "Print deck s&heet…", Standard.Print, "deck_controller.print_sheet"),
        Command(
            "picture",
            "Save the dec&k as a picture…",
            "Ctrl+Shift+K",
            lambda w: w.deck_controller.file_saver.save_picture(w.build.deck.grouping),
        ),
        None,
        Command("next_deck", "Ne&xt deck", "Ctrl+Tab", lambda w: w.deck_controller.show_next(1)),
        Command(
            "previous_deck",
            "&Previous deck",
            "Ctrl+Shift+Tab",
            lambda w: w.deck_controller.show_next(-1),
        ),
        Command(
            "close_deck",
            "&Close the deck",
            ("Ctrl+W", Standard.Close),
            "deck_controller.close_current",
        ),
        None,
        _always("collection", "Collec&tion…", "Ctrl+Shift+O", "show_collection"),
        _always("games", "&Games…", "Ctrl+Shift+W", "games.show_games"),
        _always("own_texts", "Texts &from a file…"),
        _always("own_cards", "Cards of yo&ur own…"),
        None,
        _always("quit", "&Quit", ("Ctrl+Q", Standard.Quit), "close"),
    ),
    "&Edit": (
        Command("undo", "Undo", "Ctrl+Z"),
        Command("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y")),
        _build("undo_all", "Undo &everything", does=lambda w: w.session.go_to_step(0)),
        None,
        _build("name_version", "Name this &version…", "Ctrl+Shift+V", "build.history.name_version"),
        _build("plan", "&Plan a change…", "Ctrl+Shift+I", "build.history.plans.commands.begin"),
        None,
        _always("preferences", "Pre&ferences…", ("Ctrl+,", Standard.Preferences)),
    ),
    "&Deck": (
        _build("rename", "&Rename", "F2", "build.deck.header.rename"),
        _build("faction", "Choose the &faction", "Ctrl+H", "build.deck.header.choose_faction"),
        _build("agenda", "Choose the &agenda…", "Ctrl+J", "build.deck.header.choose_agenda"),
        _build(
            "add_agenda",
            "Add another a&genda…",
            "Ctrl+Shift+J",
            "build.deck.header.choose_another",
        ),
        None,
        Command("record_game", "Recor&d a game…", "Ctrl+Shift+G", "games.record"),
        None,
        _build("repair_all", "Fi&x all…", "Ctrl+M", "build.repair_finder.repair_all"),
        _build("finish", "F&inish my deck…", "F8", "build.finish_deck"),
        _build("matrix", "All restricted &lists…", "Ctrl+L", "build.deck.open_matrix"),
        _always("own_lists", "Restricted lists of your &own…"),
        None,
        _build(
            "rookery",
            "&Move to the rookery or the next plot deck",
            "Ctrl+R",
            "build.move_to_rookery",
        ),
        _build("consider", "Consider the card&s, or take them back", "Ctrl+U", "build.consider"),
        _build(
            "categories",
            "&Categories of the cards…",
            "Ctrl+Shift+C",
            lambda w: w.build.categories.open_dialog(w.build.chosen_cards),
        ),
        _build("card_note", "&Write a note on the card", "Ctrl+Shift+U", "build.write_card_note"),
        _build("plot_deck", "Add a &plot deck", does="session.begin_plot_deck"),
        None,
        _build(
            "star",
            "S&tar the cards, or take the stars away",
            "Ctrl+Shift+F",
            "stars.toggle",
            needs_deck=False,
        ),
        _build(
            "like", "More cards li&ke this", "Ctrl+Shift+H", "stars.show_like", needs_deck=False
        ),
    ),
    "&View": (
        _in_pool(
            "gallery",
            "&Gallery of all cards",
            "Ctrl+G",
            "build.pool.views.button.toggle",
            checkable=True,
        ),
        _always("by_title", "Cards by na&me", "Ctrl+Shift+N", checkable=True),
        _build("group", "G&roup the deck…", "Ctrl+Shift+B", "build.deck.choose_grouping"),
        _build("piles", "Deck as list or &piles", "Ctrl+B", "build.deck.toggle_piles"),
        None,
        _panel("show_pool", "Panel of &all cards"),
        _panel("show_side", "Panel &beside the deck"),
        None,
    ),
    "&Go": (
        _in_pool("find", "&Search", Standard.Find, "build.pool.go_to_search"),
        _build("playable", "&Playable only", "Ctrl+Shift+P", "build.pool.playable.toggle"),
        _in_pool("sort", "So&rt the cards…", "Ctrl+Shift+R", "build.pool.open_sorting"),
        _in_pool("saved", "Sa&ved searches…", does="build.pool.saved.open_below_field"),
        None,
        _in_pool(
            "go_pool",
            "A&ll cards",
            "Ctrl+T",
            lambda w: w.build.pool.views.current.setFocus(_SHORTCUT),
        ),
        Command("go_deck", "&Deck", "Ctrl+D", "build.deck.go_to_cards"),
        _tab("go_card", "&Card", 0),
        _tab("go_problems", "Pro&blems", 1),
        _tab("go_numbers", "&Numbers", 2),
        _tab("go_history", "&History", 3),
        _tab("go_notes", "N&otes", 4),
        _tab("go_suggestions", "Su&ggestions", 5),
        None,
        _page(0, "D&ecks"),
        _page(1, "Bu&ild"),
        _page(2, "H&ands"),
        _page(3, "Even&ts"),
        _page(4, "R&ules"),
    ),
    "&Help": (
        _always("guide", "&Guide", "Shift+F1", "show_guide"),
        _in_pool("language", "&Search language", does="build.pool.help.click"),
        _always("keys", "S&hortcuts", (Standard.HelpContents, "F1"), "show_keys"),
        None,
        _always("card_data", "&Card data…", "Ctrl+Shift+L"),
        _always("log_folder", "&Log folder", does="open_log_folder"),
        None,
        _always("about", "&About Seven Plots", does="show_about"),
    ),
}
COMMANDS = tuple(command for menu in MENUS.values() for command in menu if command)


class ChoiceGroup(QActionGroup):
    """The entries of a menu of which one is checked."""

    chosen = Signal(object)  # the value of the entry

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self._menu = menu

    def add(self, words: str, value: object, *, chosen: bool) -> None:
        action = self._menu.addAction(words)
        action.setData(value)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(lambda: self.chosen.emit(value))
        self.addAction(action)

    def check(self, value: object) -> None:
        for action in self.actions():
            action.setChecked(action.data() == value)


class Actions(QObject):
    """Fills a menu bar with the commands, the sample decks, the palettes and the text sizes.

    Undo and redo work by themselves; `run` does any other command.
    """

    def __init__(
        self,
        bar: QMenuBar,
        settings: Settings,
        undo_group: QUndoGroup,
        run: Callable[[Command], None],
    ) -> None:
        super().__init__(bar)
        self._actions = {each.name: QAction(each.text, self) for each in COMMANDS}
        self._undo_group = undo_group
        # Whether there is an open deck, and whether the Build page is shown.
        self._context: tuple[bool, bool] | None = None
        undo_group.canUndoChanged.connect(self._enable_undo_all)
        self._actions["undo"] = undo_group.createUndoAction(self, "Undo")
        self._actions["redo"] = undo_group.createRedoAction(self, "Redo")
        menus = {title: Menu(title, bar) for title in MENUS}
        for title, commands in MENUS.items():
            bar.addMenu(menus[title])
            for command in commands:
                if command is None:
                    menus[title].addSeparator()
                else:
                    self._add(menus[title], command, run)
        self["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)
        self.samples = Menu("Open sa&mple", bar)
        self.samples.menuAction().setVisible(False)
        menus["&File"].insertMenu(self["save"], self.samples)
        self.copy_as = CopyAsMenu("Cop&y as", bar)
        menus["&File"].insertMenu(self["share"], self.copy_as)
        self["about"].setMenuRole(QAction.MenuRole.AboutRole)
        view = menus["&View"]
        self.palettes = ChoiceGroup(view.add_menu("Pa&lette"))
        for choice, words in PALETTE_WORDS.items():
            self.palettes.add(f"&{words}", choice, chosen=choice is settings.palette)
        self.type_sizes = ChoiceGroup(view.add_menu("&Text size"))
        for size in TYPE_SIZES:
            self.type_sizes.add(f"{size} %", size, chosen=size == settings.type_size)
        self.set_context(deck=False, build_page=True)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _add(self, menu: QMenu, command: Command, run: Callable[[Command], None]) -> None:
        action = self[command.name]
        action.setShortcuts(command.shortcuts())
        action.setCheckable(command.checkable)
        if command.does is not None:
            action.triggered.connect(lambda *_: run(command))
        menu.addAction(action)

    def set_context(self, *, deck: bool, build_page: bool) -> None:
        """Enable the commands that need an open deck, or the Build page, where these are there."""
        if (deck, build_page) == self._context:
            return
        self._context = (deck, build_page)
        self.copy_as.menuAction().setEnabled(deck)
        for command in COMMANDS:
            if command.name not in {"undo", "redo", "undo_all"}:
                has_deck = deck or not command.needs_deck
                self[command.name].setEnabled(has_deck and (build_page or not command.build_page))
        self._enable_undo_all()

    def show_samples(self, samples: tuple[Reading, ...]) -> None:
        self.samples.clear()
        for number, reading in enumerate(samples):
            self.samples.addAction(reading.deck.name.replace("&", "&&")).setData(number)
        self.samples.menuAction().setVisible(bool(samples))

    def _enable_undo_all(self) -> None:
        build_page = self._context is not None and self._context[1]
        self["undo_all"].setEnabled(build_page and self._undo_group.canUndo())


def connect_builder(actions: Actions, page: BuilderPage) -> None:
    """Connect the commands that have a widget of their own on the page."""
    pool = page.pool
    pool.by_title.toggled.connect(actions["by_title"].setChecked)
    actions["by_title"].toggled.connect(pool.by_title.setChecked)
    pool.remarks.texts.clicked.connect(actions["card_data"].trigger)
    bar = page.deck.bar
    bar.sheet.clicked.connect(actions["sheet"].trigger)
    bar.share_menu.addMenu(actions.copy_as)
    bar.share_menu.addActions([actions[name] for name in ("share", "export", "picture")])
    more = ("matrix", "finish", "record_game", "name_version", "plan")
    bar.more_menu.addActions([actions[name] for name in more])
    pool.views.button.toggled.connect(actions["gallery"].setChecked)
    page.repair_finder.search_seen.connect(partial(_show_search, page))


def _show_search(page: BuilderPage, seen: bool) -> None:  # noqa: FBT001 - Qt's signal
    """Show where a search for all fixes can be stopped, which a key may have started elsewhere."""
    if seen and not page.problems.isVisible():
        page.show_side()
        page.tabs.setCurrentWidget(page.problems)


def connect_panels(actions: Actions, page: BuilderPage, settings: Settings) -> None:
    """Keep the panels, the commands in the menu and the settings in step."""
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
