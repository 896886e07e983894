"""`sevenplots event result`: the result of a table, or of a game of the elimination."""

from __future__ import annotations

from typing import Any

import typer

from app.event_commands import Wanted
from app.event_results import RESULT, bracket_entered, entered
from app.fields import Values
from cli.event.event_source import (
    DoneBy,
    EventId,
    OpenedEvent,
    now,
    numbers_of,
    report_done,
    stored_event,
    two_numbers,
    with_fields,
)
from cli.options import AsJson
from cli.terminal import print_message
from core.errors import AppError
from events.bracket import seed_of
from events.event_terms import EventStage, GameResult
from events.event_values import BracketGame, BracketRound, TableGame
from events.melee_tables import places_by_power
from events.regulations import LEVEL_AT_TIME
from events.result_text import HOW_KEYS, RESULT_KEYS, WON, TypedResult, names_of
from events.round_steps import game_of_table
from events.time_called import USUAL_TOTAL, AtTime, TimeRuling, TimeStep, at_time

OPEN = "open"
_RESULTS = ", ".join(each.value for each in GameResult)
_OPTIONS = {
    TimeStep.DRAW_DECK: "--draw-decks 20,18",
    TimeStep.DOMINANCE: "--dominance first, second or nobody",
    TimeStep.DEAD_PILE: "--dead-piles 4,2",
    TimeStep.CHOICE: "--choice first or second",
    TimeStep.HIGHER_SEED: "The seeds of this game are not known: enter the winner.",
}
_AT_TIME = {GameResult.WIN: GameResult.MODIFIED_WIN, GameResult.LOSS: GameResult.MODIFIED_LOSS}
_WHO = {"first": 0, "second": 1, "nobody": -1}


@with_fields(*RESULT)
def result_command(
    context: typer.Context,
    event_id: EventId,
    *,
    by: DoneBy = "",
    as_json: AsJson = False,
    **entry: Any,
) -> None:
    """Enter a result, or correct one; at time it can be decided by the regulations."""
    with stored_event(context, event_id, by) as event:
        in_bracket = event.state.stage is EventStage.ELIMINATION and entry["number"] is None
        kind, fields = (of_bracket if in_bracket else of_round)(event, entry)
        event.do(kind(at=now(), **fields))
        playing = _playing(event)
        report_done(event, as_json, playing=playing)
        if not as_json:
            what = "game" if event.state.elimination else "table"
            still = f"{what}{'s' * (len(playing) != 1)} {', '.join(map(str, playing))}"
            print_message(f"Still playing: {still}." if playing else "All results are in.")


def _playing(event: OpenedEvent) -> list[int]:
    """Return the tables, or games of the elimination, that are still played."""
    state = event.state
    if state.elimination:
        return [game.number for game in state.elimination[-1].games if not game.over]
    return [game.table for game in state.current.playing] if state.current else []


def of_round(event: OpenedEvent, entry: Values) -> Wanted:
    """Return the operation that enters or corrects the result of a table."""
    state = event.state
    if not state.rounds:
        raise AppError("No round was paired yet.", "sevenplots event pair ID draws one.")
    played = state.round(entry["number"] or len(state.rounds))
    game = game_of_table(played, entry["table"])
    if entry["result"] == OPEN:
        return entered(played.number, game, TypedResult(), corrects=True)
    if state.kind.at_tables:
        typed = TypedResult(places=_places(game, entry))
    else:
        result, conceded = _result(event, game, entry)
        typed = TypedResult(result=result, conceded=conceded)
    return entered(played.number, game, typed, corrects=entry["correct"])


def _places(game: TableGame | BracketGame, entry: Values) -> tuple[int, ...]:
    if not entry["power"]:
        return numbers_of(entry["result"], "RESULT", "2,1,3")
    power = numbers_of(entry["power"], "--power")
    usual = (USUAL_TOTAL,) * len(power)
    totals = numbers_of(entry["totals"], "--totals") if entry["totals"] else usual
    if len(power) != len(game.players) or len(totals) != len(power):
        raise AppError(f"The table has {len(game.players)} players; give a number for each.")
    return places_by_power(power, totals)


def _result(event: OpenedEvent, game: TableGame, entry: Values) -> tuple[GameResult, bool]:
    """Return the result for the first of the two, and whether it was conceded."""
    if entry["power"]:
        return _decided(_by_power(event, entry)), False
    if _names_result(entry):
        return _written_result(entry)
    seat = _seat(event, game.players, entry["result"])
    won = GameResult.MODIFIED_WIN if entry["timed"] else GameResult.WIN
    return (won if seat == 0 else won.for_other), entry["conceded"]


def _names_result(entry: Values) -> bool:
    return entry["result"] in RESULT_KEYS or entry["result"] in tuple(GameResult)


def _written_result(entry: Values) -> tuple[GameResult, bool]:
    """Return the result of two keys ("aw") or of its name ("win"), and whether it was conceded."""
    text = entry["result"]
    result, conceded = RESULT_KEYS.get(text) or (GameResult(text), False)
    if entry["timed"]:
        result = _AT_TIME.get(result, result)
    return result, conceded or entry["conceded"]


def _seat(event: OpenedEvent, players: tuple[str, ...], written: str) -> int:
    if not written:
        raise AppError("A result is missing.", f"The winner's name, or one of {_RESULTS}.")
    try:
        found = event.player(written)
    except AppError as error:
        if " may be " in error.sentence:
            raise
        raise AppError(
            f"“{written}” is neither a result nor a player of the event.",
            f"The winner's name, or one of {_RESULTS}.",
        ) from None
    if found.id not in players:
        raise AppError(f"{found.name} does not play there; {names_of(event.state, players)} do.")
    return players.index(found.id)


def _by_power(event: OpenedEvent, entry: Values, seeds: tuple[int | None, ...] = ()) -> TimeRuling:
    known = None not in seeds and len(seeds) == 2
    higher = min(range(2), key=lambda seat: seeds[seat] or 0) if known else None
    game = AtTime(
        power=two_numbers(entry["power"], "--power") or (0, 0),
        totals=two_numbers(entry["totals"], "--totals") or (USUAL_TOTAL, USUAL_TOTAL),
        draw_decks=two_numbers(entry["draw_decks"], "--draw-decks"),
        dominance=_who(entry["dominance"], "--dominance"),
        dead_piles=two_numbers(entry["dead_piles"], "--dead-piles"),
        choice=_who(entry["choice"], "--choice"),
        elimination=bool(seeds),
        higher_seed=higher,
    )
    return at_time(event.state.regulations, game)


def _decided(ruling: TimeRuling) -> GameResult:
    """Return who wins at time by the regulations; AppError asks for the next fact that decides."""
    if ruling.result is None:
        raise AppError(f"That does not decide it yet. {ruling.question}", _OPTIONS[ruling.step])
    return ruling.result


def _who(written: str, option: str) -> int | None:
    if not written:
        return None
    if written not in _WHO or (written == "nobody" and option == "--choice"):
        raise AppError(f"“{option}” takes first or second, not “{written}”.")
    return _WHO[written]


def of_bracket(event: OpenedEvent, entry: Values) -> Wanted:
    """Return the entry of a game of the last round of the elimination, or a correction."""
    rounds, number = event.state.elimination, entry["table"]
    if not rounds:
        raise AppError("The elimination is not drawn yet.", "sevenplots event bracket ID draws it.")
    played = _round_to_correct(rounds, number) if entry["correct"] else rounds[-1]
    game = next((each for each in played.games if each.number == number), None)
    if game is None or not game.players:
        raise AppError(f"Round {played.number} of the elimination has no game {number}.")
    if len(game.players) < 2:
        raise AppError(f"Game {number} is a bye.")
    if event.state.kind.at_tables and (entry["power"] or "," in entry["result"]):
        places = _places(game, entry)
        first = places.index(1) if 1 in places and len(places) == len(game.players) else 0
        typed = TypedResult(winner=game.players[first], places=places)
    else:
        seat, how = _winner(event, game, entry)
        typed = TypedResult(winner=game.players[seat], how=how)
    return bracket_entered(played.number, game, typed, corrects=entry["correct"])


def _winner(event: OpenedEvent, game: BracketGame, entry: Values) -> tuple[int, str]:
    """Return whose seat won a game of the elimination, and how, in the words of the window."""
    if entry["result"] == OPEN:
        raise AppError(
            "A game of the elimination cannot be opened again.",
            "Correct it with its right winner and --correct, or use sevenplots event undo.",
        )
    if entry["power"]:
        ruling = _by_power(event, entry, tuple(seed_of(event.state, each) for each in game.players))
        result, conceded = _decided(ruling), False
        if ruling.step is TimeStep.HIGHER_SEED:
            return WON[result][0], LEVEL_AT_TIME
    elif _names_result(entry):
        result, conceded = _written_result(entry)
    else:
        seat = _seat(event, game.players, entry["result"])
        return seat, HOW_KEYS["m" if entry["timed"] else "c" if entry["conceded"] else "w"]
    if result not in WON:
        raise AppError(
            f"A game of the elimination has a winner; {result.value.replace('-', ' ')} is not"
            " possible.",
            "Agreed draws are for Swiss rounds; both can only leave: sevenplots event drop.",
        )
    seat, key = WON[result]
    return seat, HOW_KEYS["c" if conceded else key]


def _round_to_correct(rounds: tuple[BracketRound, ...], number: int) -> BracketRound:
    """Return the last round in which this game has a winner."""
    for played in reversed(rounds):
        if any(each.number == number and each.winner for each in played.games):
            return played
    raise AppError(f"No game {number} of the elimination has a winner to correct.")
