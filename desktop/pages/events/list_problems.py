"""What is wrong with a deck list, each problem with the buttons that repair it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop.session.deck_intake import ListRepairs
from desktop.style.fonts import space
from desktop.widgets.labels import give_way, label
from desktop.widgets.layouts import column
from desktop.widgets.wrap_button import WrapButton


class ListProblems(QWidget):
    """Sentences, and below each its repairs, as soon as they are found.

    Signals:
        repair_chosen: a button was pressed (the Repair).
    """

    repair_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scroller = QScrollArea(self)
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setAccessibleName("Problems of the deck list")
        self.scroller.setWidgetResizable(True)
        self.scroller.viewport().setAutoFillBackground(False)
        column(self.scroller, parent=self, margin=0)
        self.buttons: list[WrapButton] = []
        self._shown: object = None

    def show_problems(self, said: Sequence[str], repairs: ListRepairs | None) -> None:
        """Show sentences with their repairs, if any are to be had."""
        shown = (tuple(said), repairs)
        if shown == self._shown:
            return
        self._shown = shown
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, space(self, 1), 0)
        layout.setSpacing(space(self, 1))
        self.buttons = []
        for each in said:
            words = label(f"• {each}", wraps=True)
            give_way(words)
            layout.addWidget(words)
            for repair in repairs.of(each) if repairs else ():
                button = WrapButton(repair.label, inner)
                button.setAccessibleDescription(each)
                button.clicked.connect(
                    lambda _=False, chosen=repair: self.repair_chosen.emit(chosen)
                )
                self.buttons.append(button)
                layout.addWidget(button)
        layout.addStretch(1)
        self.scroller.setWidget(inner)
        inner.setAutoFillBackground(False)  # which setWidget turns on
