"""The versions of a name as one row that opens: rows, keys, clicks, copies, marks and sorting."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.search.index import by_title
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.pool.pool_columns import NAME, PoolTitleRow, PoolVersionRow
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.session.drag_data import dragged_cards
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Cell, Role, glyph_width
from desktop.widgets.card_numbers import DIFFERENT
from desktop.widgets.copy_buttons import DeckCopies
from tests.gui.pages.builder.pool.shown_cards import column, names
from tests.gui.samples import CheckChanges, copies, number_place, open_sample, present, steps

SAID = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def page(app: Application) -> BuilderPage:
    """Return the page with a deck and its cards by name."""
    page = open_sample(app)
    page.pool.by_title.trigger()
    page.pool.search.setText("stark t:character")
    return page


def named(page: BuilderPage, name: str, *, select: bool = True) -> int:
    """Return the row of a name, and make it the current one."""
    number = names(page.pool.model).index(name)
    if select:
        page.pool.table.setFocus()
        page.pool.table.selectRow(number)
    return number


def cell(page: BuilderPage, row: int, name: str = "Name") -> QModelIndex:
    return page.pool.model.index(row, column(name))


def kinds(page: BuilderPage, first: int, count: int) -> list[type]:
    return [type(row) for row in page.pool.model.rows[first : first + count]]


def test_the_model_keeps_the_rules_of_models_while_names_open(
    cards: LoadedCards, qtbot: QtBot, check_changes: CheckChanges
) -> None:
    model = PoolModel()
    check_changes(model)
    rows = cards.rows[:28]  # the tester looks at all of them after each change
    model.receive(rows)
    model.show_by_title(by_title=True)
    groups = by_title(row.card for row in rows)
    assert (model.rowCount(), model.found, model.total) == (len(groups), len(rows), len(rows))
    several = [n for n, row in enumerate(model.rows) if isinstance(row, PoolTitleRow)]
    assert len(several) > 2
    for number in reversed(several):
        model.set_open(number, opened=True)
    assert model.rowCount() > len(groups)
    model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
    model.show_only(frozenset(row.card.code for row in rows if row.card.unique))
    model.show_only(None)
    for number in reversed(range(model.rowCount())):
        model.set_open(number, opened=False)
    assert model.rowCount() == len(groups)


def test_names_are_one_row_each_and_every_card_is_counted(page: BuilderPage) -> None:
    shown = names(page.pool.model)
    assert len(shown) == len(set(shown))
    assert page.pool.count.text() == "22 cards"
    page.pool.by_title.trigger()
    assert len(names(page.pool.model)) == 22


def test_right_and_left_open_a_name_and_lead_in_and_out(page: BuilderPage) -> None:
    table, arya = page.pool.table, named(page, "Arya Stark")
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert kinds(page, arya, 5) == [PoolTitleRow, *[PoolVersionRow] * 4]
    assert table.currentIndex().row() == arya
    QTest.keyClick(table, Qt.Key.Key_Right)
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == arya + 2
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().row() == arya
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert PoolVersionRow not in map(type, page.pool.model.rows)
    assert table.currentIndex().row() == arya


def test_a_click_on_the_triangle_opens_and_selects_nothing(page: BuilderPage) -> None:
    table, arya = page.pool.table, named(page, "Arya Stark", select=False)
    done = copies_in_words(page, arya)
    rect = table.visualRect(cell(page, arya))
    triangle = QPoint(rect.left() + glyph_width(table.fontMetrics()) // 2, rect.center().y())
    viewport, left = table.viewport(), Qt.MouseButton.LeftButton
    QTest.mouseClick(viewport, left, pos=triangle)
    assert kinds(page, arya, 2) == [PoolTitleRow, PoolVersionRow]
    assert not table.selectionModel().hasSelection()
    table.selectRow(arya + 3)
    QTest.mouseClick(viewport, left, pos=triangle)
    assert table.currentIndex().row() == arya
    QTest.mouseDClick(viewport, left, pos=triangle)
    assert kinds(page, arya, 2) == [PoolTitleRow, PoolVersionRow]
    assert copies_in_words(page, arya) == done
    QTest.mouseClick(viewport, left, pos=rect.center())
    assert table.currentIndex().row() == arya
    assert kinds(page, arya, 2) == [PoolTitleRow, PoolVersionRow]


def copies_in_words(page: BuilderPage, row: int) -> str:
    return str(cell(page, row, "Copies in the deck").data(SAID))


def test_a_closed_row_sums_the_copies_that_each_version_has_of_its_own(
    app: Application, page: BuilderPage
) -> None:
    table, arya = page.pool.table, named(page, "Arya Stark")
    assert copies_in_words(page, arya) == "3 of 3 in the deck"
    QTest.keyClick(table, Qt.Key.Key_1)
    assert copies(app, "Arya Stark") == 1
    QTest.keyClick(table, Qt.Key.Key_Right)
    QTest.keyClick(table, Qt.Key.Key_Right)
    QTest.keyClick(table, Qt.Key.Key_1)  # the Core version
    said = [copies_in_words(page, row) for row in range(arya, arya + 3)]
    assert said == [
        "2 of 3 in the deck",
        "1 of 3 in the deck, 1 of other versions",
        "1 of 3 in the deck, 1 of other versions",
    ]
    assert cell(page, arya).data(SAID) == "Arya Stark, 4 versions, 2 copies in the deck, open"
    table.selectRow(arya)
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert cell(page, arya).data(SAID) == "Arya Stark, 4 versions, 2 copies in the deck"
    before = len(steps(app))
    for key, total in (
        (Qt.Key.Key_3, 3),
        (Qt.Key.Key_Plus, 3),
        (Qt.Key.Key_1, 1),
        (Qt.Key.Key_Minus, 0),
        (Qt.Key.Key_Minus, 0),
        (Qt.Key.Key_Return, 1),
        (Qt.Key.Key_2, 2),
        (Qt.Key.Key_Delete, 0),
    ):
        QTest.keyClick(table, key)
        assert copies(app, "Arya Stark") == total
        assert copies_in_words(page, arya) == f"{total} of 3 in the deck"
    assert len(steps(app)) <= before + 7


def test_numbers_of_a_closed_row_count_all_versions(app: Application, page: BuilderPage) -> None:
    arya, table = named(page, "Arya Stark"), page.pool.table
    shown = cell(page, arya, "Copies in the deck")
    assert shown.data(Role.CELL).copies == DeckCopies(3)
    place = number_place(table, shown, 1)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert copies(app, "Arya Stark") == 1


def test_several_rows_take_a_key_as_one_step(app: Application, page: BuilderPage) -> None:
    table = page.pool.table
    arya = named(page, "Arya Stark")
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert len(table.selectionModel().selectedRows()) == 1
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    number = names(page.pool.model).index("Rickon Stark")
    flags = table.selectionModel().SelectionFlag
    table.selectionModel().select(cell(page, number), flags.Select | flags.Rows)
    before = len(steps(app))
    QTest.keyClick(table, Qt.Key.Key_2)
    assert copies(app, "Arya Stark") == copies(app, "Rickon Stark") == 2
    assert len(steps(app)) == before + 1
    rows = [index for index in table.selectionModel().selectedIndexes() if index.column() == NAME]
    dragged = present(dragged_cards(page.pool.model.mimeData(rows)))
    assert len(dragged.copies) == 3
    assert kinds(page, arya, 2) == [PoolTitleRow, PoolVersionRow]


def test_a_row_says_what_its_versions_share_and_where_they_differ(page: BuilderPage) -> None:
    page.pool.search.setText("catelyn stark")
    named(page, "Catelyn Stark")
    cost = cell(page, 0, "Cost")
    assert cost.data(Role.CELL).numbers.cost == DIFFERENT
    assert cost.data(SAID) == "Stark character, cost 4 or Stark character, cost 7"
    marks = cell(page, 0, "Legality").data(SAID).split("\n")
    assert "Banned by Standard v2.1: 1 of 3 versions" in marks
    QTest.keyClick(page.pool.table, Qt.Key.Key_Right)
    said = [str(cell(page, row).data(SAID)) for row in range(1, 4)]
    assert all(each.startswith("Catelyn Stark, ") for each in said)
    shown = cell(page, 1).data(Role.CELL)
    assert isinstance(shown, Cell)
    assert (shown.text, shown.indent) == (page.pool.model.rows[1].pack, 3)


def test_names_sort_by_their_first_card(page: BuilderPage) -> None:
    model = page.pool.model
    page.pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    firsts = [row.card.cost for row in model.rows]
    numbers = [cost for cost in firsts if isinstance(cost, int)]
    assert numbers == sorted(numbers, reverse=True)
    assert [row.card.cost for row in model.rows if row.card.name == "Arya Stark"] == [5]
    named(page, "Arya Stark")
    QTest.keyClick(page.pool.table, Qt.Key.Key_Right)
    opened = [row.card.cost for row in model.rows if row.card.name == "Arya Stark"]
    assert opened == [5, 5, 4, 3, 2]


def test_current_selected_and_open_rows_stay_while_the_search_changes(page: BuilderPage) -> None:
    pool, table = page.pool, page.pool.table
    arya = named(page, "Arya Stark")
    QTest.keyClick(table, Qt.Key.Key_Right)
    table.selectRow(arya + 2)
    version = table.currentIndex().data(Role.CARD)
    pool.search.setText("arya t:character")
    assert table.currentIndex().data(Role.CARD) == version
    assert isinstance(pool.model.rows[table.currentIndex().row()], PoolVersionRow)
    table.selectRow(0)
    pool.search.setText("arya stark")
    assert table.currentIndex().row() == 0
    pool.by_title.trigger()
    assert table.currentIndex().data(Role.CARD).name == "Arya Stark"
    table.selectRow(2)
    chosen = table.currentIndex().data(Role.CARD)
    pool.by_title.trigger()
    assert table.currentIndex().data(Role.CARD) == chosen
    pool.search.setText("arya stark e:core")
    assert [type(row).__name__ for row in pool.model.rows] == ["PoolRow"]


def test_the_switch_is_in_the_head_and_the_menu_and_is_remembered(
    app: Application,
) -> None:
    switch, action = app.window.build.pool.by_title, app.window.actions_["by_title"]
    assert (switch.isChecked(), action.isChecked()) == (False, False)
    QTest.keyClick(
        app.window,
        Qt.Key.Key_N,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert (switch.isChecked(), action.isChecked()) == (True, True)
    assert app.window.build.pool.model.by_title
    assert app.settings.by_title
    switch.trigger()
    assert not action.isChecked()
    assert not app.settings.by_title
