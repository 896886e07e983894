from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.dialogs.crash_dialog import CrashDialog
from desktop.runtime.crash_reporting import crash_report
from tests.gui import shared_window as shared
from tests.gui.lists import FAULTY

app, shared_window, own_app = shared.app, shared.module_window, shared.own_app

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
    app: Application, open_text: Callable[[str], None]
) -> None:
    assert_all_named(app.window)
    open_text(FAULTY)
    assert_all_named(app.window)


def test_the_failure_dialog_names_its_parts(qtbot: QtBot) -> None:
    dialog = CrashDialog(crash_report(ValueError("a mistake")), Path("sevenplots.log"))
    qtbot.addWidget(dialog)
    dialog.show()
    assert_all_named(dialog)


def test_tab_reaches_every_part(
    app: Application, qtbot: QtBot, open_text: Callable[[str], None]
) -> None:
    open_text(FAULTY)
    page = app.window.build
    app.window.activateWindow()
    page.pool.search.setFocus()
    reached = set()
    for _ in range(80):
        current = QApplication.focusWidget()
        if current is not None:
            reached.add(current)
            QTest.keyClick(current, Qt.Key.Key_Tab)
    header = page.deck.header
    assert {
        page.pool.search,
        page.pool.playable,
        page.pool.table,
        *page.pool.factions.chips.values(),
        header.name,
        header.faction,
        *header.agendas.buttons,
        header.format,
        header.list,
        header.day,
        header.premier,
        page.deck.verdict,
        page.deck.matrix,
        page.deck.list,
        page.problems.list,
        page.problems.repair_all,
    } <= reached


def test_the_search_has_the_focus_at_first_and_on_ctrl_f(
    own_app: Application, qtbot: QtBot
) -> None:
    search = own_app.window.build.pool.search
    assert own_app.window.focusWidget() is search
    own_app.window.build.pool.table.setFocus()
    QTest.keyClick(
        own_app.window.build.pool.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier
    )
    assert search.hasFocus()


def ancestors(widget: QWidget | None) -> list[QWidget]:
    found = []
    while widget is not None:
        found.append(widget)
        widget = widget.parentWidget()
    return found


def test_every_tab_beside_the_deck_is_reached_by_keys_and_named(
    app: Application, open_text: Callable[[str], None]
) -> None:
    open_text(FAULTY)
    page = app.window.build
    for number, key in enumerate((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4)):
        QTest.keyClick(app.window, key, Qt.KeyboardModifier.AltModifier)
        assert page.tabs.currentIndex() == number
        assert QApplication.focusWidget() is page.tabs.currentWidget() or (
            page.tabs.currentWidget() in ancestors(QApplication.focusWidget())
        )
        assert_all_named(app.window)
