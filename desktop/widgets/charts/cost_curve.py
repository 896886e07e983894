"""How many cards of a deck have which cost: slim bars beside its size, or with their numbers."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from carddb.terms import Faction
from decks.deck import Deck
from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of

# The curve has a place for each cost up to this one, and up to the highest in the deck.
_LAST = 7
_BELOW = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
_ABOVE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom


def cost_counts(deck: Deck) -> tuple[int, ...]:
    """Return the copies at each cost from 0 on; those with an X or without a cost are left out."""
    counts: Counter[int] = Counter()
    for card, copies in deck.slots:
        if isinstance(card.cost, int):
            counts[card.cost] += copies
    return tuple(counts[cost] for cost in range(max([_LAST, *counts]) + 1)) if counts else ()


class CostCurve(QWidget):
    """The curve of a deck in the colour of its faction.

    `with_numbers`: a heading with the average, the copies above each bar and the cost below it.
    """

    def __init__(self, parent: QWidget, *, with_numbers: bool = False) -> None:
        super().__init__(parent)
        self.counts: tuple[int, ...] = ()
        self._faction = Faction.NEUTRAL
        self._with_numbers = with_numbers
        across = QSizePolicy.Policy.Expanding if with_numbers else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Cost curve")

    @property
    def average(self) -> str:
        """What the costs are on average, in words; empty without any."""
        total = sum(cost * copies for cost, copies in enumerate(self.counts))
        return f"{total / sum(self.counts):.1f} on average" if self.counts else ""

    def show_deck(self, deck: Deck) -> None:
        shown = cost_counts(deck), deck.faction or Faction.NEUTRAL
        if shown == (self.counts, self._faction):
            return
        self.counts, self._faction = shown
        texts = [f"{cost}: {copies}" for cost, copies in enumerate(self.counts)]
        words = ", ".join(texts)
        self.setAccessibleDescription(f"{words} ({self.average})" if words else "No cards")
        self.setToolTip("\n".join([f"Cost {self.average}", *texts]) if words else "")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        if not self._with_numbers:
            step = space(self, 9) // 4 + space(self, 2) // 4
            return QSize(step * max(_LAST + 1, len(self.counts)), space(self, 6))
        return QSize(space(self, 60), space(self, 27))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.counts:
            return
        painter, colours = QPainter(self), colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        small = tabular(sized(self.font(), Size.SMALL))
        line = QFontMetrics(small).height()
        room = QRectF(self.rect())
        if self._with_numbers:
            self._paint_heading(painter)
            painter.setFont(small)
            room.adjust(0, self.fontMetrics().height() + 1.5 * line, 0, -1.25 * line)
        gap = space(self, 6 if self._with_numbers else 2) / 4
        step = (room.width() + gap) / len(self.counts)
        for cost, copies in enumerate(self.counts):
            height = max(1.0, room.height() * copies / max(self.counts))
            top = room.bottom() - height
            bar = QRectF(cost * step, top, step - gap, height)
            painter.fillPath(_bar(bar, space(self, 1) / 2), colours.factions[self._faction])
            if self._with_numbers:
                above = QRectF(bar.left() - gap, top - 2 * line, step + gap, 1.75 * line)
                painter.setPen(colours.ink)
                if copies:
                    painter.drawText(above, _ABOVE, str(copies))
                painter.setPen(colours.faint)
                below = QRectF(bar.left(), room.bottom() + line / 4, bar.width(), line)
                painter.drawText(below, _BELOW, str(cost))
        painter.end()

    def _paint_heading(self, painter: QPainter) -> None:
        colours, plain = colours_of(self.palette()), self.font()
        bold = sized(plain, Size.BODY, QFont.Weight.DemiBold)
        metrics = QFontMetrics(bold)
        behind = metrics.horizontalAdvance("Cost") + space(self, 2)
        for words, font, left, ink in (
            ("Cost", bold, 0, colours.ink),
            (self.average, plain, behind, colours.faint),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(QPointF(left, metrics.ascent()), words)


def _bar(rect: QRectF, radius: float) -> QPainterPath:
    """Return a bar whose upper corners are round."""
    radius = min(radius, rect.height())
    path = QPainterPath(rect.bottomLeft())
    path.lineTo(rect.left(), rect.top() + radius)
    path.quadTo(rect.topLeft(), QPointF(rect.left() + radius, rect.top()))
    path.lineTo(rect.right() - radius, rect.top())
    path.quadTo(rect.topRight(), QPointF(rect.right(), rect.top() + radius))
    path.lineTo(rect.bottomRight())
    path.closeSubpath()
    return path
