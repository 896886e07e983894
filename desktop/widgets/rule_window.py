"""A rule in a small window of its own, which leaves the window below it usable."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.style.fonts import space
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.layouts import column
from desktop.widgets.rule_panel import RulePanel


class RuleWindow(FittedDialog):
    """Shows a rule and those that it leads to; Escape closes it.

    Signals:
        page_requested: the rule is to be opened on the Rules page (its id).
    """

    page_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Rule")
        self.panel = RulePanel(self)
        column(self.panel, parent=self, margin=space(self, 2))
        self.panel.closed.connect(self.close)
        self.panel.page_requested.connect(self._on_page_requested)
        self.resize(space(self, 110), space(self, 90))

    def show_rule(self, name: str) -> None:
        """Show the rule of an id, in front."""
        self.panel.show_rule(name)
        self.show()
        self.raise_()
        self.panel.view.setFocus()

    def _on_page_requested(self, name: str) -> None:
        self.close()
        self.page_requested.emit(name)
