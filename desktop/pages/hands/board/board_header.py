"""The line above the table: the seed, another hand, where the game stands, and the gold."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QFont
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from goldfish.play.game import Game, Phase


class SeedField(QLineEdit):
    """Shows the seed of the deal; another one is typed, and Enter deals it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._seed = ""
        self.setAccessibleName("Seed")
        self.setAccessibleDescription("A whole number; Enter deals its hand.")
        self.setToolTip("The same seed deals the same hands; Enter deals another")
        self.setMaxLength(20)

    def show_seed(self, seed: int) -> None:
        """Show the seed of the game on the table."""
        self._seed = str(seed)
        self.setText(self._seed)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._seed:
            self.setText(self._seed)


class BoardHeader(QWidget):
    """Seed, new hand, round and phase, gold.

    Signals:
        seed_typed: the hand of a seed is wanted (its text).
        new_requested: a hand of a seed by chance is wanted.
    """

    seed_typed = Signal(str)
    new_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seed = SeedField(self)
        self.seed.setMaximumWidth(space(self, 30))
        self.seed.returnPressed.connect(self._on_returned)
        self.new = QPushButton("New hand")
        self.new.setToolTip("Deal a hand by chance")
        self.new.clicked.connect(self.new_requested)
        self.standing = label(faint=True)
        self.gold = label("", Size.LARGE, weight=QFont.Weight.DemiBold)
        named = label("Seed", faint=True)
        named.setBuddy(self.seed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 2))
        layout.addWidget(named)
        layout.addWidget(self.seed)
        layout.addWidget(self.new)
        layout.addStretch(1)
        layout.addWidget(self.standing)
        layout.addWidget(self.gold)

    def show_game(self, game: Game) -> None:
        """Show where a game stands and its gold."""
        if not self.seed.hasFocus():
            self.seed.show_seed(game.seed)
        self.standing.setText(standing_words(game))
        self.gold.setText(gold_words(game))
        self.gold.setAccessibleName(f"Gold: {gold_words(game)}")
        spent = game.phase in {Phase.HAND, Phase.SETUP}
        self.gold.setToolTip("Spent in setup" if spent else "Gold in your pool")

    def _on_returned(self) -> None:
        self.seed_typed.emit(self.seed.text())


def standing_words(game: Game) -> str:
    """Return where a game stands: "Opening hand", "Setup", "Round 2"."""
    if game.phase is Phase.HAND:
        return "Opening hand"
    return "Setup" if game.phase is Phase.SETUP else f"Round {game.round}"


def gold_words(game: Game) -> str:
    """Return the gold: in setup how much of the budget is spent, else what is in the pool."""
    if game.phase is Phase.HAND:
        return f"0 of {game.rules.gold} gold"
    if game.phase is Phase.SETUP:
        return f"{game.rules.gold - game.gold} of {game.rules.gold} gold"
    return f"{game.gold} gold"
