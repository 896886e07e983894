"""The verdict as a pill: its words, its sign, and what it says to screen readers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.style.palette import LIGHT
from desktop.widgets.glyphs import VerdictPill, of_verdict


@pytest.mark.parametrize(
    ("counts", "short", "name", "sign"),
    [
        ((3, 1, 2), "3 problems", "Verdict: 3 problems, 1 warning", "sign/error"),
        ((0, 1, 2), "1 warning", "Verdict: Legal, 1 warning, 2 notes", "sign/warning"),
        ((0, 0, 0), "Legal", "Verdict: Legal", "sign/legal"),
    ],
)
def test_a_pill_has_the_verdict_in_short_and_its_name_in_full(
    qtbot: QtBot, counts: tuple[int, int, int], short: str, name: str, sign: str
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    pill = VerdictPill(parent)
    pill.show_verdict(*counts)
    assert (pill.text(), pill.accessibleName()) == (short, name)
    assert of_verdict(legal=not counts[0], warned=counts[1] > 0).name == sign
    image = pill.grab().toImage()
    ground = image.pixelColor(image.width() // 2, 2)
    assert ground in (LIGHT.illegal_soft, LIGHT.note_soft, LIGHT.legal_soft)
    with qtbot.waitSignal(pill.clicked):
        QTest.keyClick(pill, Qt.Key.Key_Space)
