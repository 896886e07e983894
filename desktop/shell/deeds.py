"""What each command of the window does, by the command's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from desktop.shell.main_window import MainWindow

Deeds = Mapping[str, Callable[[], object]]


def deeds_of(window: MainWindow) -> Deeds:
    """Return what each command does; undo and redo do themselves."""
    return {**_of_decks(window), **_of_the_deck(window), **_ways(window)}


def _of_decks(window: MainWindow) -> Deeds:
    deck_controller = window.deck_controller
    return {
        "new": deck_controller.begin,
        "open": deck_controller.choose_files,
        "import": lambda: window.decks.import_files([]),
        "save": deck_controller.save,
        "save_as": deck_controller.file_saver.save_as,
        "export": deck_controller.export,
        "sheet": deck_controller.print_sheet,
        "close_deck": deck_controller.close_current,
        "collection": window.show_collection,
        "next_deck": deck_controller.next_deck,
        "previous_deck": lambda: deck_controller.next_deck(-1),
        "quit": window.close,
        "keys": window.show_keys,
    }


def _of_the_deck(window: MainWindow) -> Deeds:
    page, header, session = window.build, window.build.deck.header, window.session
    return {
        "undo_all": lambda: session.go_to_step(0),
        "mend": page.repair_finder.repair_all,
        "name_version": page.history.name_version,
        "rename": header.rename,
        "faction": header.faction.showPopup,
        "agenda": header.agendas.choose,
        "add_agenda": header.agendas.add.click,
        "matrix": page.deck.open_matrix,
        "rookery": page.move_to_rookery,
        "plot_deck": session.begin_plot_deck,
        "playable": page.pool.playable.toggle,
    }


def _ways(window: MainWindow) -> Deeds:
    page = window.build

    def way(go: Callable[[], object]) -> Callable[[], object]:
        def gone() -> None:
            window.show_page(window.pages.indexOf(page))
            go()

        return gone

    def to(widget: QWidget) -> Callable[[], object]:
        return way(lambda: widget.setFocus(Qt.FocusReason.ShortcutFocusReason))

    return {
        "find": way(page.pool.go_to_search),
        "sort": way(page.pool.sort.showMenu),
        "go_pool": to(page.pool.table),
        "go_deck": to(page.deck.list),
        "go_card": way(lambda: page.show_tab(0)),
        "go_problems": way(lambda: page.show_tab(1)),
        "go_numbers": way(lambda: page.show_tab(2)),
        "go_history": way(lambda: page.show_tab(3)),
    }
