"""Tables of rows: how columns share the width, and what their models announce."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.widgets.card_delegate import cell_width
from desktop.widgets.rows_model import Column, ColumnHeading, ColumnsModel, RowsModel
from desktop.widgets.rows_table import ColumnWidths, RowsTable, shared_widths

COLUMNS = {
    0: ColumnHeading("Deck", width=18, share=3),
    1: ColumnHeading("Faction", width=10),
    2: ColumnHeading("Agenda", width=12, share=1),
}


def shared(room: int, needs: dict[int, int]) -> list[int]:
    widths = ColumnWidths(room, COLUMNS, 10, 5, needs).share()
    return [widths[number] for number in COLUMNS]


@pytest.mark.parametrize(
    ("needs", "widths"),
    [
        ({}, [200, 100, 100]),
        ({0: 250, 1: 100, 2: 50}, [250, 100, 50]),
        ({0: 100, 1: 100, 2: 200}, [100, 100, 200]),
        # The faction gives what it does not need, as something would be elided.
        ({0: 300, 1: 50, 2: 50}, [300, 50, 50]),
        # Too little for all: the name has the first of it.
        ({0: 300, 1: 100, 2: 300}, [170, 100, 130]),
    ],
)
def test_the_first_column_has_what_is_spare_until_nothing_is_elided(
    needs: dict[int, int], widths: list[int]
) -> None:
    assert shared(400, needs) == widths


def test_what_nobody_needs_is_shared() -> None:
    assert shared(800, {0: 200, 1: 60, 2: 100}) == [500, 100, 200]


@pytest.mark.parametrize(
    ("others", "widest"),
    [
        (["lilli"] * 30, "WWWW"),
        ([f"{day} July 111" for day in range(11, 29)], "22 Mamm 888"),
    ],
)
def test_the_widest_text_is_measured_among_longer_ones_and_as_long_ones(
    qtbot: QtBot, others: list[str], widest: str
) -> None:
    columns: tuple[Column[str], ...] = (
        Column(title="Day", text=str, width=30),
        Column(title="Noted", text=lambda row: "much that was noted " * 9, share=1),
    )
    model = ColumnsModel(columns)
    model.show_rows([*others, widest])
    table = RowsTable(model, "Games")
    qtbot.addWidget(table)
    table.resize(300, 200)
    needed = cell_width(columns[0].cell(widest), table.fontMetrics())
    assert needed > cell_width(columns[0].cell(others[0]), table.fontMetrics())
    assert shared_widths(table, columns)[0] >= needed


FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


class Words(RowsModel[str]):
    @override
    def value(self, row: int, column: int, role: int) -> Any:
        return self.rows[row] if role == Qt.ItemDataRole.DisplayRole else None


def test_the_rows_are_shown_and_have_nothing_below_them(qapp: QApplication) -> None:
    model = Words(qapp)
    tester = QAbstractItemModelTester(model, FATAL)
    model.show_rows(["Summer", "Winter"])
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["Summer", "Winter"]
    assert (model.rowCount(model.index(0, 0)), model.columnCount(model.index(0, 0))) == (0, 0)
    model.show_rows(())
    assert not model.index(0, 0).isValid()
    assert tester.model() is model


def test_changed_rows_are_announced_all_at_once(qapp: QApplication, qtbot: QtBot) -> None:
    model = Words(qapp)
    with qtbot.assertNotEmitted(model.dataChanged):
        model.notify_all()
    model.show_rows(["Summer", "Winter"])
    with qtbot.waitSignal(model.dataChanged) as changed:
        model.notify_all()
    first, last, *_ = changed.args
    assert (first.row(), last.row()) == (0, 1)
