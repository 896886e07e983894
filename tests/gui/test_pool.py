from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.cards import LoadedCards
from desktop.pages.build.pool_columns import COLUMNS
from desktop.pages.build.pool_model import PoolModel
from desktop.widgets.cells import Role

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def column(name: str) -> int:
    return next(number for number, each in enumerate(COLUMNS) if each.name == name)


def names(model: PoolModel) -> list[str]:
    return [model.card_at(row).name for row in range(model.rowCount())]


def test_the_model_keeps_the_rules_of_models(cards: LoadedCards, qtbot: QtBot) -> None:
    model = PoolModel()
    tester = QAbstractItemModelTester(model, FATAL)
    model.receive(cards.rows)
    model.search("stark")
    model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
    model.search("")
    assert tester.model() is model
    assert model.rowCount() == 4228


def test_every_word_must_occur_whatever_its_case_and_accents(cards: LoadedCards) -> None:
    model = PoolModel()
    model.receive(cards.rows)
    model.search("ÁRYA stark lady")
    assert set(names(model)) == {"Arya Stark"}
    model.search("Direwolf attachment second edition")
    assert names(model)
    assert all(model.card_at(row).edition == "second" for row in range(model.rowCount()))
    model.search("arya zzz")
    assert not names(model)


def test_columns_sort_and_equals_stay_in_order_of_names(cards: LoadedCards) -> None:
    model = PoolModel()
    model.receive(cards.rows)
    model.search("stark character second edition")
    model.sort(column("Strength"), Qt.SortOrder.AscendingOrder)
    strengths = [model.card_at(row).strength for row in range(model.rowCount())]
    numbers = [value for value in strengths if isinstance(value, int)]
    assert numbers == sorted(numbers)
    weakest = [
        name for row, name in enumerate(names(model)) if model.card_at(row).strength == numbers[0]
    ]
    assert weakest == sorted(weakest, key=str.casefold)


def test_typing_narrows_the_table_and_says_how_far(desk: Desk, qtbot: QtBot) -> None:
    pool = desk.window.build.pool
    assert pool.count.text() == "4,228 cards"
    QTest.keyClicks(pool.search, "winterfell steward")
    assert "Winterfell Steward" in names(pool.model)
    assert 0 < pool.model.rowCount() < 10
    assert pool.count.text() == f"{pool.model.rowCount()} of 4,228"
    QTest.keyClick(pool.search, Qt.Key.Key_Escape)
    assert pool.model.rowCount() == 4228


def test_the_current_card_stays_while_the_search_changes(desk: Desk, qtbot: QtBot) -> None:
    pool = desk.window.build.pool
    pool.search.setText("arya stark")
    pool.table.selectRow(1)
    chosen = pool.model.card_at(1)
    pool.search.setText("stark")
    assert pool.table.currentIndex().data(Role.CARD) == chosen
    pool.search.setText("lannister")
    pool.search.clear()
    assert pool.table.currentIndex().data(Role.CARD) == chosen
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert pool.table.currentIndex().data(Role.CARD) == chosen


def test_the_chosen_card_is_shown_beside(desk: Desk, qtbot: QtBot) -> None:
    page = desk.window.build
    page.pool.search.setText("a noble cause")
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    assert page.pool.table.hasFocus()
    assert page.card_view.accessibleName() == "Card: A Noble Cause"


def test_typing_in_a_table_goes_to_the_search(desk: Desk, qtbot: QtBot) -> None:
    pool = desk.window.build.pool
    pool.table.setFocus()
    QTest.keyClick(pool.table, Qt.Key.Key_G)
    assert pool.search.hasFocus()
    assert pool.search.text() == "g"


def test_glyph_cells_say_in_words_what_they_show(cards: LoadedCards) -> None:
    model = PoolModel()
    model.receive(cards.rows)
    model.search("eddard stark core set")
    said = {
        each.name: model.index(0, number).data(Qt.ItemDataRole.AccessibleTextRole)
        for number, each in enumerate(COLUMNS)
    }
    assert said["Faction"] == "Stark"
    assert said["Type"] == "Character"
    assert said["Challenge icons"] == "military, power"
    assert said["Edition"] == "Second edition"
