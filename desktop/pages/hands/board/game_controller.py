"""The game on the table: its states, and what is asked of them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from carddb.errors import AppError
from goldfish.play.drop_moves import dropped
from goldfish.play.game import Game, Zone
from goldfish.play.move import Move, MoveKind
from goldfish.play.moves import LegalMove, do, offers
from goldfish.play.record import Record
from goldfish.play.setup_moves import best_plan, with_plan
from goldfish.setup_plan import SetupPlan


class GameController(QObject):
    """Holds the record of the game, takes steps and goes back; a refused step changes nothing.

    Signals:
        changed: another state is on the table.
        dealt: it is another game.
        refused: something is not legal (an AppError).
    """

    changed = Signal()
    dealt = Signal()
    refused = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.record: Record | None = None
        self.plan: SetupPlan | None = None
        self._planned: Game | None = None
        self._offers: dict[int, tuple[LegalMove, ...]] = {}
        self._drops: dict[tuple[int, Zone, int | None], bool] = {}

    @property
    def game(self) -> Game | None:
        """The state on the table."""
        return self.record.now if self.record else None

    @property
    def at_plan(self) -> bool:
        """Whether the best setup lies on the table as it was placed."""
        return self.game is not None and self.game is self._planned

    def begin(self, game: Game) -> None:
        """Put a game that was just dealt on the table."""
        self.plan = None
        self._put(Record.of(game))
        self.dealt.emit()

    def clear(self) -> None:
        """Leave the table empty."""
        self.record = self.plan = None
        self._forget()

    def do(self, move: Move) -> bool:
        """Take a step; return whether it was legal."""
        game = self.game
        if self.record is None or game is None:
            return False
        try:
            after = do(game, move)
        except AppError as error:
            self.refused.emit(error)
            return False
        self._put(self.record.took(after))
        return True

    def drop(self, number: int, zone: Zone, onto: int | None) -> bool:
        """Drag a copy somewhere; return whether that was legal."""
        game = self.game
        if self.record is None or game is None:
            return False
        try:
            after = dropped(game, number, zone, onto)
        except AppError as error:
            self.refused.emit(error)
            return False
        self._put(self.record.took(after))
        return True

    def may_drop(self, number: int, zone: Zone, onto: int | None) -> bool:
        """Tell whether dragging a copy there is legal."""
        game, key = self.game, (number, zone, onto)
        if game is None:
            return False
        if key not in self._drops:
            try:
                dropped(game, number, zone, onto)
            except AppError:
                self._drops[key] = False
            else:
                self._drops[key] = True
        return self._drops[key]

    def offers(self, number: int) -> tuple[LegalMove, ...]:
        """Return the legal moves of a copy, the main one first."""
        if self.game is None:
            return ()
        if number not in self._offers:
            self._offers[number] = offers(self.game, number)
        return self._offers[number]

    def propose(self) -> None:
        """Place the best setup of the hand, as one step, and keep why the rest was left."""
        game = self.game
        if self.record is None or game is None:
            return
        try:
            plan = best_plan(game)
        except AppError as error:
            self.refused.emit(error)
            return
        self.plan = plan
        self._planned = with_plan(game, plan)
        self._put(self.record.took(self._planned))

    def undo(self) -> None:
        """Go one step back."""
        if self.record and self.record.may_undo:
            self._put(self.record.undone())

    def redo(self) -> None:
        """Take the step again that was undone."""
        if self.record and self.record.may_redo:
            self._put(self.record.redone())

    def go_to_entry(self, index: int) -> None:
        """Go back to when a line of the log was written."""
        if self.record:
            self._put(self.record.at_entry(index))

    def _put(self, record: Record) -> None:
        self.record = record
        self._forget()
        self.changed.emit()

    def _forget(self) -> None:
        self._offers = {}
        self._drops = {}


def is_by_effect(offer: LegalMove) -> bool:
    """Tell whether a move is for effects alone, not for the game's own steps."""
    return offer.move.deed in {MoveKind.TURN, MoveKind.KILL, MoveKind.DISCARD}
