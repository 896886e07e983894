"""The menu of a card, wherever the right button is pressed on one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.widgets.cards.large_card import LargeCard
from tests.gui.lists import FAULTY
from tests.gui.pages.builder.test_copy_clicks import hedge_knight
from tests.gui.samples import copies, deck_of, open_sample, present, rows_named, select, steps

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def menu_at(view: QAbstractItemView, place: QPoint) -> QMenu:
    """Press the right button over a view; return the menu that opens."""
    QTest.mousePress(view.viewport(), RIGHT, pos=place)
    return menu_over(view.viewport(), place)


def menu_over(widget: QWidget, place: QPoint) -> QMenu:
    """Request the menu of a widget at a place; return the one that opens."""
    request_menu(widget, place)
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def request_menu(widget: QWidget, place: QPoint) -> None:
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))


def offered(menu: QMenu) -> dict[str, bool]:
    """Return the entries of a menu, without marks and keys, and whether they can be chosen."""
    return {
        each.text().split("\t")[0].replace("&", ""): each.isEnabled()
        for each in menu.actions()
        if not each.isSeparator()
    }


def choose(menu: QMenu, words: str) -> None:
    for each in menu.actions():
        if each.text().split("\t")[0].replace("&", "") == words:
            QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(each).center())
            return
    raise AssertionError(f"no {words}")


ALL = (
    *("Add a copy", "Remove one copy", "Copies", "Remove all copies", "Consider", "Categories"),
    *("Star", "More like this", "Show large", "Copy name", "Copy as text", "Print proxies…"),
)


@pytest.mark.parametrize(
    ("words", "expected"), [("Remove one copy", 2), ("Remove all copies", 0), ("Add a copy", 3)]
)
def test_the_menu_of_a_card_of_the_deck(app: Application, words: str, expected: int) -> None:
    page = open_sample(app)
    (index,) = rows_named(page, "Osha")
    page.deck.list.scrollTo(index)
    place = page.deck.list.visualRect(index.siblingAtColumn(DeckCardColumn.NAME)).center()
    menu = menu_at(page.deck.list, place)
    # Stars are the library's, which is not open.
    assert offered(menu) == {**dict.fromkeys(ALL, True), "Star": False}
    choose(menu, words)
    assert copies(app, "Osha") == expected
    app.session.go_to_step(0)
    assert copies(app, "Osha") == 3


def test_the_menu_sets_copies_and_marks_how_many_there_are(app: Application) -> None:
    page = open_sample(app)
    table, index = page.pool.table, hedge_knight(page)
    menu = menu_at(table, table.visualRect(index.siblingAtColumn(2)).center())
    assert offered(menu)["Remove one copy"] is False
    numbers = entries(menu, "Copies")
    assert [each.isChecked() for each in numbers] == [True, False, False, False]
    numbers[2].trigger()
    menu.close()
    assert copies(app, "Hedge Knight") == 2
    assert steps(app) == ["Add 2 Hedge Knight"]


def test_the_menu_acts_on_every_selected_card(app: Application, page: BuilderPage) -> None:
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Down, SHIFT)
    names = [card.name for card in page.deck.list.selected_cards()]
    before = [copies(app, name) for name in names]
    place = page.deck.list.visualRect(page.deck.list.currentIndex()).center()
    menu = menu_at(page.deck.list, place)
    choose(menu, "Remove one of each")
    assert [copies(app, name) for name in names] == [count - 1 for count in before]
    assert len(steps(app)) == 1


def test_without_a_deck_the_menu_shows_the_card_large(app: Application) -> None:
    page = app.window.build
    table = page.pool.table
    index = hedge_knight(page)
    menu = menu_at(table, table.visualRect(index.siblingAtColumn(2)).center())
    assert [words for words, can in offered(menu).items() if can] == list(ALL[-5:])
    choose(menu, "Show large")
    large = present(app.window.findChild(LargeCard))
    assert large.isVisible()
    large.leave()


def test_the_menu_is_opened_by_its_key_and_not_over_a_heading(
    page: BuilderPage, qtbot: QtBot
) -> None:
    select(page, "Osha")
    view = page.deck.list
    corner = view.visualRect(page.deck.model.index(0, 0)).center()
    view.scrollToTop()
    request_menu(view.viewport(), corner)
    assert QApplication.activePopupWidget() is None
    select(page, "Osha")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(menu.destroyed):
        menu.close()


def entries(menu: QMenu, words: str) -> list[QAction]:
    """Return the entries of a menu within a menu."""
    texts = {each.text().replace("&", ""): each.menu() for each in menu.actions()}
    inner = next(inner for text, inner in texts.items() if words in text)
    assert isinstance(inner, QMenu)
    return inner.actions()


def test_another_version_is_swapped_for_in_the_deck_and_else_shown(app: Application) -> None:
    page = open_sample(app)
    table = page.pool.table
    page.pool.search.setText("arya stark e:wotn")
    held = menu_at(table, table.visualRect(page.pool.model.index(0, NAME)).center())
    versions = entries(held, "Swap for another version")
    assert len(versions) == 3
    assert versions[0].text().startswith("Core Set 141 · Cost 3, ")
    versions[0].trigger()
    held.close()
    assert steps(app) == ["Swap 3 Arya Stark for the Core Set version"]
    other = menu_at(table, table.visualRect(page.pool.model.index(0, NAME)).center())
    versions = entries(other, "Other version")
    assert len(versions) == 3
    versions[1].trigger()
    other.close()
    assert len(steps(app)) == 1
    details = present(page.card_view.details)
    assert "The Faith Militant" in details.face.description()


def test_the_menu_of_the_card_panel_its_printings_and_the_large_card(app: Application) -> None:
    page = open_sample(app)
    select(page, "Osha")
    details = present(page.card_view.details)
    menu = menu_over(details.face, QPoint(20, 20))
    assert menu.accessibleName() == "Osha"
    choose(menu, "Remove one copy")
    assert copies(app, "Osha") == 2
    menu = menu_over(details.face, QPoint(20, 20))
    choose(menu, "Show large")
    large = present(app.window.findChild(LargeCard))
    assert large.isVisible()
    menu = menu_over(large, QPoint(20, 20))
    choose(menu, "Copy name")
    assert QApplication.clipboard().text() == "Osha"
    large.leave()
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_2)
    printings = details.printings
    menu = menu_over(
        printings.viewport(), printings.visualRect(printings.model().index(0, 0)).center()
    )
    choose(menu, "Add a copy")
    assert copies(app, "Arya Stark") == 3


def test_rulings_are_in_the_menu_of_a_card_that_has_some(app: Application) -> None:
    page = open_sample(app)
    assert app.session.cards is not None
    (fealty,) = page.deck.header.open_details().agendas.chips
    menu = menu_over(fealty, QPoint(5, 5))
    assert menu.accessibleName() == "Fealty"
    choose(menu, "Rules")
    details = present(page.card_view.details)
    assert details.notes.hasFocus()
    assert details.rules_top() > details.notes.y()


def test_the_menu_of_an_agenda_in_the_picker(app: Application, page: BuilderPage) -> None:
    picker = present(page.deck.header.choose_agenda())
    item = picker.list.item(3)
    name = item.text()
    menu = menu_over(picker.list.viewport(), picker.list.visualItemRect(item).center())
    assert name.startswith(menu.accessibleName())
    choose(menu, "Add a copy")
    assert len(deck_of(app).agendas) == 2


def test_the_menu_of_a_problem_is_that_of_its_cards(
    app: Application, open_text: Callable[[str], None]
) -> None:
    open_text(FAULTY)
    problems = app.window.build.problems
    app.window.build.show_tab(1)
    row = next(n for n, each in enumerate(problems.model.rows) if len(each.codes) == 1)
    index: QModelIndex = problems.model.index(row, 0)
    problems.list.scrollTo(index)
    before = app.session.deck
    menu = menu_over(
        problems.list.viewport(), problems.list.visualRect(index).topLeft() + QPoint(30, 8)
    )
    choose(menu, "Remove one copy")
    assert app.session.deck != before
    assert len(steps(app)) == 1
