"""Which words have less room than they need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from desktop.style.fonts import scale_type
from desktop.widgets.layouts import OneLine, WrapButton


@contextmanager
def text_size(app: QApplication, hundredths: int) -> Iterator[None]:
    """Let everything that is made meanwhile have letters of that size."""
    before = app.font()
    scale_type(app, hundredths)
    try:
        yield
    finally:
        app.setFont(before)


def settle() -> None:
    """Let sizes follow from words."""
    for _ in range(3):
        QApplication.processEvents()


def cut_words(window: QWidget) -> list[str]:
    """Return the words of labels and buttons in a window that are cut."""
    settle()
    found = []
    for each in window.findChildren(QWidget):
        if each.isVisible() and isinstance(each, QLabel | QPushButton | QCheckBox | WrapButton):
            text = "" if isinstance(each, OneLine) else each.text()
            if text and (_too_small(each) or _beyond(each, window)):
                found.append(f"{text!r} {each.size()} of {each.sizeHint()}")
    return found


def _too_small(each: QLabel | QAbstractButton) -> bool:
    if isinstance(each, WrapButton) or (isinstance(each, QLabel) and each.wordWrap()):
        return each.height() < each.heightForWidth(each.width())
    if isinstance(each, QPushButton):  # its size hint may be that of words it had before
        words = each.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, each.text())
        option = QStyleOptionButton()
        each.initStyleOption(option)
        room = each.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, each)
        if room.width() < words.width():
            return True
    # A check box has air that it can do without.
    needed = each.minimumSizeHint() if isinstance(each, QCheckBox) else each.sizeHint()
    return each.width() < needed.width() or each.height() < needed.height()


def _beyond(each: QWidget, window: QWidget) -> bool:
    """Tell whether a widget is partly outside of one that holds it, and cannot be scrolled."""
    parent = each.parentWidget()
    while parent is not None:
        if isinstance(parent.parentWidget(), QAbstractScrollArea):
            return False
        if not parent.rect().contains(QRect(each.mapTo(parent, QPoint()), each.size())):
            return True
        if parent is window:
            return False
        parent = parent.parentWidget()
    return False
