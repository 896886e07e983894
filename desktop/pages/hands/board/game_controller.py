"""The game on the board: its states, its steps, and what is legal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Signal

from core.errors import AppError
from goldfish.play.game import Game, Move, MoveKind, PlayPhase, Record, Zone
from goldfish.play.moves import LegalMove, do, dropped, main_move, moves_of
from goldfish.play.setup_moves import best_plan, planned_copies, with_plan
from goldfish.setup import Placed, SetupPlan

_BY_EFFECT = frozenset({MoveKind.TURN, MoveKind.KILL, MoveKind.DISCARD})


class GameController(QObject):
    """Holds the record of the game, takes and undoes steps; a refused step changes nothing.

    `plan` is the best setup that was shown last. `proposed` is which copies it places while it is
    only proposed, else None.

    Signals:
        changed: another state is on the board.
        dealt: it is another game.
        refused: something is not legal (an AppError).
        menu_requested: the moves of a copy are to be listed (its number).
    """

    changed = Signal()
    dealt = Signal()
    refused = Signal(Exception)
    menu_requested = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.record: Record | None = None
        self.plan: SetupPlan | None = None
        self.proposed: dict[int, Placed] | None = None
        self._planned: Game | None = None
        self._moves: dict[int, tuple[LegalMove, ...]] = {}
        self._drops: dict[tuple[int, Zone, int | None], bool] = {}

    @property
    def game(self) -> Game | None:
        return self.record.now if self.record else None

    @property
    def at_plan(self) -> bool:
        return self.game is not None and self.game is self._planned

    def start(self, game: Game) -> None:
        self.plan = None
        self._set(Record.of(game))
        self.dealt.emit()

    def clear(self) -> None:
        self.record = self.plan = self.proposed = None
        self._clear_cache()

    def do(self, move: Move) -> None:
        self._take(lambda game: do(game, move))

    def do_main(self, number: int) -> None:
        """Do the main move of a copy; where it has none, have all that it has listed."""
        move = main_move(self.game, number) if self.game else None
        if move is None:
            self.menu_requested.emit(number)
        else:
            self.do(move)

    def drop(self, number: int, zone: Zone, onto: int | None) -> None:
        self._take(lambda game: dropped(game, number, zone, onto))

    def may_drop(self, number: int, zone: Zone, onto: int | None) -> bool:
        game, key = self.game, (number, zone, onto)
        if game is None:
            return False
        if key not in self._drops:
            self._drops[key] = False
            with suppress(AppError):
                dropped(game, number, zone, onto)
                self._drops[key] = True
        return self._drops[key]

    def moves(self, number: int) -> tuple[LegalMove, ...]:
        """Return the legal moves of a copy, the main one first."""
        if self.game is None:
            return ()
        if number not in self._moves:
            self._moves[number] = moves_of(self.game, number)
        return self._moves[number]

    def own_moves(self, number: int) -> list[LegalMove]:
        """Return the legal moves of a copy that are the game's own steps."""
        return [each for each in self.moves(number) if each.move.kind not in _BY_EFFECT]

    def effect_moves(self, number: int) -> list[LegalMove]:
        """Return the legal moves of a copy that only effects of cards make."""
        return [each for each in self.moves(number) if each.move.kind in _BY_EFFECT]

    def propose_best(self) -> None:
        """Show the best setup of the hand, and why the rest is left; nothing is placed yet."""
        game = self.game
        if game is None:
            return
        try:
            self.plan = best_plan(game)
        except AppError as error:
            self.refused.emit(error)
        else:
            self.proposed = planned_copies(game, self.plan)
            self.changed.emit()

    def place_best(self) -> None:
        """Place the best setup of the hand as one step, after the hand is kept."""
        if self.game is not None and self.game.phase is PlayPhase.HAND:
            self.do(Move(MoveKind.KEEP))

        def placed(game: Game) -> Game:
            self.plan = best_plan(game)
            self._planned = with_plan(game, self.plan)
            return self._planned

        self._take(placed)

    def undo(self) -> None:
        if self.record and self.record.may_undo:
            self._set(self.record.undone())

    def redo(self) -> None:
        if self.record and self.record.may_redo:
            self._set(self.record.redone())

    def go_to_entry(self, index: int) -> None:
        """Go back to when a line of the log was written."""
        if self.record:
            self._set(self.record.at_entry(index))

    def _take(self, step: Callable[[Game], Game]) -> None:
        if self.record is None:
            return
        try:
            after = step(self.record.now)
        except AppError as error:
            self.refused.emit(error)
        else:
            self._set(self.record.took(after))

    def _set(self, record: Record) -> None:
        self.record, self.proposed = record, None
        self._clear_cache()
        self.changed.emit()

    def _clear_cache(self) -> None:
        self._moves = {}
        self._drops = {}
