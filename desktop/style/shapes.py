"""Shapes that the components are painted of: grounds with round corners, discs and shields."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen


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
