"""Copies of a card as pips: a filled one for each in the deck, an outline for each that fits."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter

from desktop.style.palette import Colours, blend

MOST_PIPS = 5


@dataclass(frozen=True, slots=True)
class Pips:
    """Copies of a printing, of the title's other printings, and how many a deck may hold."""

    own: int
    others: int = 0
    limit: int = 3

    @property
    def words(self) -> str:
        """The same as text."""
        limit = "" if self.limit > MOST_PIPS else f" of {self.limit}"
        others = f", {self.others} of other printings" if self.others else ""
        return f"{self.own}{limit} in the deck{others}"


def paint_pips(painter: QPainter, rect: QRect, pips: Pips, side: int, colours: Colours) -> None:
    """Paint the pips from the left edge; where the limit is large, the number instead."""
    if pips.limit > MOST_PIPS or pips.own > MOST_PIPS:
        painter.setPen(colours.ink)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, middle, f"{pips.own or ''}")
        return
    filled = min(MOST_PIPS, pips.own + pips.others)
    outline = blend(colours.panel, colours.faint, 0.45)
    for number, square in enumerate(_places(rect, pips, side)):
        if number < filled:
            ink = colours.illegal if number >= pips.limit else colours.ink
            painter.fillRect(square, ink if number < pips.own else colours.faint)
        else:
            painter.setPen(outline)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(square.adjusted(0, 0, -1, -1))


def _places(rect: QRect, pips: Pips, side: int) -> list[QRect]:
    shown = max(min(MOST_PIPS, pips.own + pips.others), pips.limit)
    gap = max(1, side // 4)
    step = min(side + gap, rect.width() // max(1, shown))
    side = min(side, step - 1)
    top = rect.top() + (rect.height() - side) // 2
    return [QRect(rect.left() + number * step, top, side, side) for number in range(shown)]


def pip_at(rect: QRect, pips: Pips, side: int, place: QPoint) -> int | None:
    """Return which pip is at a place, from 1 on; each takes the whole height of its row."""
    if pips.limit > MOST_PIPS or pips.own > MOST_PIPS:
        return None
    for number, pip in enumerate(_places(rect, pips, side), 1):
        around = QRect(pip.left() - 1, rect.top(), pip.width() + 2, rect.height())
        if around.contains(place):
            return number
    return None


def copies_after(pips: Pips, number: int) -> int:
    """Return how many copies a click on a pip asks for; on the last filled one, one less."""
    if number == pips.own:
        return pips.own - 1
    return number if number < pips.own else max(pips.own, number - pips.others)
