"""Copies by the mouse alone: numbers, and the minus of a row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication

from desktop.app import Application
from desktop.pages.builder.deck.deck_model import MINUS, DeckCardColumn
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME, NUMBERS
from desktop.widgets.card_delegate import Role, minus_place
from desktop.widgets.cards.large_card import LargeCard
from desktop.widgets.copy_buttons import NARROWEST, DeckCopies
from tests.gui.samples import (
    copies,
    deck_of,
    number_place,
    open_sample,
    present,
    rows_named,
    select,
    steps,
)

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize(
    ("copies", "room", "choices"),
    [
        (DeckCopies(0), 3, (1, 2, 3)),
        (DeckCopies(0, limit=1), 3, (1,)),
        (DeckCopies(2, limit=5), 5, (1, 2, 3, 4, 5)),
        (DeckCopies(0, limit=5), 3, (1, 2, 3)),
        (DeckCopies(3, limit=5), 3, (2, 3, 4)),
        (DeckCopies(5, limit=5), 3, (3, 4, 5)),
        (DeckCopies(4), 3, (2, 3, 4)),
        (DeckCopies(7, limit=40), 5, (4, 5, 6, 7, 8)),
        (DeckCopies(0), 2, (1, 2)),
        (DeckCopies(2), 2, (2, 3)),
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


def test_numbers_of_the_table_set_the_copies_and_no_key_more_than_the_limit(
    app: Application, page: BuilderPage
) -> None:
    table, index = page.pool.table, hedge_knight(page)
    page.tabs.setCurrentWidget(page.problems)
    for number, expected in ((2, 2), (3, 3), (1, 1), (1, 0)):
        QTest.mouseClick(table.viewport(), LEFT, pos=number_place(table, index, number))
        assert copies(app, "Hedge Knight") == expected
        assert page.tabs.currentWidget() is page.problems  # what is missing stays in view
    assert index.data(Qt.ItemDataRole.ToolTipRole) == f"0 of 3 in the deck. {NUMBERS}"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "0 of 3 in the deck"
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_5)
    assert copies(app, "Hedge Knight") == 3


def test_two_quick_clicks_on_numbers_are_no_double_click(app: Application) -> None:
    page = open_sample(app)
    table, index = page.pool.table, hedge_knight(page)
    place = number_place(table, index, 3)
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    click_again(table, number_place(table, index, 1))
    assert copies(app, "Hedge Knight") == 1
    # The second click on the same number does not undo the first.
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    click_again(table, place)
    assert copies(app, "Hedge Knight") == 3
    QTest.keyClick(table, Qt.Key.Key_1)
    name = table.visualRect(index.siblingAtColumn(NAME)).center()
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
    assert page.deck.list.copy_clicks.is_under(index.siblingAtColumn(DeckCardColumn.NAME))
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


def test_a_click_on_a_name_or_a_number_changes_nothing(app: Application, page: BuilderPage) -> None:
    (index,) = rows_named(page, "Osha")
    page.deck.list.scrollTo(index)
    number = page.deck.list.visualRect(index)
    name = page.deck.list.visualRect(index.siblingAtColumn(DeckCardColumn.NAME))
    middle = number.center().y()
    for x in (number.right() - 4, name.left() + name.width() // 4):
        QTest.mouseClick(page.deck.list.viewport(), LEFT, pos=QPoint(x, middle))
    assert steps(app) == []


def test_no_number_is_narrower_than_twenty_pixels(app: Application, page: BuilderPage) -> None:
    index = hedge_knight(page)
    for width in (1280, 900):
        app.window.resize(width, 600)
        QApplication.processEvents()
        table = page.pool.table
        table.setCurrentIndex(index)
        for view, shown in ((table, index), (page.deck.list, rows_named(page, "Osha")[0])):
            view.setCurrentIndex(shown)
            buttons = present(view.copy_buttons(shown))
            assert [number for number, _ in buttons.places] == [1, 2, 3]
            assert min(place.width() for _, place in buttons.places) >= NARROWEST
            assert buttons.places[-1][1].right() <= view.viewport().width()


def test_a_number_in_the_deck_sets_the_copies_of_its_row(app: Application) -> None:
    page = open_sample(app)
    view, (index,) = page.deck.list, rows_named(page, "Osha")
    view.scrollTo(index)
    assert view.copy_buttons(index) is None
    name = view.visualRect(index.siblingAtColumn(DeckCardColumn.NAME))
    QTest.mouseMove(view.viewport(), QPoint(name.left() + 4, name.center().y()))
    place = number_place(view, index, 1)
    plain = view.viewport().grab().toImage()
    QTest.mouseMove(view.viewport(), place)
    assert view.copy_clicks.hovered(index) == 1
    assert view.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    assert view.viewport().grab().toImage() != plain
    QTest.mouseClick(view.viewport(), LEFT, pos=place)
    assert copies(app, "Osha") == 1
    assert steps(app) == ["Remove 2 Osha"]


def test_neither_click_nor_key_goes_beyond_the_limit_of_a_name_with_its_other_versions(
    app: Application, page: BuilderPage
) -> None:
    page.tabs.setCurrentWidget(page.card_view)
    table = page.pool.table
    page.pool.search.setText("arya stark e:wotn")
    QTest.mouseClick(table.viewport(), LEFT, pos=number_place(table, table.model().index(0, 0), 2))
    page.pool.search.setText("arya stark e:core edition:2")
    index = table.model().index(0, 0)
    core = index.data(Role.CARD)
    for number, expected in ((3, 0), (2, 0), (1, 1), (3, 1), (1, 0)):
        QTest.mouseClick(table.viewport(), LEFT, pos=number_place(table, index, number))
        assert deck_of(app).copies(core) == expected
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_3)
    assert deck_of(app).copies(core) == 1
    details = present(page.card_view.details)
    assert [each.isEnabled() for each in details.chooser.buttons[:3]] == [True, False, False]


def test_in_civil_war_there_are_five_copies_by_one_click_or_one_key(app: Application) -> None:
    page = open_sample(app)
    app.session.choose(format_name="civil-war")
    table, index = page.pool.table, hedge_knight(page)
    QTest.mouseClick(table.viewport(), LEFT, pos=number_place(table, index, 5))
    assert copies(app, "Hedge Knight") == 5
    QTest.keyClick(table, Qt.Key.Key_4)
    assert copies(app, "Hedge Knight") == 4
    QTest.keyClick(table, Qt.Key.Key_9)
    assert copies(app, "Hedge Knight") == 5


def test_numbers_on_the_card_and_on_the_large_card(app: Application, page: BuilderPage) -> None:
    page.tabs.setCurrentWidget(page.card_view)
    select(page, "Osha")
    details = present(page.card_view.details)
    buttons = details.chooser.buttons
    assert [each.isChecked() for each in buttons[:3]] == [False, False, True]
    assert [each.isVisible() for each in buttons] == [True] * 3 + [False] * 3
    assert buttons[1].accessibleName() == "2 copies in the deck"
    QTest.mouseClick(buttons[0], LEFT)
    assert copies(app, "Osha") == 1
    assert [each.isChecked() for each in buttons[:3]] == [True, False, False]
    QTest.mouseClick(buttons[0], LEFT)
    assert copies(app, "Osha") == 0
    app.session.steps.undo()
    select(page, "Osha")
    page.show_large()
    large = present(app.window.findChild(LargeCard))
    QTest.mouseClick(large.chooser.buttons[1], LEFT)
    assert copies(app, "Osha") == 2
    assert large.isVisible()
    large.leave()
