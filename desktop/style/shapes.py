"""Shapes that the components are painted of: grounds with round corners, shadows, shields."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QApplication, QWidget

from desktop.style.palette import colours_of


def corner(metrics: QFontMetrics) -> float:
    """Return the radius of corners: 6 where the body is 13."""
    return metrics.height() * 3 / 8


def fill(
    painter: QPainter, rect: QRect, ground: QColor, radius: float, outline: QColor | None = None
) -> None:
    """Fill a rectangle with round corners; an outline lies within it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(ground)
    painter.setPen(Qt.PenStyle.NoPen if outline is None else QPen(outline))
    inset = 0.0 if outline is None else 0.5
    box = QRectF(rect).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(box, radius, radius)
    painter.restore()


def shadow_width(metrics: QFontMetrics) -> int:
    """Return how wide the shadow around a raised ground is: 8 where the body is 13."""
    return metrics.height() // 2


def float_free(window: QWidget) -> None:
    """Let a window paint its own shape, without a frame or a shadow of the system."""
    window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
    window.setWindowFlag(Qt.WindowType.NoDropShadowWindowHint)
    window.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def paint_floating(window: QWidget) -> None:
    """Paint the ground of a window that floats free, with its shadow around it."""
    metrics, painter = window.fontMetrics(), QPainter(window)
    radius, width = corner(metrics), shadow_width(metrics)
    rect = window.rect().adjusted(width, width, -width, -width)
    for step in range(width, 0, -1):
        around = rect.adjusted(-step, -step + width // 4, step, step)
        fill(painter, around, QColor(0, 0, 0, 1 + 8 * (width - step) // width), radius + step)
    # A style sheet may give the window's own palette a transparent ground.
    colours = colours_of(QApplication.palette())
    fill(painter, rect, colours.raised, radius, colours.line)
    painter.end()


def shield(box: QRectF) -> QPainterPath:
    """Return a shield that is as large as a rectangle: flat above, pointed below."""
    path, third = QPainterPath(), box.height() / 3
    corner_at = box.width() * 0.12
    path.moveTo(box.left() + corner_at, box.top())
    path.lineTo(box.right() - corner_at, box.top())
    path.quadTo(box.topRight(), QPointF(box.right(), box.top() + corner_at))
    path.lineTo(box.right(), box.bottom() - third)
    path.quadTo(box.right(), box.bottom() - third / 3, box.center().x(), box.bottom())
    path.quadTo(box.left(), box.bottom() - third / 3, box.left(), box.bottom() - third)
    path.lineTo(box.left(), box.top() + corner_at)
    path.quadTo(box.topLeft(), QPointF(box.left() + corner_at, box.top()))
    path.closeSubpath()
    return path
