"""A whole event in which every kind of operation is done, and a few are taken back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from events import operations as ops
from events.event_terms import GameResult, PenaltyLevel
from events.event_values import HandedInDeck
from events.operations import Operation
from events.round_draw import redrawn_round
from events.structure import EventPlan
from tests.unit.events.organizer import NOON, Organizer, custom, started

# Logs that are stored one after another: each has one operation more than the last, or one less.
Logs = tuple[tuple[Operation, ...], ...]


@cache
def whole_event() -> tuple[Operation, ...]:
    """Return the log of an event of seven players with Swiss rounds, a cut and a winner."""
    organizer = Organizer(custom(3, 4, regulations="2.2"))
    _before_the_start(organizer)
    organizer.do(ops.ByeGiven, player="G", prize=True)
    organizer.start()
    first = organizer.pair(1)
    one, other = first.games[0].players[0], first.games[1].players[0]
    organizer.do(ops.TablePinned, round=1, table=1)
    organizer.do(ops.RoundRepaired, round=redrawn_round(organizer.state, 2))
    organizer.do(ops.RoundCancelled, round=1, reason="Fire alarm.")
    organizer.pair(3)
    games = organizer.state.rounds[-1].games
    one, other = games[0].players[0], games[1].players[0]
    organizer.do(ops.PlayersSwapped, round=1, first=one, second=other)
    organizer.all_win()
    organizer.do(ops.ResultCorrected, round=1, table=1, result=GameResult.MODIFIED_LOSS)
    organizer.do(ops.EnteredLate, player="H", name="Hodor")
    organizer.do(ops.PenaltyNoted, player="A", level=PenaltyLevel.WARNING, text="Slow.")
    organizer.do(ops.Dropped, player="B")
    organizer.play(4)
    organizer.do(ops.Rejoined, player="B")
    organizer.do(ops.PlanChanged, plan=EventPlan(swiss_rounds=2, cut=4), reason="It is late.")
    organizer.do(ops.Disqualified, player="C", reason="Cheating.")
    organizer.cut()
    organizer.do(ops.CutTakenBack, reason="Too early.")
    organizer.cut()
    bracket = organizer.state.elimination[0].games
    for game in bracket:
        fields = {"round": 1, "game": game.number}
        organizer.do(ops.BracketResultEntered, **fields, winner=game.players[0])
    changed = bracket[0].players[1]
    organizer.do(ops.BracketResultCorrected, round=1, game=1, winner=changed)
    organizer.do(ops.BracketResultEntered, round=2, game=1, winner=changed, how="concession")
    organizer.do(ops.Finished)
    return tuple(replace(each, by=f"Judge {at % 3}") for at, each in enumerate(organizer.log))


def _before_the_start(organizer: Organizer) -> None:
    organizer.do(ops.SettingsChanged, settings=custom(4, 4, regulations="2.2"))
    organizer.register("ABCDEFG")
    organizer.do(ops.Renamed, player="A", name="Arya")
    deck = HandedInDeck(text="{}", digest="0" * 12, name="Wolves", legal=True)
    organizer.do(ops.DeckHandedIn, player="A", deck=deck)
    organizer.do(ops.PairForbidden, first="A", second="B")
    organizer.do(ops.PairAllowed, first="A", second="B")
    organizer.do(ops.TableFixed, player="D", table=9)


@cache
def drawn_elimination() -> tuple[Operation, ...]:
    """Return the log of an event that is an elimination from the start."""
    organizer = started("AB", custom(0))
    organizer.do(ops.EliminationDrawn, seed=3, games=(("A", "B"),))
    organizer.wins(1, "B", 1)
    organizer.do(ops.Finished)
    return tuple(replace(each, at=NOON) for each in organizer.log)


def stored_logs(log: tuple[Operation, ...], every: int = 4) -> Logs:
    """Return a log after each operation; after every few, the last one is undone and redone."""
    logs = [log[:1]]
    for length in range(2, len(log) + 1):
        logs.append(log[:length])
        if length % every == 0:
            logs += [log[: length - 1], log[:length]]
    return tuple(logs)
