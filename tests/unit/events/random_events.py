"""Whole events at random: drops, late entries, draws, corrections, swaps, cut and bracket."""

from __future__ import annotations

from random import Random

from events import operations as ops
from events.chance import chance
from events.event_state import EventState
from events.event_terms import GameResult
from events.round_draw import next_round, redrawn_round
from tests.unit.events.organizer import Organizer, custom

RESULTS = tuple(GameResult)
LATER_RESULTS = tuple(each for each in GameResult if "draw" not in each.value)


class RandomEvent:
    """One event of its seed, played to the end; `rounds` holds each round as it was drawn."""

    def __init__(self, seed: int, most: int = 64, rounds: int = 8) -> None:
        self.random: Random = chance(seed, "random event")
        players = self.random.randint(4, most)
        number = self.random.randint(2, min(rounds, players))
        cut = self.random.choice((0, 2, 4))
        version = self.random.choice(("1.0.1", "2.2"))
        self.results = RESULTS if version == "1.0.1" else LATER_RESULTS
        self.organizer = Organizer(custom(number, cut, regulations=version, seed=seed))
        self.organizer.register(f"P{each}" for each in range(players))
        if players > 6 and self.chance(0.3):
            self.organizer.do(ops.PairForbidden, first="P0", second="P1")
        self.organizer.start()
        self.before: list[EventState] = []
        for each in range(number):
            self._round(seed * 100 + each)
        if cut:
            self._bracket()
        self.organizer.do(ops.Finished)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def _round(self, seed: int) -> None:
        organizer, random = self.organizer, self.random
        self.before.append(organizer.state)
        organizer.do(ops.RoundPaired, round=next_round(organizer.state, seed))
        if self.chance(0.05):
            drawn = redrawn_round(organizer.state, seed + 50)
            organizer.do(ops.RoundRepaired, round=drawn)
        for game in organizer.state.rounds[-1].playing:
            organizer.result(game.table, random.choice(self.results))
        active = [each.id for each in organizer.state.active]
        if len(active) > 4 and self.chance(0.3):
            organizer.do(ops.Dropped, player=random.choice(active))
        gone = [each.id for each in organizer.state.players if not each.active]
        if gone and self.chance(0.2):
            organizer.do(ops.Rejoined, player=random.choice(gone))
        if self.chance(0.1):
            new = f"L{len(organizer.state.players)}"
            organizer.do(ops.EnteredLate, player=new, name=new, byes=self.chance(0.3))
        if self.chance(0.1) and organizer.state.rounds[0].games:
            result = random.choice(self.results)
            organizer.do(ops.ResultCorrected, round=1, table=1, result=result)

    def _bracket(self) -> None:
        organizer = self.organizer
        organizer.cut()
        while organizer.state.winner is None:
            state = organizer.state
            played = next(each for each in state.elimination if not each.over)
            game = next(each for each in played.games if not each.over)
            organizer.do(
                ops.BracketResultEntered,
                round=played.number,
                game=game.number,
                winner=self.random.choice(game.players),
            )
