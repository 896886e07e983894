"""Time at a melee table: the places follow from how much power each still needs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSpinBox, QWidget

from carddb.text_format import shortened
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.fields_dialog import number_box
from desktop.style.fonts import Size
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from events.melee_tables import places_by_power
from events.time_called import USUAL_TOTAL

MOST_POWER = 200


class MeleePowerDialog(SimpleDialog):
    """Asks for power and total of each player; whoever needs as much shares a place.

    Signals:
        ruled: the places are known and are to be entered (a tuple by seat).
    """

    ruled = Signal(object)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__("Time at the table", "Enter the places", parent)
        self._names = tuple(map(shortened, names))
        self.power = self._numbers("power", 0)
        self.totals = self._numbers("total power to win", USUAL_TOTAL)
        body, grid = QWidget(self), QGridLayout()
        column(grid, parent=body, margin=0)
        for at, text in enumerate(("Power", "Total to win"), start=1):
            grid.addWidget(label(text, Size.SMALL, faint=True), 0, at)
        for row, name in enumerate(self._names):
            grid.addWidget(label(name), row + 1, 0)
            grid.addWidget(self.power[row], row + 1, 1)
            grid.addWidget(self.totals[row], row + 1, 2)
        self.answer = label(wraps=True)
        self.lay_out(body, self.answer)
        self.accepted.connect(lambda: self.ruled.emit(self.places))
        self._update()
        self.power[0].setFocus()
        self.power[0].selectAll()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each player, by seat."""
        values = ([box.value() for box in boxes] for boxes in (self.power, self.totals))
        return places_by_power(*values)

    def _numbers(self, of: str, value: int) -> list[QSpinBox]:
        boxes = [number_box(f"{name}: {of}", 0, MOST_POWER, value) for name in self._names]
        for box in boxes:
            box.valueChanged.connect(self._update)
        return boxes

    def _update(self) -> None:
        if hasattr(self, "answer"):
            placed = sorted(zip(self.places, self._names, strict=True))
            self.answer.setText(", ".join(f"{place}. {name}" for place, name in placed))
