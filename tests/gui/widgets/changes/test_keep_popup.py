"""The list of cards that stay: by keys, by clicks, and what a screen reader is told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.widgets.changes.change_fields import KeepPopup
from tests.builders import card

ARYA = card("Arya Stark", cost=2, pack="Core")
OTHER_ARYA = card("Arya Stark", cost=3, pack="WotN")
JON = card("Jon Snow", cost=3)


@pytest.fixture
def popup(qtbot: QtBot) -> KeepPopup:
    owner = QPushButton("Keep…")
    qtbot.addWidget(owner)
    owner.show()
    made = KeepPopup([JON, OTHER_ARYA, ARYA], frozenset({JON.code}), owner)
    made.show_below()
    made.list.setFocus()
    return made


def kept_by(popup: KeepPopup) -> list[frozenset[str]]:
    """Return the list of what the popup tells from now on."""
    told: list[frozenset[str]] = []
    popup.kept.connect(told.append)
    return told


def test_cards_of_one_name_are_told_apart(popup: KeepPopup) -> None:
    items = [popup.list.item(row) for row in range(popup.list.count())]
    assert {each.text() for each in items} == {"Arya Stark (Core)", "Arya Stark (WotN)", "Jon Snow"}
    assert items[-1].checkState() is Qt.CheckState.Checked


def test_space_checks_and_escape_closes(popup: KeepPopup) -> None:
    told = kept_by(popup)
    QTest.keyClick(popup.list, Qt.Key.Key_Space)
    QTest.keyClick(popup.list, Qt.Key.Key_End)
    QTest.keyClick(popup.list, Qt.Key.Key_Space)
    assert [len(each) for each in told] == [2, 1]
    assert JON.code not in told[-1]
    QTest.keyClick(popup.list, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_a_click_anywhere_in_a_line_checks_once(popup: KeepPopup) -> None:
    told = kept_by(popup)
    line = popup.list.visualItemRect(popup.list.item(0))
    for place in (line.center(), QPoint(line.left() + line.height() // 2, line.center().y())):
        QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [len(each) for each in told] == [2, 1]


def test_it_is_as_tall_as_its_lines(popup: KeepPopup) -> None:
    last = popup.list.visualItemRect(popup.list.item(popup.list.count() - 1))
    assert last.bottom() <= popup.list.viewport().height()
    assert popup.list.height() < 12 * last.height()


def test_a_screen_reader_hears_names_and_states(popup: KeepPopup) -> None:
    told = QAccessible.queryAccessibleInterface(popup.list)
    assert told.text(QAccessible.Text.Name) == "Cards that stay"
    lines = [told.child(number) for number in range(told.childCount())]
    assert {each.text(QAccessible.Text.Name) for each in lines} >= {"Jon Snow"}
    last = lines[-1].state()
    assert last.checkable
    assert last.checked
