"""What repairing everything would do, step by step, before it is done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QVBoxLayout, QWidget

from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from validators.repairs import RepairedDeck


class RepairAllDialog(QDialog):
    """The steps and why problems would be left; accepting it takes the steps."""

    def __init__(self, repaired: RepairedDeck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Repair everything")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        layout = QVBoxLayout(self)
        gap = space(self, 4)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        self.steps = QListWidget(self)
        self.steps.setAccessibleName("Steps")
        self.steps.setWordWrap(True)
        self.why_not = label(repaired.why_not, wraps=True)
        buttons = QDialogButtonBox(self)
        if repaired.steps:
            number = len(repaired.steps)
            self.heading = label(_heading(number, whole=not repaired.why_not), Size.LARGE)
            layout.addWidget(self.heading)
            self.steps.addItems([f"{n}. {words}" for n, words in enumerate(repaired.steps, 1)])
            layout.addWidget(self.steps, 1)
            take = "Take the step" if number == 1 else "Take the steps"
            self.take = buttons.addButton(take, QDialogButtonBox.ButtonRole.AcceptRole)
            buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        else:
            self.steps.hide()
            self.heading = label("No step was found", Size.LARGE)
            layout.addWidget(self.heading)
            buttons.addButton(QDialogButtonBox.StandardButton.Close)
        layout.addWidget(self.why_not)
        self.why_not.setVisible(bool(repaired.why_not))
        layout.addWidget(buttons)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.resize(space(self, 110), space(self, 70))


def _heading(number: int, *, whole: bool) -> str:
    """Return what so many steps do: repair the whole deck, or a part of what is wrong."""
    said = "One step repairs" if number == 1 else f"{number} steps repair"
    return f"{said} everything" if whole else f"{said} a part"
