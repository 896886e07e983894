"""Copies of a card as pips: a filled one for each in the deck, an outline for each that fits."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from desktop.colours import Colours, blend

MOST_PIPS = 5


@dataclass(frozen=True, slots=True)
class Pips:
    """Copies of a printing, of the title's other printings, and how many a deck may hold."""

    own: int
    others: int = 0
    limit: int = 3

    @property
    def words(self) -> str:
        """The same in words."""
        if self.limit > MOST_PIPS:
            said = f"{self.own} in the deck"
        else:
            said = f"{self.own} of {self.limit} in the deck"
        return f"{said}, {self.others} of other printings" if self.others else said


def paint_pips(painter: QPainter, rect: QRect, pips: Pips, side: int, colours: Colours) -> None:
    """Paint the pips from the left edge; where the limit is large, the number instead."""
    if pips.limit > MOST_PIPS or pips.own > MOST_PIPS:
        painter.setPen(colours.ink)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, middle, f"{pips.own or ''}")
        return
    filled = min(MOST_PIPS, pips.own + pips.others)
    shown = max(filled, pips.limit)
    outline = blend(colours.panel, colours.faint, 0.45)
    gap = max(1, side // 4)
    step = min(side + gap, rect.width() // max(1, shown))
    side = min(side, step - 1)
    top = rect.top() + (rect.height() - side) // 2
    for number in range(shown):
        place = QRect(rect.left() + number * step, top, side, side)
        if number < filled:
            ink = colours.illegal if number >= pips.limit else colours.ink
            painter.fillRect(place, ink if number < pips.own else colours.faint)
        else:
            painter.setPen(outline)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(0, 0, -1, -1))
