"""The roles of the program's own widgets."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.pages.builder.statistics_panel import StatisticsPanel
from desktop.pages.hands.board.tile import Tile
from desktop.pages.hands.odds.odds_tab import AnswerArea
from desktop.widgets.accessible_roles import ROLES, install_roles
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.charts.chart_view import ChartView
from tests.gui.samples import present

CLASSES: tuple[type[QWidget], ...] = (
    AnswerArea,
    CardFace,
    CardView,
    ChartView,
    StatisticsPanel,
    Tile,
)


def test_every_class_that_has_a_role_exists() -> None:
    assert set(ROLES) == {each.__name__ for each in CLASSES}


@pytest.mark.parametrize("widget_class", [CardView, ChartView])
def test_widgets_have_their_role(qtbot: QtBot, widget_class: type[QWidget]) -> None:
    install_roles()
    widget = widget_class()
    qtbot.addWidget(widget)
    interface = present(QAccessible.queryAccessibleInterface(widget))
    assert interface.role() is ROLES[widget_class.__name__]
