"""Dialogs and popups that are as tall as their words need, and never larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QWidget
from typing_extensions import override

from desktop.style.shapes import float_free, paint_floating, shadow_width

_CHANGES = frozenset({QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show})
# In pixels, as common desktops have it; how tall it is can be asked only once a window is shown.
_TITLE_BAR = 36


def room_for(window: QWidget) -> QSize:
    """Return how large a window may be on its screen, below its title bar."""
    return window.screen().availableGeometry().size() - QSize(0, _TITLE_BAR)


def fit_words(window: QWidget) -> None:
    """Make a window at least as tall as its layout needs at its width, if the screen is."""
    layout = window.layout()
    if layout is None:
        return
    least = layout.totalMinimumSize().height()
    if layout.hasHeightForWidth():
        least = layout.totalMinimumHeightForWidth(window.width())
    least = min(least, room_for(window).height())
    if least != window.minimumHeight():
        window.setMinimumHeight(least)


def scrolled(sheet: QWidget, dialog: QWidget) -> QScrollArea:
    """Return a scroll area around the part of a dialog that a small screen has no room for."""
    area = QScrollArea(dialog, widgetResizable=True)
    area.setObjectName("ground")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(sheet)
    return area


class FittedDialog(QDialog):
    """Its least height is what its layout needs at its width, in every state.

    Qt measures words that wrap only before a window is shown, and then gives it two thirds of the
    screen at most; it cuts what does not fit. A dialog that may need more than a small screen has
    puts what is long into a scroll area.
    """

    @override
    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        kind = event.type()
        if kind in _CHANGES:
            fit_words(self)
        if kind in _CHANGES and kind is not QEvent.Type.Resize and not self.isMaximized():
            layout = self.layout()
            least = layout.totalMinimumSize() if layout else self.minimumSize()
            self.resize(self.size().expandedTo(least).boundedTo(room_for(self)))
        return handled


class Popup(QFrame):
    """A raised panel; Escape or a click elsewhere closes it and returns the focus.

    One that `stays` is not deleted then, and may be shown again.
    """

    def __init__(self, name: str, owner: QWidget, *, stays: bool = False) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self._owner = owner
        self.setAccessibleName(name)
        float_free(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=not stays)
        shadow = shadow_width(self.fontMetrics())
        self.setContentsMargins(shadow, shadow, shadow, shadow)

    def show_below(self) -> None:
        """Show it below its owner, from its left edge on, or moved to where the screen has room."""
        self.adjustSize()
        shadow = shadow_width(self.fontMetrics())
        corner = self._owner.mapToGlobal(QPoint(-shadow, self._owner.height() - shadow // 2))
        screen = self._owner.screen() or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        self.resize(min(self.width(), area.width()), self.height())
        fit_words(self)
        left = max(area.left(), min(corner.x(), area.right() + 1 - self.width()))
        top = max(area.top(), min(corner.y(), area.bottom() - self.height()))
        self.move(left, top)
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_floating(self)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Close:
            self._owner.setFocus(Qt.FocusReason.PopupFocusReason)
        return super().event(event)
