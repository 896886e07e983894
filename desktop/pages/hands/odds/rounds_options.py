"""The fields of the tab Rounds: the plots in order, how many rounds and games, the seed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from desktop.pages.hands.odds.odds_options import MOST_SEED, choice_box, number_box
from desktop.pages.hands.odds.plot_order_list import PlotOrderList
from desktop.pages.hands.odds.queries import USUAL_GAMES, USUAL_ROUNDS
from desktop.pages.hands.odds.round_measures import MEASURES
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import row
from goldfish.rounds.game_plan import MOST_ROUNDS

MOST_GAMES = 1_000_000


class RoundsOptions(QWidget):
    """Plots at the left, numbers at the right.

    Signals:
        changed: other plots, rounds or games, or another seed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = PlotOrderList(self)
        self.model = self.list.plots
        # In the order of the tab key.
        self.up = QPushButton("Earlier", self)
        self.down = QPushButton("Later", self)
        self.rounds = number_box("Rounds", 1, MOST_ROUNDS, USUAL_ROUNDS, self)
        self.games = number_box("Games", 1_000, MOST_GAMES, USUAL_GAMES, self)
        self.games.setSingleStep(10_000)
        self.seed = number_box("Seed of the games", 0, MOST_SEED, 1, self)
        self.orders = QPushButton("Compare &orders", self)
        self.orders.setToolTip("Which order of these plots comes to most, from the same deals")
        names = [(key, name) for key, name, _ in MEASURES]
        self.by = choice_box("What orders of plots are compared by", names, 4, self)
        for entry, (_, _, words) in enumerate(MEASURES):
            self.by.setItemData(entry, words, Qt.ItemDataRole.ToolTipRole)
        self.by.setCurrentIndex(self.by.findData("strength"))
        for button in (self.up, self.down, self.orders):
            button.setObjectName("small")
        self._lay_out()
        self._connect()

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The rounds, the games and the seed."""
        return self.rounds.value(), self.games.value(), self.seed.value()

    def _lay_out(self) -> None:
        gap = space(self, 1)
        side = QGridLayout()
        side.setSpacing(gap)
        side.addLayout(row(self.up, self.down, spacing=gap), 0, 0, 1, 2)
        fields = (("Rounds", self.rounds), ("Games", self.games), ("Seed", self.seed))
        for line, (name, box) in enumerate(fields, 1):
            side.addWidget(label(name, Size.SMALL, faint=True), line, 0)
            side.addWidget(box, line, 1)
        side.setRowStretch(4, 1)
        by = label("by", Size.SMALL, faint=True)
        by.setBuddy(self.by)
        side.addLayout(row(self.orders, by, (self.by, 1), spacing=gap), 5, 0, 1, 2)
        row((self.list, 1), side, parent=self, margin=0, spacing=gap * 2)

    def _connect(self) -> None:
        self.model.moved.connect(self.changed)
        for box in (self.rounds, self.games, self.seed):
            box.valueChanged.connect(self.changed)
        self.rounds.valueChanged.connect(self.model.set_revealed)
        self.model.set_revealed(self.rounds.value())
        self.up.clicked.connect(lambda: self.list.move_current(-1))
        self.down.clicked.connect(lambda: self.list.move_current(1))
        self.list.selectionModel().currentChanged.connect(self._show_buttons)
        self.model.modelReset.connect(self._show_buttons)
        self.model.moved.connect(self._show_buttons)
        self._show_buttons()

    def _show_buttons(self) -> None:
        row = self.list.currentIndex().row()
        for button, on in ((self.up, row > 0), (self.down, 0 <= row < len(self.model.rows) - 1)):
            if button.hasFocus() and not on:
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            button.setEnabled(on)
