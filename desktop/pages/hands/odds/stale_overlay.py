"""What makes numbers fainter that are not those of the deck as it is now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.style.palette import colours_of

_COVER = 150


class StaleOverlay(QWidget):
    """Lies over a widget while it is shown; everything below can still be used."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over.installEventFilter(self)
        self.hide()

    def cover(self, *, covered: bool) -> None:
        """Cover the widget, or uncover it."""
        if covered:
            self.resize(self._over.size())
            self.raise_()
        self.setVisible(covered)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.resize(self._over.size())
        elif event.type() is QEvent.Type.ChildAdded and not self.isHidden():
            self.raise_()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        panel = QColor(colours_of(self.palette()).panel)
        panel.setAlpha(_COVER)
        painter = QPainter(self)
        painter.fillRect(self.rect(), panel)
        painter.end()
