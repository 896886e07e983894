"""The row above the board: the phases with the next step among them, undo and redo."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from carddb.terms import Edition
from desktop.pages.hands.board.game_controller import GameController
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import label, row
from goldfish.play.card_moves import awaits_plot, next_words
from goldfish.play.game import Game, PlayPhase

_LABELS = {
    PlayPhase.HAND: "Opening hand",
    PlayPhase.SETUP: "Setup",
    PlayPhase.PLOT: "Plot",
    PlayPhase.DRAW: "Draw",
    PlayPhase.MARSHALING: "Marshal",
    PlayPhase.CHALLENGES: "Challenges",
    PlayPhase.DOMINANCE: "Dominance",
    PlayPhase.STANDING: "Standing",
    PlayPhase.TAXATION: "Taxation",
}
_ORDER = tuple(_LABELS)
BEST, SET_UP = "Best setup", "Set it up"
_REVEAL_TIP = "Reveal the plot that you chose (N or Space)"


class PhaseLabel(QLabel):
    """The name of a phase on the track: done, marked while the game is in it, or to come."""

    def __init__(self, phase: PlayPhase, parent: QWidget) -> None:
        super().__init__(_LABELS[phase], parent)
        self.phase = phase
        inset = space(self, 1)
        self.setContentsMargins(inset, inset // 2, inset, inset // 2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.scale_lengths()
        self.show_state(now=False, done=False)

    def scale_lengths(self, _: float = 1.0) -> None:
        """Be as wide as the name is at most, in this text size: the track stays where it is."""
        font = self.font()
        self.setFont(sized(font, Size.SMALL, QFont.Weight.DemiBold))
        self.setFixedWidth(self.sizeHint().width())
        self.setFont(font)

    def show_state(self, *, now: bool, done: bool) -> None:
        """Show whether the game is in the phase, or past it."""
        self.now, self._done = now, done
        weight = QFont.Weight.DemiBold if now else QFont.Weight.Normal
        self.setFont(sized(self.font(), Size.SMALL, weight))
        roles = QPalette.ColorRole
        self.setForegroundRole(roles.WindowText if now else roles.PlaceholderText)
        self.setAccessibleDescription("The game is here" if now else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        colours = colours_of(self.palette())
        painter, bar = QPainter(self), max(2, space(self, 1) // 2)
        thin = bar if self.now else max(1, bar // 2)
        colour = colours.accent if self.now or self._done else colours.line
        painter.fillRect(0, self.height() - thin, self.width(), thin, colour)
        painter.end()


class StepsRow(QWidget):
    """The phases as a track with the next step in it, and more buttons, which all have keys.

    Where not all phases fit, only the one that the game is in is shown; then undo and redo are
    arrows, too.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.round = label("", Size.SMALL, weight=QFont.Weight.DemiBold)
        self.phases = tuple(PhaseLabel(phase, self) for phase in _LABELS)
        self._in_use = list(self.phases)
        self.next = self._button("Next", "N or Space")
        # A click leaves the focus on the card that was chosen.
        self.next.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.next.setFont(sized(self.next.font(), Size.BODY, QFont.Weight.DemiBold))
        self.best = self._button(BEST, "B")
        self.mulligan = self._button("Mulligan", "L")
        self.undo = self._button("Undo", "Ctrl+Z")
        self.undo.setAccessibleName("Undo")
        self.redo = self._button("Redo", "Ctrl+Y")
        self.redo.setAccessibleName("Redo")
        self.last_stop = self.redo
        buttons = (self.best, self.mulligan, self.undo, self.redo)
        # Measures other words. Another text on a button in sight would have all laid out again,
        # which asks for the widths again, and so on for ever.
        self._hidden_button = QPushButton(self)
        self._hidden_button.setObjectName("small")
        self._hidden_button.hide()
        self._gap = space(self, 1)
        parts = (self.round, *self.phases, self.next, None, *buttons)
        self._row = row(*parts, parent=self, margin=0, spacing=self._gap // 2)
        for each in self.phases:
            each.hide()

    def show_game(self, game: Game, controller: GameController) -> None:
        """Show what can be done now."""
        past = _ORDER.index(game.phase)
        for number, each in enumerate(self.phases):
            each.show_state(now=number == past, done=number < past)
        # In the second edition there is nothing to do alone while cards stand.
        first = game.edition is Edition.FIRST
        skipped = set() if first else {PlayPhase.STANDING}
        self._in_use = [
            each
            for each in self.phases
            if each.phase.in_round is game.phase.in_round and each.phase not in skipped
        ]
        self.round.setText(f"Round {game.round}")
        self.round.setVisible(game.phase.in_round)
        record = controller.record
        self.undo.setEnabled(record is not None and record.may_undo)
        self.redo.setEnabled(record is not None and record.may_redo)
        self.mulligan.setVisible(game.phase is PlayPhase.HAND)
        self.mulligan.setEnabled(game.may_mulligan)
        proposed = controller.proposed is not None
        self.best.setText(SET_UP if proposed else BEST)
        self.best.setToolTip("Place it as it is marked (B)" if proposed else "Show which cards (B)")
        self.best.setVisible(game.phase in {PlayPhase.HAND, PlayPhase.SETUP})
        self.next.setText(next_words(game))
        self.next.setToolTip(_REVEAL_TIP if awaits_plot(game) else "N or Space")
        # The step leads from the phase before it to the one after it.
        self._row.removeWidget(self.next)
        self._row.insertWidget(self._row.indexOf(self.phases[past]) + 1, self.next)
        self._show_phases()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_phases()

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(min(least.width(), self._width_with(self._now(), wide=False)), least.height())

    def _now(self) -> list[PhaseLabel]:
        return [each for each in self.phases if each.now]

    def _show_phases(self) -> None:
        """Show the phases, or only one of them: the buttons are always whole."""
        wide = self._width_with(self._in_use, wide=True) <= self.width()
        for each in self.phases:
            each.setVisible(each.now or (wide and each in self._in_use))
        self._label_history(wide=wide)

    def _label_history(self, *, wide: bool) -> None:
        for button, words in zip((self.undo, self.redo), _history_words(wide=wide), strict=True):
            button.setText(words)

    def _width_with(self, phases: Iterable[PhaseLabel], *, wide: bool) -> int:
        """Return how wide the row is with its buttons and these phases."""
        shown = [self.next, self.best, self.mulligan]
        widths = [each.minimumSizeHint().width() for each in shown if not each.isHidden()]
        for words in _history_words(wide=wide):
            self._hidden_button.setText(words)
            widths.append(self._hidden_button.minimumSizeHint().width())
        widths += [each.sizeHint().width() for each in phases]
        widths += [] if self.round.isHidden() else [self.round.sizeHint().width()]
        return sum(widths) + self._gap // 2 * (len(widths) + 1)

    def _button(self, text: str, keys: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("small")
        button.setToolTip(f"{text} ({keys})" if text != "Next" else keys)
        button.setAccessibleDescription(f"Key: {keys}")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button


def _history_words(*, wide: bool) -> tuple[str, str]:
    """Return what is on the buttons of undo and redo: words, or arrows."""
    return ("Undo", "Redo") if wide else ("\N{LEFTWARDS ARROW}", "\N{RIGHTWARDS ARROW}")
