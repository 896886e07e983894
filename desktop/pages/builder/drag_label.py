"""What is seen under the mouse while cards are dragged: which, and how many copies a drop moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QDrag, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView

from carddb.card import Card
from desktop.session.drag_data import DraggedCards, dragged_cards
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import Role

_OFFSET = QPoint(-12, -12)  # the label is beside the mouse, not under it


def drag_words(dragged: DraggedCards, names: Sequence[str]) -> str:
    """Return what a drop of cards moves: "1 of 3 Osha", and below it "with Ctrl all 3"."""
    copies = sum(count for _, count, _ in dragged.copies)
    what = names[0] if len(names) == 1 else f"each of {len(names)} cards"
    if not dragged.from_deck:
        return f"Add 1 {'of ' if len(names) > 1 else ''}{what}"
    if copies == len(names):
        return f"1 {'of ' if len(names) > 1 else ''}{what}"
    return f"1 of {f'{copies} ' if len(names) == 1 else ''}{what}\nwith Ctrl all {copies}"


def start_drag(
    view: QAbstractItemView, actions: Qt.DropAction, face: QImage | None = None
) -> Qt.DropAction:
    """Drag the selected cards of a view with a label, below the picture of one of them."""
    rows = view.selectionModel().selectedRows()
    cards = [card for row in rows if isinstance(card := row.data(Role.CARD), Card)]
    data = view.model().mimeData(rows)
    dragged = dragged_cards(data)
    if not cards or dragged is None:
        return Qt.DropAction.IgnoreAction
    drag = QDrag(view)
    drag.setMimeData(data)
    drag.setPixmap(drag_label(view, drag_words(dragged, [card.name for card in cards]), face))
    drag.setHotSpot(_OFFSET)
    return drag.exec(actions, view.defaultDropAction())


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
    painter.setFont(view.font())
    painter.fillRect(frame, colours.panel)
    painter.setPen(colours.accent)
    painter.drawRect(frame.adjusted(0, 0, -1, -1))
    painter.setPen(colours.ink)
    painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, words)
    painter.end()
    return pixmap
