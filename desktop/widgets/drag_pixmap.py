"""The label that is drawn under the mouse during a drag."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView

from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill

HOT_SPOT = QPoint(-12, -12)  # the label is beside the mouse, not under it


def drag_label(view: QAbstractItemView, words: str, face: QImage | None = None) -> QPixmap:
    """Return words in a frame in the colours of a view, below the picture of a card."""
    metrics, gap, colours = view.fontMetrics(), space(view, 1), colours_of(view.palette())
    text = metrics.boundingRect(QRect(0, 0, 4000, 4000), Qt.AlignmentFlag.AlignLeft, words).size()
    frame = QRect(QPoint(0, 0), text + QSize(4 * gap, 2 * gap))
    ratio = view.devicePixelRatioF()
    above = QSize(0, 0) if face is None else face.deviceIndependentSize().toSize()
    frame.moveTop(above.height() + (gap if face is not None else 0))
    size = QSize(max(frame.width(), above.width()), frame.bottom() + 1)
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    if face is not None:
        painter.drawImage(QPoint(0, 0), face)
    fill(painter, frame, colours.raised, corner(metrics), colours.line)
    painter.setFont(view.font())
    painter.setPen(colours.ink)
    painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, words)
    painter.end()
    return pixmap
