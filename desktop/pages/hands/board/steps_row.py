"""The row below the board: the phases, undo and redo, and the next step."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from carddb.terms import Edition
from desktop.pages.hands.board.game_controller import GameController
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.labels import label
from goldfish.play.game import Game, Phase
from goldfish.play.phases import next_words

_LABELS = {
    Phase.PLOT: "Plot",
    Phase.DRAW: "Draw",
    Phase.MARSHALING: "Marshal",
    Phase.CHALLENGES: "Challenges",
    Phase.DOMINANCE: "Dominance",
    Phase.STANDING: "Standing",
    Phase.TAXATION: "Taxation",
}


class PhaseLabel(QWidget):
    """The name of a phase, marked while the game is in it."""

    def __init__(self, phase: Phase, parent: QWidget) -> None:
        super().__init__(parent)
        self.phase = phase
        self.now = False
        self._label = label(_LABELS[phase], Size.SMALL, faint=True)
        layout = QHBoxLayout(self)
        inset = space(self, 1)
        layout.setContentsMargins(inset, inset // 2, inset, inset // 2)
        layout.addWidget(self._label)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_LABELS[phase])

    def show_now(self, *, now: bool) -> None:
        """Show whether the game is in the phase."""
        self.now = now
        weight = QFont.Weight.DemiBold if now else QFont.Weight.Normal
        self._label.setFont(sized(self._label.font(), Size.SMALL, weight))
        role = self.foregroundRole() if now else label(faint=True).foregroundRole()
        self._label.setForegroundRole(role)
        self.setAccessibleDescription("The game is here" if now else "")
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.now:
            return
        colours = colours_of(self.palette())
        painter = QPainter(self)
        bar = max(2, space(self, 1) // 2)
        painter.fillRect(0, self.height() - bar, self.width(), bar, colours.accent)
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
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self._gap)
        for each in self.phases:
            layout.addWidget(each)
            each.hide()
        layout.addStretch(1)
        for button in self._buttons:
            layout.addWidget(button)

    def show_game(self, game: Game, controller: GameController) -> None:
        """Show what can be done now."""
        for each in self.phases:
            each.show_now(now=each.phase is game.phase)
        # In the second edition there is nothing to do alone while cards stand.
        first = game.edition is Edition.FIRST
        self._in_use = [p for p in self.phases if first or p.phase is not Phase.STANDING]
        record = controller.record
        self.undo.setEnabled(record is not None and record.may_undo)
        self.redo.setEnabled(record is not None and record.may_redo)
        self.mulligan.setVisible(game.phase is Phase.HAND)
        self.mulligan.setEnabled(game.may_mulligan)
        self.best.setVisible(game.phase in {Phase.HAND, Phase.SETUP})
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
