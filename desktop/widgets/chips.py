"""Small toggles with a glyph, in rows: which factions, which types."""

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
from desktop.widgets.glyphs import Glyph

Chosen = TypeVar("Chosen")


class Chip(QAbstractButton):
    """A toggle that shows one glyph; what it stands for is its name and its tool tip."""

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
        if self.isChecked():
            painter.fillRect(self.rect(), colours.selection)
            bar = max(2, space(self, 1) // 2)
            painter.fillRect(0, self.height() - bar, self.width(), bar, colours.accent)
        elif self.underMouse():
            painter.fillRect(self.rect(), colours.hover)
        inset = space(self, 1)
        place = self.rect().adjusted(0, inset, 0, -inset)
        icons.paint(painter, place, self._glyph.name, self._glyph.colour(colours))
        if self.hasFocus():
            painter.setPen(colours.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class ChipRow(QObject, Generic[Chosen]):
    """Chips of which any may be on; none means the same as all.

    Signals:
        changed: a chip was switched on or off.
    """

    changed = Signal()

    def __init__(self, chips: Iterable[tuple[Chosen, Glyph]], parent: QWidget) -> None:
        super().__init__(parent)
        self.chips = {value: Chip(glyph, parent) for value, glyph in chips}
        for chip in self.chips.values():
            chip.toggled.connect(self.changed)

    @property
    def chosen(self) -> frozenset[Chosen]:
        """What is switched on, of what is offered."""
        return frozenset(
            value for value, chip in self.chips.items() if chip.isChecked() and not chip.isHidden()
        )

    def offer(self, values: Iterable[Chosen]) -> None:
        """Show the chips of these values only."""
        offered = set(values)
        for value, chip in self.chips.items():
            chip.setVisible(value in offered)

    def clear(self) -> None:
        """Switch every chip off."""
        for chip in self.chips.values():
            chip.setChecked(False)
