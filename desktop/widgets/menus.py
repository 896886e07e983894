"""Menus on a raised ground with round corners and a shadow, their shortcuts at the right."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QApplication, QMenu, QStyle, QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.palette import Colours, blend, colours_of
from desktop.style.shapes import corner, fill, float_free, paint_floating, shadow_width
from desktop.style.theme import HOVER

_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class Menu(QMenu):
    """A menu whose window has room for its shadow."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        float_free(self)
        shadow = shadow_width(self.fontMetrics())
        self.setContentsMargins(shadow, shadow, shadow, shadow)

    def add_menu(self, title: str) -> Menu:
        """Add a menu of the same look, and return it."""
        added = Menu(title, self)
        self.addMenu(added)
        return added

    def _paint_entry(self, painter: QPainter, action: QAction, colours: Colours) -> None:
        rect, unit = self.actionGeometry(action), self.fontMetrics().height() // 4
        if action.isSeparator():
            line = rect.adjusted(2 * unit, rect.height() // 2, -2 * unit, 0)
            painter.fillRect(line.left(), line.top(), line.width(), 1, colours.line)
            return
        enabled = action.isEnabled()
        if enabled and action is self.activeAction():
            ground = blend(colours.raised, colours.ink, HOVER)
            fill(painter, rect, ground, corner(self.fontMetrics()) * 2 / 3)
        inner = rect.adjusted(3 * unit, 0, -3 * unit, 0)
        if self._has_marks():
            mark = QRect(inner.left(), inner.center().y() - 2 * unit + 1, 4 * unit, 4 * unit)
            if action.isCheckable() and action.isChecked():
                _paint_tick(painter, mark, colours)
            elif not action.icon().isNull():
                action.icon().paint(painter, mark)
            inner.setLeft(mark.right() + 2 * unit)
        words, _, keys = action.text().partition("\t")
        keys = keys or action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        hint = QStyle.StyleHint.SH_UnderlineShortcut
        shows = self.style().styleHint(hint, None, self)
        flag = Qt.TextFlag.TextShowMnemonic if shows else Qt.TextFlag.TextHideMnemonic
        painter.setPen(colours.ink if enabled else colours.quiet)
        painter.drawText(inner, int(flag | _MIDDLE), words)
        painter.setPen(colours.faint if enabled else colours.quiet)
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignRight | _MIDDLE), keys)
        if action.menu() is not None:
            box = QRect(inner.right() - unit, rect.top(), 5 * unit // 2, rect.height())
            icons.paint(painter, box, "sign/closed", colours.faint)

    def _has_marks(self) -> bool:
        return any(each.isCheckable() or not each.icon().isNull() for each in self.actions())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        shadow = shadow_width(self.fontMetrics())
        self.move(self.pos() - QPoint(shadow, shadow))
        super().showEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_floating(self)
        colours, painter = colours_of(QApplication.palette()), QPainter(self)
        fits = self.sizeHint().height() <= self.height()
        if fits:
            for action in self.actions():
                if action.isVisible():
                    self._paint_entry(painter, action, colours)
        painter.end()
        if not fits:  # a menu painted by Qt has arrows to scroll
            super().paintEvent(event)


def _paint_tick(painter: QPainter, box: QRect, colours: Colours) -> None:
    side = box.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colours.accent, max(1.5, side / 8)))
    corners = ((0.15, 0.55), (0.4, 0.8), (0.85, 0.25))
    painter.drawPolyline([QPointF(box.topLeft()) + QPointF(x, y) * side for x, y in corners])
    painter.restore()
