"""Using the window by keys alone: where the focus goes, and what is pressed there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDateEdit, QScrollBar, QTextBrowser, QWidget

from desktop.app import Application
from tests.gui.test_accessibility import INNER, spoken_name

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
FAR = 150


def stops(root: QWidget) -> list[QWidget]:
    """Return what the tab key is to reach in a window."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(widget, QScrollBar)
        and not widget.objectName().startswith(INNER)
        and widget.focusProxy() is None
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window() is root
    ]


def way(key: Qt.Key) -> list[QWidget]:
    """Press a key until the focus comes round; return where it was. Fail where it is trapped."""
    first = here = focus()
    passed = [first]
    for _ in range(FAR):
        QTest.keyClick(here, key)
        there = focus()
        if there is here and isinstance(here, QDateEdit | QTextBrowser):
            continue  # year, month and day, and links, are stops of its own
        if there is first and len(passed) > 0:
            return passed
        assert there not in passed, f"{described(there)} comes again, after {described(here)}"
        passed.append(there)
        here = there
    raise AssertionError("the focus does not come round")


def focus() -> QWidget:
    found = QApplication.focusWidget()
    assert isinstance(found, QWidget), "the focus is lost"
    return found


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{spoken_name(widget)}”"


def role(widget: QWidget) -> QAccessible.Role:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.role() if interface else QAccessible.Role.NoRole


def names(widgets: list[QWidget]) -> list[str]:
    return [spoken_name(each) for each in widgets]


def opened(app: Application) -> list[QWidget]:
    return [
        each
        for each in QApplication.topLevelWidgets()
        if each.isVisible() and each is not app.window and each.parent() is not None
    ]


def press(keys: str, *presses: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Type words and press keys where the focus is."""
    if keys:
        QTest.keyClicks(focus(), keys)
    for key in presses:
        QTest.keyClick(focus(), key, modifiers)


def go_on_to(name: str) -> None:
    """Press the tab key until the focus is on what is called so."""
    for _ in range(FAR):
        if spoken_name(focus()).startswith(name):
            return
        press("", Key.Key_Tab)
    raise AssertionError(f"the tab key does not lead to {name}")
