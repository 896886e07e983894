"""A copy on the board: painted here, reached by keys, dragged by the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QFocusEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from desktop.pages.hands.board.board_layout import Spot
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.tile_face import TileFace, marks_of, tile_name
from desktop.widgets.cards.card_painter import CardLook, CardPainter

COPY = "application/x-sevenplots-copy"
_OVER = frozenset({QEvent.Type.HoverEnter, QEvent.Type.HoverMove})


class Tile(QWidget):
    """Shows a face, and writes in the part of it that other cards do not cover.

    `picture` is the card's picture, None where it is drawn.

    Signals:
        chosen: the copy got the focus.
        unfocused: it has the focus no longer.
        hovered: the mouse is over it.
        left: the mouse is there no longer.
        pressed: a button of the mouse was pressed, or a menu was asked for.
    """

    chosen = Signal()
    unfocused = Signal()
    hovered = Signal()
    left = Signal()
    pressed = Signal()

    def __init__(self, face: TileFace, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self.face = face
        self.picture: QImage | None = None
        self._controller = controller
        self._seen = QSize()
        self.lit = False
        self._pressed: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def number(self) -> int:
        return self.face.copy.number

    @property
    def seen(self) -> QSize:
        """How much of it other cards do not cover, from its left upper corner."""
        return self._seen

    def show_face(self, face: TileFace, words: str) -> None:
        """Show the copy as it is now; `words` say the same and what can be done."""
        self.face = face
        self.setAccessibleName(tile_name(face))
        self.setAccessibleDescription(words)
        self.update()

    def put(self, spot: Spot) -> None:
        self.setGeometry(spot.rect)
        if spot.seen != self._seen:
            self._seen = spot.seen
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
    def event(self, event: QEvent) -> bool:
        if event.type() in _OVER and not QApplication.mouseButtons():
            self.hovered.emit()
        elif event.type() is QEvent.Type.HoverLeave:
            self.left.emit()
        return super().event(event)

    @property
    def free(self) -> QRect:
        """The part of it where buttons cover neither its name nor its figures."""
        return self._card_painter(QPainter()).free()

    def _card_painter(self, painter: QPainter) -> CardPainter:
        face = self.face
        look = CardLook(
            self._seen,
            strip=face.strip,
            faint=face.faint,
            knelt=face.knelt,
            down=face.down,
            below=face.duplicates,
            marks=tuple(marks_of(face)),
            plan=face.plan,
            marked=self.lit or self.hasFocus(),
            lit=self.lit,
            hovered=self.underMouse(),
        )
        return CardPainter(painter, self, face.card, look, self.picture)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._card_painter(painter).paint()
        painter.end()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.chosen.emit()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.unfocused.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()
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
        self.pressed.emit()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._controller.menu_requested.emit(self.number)


def dragged_number(data: QMimeData) -> int | None:
    """Return the number of the copy that is dragged, None where it is something else."""
    if not data.hasFormat(COPY):
        return None
    raw = bytes(data.data(COPY).data()).decode("ascii", "replace")
    return int(raw) if raw.isdecimal() and len(raw) < 8 else None
