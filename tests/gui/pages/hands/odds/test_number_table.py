"""The table of numbers: its order, and its columns when they change."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.pages.hands.odds.number_table import NumberColumn, NumberRow, NumberTable

CARD, COPIES, GAP = (
    NumberColumn("Card", number=False),
    NumberColumn("Copies"),
    NumberColumn("Diff."),
)


def row(name: str, *numbers: int) -> NumberRow:
    return NumberRow((name, *map(str, numbers)), (name, *numbers), key=name)


def test_a_name_that_is_cut_has_several_lines(qtbot: QtBot) -> None:
    table = NumberTable("Chances", (CARD, COPIES))
    qtbot.addWidget(table)
    table.numbers.show([row("The Seastone Chair of the Kraken", 3)])
    rows = table.verticalHeader()
    table.resize(600, 200)
    table.show()
    line = rows.defaultSectionSize()
    table.resize(180, 200)
    assert rows.defaultSectionSize() > line
    table.resize(600, 200)
    assert rows.defaultSectionSize() == line


def names(table: NumberTable) -> list[str]:
    return [str(table.numbers.index(n, 0).data()) for n in range(table.numbers.rowCount())]


def test_a_table_sorted_by_a_column_that_goes_is_in_the_order_given(qtbot: QtBot) -> None:
    table = NumberTable("Chances", (CARD, COPIES, GAP))
    qtbot.addWidget(table)
    table.setSortingEnabled(True)
    table.numbers.show([row("Arya", 3, 1), row("Bran", 2, 5)])
    table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    assert names(table) == ["Bran", "Arya"]
    table.numbers.show([row("Arya", 3), row("Bran", 2)], (CARD, COPIES))
    assert names(table) == ["Arya", "Bran"]
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert names(table) == ["Bran", "Arya"]
