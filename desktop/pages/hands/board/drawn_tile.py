"""A card on the board drawn as it is elsewhere, once for each size."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from carddb.card import Card
from desktop.style.palette import DARK, LIGHT
from desktop.widgets.cards.paint_card import has_room, paint_card


@lru_cache(maxsize=64)
def drawn_tile(
    card: Card, size: tuple[int, int], ratio: float, *, dark: bool
) -> tuple[QPixmap, bool]:
    """Return a card drawn as elsewhere, and whether its text can be read."""
    if not has_room(QSizeF(*size)):
        return QPixmap(), False
    pixmap = QPixmap(QSize(*size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    rect = QRectF(0.5, 0.5, size[0] - 1, size[1] - 1)
    legible = paint_card(painter, rect, card, "", DARK if dark else LIGHT)
    painter.end()
    return pixmap, legible
