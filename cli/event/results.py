"""`sevenplots event result`: what a table or a game of the elimination came to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from cli.event.event_source import (
    DoneBy,
    EventId,
    OpenedEvent,
    now,
    numbers_of,
    report_done,
    stored_event,
    two_numbers,
)
from cli.options import AsJson
from cli.terminal import print_message
from core.errors import AppError
from events.bracket import seed_of
from events.event_terms import EventStage, GameResult
from events.event_values import BracketGame, BracketRound, SwissRound, TableGame
from events.melee_tables import places_by_power
from events.operations import (
    BracketResultCorrected,
    BracketResultEntered,
    Operation,
    ResultCorrected,
    ResultEntered,
)
from events.regulations import LEVEL_AT_TIME
from events.result_text import HOW_KEYS, RESULT_KEYS
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
# Whose seat won, and the key of how.
_WON = {
    GameResult.WIN: (0, "w"),
    GameResult.MODIFIED_WIN: (0, "m"),
    GameResult.LOSS: (1, "w"),
    GameResult.MODIFIED_LOSS: (1, "m"),
}
_WHO = {"first": 0, "second": 1, "nobody": -1}


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """What was written: a result or a name, or the numbers of a game at time."""

    result: str
    round: int | None
    correct: bool
    conceded: bool
    timed: bool
    power: str
    totals: str
    draw_decks: str
    dominance: str
    dead_piles: str
    choice: str


def result_command(
    context: typer.Context,
    event_id: EventId,
    table: Annotated[
        int, typer.Argument(metavar="TABLE", min=1, help="A table; a game of the elimination.")
    ],
    result: Annotated[
        str,
        typer.Argument(
            metavar="RESULT",
            help="The winner's name, or what it was for the first of the two: win, loss, draw, "
            "intentional-draw (Swiss rounds, a leader present), modified-win, modified-loss, "
            "double-loss, two keys (aw, bm), open; at a melee table places (1,2,3,3).",
        ),
    ] = "",
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="Another round than the last.")
    ] = None,
    correct: Annotated[bool, typer.Option("--correct", help="It replaces a wrong one.")] = False,
    conceded: Annotated[bool, typer.Option("--conceded", help="By concession.")] = False,
    timed: Annotated[bool, typer.Option("--at-time", help="A modified win.")] = False,
    power: Annotated[
        str, typer.Option(metavar="A,B", help="At time: the power of each, and it is decided.")
    ] = "",
    totals: Annotated[str, typer.Option(metavar="A,B", help="What each needs, 15,15.")] = "",
    draw_decks: Annotated[str, typer.Option(metavar="A,B", help="Cards in the draw decks.")] = "",
    dominance: Annotated[str, typer.Option(metavar="first|second|nobody")] = "",
    dead_piles: Annotated[str, typer.Option(metavar="A,B", help="Characters in them.")] = "",
    choice: Annotated[str, typer.Option(metavar="first|second", help="Whom he chooses.")] = "",
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Enter a result, or correct one; at time it can be decided by the regulations."""
    entry = ResultEntry(
        result, number, correct, conceded, timed, power, totals, draw_decks, dominance,
        dead_piles, choice,
    )  # fmt: skip
    with stored_event(context, event_id, by) as event:
        in_bracket = event.state.stage is EventStage.ELIMINATION and number is None
        event.do(_bracket_entry(event, table, entry) if in_bracket else _entry(event, table, entry))
        playing = _playing(event)
        report_done(event, as_json, playing=playing)
        if not as_json:
            what = "game" if event.state.elimination else "table"
            still = f"{what}{'s' * (len(playing) != 1)} {', '.join(map(str, playing))}"
            print_message(f"Still playing: {still}." if playing else "Nothing is played any more.")


def _playing(event: OpenedEvent) -> list[int]:
    """Return the tables, or games of the elimination, that are still played."""
    state = event.state
    if state.elimination:
        return [game.number for game in state.elimination[-1].games if not game.over]
    return [game.table for game in state.current.playing] if state.current else []


def _entry(event: OpenedEvent, table: int, entry: ResultEntry) -> Operation:
    state = event.state
    if not state.rounds:
        raise AppError("No round was paired yet.", "sevenplots event pair ID draws one.")
    played = state.round(entry.round or len(state.rounds))
    game = _game(played, table)
    kind = ResultCorrected if entry.correct or entry.result == OPEN else ResultEntered
    if entry.result == OPEN:
        return kind(at=now(), round=played.number, table=table)
    if state.kind.at_tables:
        places = _places(game, entry)
        return kind(at=now(), round=played.number, table=table, places=places)
    result, conceded = _result(event, game, entry)
    return kind(at=now(), round=played.number, table=table, result=result, conceded=conceded)


def _game(played: SwissRound, table: int) -> TableGame:
    for game in played.games:
        if game.table == table:
            return game
    tables = ", ".join(str(game.table) for game in played.games)
    raise AppError(f"Round {played.number} has no table {table}.", f"Its tables: {tables}.")


def _places(game: TableGame | BracketGame, entry: ResultEntry) -> tuple[int, ...]:
    if not entry.power:
        return numbers_of(entry.result, "RESULT")
    power = numbers_of(entry.power, "--power")
    totals = numbers_of(entry.totals, "--totals") if entry.totals else (USUAL_TOTAL,) * len(power)
    if len(power) != len(game.players) or len(totals) != len(power):
        raise AppError(f"The table has {len(game.players)} players; give a number for each.")
    return places_by_power(power, totals)


def _result(event: OpenedEvent, game: TableGame, entry: ResultEntry) -> tuple[GameResult, bool]:
    """Return the result for the first of the two, and whether it was conceded."""
    if entry.power:
        return _decided(_by_power(event, entry)), False
    if entry.result in RESULT_KEYS or entry.result in tuple(GameResult):
        return _written_result(entry)
    seat = _seat(event, game.players, entry.result)
    won = GameResult.MODIFIED_WIN if entry.timed else GameResult.WIN
    return (won if seat == 0 else won.for_other), entry.conceded


def _written_result(entry: ResultEntry) -> tuple[GameResult, bool]:
    """Return the result of two keys ("aw") or of its name ("win"), and whether it was conceded."""
    if entry.result in RESULT_KEYS:
        result, conceded = RESULT_KEYS[entry.result]
        return _as_timed(result, entry), conceded or entry.conceded
    return _as_timed(GameResult(entry.result), entry), entry.conceded


def _as_timed(result: GameResult, entry: ResultEntry) -> GameResult:
    """Return a win or a loss as one at time where that was said."""
    at_time = {
        GameResult.WIN: GameResult.MODIFIED_WIN,
        GameResult.LOSS: GameResult.MODIFIED_LOSS,
    }
    return at_time.get(result, result) if entry.timed else result


def _seat(event: OpenedEvent, players: tuple[str, ...], written: str) -> int:
    if not written:
        raise AppError("A result is missing.", f"The winner's name, or one of {_RESULTS}.")
    try:
        found = event.player(written)
    except AppError as error:
        if " may be " in error.sentence:
            raise
        raise AppError(
            f"“{written}” is no result and no player of the event.",
            f"The winner's name, or one of {_RESULTS}.",
        ) from None
    if found.id not in players:
        names = " and ".join(event.state.player(each).name for each in players)
        raise AppError(f"{found.name} does not play there, but {names}.")
    return players.index(found.id)


def _by_power(
    event: OpenedEvent, entry: ResultEntry, seeds: tuple[int | None, ...] = ()
) -> TimeRuling:
    known = None not in seeds and len(seeds) == 2
    higher = min(range(2), key=lambda seat: seeds[seat] or 0) if known else None
    power = two_numbers(entry.power, "--power") or (0, 0)
    return at_time(
        event.state.regulations,
        AtTime(
            power=power,
            totals=two_numbers(entry.totals, "--totals") or (USUAL_TOTAL, USUAL_TOTAL),
            draw_decks=two_numbers(entry.draw_decks, "--draw-decks"),
            dominance=_who(entry.dominance, "--dominance"),
            dead_piles=two_numbers(entry.dead_piles, "--dead-piles"),
            choice=_who(entry.choice, "--choice"),
            elimination=bool(seeds),
            higher_seed=higher,
        ),
    )


def _decided(ruling: TimeRuling) -> GameResult:
    """Return who wins at time by the regulations; AppError asks for what decides next."""
    if ruling.result is None:
        raise AppError(f"That does not decide it yet. {ruling.question}", _OPTIONS[ruling.step])
    return ruling.result


def _who(written: str, option: str) -> int | None:
    if not written:
        return None
    if written not in _WHO or (written == "nobody" and option == "--choice"):
        raise AppError(f"“{option}” takes first or second, not “{written}”.")
    return _WHO[written]


def _bracket_entry(event: OpenedEvent, number: int, entry: ResultEntry) -> Operation:
    """Return the entry of a game of the elimination: of its last round, or of one before."""
    rounds = event.state.elimination
    if not rounds:
        raise AppError("The elimination is not drawn yet.", "sevenplots event bracket ID draws it.")
    played = _round_to_correct(rounds, number) if entry.correct else rounds[-1]
    game = next((each for each in played.games if each.number == number), None)
    if game is None or not game.players:
        raise AppError(f"Round {played.number} of the elimination has no game {number}.")
    if len(game.players) < 2:
        raise AppError(f"Game {number} is a bye.")
    kind = BracketResultCorrected if entry.correct else BracketResultEntered
    done = partial(kind, at=now(), round=played.number, game=number)
    if event.state.kind.at_tables and (entry.power or "," in entry.result):
        places = _places(game, entry)
        first = places.index(1) if 1 in places and len(places) == len(game.players) else 0
        return done(winner=game.players[first], places=places)
    seat, how = _bracket_result(event, game, entry)
    return done(winner=game.players[seat], how=how)


def _bracket_result(event: OpenedEvent, game: BracketGame, entry: ResultEntry) -> tuple[int, str]:
    """Return whose seat won a game of the elimination, and how, in the words of the window."""
    if entry.result == OPEN:
        raise AppError(
            "A game of the elimination cannot be opened again.",
            "Correct it with its right winner and --correct, or use sevenplots event undo.",
        )
    if entry.power:
        seeds = tuple(seed_of(event.state, each) for each in game.players)
        ruling = _by_power(event, entry, seeds)
        result, conceded = _decided(ruling), False
        if ruling.step is TimeStep.HIGHER_SEED:
            return _WON[result][0], LEVEL_AT_TIME
    elif entry.result in RESULT_KEYS or entry.result in tuple(GameResult):
        result, conceded = _written_result(entry)
    else:
        seat = _seat(event, game.players, entry.result)
        key = "m" if entry.timed else "c" if entry.conceded else "w"
        return seat, HOW_KEYS[key]
    if result not in _WON:
        raise AppError(
            f"A game of the elimination has a winner; {result.value.replace('-', ' ')} is none.",
            "Agreed draws are for Swiss rounds; both can only leave: sevenplots event drop.",
        )
    seat, key = _WON[result]
    return seat, HOW_KEYS["c" if conceded else key]


def _round_to_correct(rounds: tuple[BracketRound, ...], number: int) -> BracketRound:
    """Return the last round in which this game has a winner."""
    for played in reversed(rounds):
        if any(each.number == number and each.winner for each in played.games):
            return played
    raise AppError(f"No game {number} of the elimination has a winner to correct.")
