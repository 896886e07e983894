"""An event of another program -> a log: its rounds as a document, then its elimination."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from core.errors import AppError
from events.document_reader import first_seeds, read_document
from events.event_state import EventState
from events.operations import BracketResultEntered, CutMade, Finished, Operation, done_by
from events.replay import applied, replay
from events.standings import standings

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """The log of an event that was read, and sentences about what of it was not."""

    log: tuple[Operation, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignGame:
    """A game of a round: the second player is None for a bye; no result while it is played."""

    players: tuple[str, str | None]
    table: int | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPair:
    """A game of an elimination, and who won it where that is known."""

    players: Pair
    winner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignEvent:
    """What other programs tell: players by id, Swiss rounds, and the games of an elimination.

    `seeds` are the players of the cut, the highest first; empty: as the standings have them.
    `notes` are about what could not be taken over.
    """

    name: str
    day: date
    players: Mapping[str, Mapping[str, Any]]
    rounds: Sequence[Sequence[ForeignGame]]
    bracket: Sequence[BracketPair] = ()
    seeds: tuple[str, ...] = ()
    cut: int = 0
    notes: tuple[str, ...] = ()


def imported(event: ForeignEvent, at: datetime, by: str = "") -> ImportedEvent:
    """Return the log of an event; AppError where its rounds cannot have been."""
    log = read_document(json.dumps(_document(event)), at)
    found = _with_elimination(event, log, at) if event.bracket else ImportedEvent(log)
    signed = tuple(done_by(each, by) for each in found.log)
    return ImportedEvent(signed, (*event.notes, *found.notes))


def result_of(first: float | None, second: float | None, *, drawn: bool = False) -> str | None:
    """Return the result that the points of two players speak for; None where there are none."""
    if first is None or second is None:
        return None
    if drawn:
        return "intentional-draw"
    if first == second:
        return "draw" if first else "double-loss"
    won = "modified-win" if max(first, second) == 4 else "win"
    return won if first > second else won.replace("win", "loss")


def _document(event: ForeignEvent) -> dict[str, Any]:
    """Return the event document; who is missing from a round between others has a loss there."""
    seen: dict[str, list[int]] = {each: [] for each in event.players}
    for number, games in enumerate(event.rounds, start=1):
        for game in games:
            for player in filter(None, game.players):
                seen.setdefault(player, []).append(number)
    last = len(event.rounds)
    bracket = {each for game in event.bracket for each in game.players}
    players = [
        {"name": f"Player {player}", **event.players.get(player, {}), "id": player}
        | {"joined": present[0] if present else 1}
        | {"dropped": _left(present, last) if player not in bracket else None}
        for player, present in seen.items()
    ]
    return {
        "event": {
            "name": event.name,
            "date": event.day.isoformat(),
            "structure": "custom",
            "swiss_rounds": last or None,
            "cut": event.cut,
            "players": players,
            "rounds": [
                _round(games) | {"losses": _missing(seen, number)}
                for number, games in enumerate(event.rounds, start=1)
            ],
        }
    }


def _round(games: Sequence[ForeignGame]) -> dict[str, Any]:
    return {
        "games": [
            {"table": game.table, "players": game.players, "result": game.result}
            for game in games
            if game.players[1] is not None
        ],
        "byes": [game.players[0] for game in games if game.players[1] is None],
    }


def _missing(seen: Mapping[str, Sequence[int]], number: int) -> list[str]:
    """Return the players who are in rounds before and after this one, but not in it."""
    return [
        player
        for player, present in seen.items()
        if present and present[0] < number < present[-1] and number not in present
    ]


def _left(present: Sequence[int], last: int) -> int | None:
    """Return the round after which a player left, None where he was in the last."""
    if not last:
        return None
    left = present[-1] if present else 0
    return left if left < last else None


def _with_elimination(
    event: ForeignEvent, log: tuple[Operation, ...], at: datetime
) -> ImportedEvent:
    """Return the log with the elimination as far as it is a single one with our order of games.

    Seeds that are not stated are those of the standings, or else of the order of its first games.
    """
    state = replay(log)
    ways = [event.seeds] if event.seeds else _ways_to_seed(event, state)
    found = [_played(event, seeds, log, state, at) for seeds in ways]
    return next((each for each in found if not each.notes), found[0])


def _ways_to_seed(event: ForeignEvent, state: EventState) -> list[tuple[str, ...]]:
    playing = {each for game in event.bracket for each in game.players}
    by_rank = tuple(line.player for line in standings(state) if line.player in playing)
    first = first_seeds([game.players for game in event.bracket[: event.cut // 2]])
    return [by_rank, first] if set(first) == playing else [by_rank]


def _played(
    event: ForeignEvent,
    seeds: tuple[str, ...],
    log: tuple[Operation, ...],
    state: EventState,
    at: datetime,
) -> ImportedEvent:
    try:
        cut = CutMade(at=at, seeds=seeds)
        state = applied(cut, state)
    except AppError as error:
        return ImportedEvent(log, (f"The elimination was left out: {error.sentence}",))
    done: list[Operation] = [*log, cut]
    for left, pair in enumerate(event.bracket):
        entered = _entered(pair, state, at)
        if entered is None:
            return ImportedEvent(tuple(done), _left_out(event.bracket[left:]))
        if entered.winner:
            state = applied(entered, state)
            done.append(entered)
    if state.winner is not None:
        done.append(Finished(at=at))
    return ImportedEvent(tuple(done))


def _left_out(games: Sequence[BracketPair]) -> tuple[str, ...]:
    return (
        (
            f"Games of the elimination left out: {len(games)}. They do not follow from a"
            " single elimination by these seeds."
        ),
    )


def _entered(pair: BracketPair, state: EventState, at: datetime) -> BracketResultEntered | None:
    for played in state.elimination:
        for game in played.games:
            if set(game.players) == set(pair.players) and game.winner is None:
                return BracketResultEntered(
                    at=at, round=played.number, game=game.number, winner=pair.winner or ""
                )
    return None
