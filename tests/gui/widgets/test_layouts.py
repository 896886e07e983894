from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.layouts import column, row


def test_parts_stretch_or_are_aligned_and_spaces_are_kept(qtbot: QtBot) -> None:
    parent, left, right = QWidget(), QWidget(), QWidget()
    qtbot.addWidget(parent)
    for part in (left, right):
        part.setMinimumSize(10, 10)
    inner = row((left, 1), 5, (right, Qt.AlignmentFlag.AlignBottom), spacing=0)
    column(inner, parent=parent, margin=(1, 2, 3, 4))
    parent.resize(104, 46)
    parent.show()
    assert left.geometry() == QRect(1, 2, 85, 40)
    assert right.geometry() == QRect(91, 32, 10, 10)


def test_without_a_part_space_stretches(qtbot: QtBot) -> None:
    parent, part = QWidget(), QWidget()
    qtbot.addWidget(parent)
    part.setFixedSize(10, 10)
    column(None, part, parent=parent, margin=0)
    parent.resize(10, 50)
    parent.show()
    assert part.y() == 40
