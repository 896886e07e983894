"""Messages: the toast of a window, and what stays in its page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsOpacityEffect, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from desktop.style import motion
from desktop.widgets.message_bar import (
    MESSAGE_MS,
    MESSAGE_WITH_BUTTON_MS,
    BarAction,
    MessageBar,
    Toast,
    toast_of,
)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    QLineEdit(made).setFocus()
    made.show()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_a_window_has_one_toast_at_its_bottom_right(window: QWidget) -> None:
    toast = toast_of(window)
    assert toast_of(window.findChild(QLineEdit) or window) is toast
    for words in ("1 deck added.", "A sentence that is far too long for one line. " * 5):
        toast.show_message(words, lambda: None, further=BarAction("All games…", lambda: None))
        QApplication.processEvents()
        for size in ((900, 600), (1280, 800)):
            window.resize(*size)
            assert window.rect().contains(toast.geometry())
            assert toast.geometry().right() > window.width() * 9 // 10
            assert toast.geometry().bottom() > window.height() * 9 // 10
        assert toast.words.height() >= toast.words.heightForWidth(toast.words.width())


@pytest.mark.parametrize("words", ["1 deck added.", "A sentence that is far too long. " * 5])
def test_it_is_placed_and_then_leaves_the_computer_alone(window: QWidget, words: str) -> None:
    toast, placed = toast_of(window), LayoutRequests()
    toast.installEventFilter(placed)
    toast.show_message(words, lambda: None)
    QTest.qWait(50)
    assert placed.count < 10


class LayoutRequests(QObject):
    """Counts how often a widget was asked for its layout."""

    count = 0

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.LayoutRequest
        return False


def test_it_goes_after_a_while_but_not_from_under_the_mouse_or_the_focus(window: QWidget) -> None:
    toast, timer = toast_of(window), toast_of(window).message_timer
    toast.show_message("3 decks deleted for good.")
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    assert timer.interval() == MESSAGE_MS
    timer.timeout.emit()
    assert not toast.isVisible()
    toast.show_message("1 deck added.", lambda: None)
    assert timer.interval() == MESSAGE_WITH_BUTTON_MS
    inside = QPointF(toast.rect().center())
    QApplication.sendEvent(toast, QEnterEvent(inside, inside, inside))
    timer.timeout.emit()
    assert toast.isVisible()
    QApplication.sendEvent(toast, QEvent(QEvent.Type.Leave))
    toast.undo.setFocus()
    timer.timeout.emit()
    assert toast.isVisible()
    QTest.keyClick(toast.undo, Qt.Key.Key_Escape)
    assert not toast.isVisible()
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_undo_is_done_once_and_what_no_longer_holds_goes(window: QWidget) -> None:
    toast, done = toast_of(window), [""]
    toast.show_message("“Wolves” is in the bin.", lambda: done.append("undone"))
    QTest.mouseClick(toast.undo, Qt.MouseButton.LeftButton)
    assert (done[1:], toast.isVisible()) == (["undone"], False)
    toast.show_message("It is so.", holds=lambda: len(done) == 2)
    toast.check()
    assert toast.isVisible()
    done.clear()
    toast.check()
    assert not toast.isVisible()


def test_it_covers_no_field_in_use(window: QWidget) -> None:
    field, toast = window.findChild(QLineEdit), toast_of(window)
    assert field is not None
    field.setGeometry(500, 560, 380, 30)
    toast.show_message("1 deck added.")
    assert not toast.geometry().intersects(field.geometry())


def test_it_fades_in_only_where_the_system_moves_things(
    window: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    toast = toast_of(window)
    effect = toast.graphicsEffect()
    assert isinstance(effect, QGraphicsOpacityEffect)
    with monkeypatch.context() as still:
        still.setattr("desktop.widgets.message_bar.motion_ms", lambda: 0)
        toast.show_message("1 deck added.")
        assert effect.opacity() == 1
        toast.leave()
    assert motion.motion_ms() <= 120
    toast.show_message("1 deck added.")
    assert effect.opacity() == 0
    qtbot.waitUntil(lambda: effect.opacity() == 1)


def test_a_bar_says_what_failed_until_something_works(window: QWidget) -> None:
    bar = MessageBar(window)
    bar.show_failure("The disk is full.", lambda: None)
    bar.show_failure("The disk is full.", lambda: None)
    assert bar.words.text() == "Again (2): The disk is full."
    bar.show_message("Saved.")
    assert not bar.isVisible()
    assert window.findChildren(Toast) == [bar.toast]
    assert bar.toast.words.text() == "Saved."
