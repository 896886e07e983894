"""A result as it is typed: the number of a table, then who and how, a key each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from events.event_state import EventState
from events.event_terms import GameResult

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
OPEN_AGAIN = "oo"
_TYPED = re.compile(r"\s*(\d{1,4})\s*([a-z=\s]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TypedResult:
    """What was typed so far; `hint` is what can come next, or why nothing can.

    `done`: it is a result, or takes one away (`opened`). `winner` and `how` are those of a game
    of the elimination.
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


def _split(text: str) -> tuple[int | None, str] | None:
    """Return number and letters; None where the text is something else."""
    if not text.strip():
        return None, ""
    found = _TYPED.fullmatch(text)
    if found is None:
        return None
    return int(found[1]), "".join(found[2].lower().split())


def typed_result(text: str, state: EventState, number: int) -> TypedResult:
    """Return what was typed for a Swiss round."""
    parts = _split(text)
    if parts is None:
        return TypedResult(wrong=True, hint="Type the number of a table first.")
    table, letters = parts
    if table is None:
        return TypedResult(hint="Number of a table, then two keys: who, and how.")
    game = next((each for each in state.round(number).games if each.table == table), None)
    if game is None:
        return TypedResult(table, wrong=True, hint=f"Round {number} has no table {table}.")
    names = [state.player(each).name for each in game.players]
    if letters == OPEN_AGAIN and game.over:
        said = f"Table {table}: the result is taken away, the game is open again."
        return TypedResult(table, opened=True, done=True, hint=said)
    if state.kind.at_tables:
        return _typed_places(table, letters, names)
    if letters in RESULT_KEYS:
        result, conceded = RESULT_KEYS[letters]
        return TypedResult(table, result=result, conceded=conceded, done=True)
    who = f"Table {table}: a {names[0]} · b {names[1]}"
    nobody = " · d draw · x both lose" if state.regulations.has_draws else " · x both lose"
    match letters:
        case "":
            return TypedResult(table, hint=f"{who}{nobody}{' · o open again' * game.over}")
        case "a" | "b":
            name = names[SEATS.index(letters)]
            return TypedResult(table, hint=f"{name} wins: w · m at time · c by concession")
        case "d":
            return TypedResult(table, hint="A draw: d at time · i intentional")
        case "x":
            return TypedResult(table, hint="x once more: both lose, by the organizer's decision")
        case "o" if game.over:
            return TypedResult(table, hint="o once more: the game is open again")
    return TypedResult(table, wrong=True, hint=f"“{letters}” is no result. {who}{nobody}")


def _typed_places(table: int, letters: str, names: Sequence[str]) -> TypedResult:
    """Return the places at a melee table: letters in order, "=" before one that shares a place."""
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
    listed = " · ".join(f"{seat} {name}" for seat, name in zip(seats, names, strict=True))
    if wrong:
        return TypedResult(table, wrong=True, hint=f"“{letters}” is no order. {listed}")
    if len(places) == len(names):
        return TypedResult(table, places=tuple(places[each] for each in seats), done=True)
    return TypedResult(table, hint=f"Table {table}, from the first place: {listed} · = shares")


def typed_bracket_result(text: str, state: EventState, number: int) -> TypedResult:
    """Return what was typed for a round of the elimination, numbered from 1."""
    parts = _split(text)
    if parts is None:
        return TypedResult(wrong=True, hint="Type the number of a game first.")
    game_number, letters = parts
    if game_number is None:
        return TypedResult(hint="Number of a game, then two keys: who, and how.")
    games = state.elimination[number - 1].games if number <= len(state.elimination) else ()
    game = next((each for each in games if each.number == game_number), None)
    if game is None or not game.players:
        said = f"Round {number} of the elimination has no game {game_number}."
        return TypedResult(game_number, wrong=True, hint=said)
    seats = SEATS[: len(game.players)]
    names = [state.player(each).name for each in game.players]
    listed = " · ".join(f"{seat} {name}" for seat, name in zip(seats, names, strict=True))
    who, how = letters[:1], letters[1:]
    if not who:
        return TypedResult(game_number, hint=f"Game {game_number}: {listed}")
    if who not in seats or (how and how not in HOW_KEYS):
        return TypedResult(game_number, wrong=True, hint=f"“{letters}” is no result. {listed}")
    if not how:
        name = names[seats.index(who)]
        return TypedResult(game_number, hint=f"{name} wins: w · m at time · c by concession")
    winner = game.players[seats.index(who)]
    return TypedResult(game_number, winner=winner, how=HOW_KEYS[how], done=True)
