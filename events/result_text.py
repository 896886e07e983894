"""Results in words, for screens, paper and the log, and results as typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import TableGame
from events.standings import WINS

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


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them: "Arya, Bran and Cat"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def names_of(state: EventState, players: Sequence[str]) -> str:
    """Return the names of some players: "Arya, Bran and Cat"."""
    return listed(state.names(players))


def result_text(
    state: EventState,
    players: Sequence[str],
    result: GameResult | None,
    places: Sequence[int] = (),
    *,
    conceded: bool = False,
) -> str:
    """Return the result of a game: "Arya beats Bran at time (4:1)"; empty while it is played."""
    if places:
        order = sorted(zip(places, players, strict=True), key=lambda each: each[0])
        return ", ".join(f"{place}. {state.player(player).name}" for place, player in order)
    if result is None:
        return ""
    first, second = state.names(players)
    points = state.regulations.points_of(result)
    if result in _NOBODY:
        return f"{first} and {second}: {_NOBODY[result]} ({points[0]}:{points[1]})"
    if result not in WINS:
        first, second, points = second, first, (points[1], points[0])
    how = " at time" if result in _MODIFIED else " by concession" if conceded else ""
    return f"{first} beats {second}{how} ({points[0]}:{points[1]})"


def game_result_text(state: EventState, game: TableGame) -> str:
    """Return the result of a game of a Swiss round; empty while it is played."""
    return result_text(state, game.players, game.result, game.places, conceded=game.conceded)


def short_result_text(game: TableGame, names: Sequence[str], points: tuple[int, int]) -> str:
    """Return a short result of a game of two: who wins, how, and the points."""
    result, (first, second) = game.result, points
    if result in _NOBODY:
        return f"{_SHORT[result]} ({first}:{second})"
    won, points = (0, points) if result in WINS else (1, (second, first))
    how = " at time" if result in _MODIFIED else " by concession" if game.conceded else ""
    return f"{names[won]} wins{how} ({points[0]}:{points[1]})"


SEATS = "abcd"
RESULT_KEYS = {
    "aw": (GameResult.WIN, False),
    "am": (GameResult.MODIFIED_WIN, False),
    "ac": (GameResult.WIN, True),
    "bw": (GameResult.LOSS, False),
    "bm": (GameResult.MODIFIED_LOSS, False),
    "bc": (GameResult.LOSS, True),
    "dd": (GameResult.DRAW, False),
    "di": (GameResult.INTENTIONAL_DRAW, False),
    "xx": (GameResult.DOUBLE_LOSS, False),
}
HOW_KEYS = {"w": "win", "m": "win at time", "c": "concession"}
# Whose seat a result of two says has won, and the key of `HOW_KEYS` for how.
WON = {
    GameResult.WIN: (0, "w"),
    GameResult.MODIFIED_WIN: (0, "m"),
    GameResult.LOSS: (1, "w"),
    GameResult.MODIFIED_LOSS: (1, "m"),
}
OPEN_AGAIN = "oo"
_HOW = "wins: w · m at time · c by concession"
_TYPED = re.compile(r"\s*(\d{1,4})\s*([a-z=\s]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TypedResult:
    """The text typed so far; `hint` tells what can come next, or what is wrong.

    `done` means that the text is complete: a result, or the removal of one (`opened`). `winner`
    and `how` are for games of the elimination.
    """

    number: int | None = None
    result: GameResult | None = None
    places: tuple[int, ...] = ()
    conceded: bool = False
    opened: bool = False
    winner: str = ""
    how: str = ""
    done: bool = False
    wrong: bool = False
    hint: str = ""


def _begun(text: str, what: str) -> tuple[int, str] | TypedResult:
    """Return the typed number and letters, or a hint on what to type."""
    if not text.strip():
        return TypedResult(hint=f"Number of a {what}, then two keys: who, and how.")
    found = _TYPED.fullmatch(text)
    if found is None:
        return TypedResult(wrong=True, hint=f"Type the number of a {what} first.")
    return int(found[1]), "".join(found[2].lower().split())


def _seats(names: Sequence[str]) -> str:
    return " · ".join(f"{seat} {name}" for seat, name in zip(SEATS, names, strict=False))


def typed_result(text: str, state: EventState, number: int) -> TypedResult:
    """Read a result typed for a Swiss round."""
    begun = _begun(text, "table")
    if isinstance(begun, TypedResult):
        return begun
    table, letters = begun
    game = state.round(number).game_at(table)
    if game is None:
        return TypedResult(table, wrong=True, hint=f"Round {number} has no table {table}.")
    if letters == OPEN_AGAIN and game.over:
        return TypedResult(table, opened=True, done=True)
    if len(game.players) > 2:
        return _typed_places(table, letters, state.names(game.players))
    if letters in RESULT_KEYS:
        result, conceded = RESULT_KEYS[letters]
        return TypedResult(table, result=result, conceded=conceded, done=True)
    return _hinted(letters, game, state)


def _hinted(letters: str, game: TableGame, state: EventState) -> TypedResult:
    """Return what can be typed after the letters of a game of two, or that they are wrong."""
    table, names = game.table, state.names(game.players)
    if letters in {"a", "b"}:
        return TypedResult(table, hint=f"{names[letters == 'b']} {_HOW}")
    draw = " · d draw" if state.regulations.has_draws else ""
    who = f"{_seats(names)}{draw} · x both lose{' · o open again' * game.over}"
    hints = {
        "": f"Table {table}: {who}",
        "d": "A draw: d at time · i intentional, agreed while a leader is present",
        "x": "x once more: both lose, by the organizer's decision",
        "o": "o once more: the game is open again",
    }
    if letters in hints:
        return TypedResult(table, hint=hints[letters])
    return TypedResult(table, wrong=True, hint=f"“{letters}” is not a result. {who}")


def _typed_places(table: int, letters: str, names: Sequence[str]) -> TypedResult:
    """Return the places at a melee table: letters in order, "=" before a shared place."""
    seats = SEATS[: len(names)]
    places: dict[str, int] = {}
    shared, wrong = False, False
    last = 0
    for letter in letters:
        if letter == "=":
            wrong |= shared or not places
            shared = True
            continue
        wrong |= letter not in seats or letter in places
        last = last if shared else len(places) + 1
        places[letter], shared = last, False
    listed = _seats(names)
    if wrong:
        return TypedResult(table, wrong=True, hint=f"“{letters}” is not an order. {listed}")
    if len(places) == len(names):
        return TypedResult(table, places=tuple(places[each] for each in seats), done=True)
    return TypedResult(table, hint=f"Table {table}, from the first place: {listed} · = shares")


def _typed_final(
    game: int, letters: str, players: Sequence[str], names: Sequence[str]
) -> TypedResult:
    """Return the places at a melee table of the elimination, with one winner."""
    typed = _typed_places(game, letters, names)
    if typed.places.count(1) > 1:
        return TypedResult(game, wrong=True, hint=f"One player goes on. {_seats(names)}")
    if typed.done:
        return replace(typed, winner=players[typed.places.index(1)])
    only = " · or w wins, m wins at time" if len(letters) == 1 and not typed.wrong else ""
    return replace(typed, hint=f"{typed.hint}{only}")


def typed_bracket_result(text: str, state: EventState, number: int) -> TypedResult:
    """Read a result typed for a round of the elimination, numbered from 1."""
    begun = _begun(text, "game")
    if isinstance(begun, TypedResult):
        return begun
    at, letters = begun
    games = state.elimination[number - 1].games if number <= len(state.elimination) else ()
    game = next((each for each in games if each.number == at and each.players), None)
    if game is None:
        said = f"Round {number} of the elimination has no game {at}."
        return TypedResult(at, wrong=True, hint=said)
    names = state.names(game.players)
    if not letters:
        return TypedResult(at, hint=f"Game {at}: {_seats(names)}")
    if len(names) > 2 and letters[1:] not in {"w", "m"}:
        return _typed_final(at, letters, game.players, names)
    return _typed_winner(at, letters, game.players, names)


def _typed_winner(
    game: int, letters: str, players: Sequence[str], names: Sequence[str]
) -> TypedResult:
    seat, how = SEATS[: len(names)].find(letters[0]), letters[1:]
    if seat < 0 or (how and how not in HOW_KEYS):
        return TypedResult(game, wrong=True, hint=f"“{letters}” is not a result. {_seats(names)}")
    if not how:
        return TypedResult(game, hint=f"{names[seat]} {_HOW}")
    return TypedResult(game, winner=players[seat], how=HOW_KEYS[how], done=True)
