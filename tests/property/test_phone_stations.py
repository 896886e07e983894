"""Two windows, three phones and the command line at once: nothing lost, nothing done twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from app.phones.desk import PhoneDesk
from app.phones.refusals import PhoneRefusalError
from app.phones.reports import game_of, games_now
from core.errors import AppError
from events import operations as ops
from events.event_state import EventState
from events.event_terms import GameResult, PenaltyLevel
from events.operations import Operation
from events.replay import replay
from events.round_draw import next_round
from library.errors import AlreadyDoneError, EventChangedError
from library.library import Library
from library.phones import new_token
from tests.long_run import times
from tests.unit.events.organizer import NOON, Organizer, custom
from tests.unit.library.ticking import Ticking

OPERATIONS = times(short=20, long=500)
PLAYERS = "ABCDEFGHIJKLMNOP"


@dataclass
class Station:
    """A window, a phone or a command: what it was told that is done, and what was refused."""

    name: str
    done: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def penalty(self, do: Callable[[str], None]) -> None:
        """Do a penalty with a text that no other has; keep what was told."""
        text = f"{self.name} {len(self.done) + len(self.refused)}"
        try:
            do(text)
        except AppError as error:
            self.refused.append(f"{text}: {error.sentence}")
        else:
            self.done.append(text)


def run_window(path: Path, event_id: str, station: Station, seed: int) -> None:
    """Do what a window or a command does: look, then append, and be told of others."""
    chance = random.Random(seed)  # noqa: S311 - the same choices in every run
    with Library(path, clock=Ticking()) as library:
        log = library.events.operations(event_id)
        for _ in range(OPERATIONS):
            state = replay(log)
            wanted = of_round(state, chance) if chance.random() < 0.3 else None
            operations = (wanted,) if wanted else ()

            def do(
                text: str, made: tuple[Operation, ...] = operations, after: int = len(log)
            ) -> None:
                penalty = note(chance.choice(PLAYERS), text)
                library.events.append_all(event_id, [*made, penalty], after)

            station.penalty(do)
            log = library.events.operations(event_id)


def of_round(state: EventState, chance: random.Random) -> Operation | None:
    """Return a result of the round that is played, or the next round."""
    if state.current and state.current.playing:
        game = chance.choice(state.current.playing)
        number = state.current.number
        return ops.ResultEntered(at=NOON, round=number, table=game.table, result=GameResult.WIN)
    if state.plan and len(state.rounds) < state.plan.swiss_rounds:
        return ops.RoundPaired(at=NOON, round=next_round(state, chance.randrange(99)))
    return None


def note(player: str, text: str) -> Operation:
    return ops.PenaltyNoted(at=NOON, player=player, level=PenaltyLevel.NOTE, text=text)


def run_phone(desk: PhoneDesk, station: Station, seed: int) -> None:
    """Do what phones do: report, call and, as a judge, note penalties; some forms come twice."""
    chance = random.Random(seed)  # noqa: S311
    for _ in range(OPERATIONS):
        player = chance.choice(PLAYERS)
        if chance.random() < 0.6:
            report(desk, player, chance)
            continue
        once = new_token()

        def do(text: str, player: str = player, once: str = once) -> None:
            fields = {"player": player, "level": PenaltyLevel.NOTE, "text": text}
            desk.do(lambda _: [(ops.PenaltyNoted, fields)], station.name, once=once)
            if chance.random() < 0.3:
                try:
                    desk.do(lambda _: [(ops.PenaltyNoted, fields)], station.name, once=once)
                except AlreadyDoneError:
                    return
                raise AssertionError("the same form was done twice")

        station.penalty(do)


def report(desk: PhoneDesk, player: str, chance: random.Random) -> None:
    state = desk.state()
    game = game_of(state, player)
    if game is None:
        return
    # Often the opponent reports at once, too, so that phones do enter results.
    for each in game.players if chance.random() < 0.5 else (player,):
        wins = each == game.players[0]
        if chance.random() < 0.1:
            wins = not wins
        try:
            result = GameResult.WIN if wins else GameResult.LOSS
            desk.report(each, result, game.key(state), new_token())
        except (PhoneRefusalError, EventChangedError):
            return  # another station came before: the page says so


def test_five_stations_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    organizer = Organizer(custom(12))
    organizer.register(PLAYERS)
    organizer.start()
    organizer.pair()
    with Library(path, clock=Ticking()) as library, Library(path, clock=Ticking()) as served:
        event_id = library.events.create(organizer.log)
        desks = [PhoneDesk(served, event_id), PhoneDesk(library, event_id)]
        stations = [Station(name) for name in ("window", "command", "judge", "phone", "second")]
        works = [
            Thread(target=run_window, args=(path, event_id, stations[0], 1)),
            Thread(target=run_window, args=(path, event_id, stations[1], 2)),
            Thread(target=run_phone, args=(desks[0], stations[2], 3)),
            Thread(target=run_phone, args=(desks[0], stations[3], 4)),
            Thread(target=run_phone, args=(desks[1], stations[4], 5)),
        ]
        for each in works:
            each.start()
        for each in works:
            each.join()
        log = library.events.operations(event_id)
        state = replay(log)
        noted = sorted(each.text for player in state.players for each in player.penalties)
        assert noted == sorted(text for each in stations for text in each.done)
        entered = [(each.round, each.table) for each in log if isinstance(each, ops.ResultEntered)]
        assert len(entered) == len(set(entered))
        # In a short run the others may be done before two phones agree.
        assert OPERATIONS < 100 or any(each.by.endswith("by phone") for each in log)
        # Phones try again until it is done, so that only windows are told of others.
        assert [each.refused for each in stations[2:]] == [[], [], []]
        others = [text for each in stations[:2] for text in each.refused]
        assert all("was changed in another window meanwhile" in each for each in others)
        desk = PhoneDesk(library, event_id)
        assert desk.state() == state
        assert all(len(each.players) == 2 for each in games_now(state))
