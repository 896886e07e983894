"""A flat model of values: what it shows, and what it announces."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.widgets.rows_model import RowsModel

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
