"""Rows and columns of widgets: what stretches and where parts are put."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.layouts import row


def test_a_part_with_an_alignment_does_not_stretch(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    middle = Qt.AlignmentFlag.AlignVCenter
    layout = row((QLabel("wide"), 1), (QLabel("narrow"), middle), parent=parent)
    assert [layout.stretch(number) for number in range(2)] == [1, 0]
    item = layout.itemAt(1)
    assert item is not None
    assert item.alignment() == middle
