"""A copy on the board: painted here, reached by keys, dragged by the mouse."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QFocusEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget
from typing_extensions import override

from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile_face import TileFace, tile_name
from desktop.pages.hands.board.tile_painter import TilePainter
from desktop.pages.hands.board.tile_sizes import HEIGHT, NARROWEST, STRIP_HEIGHT
from desktop.style.fonts import space

COPY = "application/x-sevenplots-copy"


class Tile(QWidget):
    """Shows a face; a strip is lower than what is whole.

    Signals:
        chosen: the copy got the focus.
    """

    chosen = Signal()

    def __init__(self, face: TileFace, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self.face = face
        self._controller = controller
        self.lit = False
        self._size = QSize(space(self, NARROWEST), space(self, HEIGHT))
        self._pressed: QPoint | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def number(self) -> int:
        """The number of the copy."""
        return self.face.copy.number

    def show_face(self, face: TileFace, words: str) -> None:
        """Show the copy as it is now; `words` say the same and what can be done."""
        resized = face.strip is not self.face.strip
        self.face = face
        self.setAccessibleName(tile_name(face))
        self.setAccessibleDescription(words)
        self.setToolTip(f"{face.card.name}\n{words}".replace("; ", "\n"))
        if resized:
            self.updateGeometry()
        self.update()

    def set_size(self, size: QSize) -> None:
        """Make the tile so large; a strip takes the width alone."""
        if size != self._size:
            self._size = size
            self.updateGeometry()
            self.update()

    def light(self, *, lit: bool) -> None:
        """Show that what is dragged may be dropped here, or no longer."""
        if lit is not self.lit:
            self.lit = lit
            self.update()

    def mime(self) -> QMimeData:
        """Return the copy as it is dragged."""
        data = QMimeData()
        data.setData(COPY, str(self.number).encode())
        data.setText(self.face.card.name)
        return data

    @override
    def sizeHint(self) -> QSize:
        if self.face.strip:
            return QSize(self._size.width(), space(self, STRIP_HEIGHT))
        return self._size

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        TilePainter(painter, self, self.face, lit=self.lit).paint()
        painter.end()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.chosen.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        moved = event.position().toPoint() - self._pressed
        if moved.manhattanLength() >= QApplication.startDragDistance():
            grip, self._pressed = self._pressed, None
            drag = QDrag(self)
            drag.setMimeData(self.mime())
            drag.setPixmap(self.grab())
            drag.setHotSpot(grip)
            drag.exec(Qt.DropAction.MoveAction)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._controller.do_main(self.number)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._controller.menu_requested.emit(self.number)


def dragged_number(data: QMimeData) -> int | None:
    """Return the number of the copy that is dragged, None where it is something else."""
    if not data.hasFormat(COPY):
        return None
    raw = bytes(data.data(COPY).data()).decode("ascii", "replace")
    return int(raw) if raw.isdecimal() and len(raw) < 8 else None
