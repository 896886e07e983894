"""The clock of the round, large: start, pause, more time for a table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QSpinBox, QWidget
from typing_extensions import override

from desktop.pages.events.operation_menu import FieldsDialog
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import scaled_font, space, tabular
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.form import Field
from desktop.widgets.layouts import FlowLayout, column, label, slim_bar
from events.clock_reading import clock_text

EXTENSION = (
    Field("table", "&Table", QSpinBox, bounds=(1, 999)),
    Field("more", "&Minutes more (0: none)", QSpinBox, bounds=(0, 120), spoken="Minutes more"),
)
# The height of the figures, as a share of the body size, and the room that the large ones need.
LARGE, SMALL = 76 / 13, 40 / 13
_WIDE = 60


class ClockPanel(QWidget):
    """Shows the time left and what can be done with it.

    Signals:
        extended: a table has more time.
    """

    extended = Signal()

    def __init__(self, timer: RoundTimer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timer = timer
        self.table = 1
        self.time = label()
        self.time.setAccessibleName("Time left")
        self.bar = slim_bar("Share of the round that is left", self)
        self.toggle = push_button("Start cloc&k", self, clicked=timer.toggle)
        self.extend = push_button("&More time…", self, clicked=self.ask_for_more)
        self.reset = push_button("Reset", self, clicked=timer.reset)
        gap = space(self, 2)
        buttons = FlowLayout(gap // 2, self.toggle, self.extend, self.reset)
        column(self.time, self.bar, gap, buttons, parent=self, margin=0, spacing=0)
        timer.changed.connect(self.show_time)
        self.show_time()

    def show_time(self) -> None:
        """Show the time left now."""
        left, clock = self._timer.seconds_left, self._timer.clock
        self.time.setText(
            "\N{EN DASH}:\N{EN DASH}\N{EN DASH}" if left is None else clock_text(left)
        )
        self.time.setToolTip("This round has no time limit." if left is None else "")
        palette = QPalette(self.palette())
        if left is not None and left <= 0:
            palette.setColor(QPalette.ColorRole.WindowText, colours_of(palette).illegal)
        self.time.setPalette(palette)
        self.bar.setMaximum(max(1, self._timer.seconds_in_all))
        self.bar.setValue(max(0, left or 0))
        runs = clock is not None and clock.runs
        self.toggle.setText("Pause cloc&k" if runs else "Start cloc&k")
        for each in (self.toggle, self.extend):
            each.setEnabled(clock is not None)
        self.reset.setVisible(clock is not None and not runs)

    def ask_for_more(self) -> None:
        """Ask which table has more time, and how much."""
        dialog = FieldsDialog(
            "Extension for a table", "Give", "", self, EXTENSION, {"table": self.table, "more": 5}
        )

        def then() -> None:
            values = dialog.form.values
            self._timer.extend(values["table"], values["more"])
            self.extended.emit()

        dialog.ask(then)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= space(self, _WIDE)
        # It does not move as the time goes.
        font = tabular(scaled_font(QApplication.font(), LARGE if wide else SMALL))
        font.setWeight(QFont.Weight.DemiBold)
        if font != self.time.font():
            self.time.setFont(font)
