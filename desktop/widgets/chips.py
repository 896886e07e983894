"""Small toggle buttons with a glyph, in rows: for factions and types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import paint_focused
from desktop.widgets.glyphs import Glyph

Value = TypeVar("Value")


class Chip(QAbstractButton):
    """A toggle button with one glyph, whose meaning is its accessible name and its tooltip."""

    def __init__(self, glyph: Glyph, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self.setCheckable(True)
        self.setAccessibleName(glyph.words)
        self.setToolTip(glyph.words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 5) + space(self, 1), space(self, 6))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        if self.isChecked() or self.underMouse():
            ground = colours.selection if self.isChecked() else colours.hover_paper
            fill(painter, self.rect(), ground, corner(self.fontMetrics()))
        if self.isChecked():
            side, bar = space(self, 1), max(2, space(self, 1) // 2)
            width = self.width() - 2 * side
            painter.fillRect(side, self.height() - bar, width, bar, colours.accent)
        inset = space(self, 1)
        rect = self.rect().adjusted(0, inset, 0, -inset)
        icons.paint(painter, rect, self._glyph.name, self._glyph.colour(colours))
        if self.hasFocus():
            paint_focused(painter, self.rect(), colours)
        painter.end()


class ChipRow(QObject, Generic[Value]):
    """Chips of which any may be on; none on means the same as all.

    Signals:
        changed: a chip was switched on or off.
    """

    changed = Signal()

    def __init__(self, chips: Iterable[tuple[Value, Glyph]], parent: QWidget) -> None:
        super().__init__(parent)
        self.chips = {value: Chip(glyph, parent) for value, glyph in chips}
        for chip in self.chips.values():
            chip.toggled.connect(self.changed)

    @property
    def chosen(self) -> frozenset[Value]:
        return frozenset(
            value for value, chip in self.chips.items() if chip.isChecked() and not chip.isHidden()
        )

    def offer(self, values: Iterable[Value]) -> None:
        shown = set(values)
        for value, chip in self.chips.items():
            chip.setVisible(value in shown)

    def clear(self) -> None:
        for chip in self.chips.values():
            chip.setChecked(False)
