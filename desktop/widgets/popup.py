"""A small window below a button, closed by a click elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from desktop.widgets.fitted_dialog import fit_words


class Popup(QFrame):
    """A framed window; Escape or a click elsewhere closes it and returns the focus."""

    def __init__(self, name: str, owner: QWidget) -> None:
        super().__init__(owner, Qt.WindowType.Popup)
        self._owner = owner
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def show_below(self) -> None:
        """Show it below its owner, from its left edge on; narrower or moved where it must be."""
        self.adjustSize()
        fit_words(self)
        corner = self._owner.mapToGlobal(QPoint(0, self._owner.height()))
        screen = self._owner.screen() or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        room = area.right() + 1 - corner.x()
        if room < self.width():
            self.resize(max(room, self.minimumSizeHint().width()), self.height())
        left = max(area.left(), min(corner.x(), area.right() + 1 - self.width()))
        top = max(area.top(), min(corner.y(), area.bottom() - self.height()))
        self.move(left, top)
        self.show()

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
