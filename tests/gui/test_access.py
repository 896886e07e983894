from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.failures import FailureDialog
from tests.gui.lists import FAULTY

# Parts that Qt makes inside a widget and that are named with it.
INNER = ("qt_", "ScrollLeftButton", "ScrollRightButton")


def focusable(root: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not isinstance(widget, QScrollBar)
        and not widget.objectName().startswith(INNER)
        and widget.isVisibleTo(root)
    ]


def spoken_name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return str(interface.text(QAccessible.Text.Name)) if interface else widget.accessibleName()


def assert_all_named(root: QWidget) -> None:
    buddies = {label.buddy() for label in root.findChildren(QLabel)}
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in focusable(root)
        if not spoken_name(widget) and widget not in buddies
    ]
    assert nameless == []


def test_everything_that_takes_the_focus_has_a_name(
    desk: Desk, open_text: Callable[[str], None]
) -> None:
    assert_all_named(desk.window)
    open_text(FAULTY)
    assert_all_named(desk.window)


def test_the_failure_dialog_names_its_parts(qtbot: QtBot) -> None:
    dialog = FailureDialog(ValueError("a mistake"))
    qtbot.addWidget(dialog)
    dialog.show()
    assert_all_named(dialog)


def test_tab_reaches_every_part(desk: Desk, qtbot: QtBot, open_text: Callable[[str], None]) -> None:
    open_text(FAULTY)
    page = desk.window.build
    desk.window.activateWindow()
    page.pool.search.setFocus()
    reached = set()
    for _ in range(40):
        current = QApplication.focusWidget()
        if current is not None:
            reached.add(current)
            QTest.keyClick(current, Qt.Key.Key_Tab)
    header = page.deck.header
    assert {
        page.pool.search,
        page.pool.table,
        header.format,
        header.list,
        header.day,
        page.deck.verdict,
        page.deck.list,
        page.problems.list,
    } <= reached


def test_the_search_has_the_focus_at_first_and_on_ctrl_f(desk: Desk, qtbot: QtBot) -> None:
    search = desk.window.build.pool.search
    assert desk.window.focusWidget() is search
    desk.window.build.pool.table.setFocus()
    QTest.keyClick(desk.window.build.pool.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert search.hasFocus()
