"""A chart view on screen, in the light palette."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.style.fonts import load_typeface
from desktop.style.palette import LIGHT, palette_of
from desktop.widgets.charts.chart_view import ChartView


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> Iterator[ChartView]:
    """Show a chart view."""
    load_typeface(qapp)
    shown = ChartView()
    shown.setPalette(palette_of(LIGHT))
    shown.setAutoFillBackground(True)
    qtbot.addWidget(shown)
    shown.resize(360, 240)
    with qtbot.waitExposed(shown):
        shown.show()
    yield shown
    qapp.sendPostedEvents()
