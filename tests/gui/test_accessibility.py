from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollBar, QWidget

from desktop.app import Application
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


def test_the_search_has_the_focus_at_first_and_on_ctrl_f(own_app: Application) -> None:
    search = own_app.window.build.pool.search
    assert own_app.window.focusWidget() is search
    own_app.window.build.pool.table.setFocus()
    QTest.keyClick(
        own_app.window.build.pool.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier
    )
    assert search.hasFocus()
