"""How fast rounds are paired, standings computed and logs replayed."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from itertools import cycle
from pathlib import Path

from app.phones.desk import PhoneDesk
from app.phones.sessions import COOKIE
from app.phones.web_app import PhoneWebApp
from benchmarks.table import Benchmark, Trial, Unit
from events.chance import chance
from events.event_log import read_log, written_log
from events.event_state import EventState
from events.event_terms import GameResult, StructureKind
from events.event_values import EventSettings
from events.operations import Created, Operation, Registered, ResultEntered, RoundPaired, Started
from events.replay import applied, replay
from events.round_draw import next_round
from events.standings import standings
from events.structure import EventPlan
from library.library import Library

ROUNDS = 8
AT = datetime(2026, 11, 20, tzinfo=UTC)
AGAINST_PLAYERS = "players sorted by a number"
AGAINST_LOG = "operations listed"
# Typical results: most games are won, a few at time.
RESULTS = (
    *(GameResult.WIN, GameResult.LOSS) * 4,
    GameResult.MODIFIED_WIN,
    GameResult.MODIFIED_LOSS,
    GameResult.DRAW,
)


def played(players: int, rounds: int) -> tuple[list[Operation], EventState]:
    """Return the log and state of an event after some rounds; one more can be paired."""
    plan = EventPlan(swiss_rounds=rounds + 1)
    settings = EventSettings(
        name="Event", day=date(2026, 11, 20), seed=1, structure=StructureKind.CUSTOM, plan=plan
    )
    log: list[Operation] = [Created(at=AT, settings=settings)]
    log += [Registered(at=AT, player=f"p{each}", name=f"Player {each}") for each in range(players)]
    log.append(Started(at=AT, plan=plan))
    state = replay(log)
    random = chance(1, "results")
    for number in range(1, rounds + 1):
        drawn = next_round(state, number)
        done: list[Operation] = [RoundPaired(at=AT, round=drawn)]
        done += [
            ResultEntered(at=AT, round=number, table=game.table, result=random.choice(RESULTS))
            for game in drawn.games
        ]
        for operation in done:
            state = applied(operation, state)
        log += done
    return log, state


def _sorted(state: EventState) -> list[str]:
    return sorted((each.id for each in state.players), key=hash)


def pairing(players: int, rounds: int, _folder: Path) -> Trial:
    """Pair the next round of an event."""
    _log, state = played(players, rounds)
    return Trial(lambda: next_round(state, 1), lambda: _sorted(state))


def standings_512(_folder: Path) -> Trial:
    """Compute the standings of 512 players after eight rounds."""
    _log, state = played(512, ROUNDS)
    return Trial(lambda: standings(state), lambda: _sorted(state))


def replay_512(_folder: Path) -> Trial:
    """Replay that event: 2,570 operations."""
    log, _last = played(512, ROUNDS)
    return Trial(lambda: replay(log), lambda: list(map(type, log)))


def log_512(_folder: Path) -> Trial:
    """Write the log of that event and read it."""
    log, _last = played(512, ROUNDS)
    return Trial(lambda: read_log(written_log(log)), lambda: list(map(type, log)))


def phone_64(folder: Path) -> Trial:
    """Ask for the page of each of 64 players after five rounds, one after the other."""
    log, state = played(64, 5)
    library = Library(folder / "decks.db", clock=lambda: AT)
    atexit.register(library.close)
    event_id = library.events.create(log)
    app = PhoneWebApp(PhoneDesk(library, event_id))
    tokens = [library.phones.sign_in(event_id, "", player=each.id) for each in state.players]
    asked = cycle(tokens)

    def respond(*_: object) -> Callable[[bytes], object]:
        return lambda _: None

    def ask() -> bytes:
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": "/me",
            "HTTP_COOKIE": f"{COOKIE}={next(asked)}",
            "wsgi.url_scheme": "http",
        }
        html = b"".join(app(environ, respond))
        assert b"Player" in html
        return html

    return Trial(ask, lambda: _sorted(state))


BENCHMARKS = (
    Benchmark("events.pair64", Unit.MILLISECONDS, AGAINST_PLAYERS, partial(pairing, 64, 5)),
    Benchmark("events.pair512", Unit.MILLISECONDS, AGAINST_PLAYERS, partial(pairing, 512, 7)),
    Benchmark("events.standings", Unit.MILLISECONDS, AGAINST_PLAYERS, standings_512),
    Benchmark("events.replay", Unit.MILLISECONDS, AGAINST_LOG, replay_512),
    Benchmark("events.log", Unit.MILLISECONDS, AGAINST_LOG, log_512),
    Benchmark("events.phone", Unit.MILLISECONDS, AGAINST_PLAYERS, phone_64, percentile=95),
)
