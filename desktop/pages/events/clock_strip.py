"""The clock of the round above its tables: start, pause, more time for a table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QPushButton, QSpinBox, QWidget

from desktop.pages.events.operation_menu import FieldsDialog
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import Size, space, tabular
from desktop.style.palette import colours_of
from desktop.widgets.form import Field
from desktop.widgets.layouts import label, row
from events.clock_reading import clock_text

EXTENSION = (
    Field("table", "&Table", QSpinBox, bounds=(1, 999)),
    Field("more", "&Minutes more (0: none)", QSpinBox, bounds=(0, 120), spoken="Minutes more"),
)


class ClockStrip(QWidget):
    """Shows the time left and what can be done with it.

    Signals:
        projector_requested: the second window is wanted.
        extended: a table has more time.
    """

    projector_requested = Signal()
    extended = Signal()

    def __init__(self, timer: RoundTimer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timer = timer
        self.table = 1
        self.time = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.time.setFont(tabular(self.time.font()))  # it does not move as the time goes
        self.time.setAccessibleName("Time left")
        self.toggle = QPushButton("Start the cloc&k", self)
        self.reset = QPushButton("Reset", self)
        self.extend = QPushButton("&More time…", self)
        self.projector = QPushButton("P&rojector", self)
        self.projector.setToolTip("Clock and pairings by name in a window of their own")
        parts = (self.time, self.toggle, self.reset, self.extend, None, self.projector)
        row(*parts, parent=self, margin=0, spacing=space(self, 2))
        self.toggle.clicked.connect(timer.toggle)
        self.reset.clicked.connect(timer.reset)
        self.extend.clicked.connect(self._on_extend_clicked)
        self.projector.clicked.connect(self.projector_requested)
        timer.changed.connect(self.show_time)
        self.show_time()

    def show_time(self) -> None:
        """Show the time left now."""
        left, clock = self._timer.seconds_left, self._timer.clock
        self.time.setText("No time limit" if left is None else clock_text(left))
        palette = QPalette(self.palette())
        if left is not None and left <= 0:
            palette.setColor(QPalette.ColorRole.WindowText, colours_of(palette).illegal)
        self.time.setPalette(palette)
        runs = clock is not None and clock.runs
        self.toggle.setText("Pause the cloc&k" if runs else "Start the cloc&k")
        for each in (self.toggle, self.extend):
            each.setEnabled(clock is not None)
        self.reset.setEnabled(clock is not None and not runs)

    def _on_extend_clicked(self) -> None:
        dialog = FieldsDialog(
            "Extension for a table", "Give", "", self, EXTENSION, {"table": self.table, "more": 5}
        )

        def then() -> None:
            values = dialog.form.values
            self._timer.extend(values["table"], values["more"])
            self.extended.emit()

        dialog.ask(then)
