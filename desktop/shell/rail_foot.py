"""The foot of the rail: small buttons that say how something stands, in one or two short lines."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from desktop.session.card_sync_text import FootWords
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of


class FootButton(QAbstractButton):
    """A glyph over its lines, with a thin bar below while something is under way."""

    def __init__(self, name: str, words: FootWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._words = words
        self.setFont(sized(self.font(), Size.SMALL))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_words(words)

    @property
    def words(self) -> FootWords:
        """What it shows."""
        return self._words

    def show_words(self, words: FootWords) -> None:
        """Show other words."""
        higher = len(words.lines) != len(self._words.lines)
        self._words = words
        self.setText(" ".join(words.lines))
        self.setToolTip(words.spoken)
        self.setAccessibleName(self._name)
        self.setAccessibleDescription(words.spoken)
        if higher:
            self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        height = space(self, 10) + len(self._words.lines) * self.fontMetrics().height()
        return QSize(space(self, 16), height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        if self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), colours.hover)
        side, top = space(self, 4), space(self, 3)
        ink = colours.accent if self._words.marked else colours.faint
        icons.paint(painter, QRect(0, top, self.width(), side), self._words.glyph, ink)
        painter.setPen(colours.ink if self._words.marked else colours.faint)
        height = self.fontMetrics().height()
        top += side + space(self, 1)
        for line in self._words.lines:
            rect = QRect(0, top, self.width(), height)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, line)
            top += height
        self._paint_bar(painter)
        if self.hasFocus():
            painter.setPen(colours.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_bar(self, painter: QPainter) -> None:
        if self._words.done is None:
            return
        colours = colours_of(self.palette())
        inset, height = space(self, 2), max(2, space(self, 1) // 2)
        bar = QRect(inset, self.height() - 2 * height, self.width() - 2 * inset, height)
        painter.fillRect(bar, colours.line)
        bar.setWidth(bar.width() * max(0, min(100, self._words.done)) // 100)
        painter.fillRect(bar, colours.accent)
