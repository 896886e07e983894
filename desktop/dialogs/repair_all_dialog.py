"""The dialog of all steps that repair a deck, before they are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QWidget

from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.labels import label
from desktop.widgets.layouts import column

if TYPE_CHECKING:
    from validators.repairs import RepairedDeck


class RepairAllDialog(FittedDialog):
    """The steps and why problems would be left; accepting it takes the steps."""

    def __init__(self, repaired: RepairedDeck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Fix all")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.steps = QListWidget(self)
        self.steps.setAccessibleName("Steps")
        self.steps.setWordWrap(True)
        self.why_not = label(repaired.why_not, wraps=True)
        buttons = QDialogButtonBox(self)
        if repaired.steps:
            number = len(repaired.steps)
            self.heading = label(_heading(number, whole=not repaired.why_not), Size.LARGE)
            self.steps.addItems([f"{n}. {words}" for n, words in enumerate(repaired.steps, 1)])
            for row, card in enumerate(repaired.cards):
                self.steps.item(row).setData(Role.CARD, card)
            watch_cards(self.steps)
            self.take = buttons.addButton("Apply", QDialogButtonBox.ButtonRole.AcceptRole)
            buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        else:
            self.steps.hide()
            self.heading = label("No fix found", Size.LARGE)
            buttons.addButton(QDialogButtonBox.StandardButton.Close)
        parts, gap = (self.heading, (self.steps, 1), self.why_not, buttons), space(self, 4)
        column(*parts, parent=self, margin=gap, spacing=gap // 2)
        self.why_not.setVisible(bool(repaired.why_not))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.resize(space(self, 110), space(self, 70))


def _heading(number: int, *, whole: bool) -> str:
    """Return what so many steps do: fix the whole deck, or a part of what is wrong."""
    said = "One step fixes" if number == 1 else f"{number} steps fix"
    return f"{said} everything" if whole else f"{said} a part"
