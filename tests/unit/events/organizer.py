"""An organizer for tests: does one operation after another, and keeps log and state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from events import operations as ops
from events.bracket import cut_seeds
from events.event_state import EventState
from events.event_terms import GameResult, StructureKind
from events.event_values import EventSettings, SwissRound, TableGame
from events.operations import Operation
from events.plan_steps import plan_of
from events.replay import applied
from events.round_draw import next_round
from events.standings import Standing, standings
from events.structure import EventPlan

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SETTINGS = EventSettings(name="Test event", day=date(2026, 11, 20), seed=7)
CREATED = ops.Created(at=NOON, settings=SETTINGS)
CUSTOM = replace(SETTINGS, structure=StructureKind.CUSTOM)


def registered(name: str) -> Operation:
    """Return the operation by which somebody signs up, under his name as id."""
    return ops.Registered(at=NOON, player=name, name=name)


def custom(rounds: int, cut: int = 0, **fields: Any) -> EventSettings:
    """Return settings of a custom structure."""
    plan = EventPlan(swiss_rounds=rounds, cut=cut, cut_wins=fields.pop("cut_wins", None))
    return replace(CUSTOM, plan=plan, **fields)


def started(names: Iterable[str], settings: EventSettings = SETTINGS) -> Organizer:
    """Return an event of these players after its start."""
    organizer = Organizer(settings)
    organizer.register(names)
    organizer.start()
    return organizer


class Organizer:
    """Runs an event; `do` makes an operation of its kind and fields."""

    def __init__(self, settings: EventSettings = SETTINGS) -> None:
        self.log: list[Operation] = [ops.Created(at=NOON, settings=settings)]
        self.state: EventState = applied(self.log[0], None)

    def do(self, kind: type[Operation], **fields: Any) -> EventState:
        """Do it; AppError where it cannot be done, and then nothing has changed."""
        operation = kind(at=NOON, **fields)
        self.state = applied(operation, self.state)
        self.log.append(operation)
        return self.state

    def register(self, names: Iterable[str]) -> None:
        """Sign players up, each under his name as id."""
        for name in names:
            self.do(ops.Registered, player=name, name=name)

    def start(self) -> None:
        """Start with the announced plan."""
        self.do(ops.Started, plan=plan_of(self.state))

    def pair(self, seed: int = 1) -> SwissRound:
        """Draw the next round."""
        drawn = next_round(self.state, seed)
        self.do(ops.RoundPaired, round=drawn)
        return drawn

    def play(self, seed: int = 1) -> None:
        """Draw the next round, and let the first of each game win."""
        self.pair(seed)
        self.all_win()

    def cut(self) -> tuple[str, ...]:
        """Make the cut by the standings; return the seeds."""
        self.do(ops.CutMade, seeds=cut_seeds(self.state))
        return self.state.seeds

    def wins(self, game: int, winner: str, number: int = 0) -> None:
        """Enter the winner of a game of the elimination, by default of the last round."""
        number = number or len(self.state.elimination)
        self.do(ops.BracketResultEntered, round=number, game=game, winner=winner)

    def played(self, text: str, byes: Sequence[str] = ()) -> None:
        """Play a round as the rules file writes it: "A-B 5:0, C-D 4:1"."""
        number = len(self.state.rounds) + 1
        parts = [part.replace("-", " ").split() for part in text.split(",")]
        games = tuple(
            TableGame(table=at, players=(one, other))
            for at, (one, other, _) in enumerate(parts, start=1)
        )
        drawn = SwissRound(number=number, games=games, byes=tuple(byes))
        self.do(ops.RoundPaired, round=drawn)
        for at, (_, _, points) in enumerate(parts, start=1):
            self.result(at, RESULTS[points])

    def result(self, table: int, result: GameResult = GameResult.WIN) -> None:
        """Enter the result of a table of the last round."""
        number = len(self.state.rounds)
        self.do(ops.ResultEntered, round=number, table=table, result=result)

    def result_of(self, number: int, table: int, result: GameResult) -> None:
        """Correct the result of a table of any round."""
        self.do(ops.ResultCorrected, round=number, table=table, result=result)

    def all_win(self) -> None:
        """Let the first of each game of the last round win that is not over."""
        for game in self.state.rounds[-1].playing:
            self.result(game.table)

    def line(self, player: str) -> Standing:
        """Return a player's line of the standings."""
        return next(line for line in standings(self.state) if line.player == player)

    def order(self) -> str:
        """Return the standings as the names in a row."""
        return "".join(line.player for line in standings(self.state))


RESULTS = {
    "5:0": GameResult.WIN,
    "4:1": GameResult.MODIFIED_WIN,
    "4:0": GameResult.MODIFIED_WIN,
    "2:2": GameResult.DRAW,
    "1:4": GameResult.MODIFIED_LOSS,
    "0:4": GameResult.MODIFIED_LOSS,
    "0:5": GameResult.LOSS,
}
