"""The row below the board: the phases, undo and redo, and the next step."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from carddb.terms import Edition
from desktop.pages.hands.board.game_controller import GameController
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import row
from goldfish.play.game import Game, PlayPhase
from goldfish.play.phases import next_words

_LABELS = {
    PlayPhase.PLOT: "Plot",
    PlayPhase.DRAW: "Draw",
    PlayPhase.MARSHALING: "Marshal",
    PlayPhase.CHALLENGES: "Challenges",
    PlayPhase.DOMINANCE: "Dominance",
    PlayPhase.STANDING: "Standing",
    PlayPhase.TAXATION: "Taxation",
}


class PhaseLabel(QLabel):
    """The name of a phase, marked while the game is in it."""

    def __init__(self, phase: PlayPhase, parent: QWidget) -> None:
        super().__init__(_LABELS[phase], parent)
        self.phase = phase
        inset = space(self, 1)
        self.setContentsMargins(inset, inset // 2, inset, inset // 2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_now(now=False)

    def show_now(self, *, now: bool) -> None:
        """Show whether the game is in the phase."""
        self.now = now
        weight = QFont.Weight.DemiBold if now else QFont.Weight.Normal
        self.setFont(sized(self.font(), Size.SMALL, weight))
        roles = QPalette.ColorRole
        self.setForegroundRole(roles.WindowText if now else roles.PlaceholderText)
        self.setAccessibleDescription("The game is here" if now else "")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.now:
            painter, bar = QPainter(self), max(2, space(self, 1) // 2)
            accent = colours_of(self.palette()).accent
            painter.fillRect(0, self.height() - bar, self.width(), bar, accent)
            painter.end()


class StepsRow(QWidget):
    """Phases, and the buttons undo, redo, mulligan, best setup, next; all have keys.

    Where not all phases fit, only the one that the game is in is shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.phases = tuple(PhaseLabel(phase, self) for phase in _LABELS)
        self._in_use = list(self.phases)
        self.undo = self._button("Undo", "Ctrl+Z")
        self.redo = self._button("Redo", "Ctrl+Y")
        self.mulligan = self._button("Mulligan", "L")
        self.best = self._button("Best setup", "B")
        self.next = self._button("Next", "N or Space")
        self.next.setFont(sized(self.next.font(), Size.BODY, QFont.Weight.DemiBold))
        self.next.setMinimumWidth(space(self, 28))
        self._buttons = (self.undo, self.redo, self.mulligan, self.best, self.next)
        self._gap = space(self, 1)
        row(*self.phases, None, *self._buttons, parent=self, margin=0, spacing=self._gap)
        for each in self.phases:
            each.hide()

    def show_game(self, game: Game, controller: GameController) -> None:
        """Show what can be done now."""
        for each in self.phases:
            each.show_now(now=each.phase is game.phase)
        # In the second edition there is nothing to do alone while cards stand.
        first = game.edition is Edition.FIRST
        self._in_use = [p for p in self.phases if first or p.phase is not PlayPhase.STANDING]
        record = controller.record
        self.undo.setEnabled(record is not None and record.may_undo)
        self.redo.setEnabled(record is not None and record.may_redo)
        self.mulligan.setVisible(game.phase is PlayPhase.HAND)
        self.mulligan.setEnabled(game.may_mulligan)
        self.best.setVisible(game.phase in {PlayPhase.HAND, PlayPhase.SETUP})
        self.next.setText(next_words(game))
        self._show_phases()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_phases()

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(self._width_with(1), least.height())

    def _show_phases(self) -> None:
        """Show the phases of a round, or only one of them: the buttons are always whole."""
        in_round = any(each.now for each in self.phases)
        wide = self._width_with(len(self._in_use)) <= self.width()
        for each in self.phases:
            each.setVisible(in_round and (each.now or (wide and each in self._in_use)))

    def _width_with(self, phases: int) -> int:
        """Return how wide the row is with its buttons and the broadest of the phases."""
        shown = [each.minimumSizeHint().width() for each in self._buttons if not each.isHidden()]
        widths = sorted((each.sizeHint().width() for each in self._in_use), reverse=True)
        return sum(shown + widths[:phases]) + self._gap * (len(shown) + phases)

    def _button(self, text: str, keys: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("small")
        button.setToolTip(keys)
        button.setAccessibleDescription(f"Key: {keys}")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button
