"""The commands that lead to a part of the Build page, and those that show and hide its panels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt

from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import Settings
from desktop.shell.actions import Actions


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
