"""Dialogs without a frame of the system, over a window that is dimmed meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.style.palette import DARK, colours_of
from desktop.style.shapes import corner, fill, float_free, paint_floating, shadow_width
from desktop.widgets.fitted_dialog import FittedDialog

# How opaque the dimming is, of 255.
_ON_LIGHT, _ON_DARK = 82, 130
_SIDES, _ENDS = Qt.Edge.LeftEdge | Qt.Edge.RightEdge, Qt.Edge.TopEdge | Qt.Edge.BottomEdge


class Scrim(QWidget):
    """Dims a window below a dialog that has to be answered first."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.installEventFilter(self)
        self.setGeometry(window.rect())
        self.raise_()
        self.show()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.setGeometry(self.window().rect())
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, window = QPainter(self), self.window()
        opacity = _ON_DARK if colours_of(self.palette()) is DARK else _ON_LIGHT
        floats = isinstance(window, FloatingDialog)
        radius = corner(self.fontMetrics()) if floats else 0
        fill(painter, window.contentsRect(), QColor(0, 0, 0, opacity), radius)
        painter.end()


class FloatingDialog(FittedDialog):
    """A raised sheet with a shadow; it is moved by its ground and resized at its edges."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scrim: Scrim | None = None
        self._grip: tuple[Qt.Edge, QPoint] | None = None  # what is pulled, and from where
        float_free(self)
        self.setMouseTracking(True)
        shadow = shadow_width(self.fontMetrics())
        self.setContentsMargins(shadow, shadow, shadow, shadow)

    def _edges(self, place: QPoint) -> Qt.Edge:
        """Return the edges that a place is at: those where it lies in the shadow."""
        inner, edges = self.contentsRect(), Qt.Edge(0)
        if not inner.left() <= place.x() <= inner.right():
            edges |= Qt.Edge.LeftEdge if place.x() < inner.left() else Qt.Edge.RightEdge
        if not inner.top() <= place.y() <= inner.bottom():
            edges |= Qt.Edge.TopEdge if place.y() < inner.top() else Qt.Edge.BottomEdge
        return edges

    def _pull(self, edges: Qt.Edge, before: QPoint, now: QPoint) -> None:
        """Move the dialog, or its edges, as far as the mouse was moved."""
        self._grip, (dx, dy), edge = (edges, now), (now - before).toTuple(), Qt.Edge
        edges = edges or _SIDES | _ENDS
        place = self.geometry().adjusted(
            dx if edges & edge.LeftEdge else 0,
            dy if edges & edge.TopEdge else 0,
            dx if edges & edge.RightEdge else 0,
            dy if edges & edge.BottomEdge else 0,
        )
        if place.size().expandedTo(self.minimumSize()) == place.size():
            self.setGeometry(place)

    @override
    def event(self, event: QEvent) -> bool:
        parent = self.parentWidget()
        if event.type() is QEvent.Type.Show and self.isModal() and parent and not self._scrim:
            self._scrim = Scrim(parent.window())
        elif event.type() is QEvent.Type.Hide and self._scrim is not None:
            self._scrim.hide()
            self._scrim.deleteLater()
            self._scrim = None
        return super().event(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        handle, edges = self.windowHandle(), self._edges(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and handle is not None:
            # Not every system does it: macOS only moves windows.
            done = handle.startSystemResize(edges) if edges else handle.startSystemMove()
            self._grip = None if done else (edges, event.globalPosition().toPoint())
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None
        super().mouseReleaseEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._pull(*self._grip, event.globalPosition().toPoint())
            return
        edges, shape = self._edges(event.position().toPoint()), Qt.CursorShape
        if edges & _SIDES and edges & _ENDS:
            falls = edges in {
                Qt.Edge.LeftEdge | Qt.Edge.TopEdge,
                Qt.Edge.RightEdge | Qt.Edge.BottomEdge,
            }
            self.setCursor(shape.SizeFDiagCursor if falls else shape.SizeBDiagCursor)
        elif edges:
            self.setCursor(shape.SizeHorCursor if edges & _SIDES else shape.SizeVerCursor)
        else:
            self.unsetCursor()
        super().mouseMoveEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_floating(self)
