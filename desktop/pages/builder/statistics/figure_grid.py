"""Figures below one another: what, how much, and in faint ink between which bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One line: its name, its value, and what stands in faint ink behind it."""

    name: str
    value: str
    aside: str = ""
    faint: bool = False

    @property
    def words(self) -> str:
        """The line in words."""
        said = f"{self.name}: {self.value}"
        return f"{said} ({self.aside})" if self.aside else said


class FigureGrid(QWidget):
    """A title, lines of figures, and a note. It is drawn: labels would lay the panel out anew."""

    def __init__(self, title: str, aside: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.figures: tuple[FigureLine, ...] = ()
        self.note = ""
        self._aside = aside
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def show_figures(self, figures: Sequence[FigureLine], note: str = "") -> None:
        """Show other figures."""
        if (tuple(figures), note) == (self.figures, self.note):
            return
        grows = (len(figures), bool(note)) != (len(self.figures), bool(self.note))
        self.figures, self.note = tuple(figures), note
        self.setAccessibleDescription(self.words)
        self.setToolTip(note)
        if grows:
            self.updateGeometry()
        self.update()

    @property
    def words(self) -> str:
        """All figures in words."""
        return ", ".join([*(figure.words for figure in self.figures), *filter(None, [self.note])])

    @property
    def _line(self) -> int:
        return space(self, 5)

    @override
    def sizeHint(self) -> QSize:
        lines = 1 + len(self.figures) + self._note_lines
        return QSize(space(self, 40), lines * self._line)

    @property
    def _note_lines(self) -> int:
        """The lines that are reserved for the note; two where it is long, at every width."""
        return (len(self.note) > 0) + (len(self.note) > 40)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, line = colours_of(self.palette()), self._line
        painter = QPainter(self)
        painter.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        painter.setPen(colours.ink)
        painter.drawText(QRect(0, 0, self.width(), line), LEFT, self.title)
        figures = tabular(self.font())
        painter.setFont(figures)
        values = [painter.fontMetrics().horizontalAdvance(each.value) for each in self.figures]
        painter.setFont(sized(self.font(), Size.SMALL))
        painter.setPen(colours.faint)
        names = [painter.fontMetrics().horizontalAdvance(each.name) for each in self.figures]
        gap = space(self, 3)
        value = QRect(max(names, default=0) + gap, line, max(values, default=0), line)
        self._paint_faint(painter, value.left() - gap, value.right() + gap)
        painter.setFont(figures)
        for number, each in enumerate(self.figures):
            painter.setPen(colours.faint if each.faint else colours.ink)
            painter.drawText(value.translated(0, number * line), RIGHT, each.value)
        painter.end()

    def _paint_faint(self, painter: QPainter, named: int, aside: int) -> None:
        """Paint all that is small: the names, what stands behind the values, the note."""
        line, width = self._line, self.width()
        fits = aside + painter.fontMetrics().horizontalAdvance(self._aside) <= width
        if fits and any(each.aside for each in self.figures):
            painter.drawText(QRect(aside, 0, width - aside, line), LEFT, self._aside)
        for number, each in enumerate(self.figures, 1):
            painter.drawText(QRect(0, number * line, named, line), LEFT, each.name)
            painter.drawText(QRect(aside, number * line, width - aside, line), LEFT, each.aside)
        top = (1 + len(self.figures)) * line
        below = QRect(0, top, width, self.height() - top)
        painter.drawText(below, LEFT | Qt.TextFlag.TextWordWrap, self.note)
