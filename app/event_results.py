"""Results of games: the fields of `sevenplots event result`, and the operations that enter them."""

from __future__ import annotations

from dataclasses import dataclass

from app.event_commands import Wanted, flag
from app.fields import Field, Kind
from events import operations as ops
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import BracketGame, TableGame
from events.result_text import HOW_KEYS, OPEN_AGAIN, RESULT_KEYS, TypedResult


def _pair_of_numbers(name: str, text: str) -> Field:
    return Field(name, Kind.TEXT, "", text, "A,B", f"--{name.replace('_', '-')}", "")


# fmt: off
RESULT = (
    Field("table", Kind.NUMBER, "", "A table; a game of the elimination.", "TABLE", least=1),
    Field("result", Kind.TEXT, "",
          "The winner's name, or what it was for the first of the two: win, loss, draw, "
          "intentional-draw (Swiss rounds, a leader present), modified-win, modified-loss, "
          "double-loss, two keys (aw, bm), open; at a melee table places (1,2,3,3).",
          "RESULT", default=""),
    Field("number", Kind.NUMBER, "", "Another round than the last.", None, "--round", least=1),
    flag("correct", "--correct", "It replaces a wrong one."),
    flag("conceded", "--conceded", "By concession."),
    flag("timed", "--at-time", "A modified win."),
    _pair_of_numbers("power", "At time: the power of each, and it is decided."),
    _pair_of_numbers("totals", "What each needs, 15,15."),
    _pair_of_numbers("draw_decks", "Cards in the draw decks."),
    Field("dominance", Kind.TEXT, "", None, "first|second|nobody", "--dominance", ""),
    _pair_of_numbers("dead_piles", "Characters in them."),
    Field("choice", Kind.TEXT, "", "Whom he chooses.", "first|second", "--choice", ""),
)
# fmt: on


def entered(number: int, game: TableGame, typed: TypedResult, *, corrects: bool) -> Wanted:
    """Return the operation that enters the result of a game of a Swiss round, or corrects it."""
    return ops.ResultCorrected if corrects else ops.ResultEntered, {
        "round": number,
        "table": game.table,
        "result": typed.result,
        "places": typed.places,
        "conceded": typed.conceded,
    }


def bracket_entered(
    number: int, game: BracketGame, typed: TypedResult, *, corrects: bool
) -> Wanted:
    """Return the operation that enters the winner of a game of the elimination, or corrects it."""
    return ops.BracketResultCorrected if corrects else ops.BracketResultEntered, {
        "round": number,
        "game": game.number,
        "winner": typed.winner,
        "how": typed.how,
        "places": typed.places,
    }


@dataclass(frozen=True, slots=True)
class ResultChoice:
    """A possible result of a game of two, with its keys and what the regulations say of it."""

    words: str
    keys: str
    typed: TypedResult
    rules: str = ""
    begins_group: bool = False


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
_FIRST_OF_GROUP = {"bw", "dd", "xx"}


def _rules(result: GameResult, version: str) -> str:
    """Return what the regulations say about an unusual result; empty for others."""
    match result:
        case GameResult.INTENTIONAL_DRAW:
            return (
                f"Regulations {version} allow it in Swiss rounds alone, while a leader is present; "
                "each player has the points of a draw."
            )
        case GameResult.DOUBLE_LOSS:
            return f"By the organizer's decision: regulations {version} know no double loss."
    return ""


def result_choices(state: EventState, game: TableGame) -> list[ResultChoice]:
    """Return the results that a game of two may have."""
    a, b = (state.player(each).name for each in game.players)
    regulations = state.regulations
    choices = [
        ResultChoice(
            _WORDS[keys].format(a=a, b=b),
            keys,
            TypedResult(game.table, result=result, conceded=conceded, done=True),
            _rules(result, regulations.version),
            keys in _FIRST_OF_GROUP,
        )
        for keys, (result, conceded) in RESULT_KEYS.items()
        if regulations.has_draws or result not in _DRAWS
    ]
    if game.over:
        opened = TypedResult(game.table, opened=True, done=True)
        choices.append(ResultChoice("Open again", OPEN_AGAIN, opened))
    return choices


def bracket_choices(state: EventState, game: BracketGame) -> list[ResultChoice]:
    """Return the results that a game of two in the elimination may have."""
    a, b = (state.player(each).name for each in game.players)
    return [
        ResultChoice(
            _WORDS[seat + key].format(a=a, b=b),
            seat + key,
            TypedResult(game.number, winner=player, how=how, done=True),
            begins_group=seat + key in _FIRST_OF_GROUP,
        )
        for seat, player in zip("ab", game.players, strict=True)
        for key, how in HOW_KEYS.items()
    ]
