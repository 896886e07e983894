"""The lines above the board: seed, new hand and gold, and what was just done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from carddb.errors import AppError
from desktop.pages.hands.board.wrapped_text import wrapped
from desktop.style.fonts import Size, sized, space
from desktop.widgets.card_delegate import LEFT
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import OneLine, label, tip
from desktop.widgets.layouts import row
from goldfish.play.game import Game, PlayPhase
from validators.problem import Severity


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
        """Show the seed of the game on the board."""
        self._seed = str(seed)
        self.setText(self._seed)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._seed:
            self.setText(self._seed)


class BoardHeader(QWidget):
    """The deck that was dealt, seed, new hand, and the gold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.deck = OneLine("", self)
        self.deck.setFont(sized(self.deck.font(), Size.BODY, QFont.Weight.DemiBold))
        self.deck.setForegroundRole(QPalette.ColorRole.WindowText)
        self.seed = SeedField(self)
        self.seed.setMaximumWidth(space(self, 18))
        self.new = QPushButton("New hand")
        self.new.setToolTip("Deal another hand (H)")
        self.new.setAccessibleDescription("Key: H")
        self.real = QPushButton("Real hand…")
        self.real.setToolTip("This was a real hand: record the game that began with it (R)")
        self.real.setAccessibleDescription("Records the game that began with this hand. Key: R")
        self.gold = label("", Size.LARGE, weight=QFont.Weight.DemiBold)
        seed = label("Seed", faint=True)
        seed.setBuddy(self.seed)
        parts = ((self.deck, 1), seed, self.seed, self.new, self.real, self.gold)
        row(*parts, parent=self, margin=0, spacing=space(self, 2))

    def show_game(self, game: Game) -> None:
        """Show the deck and the gold of a game: in setup how much of the budget is spent."""
        self.deck.setText(game.deck.name)
        self.deck.setAccessibleName(f"Deck: {game.deck.name}")
        if not self.seed.hasFocus():
            self.seed.show_seed(game.seed)
        budget = game.rules.gold
        gold, meaning = f"{game.gold} gold", "Gold in your pool"
        if not game.phase.in_round:
            spent = 0 if game.phase is PlayPhase.HAND else budget - game.gold
            gold, meaning = f"{spent} of {budget} gold", "Spent in setup"
        self.gold.setText(gold)
        self.gold.setAccessibleName(f"Gold: {gold}")
        self.gold.setToolTip(meaning)


class TwoLines(QLabel):
    """A text in at most two lines, the second one elided where it does not fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        lines = wrapped(self.text(), self.fontMetrics(), self.width(), 2)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(LEFT), "\n".join(lines))
        painter.end()


class MessageLine(QWidget):
    """The last line of the log, or, with a sign, why something could not be done.

    It is as high with one line of words as with two, so that what is below stays where it is.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = GlyphLabel(space(self, 4), self)
        self._sign.show_glyphs([Glyph("sign/note", Severity.WARNING, "Not possible")])
        self.words = TwoLines(self)
        self.words.setAccessibleName("Message")
        self.again = QPushButton("Deal again")
        self.again.setObjectName("small")
        self.again.setToolTip("The deck has changed: deal it as it is now, with the same seed")
        parts = (self._sign, (self.words, 1), self.again)
        row(*parts, parent=self, margin=0, spacing=space(self, 1))
        self.again.hide()
        self._sign.hide()
        self.scale_lengths()

    def scale_lengths(self, _: float = 1.0) -> None:
        """Be as high as two lines are in this text size."""
        lines = 2 * self.words.fontMetrics().lineSpacing()
        self.setFixedHeight(max(lines + 2, self.again.sizeHint().height()))

    def show_message(self, words: str) -> None:
        """Show what was done."""
        self.words.setText(words)
        self.words.setToolTip(tip(words))
        self.words.setAccessibleDescription(words)
        self._sign.hide()

    def show_error(self, error: AppError) -> None:
        """Show why something could not be done."""
        self.show_message(error.text)
        self._sign.show()

    @property
    def shows_error(self) -> bool:
        """Whether the text says why something could not be done."""
        return not self._sign.isHidden()
