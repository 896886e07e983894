"""The calendar of a date field shows every week whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.runtime.settings import PaletteChoice
from desktop.style.fonts import load_typeface, scale_type
from desktop.style.theme import Theme
from desktop.widgets.date_field import Calendar, DateField


@pytest.fixture(params=[90, 100, 115, 130])
def themed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    load_typeface(qapp)
    before = qapp.font()
    scale_type(qapp, request.param)
    theme = Theme(qapp, PaletteChoice.LIGHT)
    yield
    theme.deleteLater()
    qapp.setFont(before)


@pytest.mark.usefixtures("themed")
def test_every_week_and_day_has_its_room(qtbot: QtBot) -> None:
    field = DateField("Date")
    qtbot.addWidget(field)
    field.setDate(QDate(2026, 8, 20))  # a month of six weeks
    with qtbot.waitExposed(field):
        field.show()
    arrow = QPoint(field.width() - 6, field.height() // 2)
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=arrow)
    calendar = field.calendarWidget()
    assert isinstance(calendar, Calendar)
    qtbot.waitUntil(calendar.isVisible)
    table, model = calendar.table, calendar.table.model()
    assert calendar.window().size().height() >= calendar.sizeHint().height()
    last = table.visualRect(model.index(model.rowCount() - 1, model.columnCount() - 1))
    assert table.viewport().rect().contains(last)
    assert last.height() >= field.fontMetrics().height()
    calendar.window().close()
