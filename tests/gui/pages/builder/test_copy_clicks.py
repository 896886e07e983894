"""Copies by the mouse alone: boxes, the minus of a row, and the menu of the right button."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.deck.deck_model import MINUS, DeckColumn
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NUMBERS
from desktop.widgets.card_delegate import minus_place
from desktop.widgets.cards.large_card import LargeCard
from desktop.widgets.copy_buttons import DeckCopies
from tests.gui.samples import copies, number_place, open_sample, rows_named, select, steps

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    ("copies", "room", "choices"),
    [
        (DeckCopies(0), 4, (0, 1, 2, 3)),
        (DeckCopies(0, limit=1), 4, (0, 1)),
        (DeckCopies(2, limit=5), 6, (0, 1, 2, 3, 4, 5)),
        (DeckCopies(0, limit=5), 4, (0, 1, 2, 3)),
        (DeckCopies(3, limit=5), 4, (0, 2, 3, 4)),
        (DeckCopies(5, limit=5), 4, (0, 3, 4, 5)),
        (DeckCopies(4), 4, (0, 2, 3, 4)),
        (DeckCopies(7, limit=40), 6, (0, 4, 5, 6, 7, 8)),
        (DeckCopies(0), 3, (0, 1, 2)),
        (DeckCopies(2), 3, (0, 2, 3)),
    ],
)
def test_the_numbers_to_choose_among(
    copies: DeckCopies, room: int, choices: tuple[int, ...]
) -> None:
    assert copies.choices(room) == choices


def click_again(view: QAbstractItemView, place: QPoint) -> None:
    """Send the second of two quick clicks."""
    QTest.mouseDClick(view.viewport(), LEFT, pos=place)
    QTest.mouseRelease(view.viewport(), LEFT, pos=place)


def hedge_knight(page: BuilderPage) -> QModelIndex:
    page.pool.search.setText("hedge knight e:TKP")
    return page.pool.model.index(0, 0)


def test_numbers_of_the_table_set_the_copies(app: Application) -> None:
    page = open_sample(app)
    table, index = page.pool.table, hedge_knight(page)
    for number, expected in ((2, 2), (3, 3), (3, 3), (1, 1), (0, 0)):
        QTest.mouseClick(table.viewport(), LEFT, pos=number_place(table, index, number))
        assert copies(app, "Hedge Knight") == expected
    assert index.data(Qt.ItemDataRole.ToolTipRole) == f"0 of 3 in the deck. {NUMBERS}"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "0 of 3 in the deck"


def test_two_quick_clicks_on_numbers_are_no_double_click(app: Application) -> None:
    page = open_sample(app)
    table, index = page.pool.table, hedge_knight(page)
    place = number_place(table, index, 3)
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    click_again(table, number_place(table, index, 1))
    assert copies(app, "Hedge Knight") == 1
    name = table.visualRect(index.siblingAtColumn(2)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=name)
    click_again(table, name)
    assert copies(app, "Hedge Knight") == 2


def minus(page: BuilderPage, name: str) -> QPoint:
    (index,) = rows_named(page, name)
    view = page.deck.list
    view.scrollTo(index)
    return minus_place(view.visualRect(index), view.fontMetrics()).center()


def test_the_minus_of_a_row_takes_one_copy_out_of_the_deck(app: Application) -> None:
    page = open_sample(app)
    view = page.deck.list.viewport()
    (index,) = rows_named(page, "Osha")
    assert index.data(Qt.ItemDataRole.ToolTipRole) == f"3. {MINUS}"
    place = minus(page, "Osha")
    plain = view.grab().toImage()
    QTest.mouseMove(view, place)
    assert page.deck.list.copy_clicks.is_under(index.siblingAtColumn(DeckColumn.NAME))
    assert view.grab().toImage() != plain
    QTest.mouseClick(view, LEFT, pos=place)
    assert copies(app, "Osha") == 2
    click_again(page.deck.list, place)
    assert copies(app, "Osha") == 1
    app.session.steps.undo()
    assert copies(app, "Osha") == 3


def test_quick_clicks_take_nothing_of_the_card_that_moves_under_the_mouse(app: Application) -> None:
    page = open_sample(app)
    view = page.deck.list.viewport()
    select(page, "Osha")
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    place, before = minus(page, "Osha"), len(steps(app))
    QTest.mouseClick(view, LEFT, pos=place)
    after = app.session.deck
    click_again(page.deck.list, place)
    assert copies(app, "Osha") == 0
    assert app.session.deck == after
    assert len(steps(app)) <= before + 1


def test_a_click_on_a_name_or_a_number_changes_nothing(app: Application) -> None:
    page = open_sample(app)
    (index,) = rows_named(page, "Osha")
    page.deck.list.scrollTo(index)
    number = page.deck.list.visualRect(index)
    name = page.deck.list.visualRect(index.siblingAtColumn(DeckColumn.NAME))
    middle = number.center().y()
    for x in (number.right() - 4, name.left() + name.width() // 4):
        QTest.mouseClick(page.deck.list.viewport(), LEFT, pos=QPoint(x, middle))
    assert steps(app) == []


def menu_at(view: QAbstractItemView, place: QPoint) -> QMenu | None:
    """Press the right button over a view; return the menu that is open then."""
    QTest.mousePress(view.viewport(), RIGHT, pos=place)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place)
    )
    QApplication.sendEvent(view.viewport(), event)
    found = QApplication.activePopupWidget()
    return found if isinstance(found, QMenu) else None


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


ALL = ["Add a copy", "Remove one copy", "Set copies", "Remove all copies", "Show large"]


@pytest.mark.parametrize(
    ("words", "expected"), [("Remove one copy", 2), ("Remove all copies", 0), ("Add a copy", 3)]
)
def test_the_menu_of_a_card_of_the_deck(app: Application, words: str, expected: int) -> None:
    page = open_sample(app)
    (index,) = rows_named(page, "Osha")
    page.deck.list.scrollTo(index)
    place = page.deck.list.visualRect(index.siblingAtColumn(DeckColumn.NAME)).center()
    menu = menu_at(page.deck.list, place)
    assert menu is not None
    assert offered(menu) == dict.fromkeys(ALL, True)
    choose(menu, words)
    assert copies(app, "Osha") == expected
    app.session.go_to_step(0)
    assert copies(app, "Osha") == 3


def test_the_menu_sets_copies_and_marks_how_many_there_are(app: Application) -> None:
    page = open_sample(app)
    table, index = page.pool.table, hedge_knight(page)
    menu = menu_at(table, table.visualRect(index.siblingAtColumn(2)).center())
    assert menu is not None
    assert offered(menu)["Remove one copy"] is False
    numbers = next(each.menu() for each in menu.actions() if each.menu())
    assert isinstance(numbers, QMenu)
    assert [each.isChecked() for each in numbers.actions()] == [True, False, False, False]
    numbers.actions()[2].trigger()
    menu.close()
    assert copies(app, "Hedge Knight") == 2
    assert steps(app) == ["Add 2 Hedge Knight"]


def test_the_menu_acts_on_every_selected_card(app: Application) -> None:
    page = open_sample(app)
    select(page, "Arya Stark")
    QTest.keyClick(page.deck.list, Qt.Key.Key_Down, SHIFT)
    names = [card.name for card in page.deck.list.selected_cards()]
    before = [copies(app, name) for name in names]
    place = page.deck.list.visualRect(page.deck.list.currentIndex()).center()
    menu = menu_at(page.deck.list, place)
    assert menu is not None
    choose(menu, "Remove one of each")
    assert [copies(app, name) for name in names] == [count - 1 for count in before]
    assert len(steps(app)) == 1


def test_without_a_deck_the_menu_shows_the_card_large(app: Application) -> None:
    page = app.window.build
    table = page.pool.table
    index = hedge_knight(page)
    menu = menu_at(table, table.visualRect(index.siblingAtColumn(2)).center())
    assert menu is not None
    assert [words for words, can in offered(menu).items() if can] == ["Show large"]
    choose(menu, "Show large")
    large = app.window.findChild(LargeCard)
    assert isinstance(large, LargeCard)
    assert large.isVisible()
    large.leave()


def test_the_menu_is_opened_by_its_key_and_not_over_a_heading(
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    select(page, "Osha")
    view = page.deck.list
    corner = view.visualRect(page.deck.model.index(0, 0)).center()
    view.scrollToTop()
    assert menu_at(view, corner) is None
    select(page, "Osha")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(menu.destroyed):
        menu.close()
