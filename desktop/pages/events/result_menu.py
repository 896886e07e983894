"""The results of a game as a menu, with the keys that say the same."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop.widgets.labels import tip
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import TableGame
from events.result_keys import OPEN_AGAIN, RESULT_KEYS, TypedResult

_WORDS = {
    "aw": "{a} wins",
    "am": "{a} wins at time",
    "ac": "{a} wins, {b} concedes",
    "bw": "{b} wins",
    "bm": "{b} wins at time",
    "bc": "{b} wins, {a} concedes",
    "dd": "Draw at time",
    "di": "Intentional draw",
    "xx": "Both lose",
}
_DRAWS = {GameResult.DRAW, GameResult.INTENTIONAL_DRAW}
_PARTS = {"bw", "dd", "xx"}


def result_rules(result: GameResult, state: EventState) -> str:
    """Return what the regulations say of a result that is not usual; nothing of the others."""
    version = state.regulations.version
    match result:
        case GameResult.INTENTIONAL_DRAW:
            return (
                f"Regulations {version} allow it in Swiss rounds alone, while a leader is present; "
                "each player has the points of a draw."
            )
        case GameResult.DOUBLE_LOSS:
            return f"By the organizer's decision: regulations {version} know no double loss."
    return ""


class ResultMenu(QMenu):
    """What a game of two can come to.

    Signals:
        chosen: a result was chosen (a TypedResult).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Result", parent)
        self.setToolTipsVisible(True)
        self.rules = QMenu("&Rules", self)
        self.rules.setToolTipsVisible(True)
        self._offered: object = None

    def show_game(self, game: TableGame | None, state: EventState | None) -> None:
        """Offer the results of a game; none where there is no game of two."""
        names = [state.player(each).name for each in game.players] if state and game else []
        offered = (game, names, state.settings if state else None)
        if offered == self._offered:
            return  # the menu may be open, and another window have changed another game
        self._offered = offered
        self.hide()
        self.clear()
        if state is None or game is None or len(game.players) != 2:
            return
        a, b = (each.replace("&", "&&") for each in names)
        for keys, (result, conceded) in RESULT_KEYS.items():
            if result in _DRAWS and not state.regulations.has_draws:
                continue
            if keys in _PARTS:
                self.addSeparator()
            typed = TypedResult(game.table, result=result, conceded=conceded, done=True)
            self._add(_WORDS[keys].format(a=a, b=b), keys, typed, result_rules(result, state))
        if game.over:
            self._add("Open again", OPEN_AGAIN, TypedResult(game.table, opened=True, done=True))
        self.addSeparator()
        self.addMenu(self.rules)

    def _add(self, words: str, keys: str, typed: TypedResult, rules: str = "") -> None:
        action = self.addAction(f"{words}\t{keys}")
        action.setToolTip(tip(rules or f"{words.replace('&&', '&')}. Keys: {keys}"))
        action.setStatusTip(rules)
        action.triggered.connect(lambda: self.chosen.emit(typed))
