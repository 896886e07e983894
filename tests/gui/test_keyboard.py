"""Every part of the window is reached, named and used by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from decks.report import Reading
from desktop.app import Application
from desktop.dialogs.crash_dialog import CrashDialog
from desktop.pages.builder.page import BuilderPage
from desktop.pages.library.page import LibraryPage
from desktop.runtime.crash_reporting import crash_report
from desktop.shell.actions import COMMANDS
from desktop.shell.main_window import BUILD, DECKS, HANDS
from desktop.widgets.accessible_roles import install_roles
from desktop.widgets.cards.card_details import PrintingList
from desktop.widgets.rule_button import RuleButton
from library.deck_values import StoredDeck
from tests.gui.by_keys import CONTROL, Key, described, focus, names, opened, role, stops, way
from tests.gui.samples import open_sample, present
from tests.gui.test_accessibility import spoken_name
from tests.small_deck import small_deck

Role = QAccessible.Role
# What Qt says of a widget that it knows nothing about; a place to scroll is nothing else.
NOTHING = {Role.NoRole, Role.Client, Role.Window, Role.Pane}


def assert_walkable(root: QWidget) -> list[QWidget]:
    """Walk a window forth and back from where the focus is; return the way."""
    there, back = way(Key.Key_Tab), way(Key.Key_Backtab)
    missed = {*map(described, stops(root))} - {*map(described, there)}
    assert not missed
    # Only some of the cards that the focus passes have printings to list, or keywords.
    of_some = (PrintingList, RuleButton)
    assert [each for each in {*there} ^ {*back} if not isinstance(each, of_some)] == []
    buddies = {label.buddy() for label in root.findChildren(QLabel)}
    assert [
        described(each) for each in there if not spoken_name(each) and each not in buddies
    ] == []
    bare = [each for each in there if role(each) in NOTHING and type(each) is not QScrollArea]
    assert [described(each) for each in bare] == []
    return there


def in_order(path: list[QWidget], *wanted: QWidget) -> bool:
    """Return whether a way that goes round passes these in their order."""
    start = path.index(wanted[0])
    distances = [(path.index(each) - start) % len(path) for each in wanted]
    return distances == sorted(distances)


def test_the_welcome_is_walked(app: Application) -> None:
    install_roles()
    app.window.activateWindow()
    path = assert_walkable(app.window)
    assert app.window.build.deck.welcome_panel.samples in path


def test_the_build_page_is_walked_in_the_order_it_is_read(
    two_decks: Application, qtbot: QtBot
) -> None:
    page = two_decks.window.build
    header = page.deck.header
    bar = (page.deck.bar.group_by, page.deck.bar.more)
    deck = (header.name, header.verdict, header.summary, *bar, page.deck.list)
    for tab in range(4):
        page.show_tab(tab)
        qtbot.waitUntil(
            lambda: not two_decks.window.library_worker.busy and two_decks.tasks.idle,
        )
        page.pool.search.setFocus()
        path = assert_walkable(two_decks.window)
        wanted = (page.pool.search, page.pool.table, *deck, page.tabs.tabBar())
        assert in_order(path, *wanted), page.tabs.tabText(tab)
    assert_repairs_come_behind_problems(page, qtbot)


def assert_repairs_come_behind_problems(page: BuilderPage, qtbot: QtBot) -> None:
    page.show_tab(1)
    qtbot.waitUntil(lambda: page.problems.list.fixes(0) is not None)
    buttons = present(page.problems.list.fixes(0))
    assert page.problems.list.hasFocus()
    path = way(Key.Key_Tab)
    assert path[1 : 1 + len(buttons.buttons)] == buttons.buttons
    assert in_order(path, page.problems.list, *buttons.buttons, page.problems.repair_all)


def test_the_problems_of_a_legal_deck_are_no_dead_end(app: Application) -> None:
    open_sample(app)
    app.session.choose(list_code="none")
    page = app.window.build
    app.window.activateWindow()
    QTest.keyClick(app.window, Key.Key_2, Qt.KeyboardModifier.AltModifier)
    expected = page.problems.list if page.problems.model.rows else page.tabs.tabBar()
    assert focus() is expected
    app.session.close_deck(0)
    QTest.keyClick(app.window, Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert focus() is page.tabs.tabBar()


def only_in_menus(page: LibraryPage) -> list[str]:
    """Return what a page offers in context menus alone, without a button, a key or a menu."""
    shown = {each.text() for each in page.findChildren(QPushButton)}
    shown |= {page.sidebar.item(row).text() for row in range(page.sidebar.count())}
    offered = [action for view in (page.table, page.sidebar) for action in view.actions()]
    assert offered
    return [
        action.text()
        for action in offered
        if action.text() not in shown and action.shortcut().isEmpty() and action.menu() is None
    ]


def test_the_decks_page_is_walked_in_the_order_it_is_read_and_hides_nothing_in_menus(
    two_decks: Application, qtbot: QtBot
) -> None:
    window = two_decks.window
    QTest.keyClick(window, Key.Key_1, CONTROL)
    assert window.pages.currentIndex() == DECKS
    assert window.decks.search.hasFocus()
    qtbot.waitUntil(lambda: window.decks.model.rowCount() == 2)
    page = window.decks
    assert only_in_menus(page) == []
    page.table.selectAll()
    path = assert_walkable(window)
    assert in_order(path, page.search, page.sidebar, page.table)
    of_decks = path[path.index(page.search) + 1 :]
    assert names(of_decks)[:2] == ["Duplicate", "Tags"]


def test_the_hands_page_is_walked(app: Application, qtbot: QtBot) -> None:
    install_roles()
    window = app.window
    app.session.open([Reading(small_deck(present(app.session.cards).pools), ())])
    window.activateWindow()
    QTest.keyClick(window, Key.Key_3, CONTROL)
    hands = present(window.hands)
    assert window.pages.currentIndex() == HANDS
    qtbot.waitUntil(lambda: hands.board.game is not None and app.tasks.idle)
    view = hands.board.view
    assert focus() in view.board.hand.tiles
    path = assert_walkable(window)
    board, card = view.board, hands.side.card.focusProxy()
    assert in_order(path, view.header.new, view.steps.best, board.hand.tiles[0], present(card))
    hands.show_odds()
    for number in range(hands.odds.tabs.count()):
        hands.odds.tabs.setCurrentIndex(number)
        qtbot.waitUntil(lambda: app.tasks.idle)
        view.header.new.setFocus()
        assert_walkable(window)


def test_the_arrows_lead_along_the_rail(app: Application) -> None:
    install_roles()
    window = app.window
    window.activateWindow()
    window.build.pool.search.setFocus()
    while not isinstance(focus(), QAbstractButton) or "page" not in spoken_name(focus()):
        QTest.keyClick(focus(), Key.Key_Backtab)
    assert spoken_name(focus()) == "Build page"
    QTest.keyClick(focus(), Key.Key_Up)
    assert window.pages.currentIndex() == DECKS
    assert spoken_name(focus()) == "Decks page"
    QTest.keyClick(focus(), Key.Key_Down)
    assert window.pages.currentIndex() == BUILD


def decks_of(app: Application) -> tuple[StoredDeck, ...]:
    return present(app.window.library_worker.library).decks.all()


def versus(app: Application) -> None:
    """Ask on the Hands page with what to compare."""
    app.window.show_page(HANDS)
    hands = present(app.window.hands)
    hands.odds.options.versus.click()


Opening = Callable[[Application], object]
DIALOGS: dict[str, Opening] = {
    "new": lambda app: app.window.deck_controller.new_deck(),
    "import": lambda app: app.window.decks.import_files([]),
    "export": lambda app: app.window.deck_controller.export(),
    "sheet": lambda app: app.window.deck_controller.print_sheet(),
    "collection": lambda app: app.window.show_collection(),
    "keys": lambda app: app.window.show_keys(),
    "preferences": lambda app: app.show_preferences(),
    "card data": lambda app: app.card_sync_controller.show_card_data(),
    "version": lambda app: app.window.build.history.name_version(),
    "plan": lambda app: app.window.build.history.plans.commands.begin(),
    "repair": lambda app: app.window.build.repair_finder.repair_all(),
    "matrix": lambda app: app.window.build.deck.open_matrix(),
    "agenda": lambda app: app.window.build.deck.header.choose_agenda(),
    "details": lambda app: app.window.build.deck.header.open_details(),
    "folder": lambda app: app.window.decks.controller.add_folder(),
    "tags": lambda app: app.window.decks.controller.tag(decks_of(app)),
    "compare": lambda app: app.window.decks.controller.compare(*decks_of(app)),
    "bin": lambda app: app.window.decks.controller.empty_bin(),
    "versus": versus,
    "failure": lambda app: CrashDialog(crash_report(ValueError("no")), None, app.window).open(),
}
FIRST = {"version": "Name", "plan": "Name", "folder": "Name", "bin": "Cancel", "sheet": "Player"}


@pytest.fixture
def dialog_of(two_decks: Application, qtbot: QtBot) -> Iterator[Callable[[str], QWidget]]:
    """Open a dialog of the window by its name, and close what is left in the end."""
    app = two_decks

    def made(name: str) -> QWidget:
        DIALOGS[name](app)
        qtbot.waitUntil(lambda: bool(opened(app)))
        dialog = opened(app)[-1]
        dialog.activateWindow()
        qtbot.waitUntil(lambda: app.tasks.idle)
        qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget() or app.window))
        return dialog

    yield made
    for each in opened(app):
        each.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_dialog_is_walked_and_left_with_escape(
    two_decks: Application, qtbot: QtBot, dialog_of: Callable[[str], QWidget]
) -> None:
    for name in DIALOGS:
        dialog = dialog_of(name)
        if name in FIRST:
            assert spoken_name(focus()) == FIRST[name]
        tabs = dialog.findChild(QTabWidget)
        for number in range(tabs.count() if tabs else 1):
            if tabs is not None:
                tabs.setCurrentIndex(number)
                tabs.tabBar().setFocus()
            assert_walkable(dialog)
        QTest.keyClick(focus(), Key.Key_Escape)
        qtbot.waitUntil(lambda: not opened(two_decks))


def test_every_button_is_pressed_with_space(two_decks: Application, qtbot: QtBot) -> None:
    window = two_decks.window
    for page in (BUILD, DECKS, HANDS):
        window.show_page(page)
        qtbot.waitUntil(lambda: not window.library_worker.busy and two_decks.tasks.idle)
        for button in window.pages.findChildren(QPushButton):
            if button not in stops(window) or button.menu() is not None:
                continue
            button.clicked.disconnect()
            button.setFocus()
            with qtbot.waitSignal(button.clicked):
                QTest.keyClick(button, Key.Key_Space)


def test_every_command_with_keys_is_done_by_them_where_it_can_be(two_decks: Application) -> None:
    window = two_decks.window
    window.build.pool.table.setFocus()
    done: list[str] = []
    commands = [each for each in COMMANDS if each.name not in {"undo", "redo"}]
    for command in commands:
        action = window.actions_[command.name]
        assert action.triggered.disconnect(), f"{command.name} is connected to nothing"
        if isinstance(command.does, str):
            assert callable(attrgetter(command.does)(window)), command.does
        action.triggered.connect(lambda _=False, name=command.name: done.append(name))
    for command in commands:
        for sequence in command.shortcuts():
            assert window.actions_[command.name].isEnabled(), command.name
            done.clear()
            QTest.keySequence(window, sequence)
            assert done == [command.name], (command.name, sequence.toString())
