"""Dialogs without a frame of the system: moved by their ground, resized at their edges."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.dialogs.simple_dialogs import NameDialog
from desktop.widgets.floating_dialog import FloatingDialog, Scrim
from tests.gui.samples import present


@pytest.fixture
def dialog(qtbot: QtBot) -> FloatingDialog:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    made = NameDialog("Rename", "Rename", "Wolves", window)
    made.open()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def drag(dialog: FloatingDialog, start: QPoint, by: QPoint) -> tuple[int, int, int, int]:
    """Drag a place of a dialog; return how far its left, top, right and bottom edges moved."""
    before, at = dialog.geometry(), dialog.mapToGlobal(start)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, button, buttons, place in (
        (QEvent.Type.MouseButtonPress, left, left, at),
        (QEvent.Type.MouseMove, none, left, at + by),
        (QEvent.Type.MouseButtonRelease, left, none, at + by),
        (QEvent.Type.MouseMove, none, none, at + by + by),
    ):
        here, no_key = QPointF(dialog.mapFromGlobal(place)), Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, here, QPointF(place), button, buttons, no_key)
        QApplication.sendEvent(dialog, event)
    after = dialog.geometry()
    return (
        after.left() - before.left(),
        after.top() - before.top(),
        after.right() - before.right(),
        after.bottom() - before.bottom(),
    )


def test_its_ground_moves_it_and_its_edges_resize_it(dialog: FloatingDialog) -> None:
    inner = dialog.contentsRect()
    assert drag(dialog, inner.topLeft() + QPoint(3, 3), QPoint(20, -10)) == (20, -10, 20, -10)
    edge, corner = QPoint(dialog.width() - 1, dialog.height() // 2), dialog.rect().topLeft()
    assert drag(dialog, edge, QPoint(40, 5)) == (0, 0, 40, 0)
    assert drag(dialog, corner, QPoint(-30, -20)) == (-30, -20, 0, 0)


def test_it_never_becomes_too_small_for_what_it_holds(dialog: FloatingDialog) -> None:
    edge = QPoint(dialog.width() - 1, dialog.height() // 2)
    assert drag(dialog, edge, QPoint(-dialog.width(), 0)) == (0, 0, 0, 0)


def test_the_window_is_dimmed_as_a_whole_until_it_is_answered(dialog: FloatingDialog) -> None:
    window = present(dialog.parentWidget())
    (scrim,) = window.findChildren(Scrim)
    window.resize(1000, 700)
    QApplication.processEvents()
    assert scrim.geometry() == QRect(0, 0, 1000, 700)
    dialog.reject()
    assert scrim.isHidden()
