"""A flat button whose text wraps: for sentences in a narrow space."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.style.palette import blend, colours_of

_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_TALLEST = 10_000


class WrapButton(QAbstractButton):
    """A button as wide as its space and as tall as its text."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @override
    def heightForWidth(self, width: int) -> int:
        inset = space(self, 1)
        rect = QRect(0, 0, max(1, width - 4 * inset), _TALLEST)
        return self.fontMetrics().boundingRect(rect, int(_WRAP), self.text()).height() + 2 * inset

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 40), self.heightForWidth(space(self, 40)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        frame = self.rect().adjusted(0, 0, -1, -1)
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painter.fillRect(frame, colours.selection if self.isDown() else colours.hover)
        outline = blend(colours.panel, colours.faint, 0.4)
        painter.setPen(colours.accent if self.hasFocus() else outline)
        painter.drawRect(frame)
        painter.setPen(colours.ink if self.isEnabled() else colours.faint)
        inset = space(self, 1)
        rect = self.rect().adjusted(2 * inset, inset, -2 * inset, -inset)
        painter.drawText(rect, int(_WRAP), self.text())
        painter.end()
