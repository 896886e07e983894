"""Results of games and rounds of the elimination in words, for screens, paper and the log."""

from __future__ import annotations

from collections.abc import Sequence

from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import TableGame

_FIRST_WINS = (GameResult.WIN, GameResult.MODIFIED_WIN)
_MODIFIED = (GameResult.MODIFIED_WIN, GameResult.MODIFIED_LOSS)
_NOBODY = {
    GameResult.DRAW: "a draw at time",
    GameResult.INTENTIONAL_DRAW: "an intentional draw",
    GameResult.DOUBLE_LOSS: "both lose, by the organizer's decision",
}
_SHORT = {
    GameResult.DRAW: "Draw at time",
    GameResult.INTENTIONAL_DRAW: "Intentional draw",
    GameResult.DOUBLE_LOSS: "Both lose",
}


def names_of(state: EventState, players: Sequence[str]) -> str:
    """Return the names of some players: "Arya, Bran and Cat"."""
    names = [state.player(each).name for each in players]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def result_text(
    state: EventState,
    players: Sequence[str],
    result: GameResult | None,
    places: Sequence[int] = (),
    *,
    conceded: bool = False,
) -> str:
    """Return what a game came to: "Arya beats Bran at time (4:1)"; empty while it is played."""
    if places:
        order = sorted(zip(places, players, strict=True), key=lambda each: each[0])
        return ", ".join(f"{place}. {state.player(player).name}" for place, player in order)
    if result is None:
        return ""
    first, second = (state.player(each).name for each in players)
    points = state.regulations.points_of(result)
    if result in _NOBODY:
        return f"{first} and {second}: {_NOBODY[result]} ({points[0]}:{points[1]})"
    if result not in _FIRST_WINS:
        first, second, points = second, first, (points[1], points[0])
    how = " at time" if result in _MODIFIED else " by concession" if conceded else ""
    return f"{first} beats {second}{how} ({points[0]}:{points[1]})"


def game_result_text(state: EventState, game: TableGame) -> str:
    """Return what a game of a Swiss round came to; empty while it is played."""
    return result_text(state, game.players, game.result, game.places, conceded=game.conceded)


def short_result_text(state: EventState, game: TableGame) -> str:
    """Return what a game came to where its players stand beside it; empty while it is played."""
    result = game.result
    if game.places:
        return f"Places {', '.join(map(str, game.places))}"
    if result is None:
        return ""
    first, second = state.regulations.points_of(result)
    if result in _NOBODY:
        return f"{_SHORT[result]} ({first}:{second})"
    won, points = (0, (first, second)) if result in _FIRST_WINS else (1, (second, first))
    how = " at time" if result in _MODIFIED else " by concession" if game.conceded else ""
    return f"{state.player(game.players[won]).name} wins{how} ({points[0]}:{points[1]})"
