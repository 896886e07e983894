"""Small toggle buttons with a glyph, in rows: for factions and types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.glyphs import Glyph

Value = TypeVar("Value")


class Chip(GlyphButton):
    """A toggle button with one glyph, whose meaning is its accessible name and its tooltip."""

    _on_paper = True

    def __init__(self, glyph: Glyph, parent: QWidget) -> None:
        super().__init__(glyph, glyph.words, parent)
        self.setCheckable(True)

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 6) + space(self, 1) // 2, space(self, 7))


class ChipRow(QObject, Generic[Value]):
    """Chips of which any may be on; none on means the same as all."""

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
