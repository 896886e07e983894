"""Each operation of a log in plain words: what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events import operations as ops
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import TableGame
from events.operations import Operation
from events.regulations import INTENTIONAL_DRAW_RULE, LEVEL_AT_TIME
from events.result_text import names_of, result_text
from events.scores import WINS
from events.structure import EventPlan


def plan_words(plan: EventPlan) -> str:
    """Return rounds and cut: "5 Swiss rounds, then a cut of 8"."""
    if plan.elimination_from_start:
        return "elimination from the start"
    rounds = f"{plan.swiss_rounds} Swiss round{'s' * (plan.swiss_rounds != 1)}"
    if plan.cut_wins is not None:
        return f"{rounds}, then all with {plan.cut_wins} wins or more"
    return f"{rounds}, then a cut of {plan.cut}" if plan.cut else f"{rounds}, no cut"


def operation_words(operation: Operation, state: EventState) -> str:
    """Return what was done as a sentence; `state` is the one after it, or any later one."""
    return _WORDS[type(operation)](operation, state)


def remarks(operation: Operation, before: EventState | None, state: EventState) -> tuple[str, ...]:
    """Return what the organizer should know of an operation that was just done."""
    if before is None or isinstance(operation, ops.Started):
        return ()  # a start says before it what lacks
    known, said = list(before.departures), []
    for each in state.departures:
        if each in known:
            known.remove(each)
        else:
            said.append(each.text)
    said += [
        f"{each.name} was disqualified and wins all the same; correct the result if that is wrong."
        for each in map(state.player, _winners(operation, state))
        if each.disqualified
    ]
    if getattr(operation, "result", None) is GameResult.INTENTIONAL_DRAW:
        said.append(INTENTIONAL_DRAW_RULE)
    if isinstance(operation, ops.Dropped) and state.current:
        said += [
            f"{_name(state, operation.player)} has left, and table {each.table} of round "
            f"{state.current.number} is still open: enter its result."
            for each in state.current.playing
            if operation.player in each.players
        ]
    return tuple(said)


def _winners(done: Operation, state: EventState) -> list[str]:
    if isinstance(done, ops.BracketResult):
        return [done.winner]
    if not isinstance(done, ops.TableResult):
        return []
    game = _game(state, done.round, done.table)
    players = game.players if game else ()
    if done.result is not None:
        results = (done.result, done.result.for_other)
        return [each for each, result in zip(players, results, strict=False) if result in WINS]
    return [each for each, place in zip(players, done.places, strict=False) if place == 1]


def _name(state: EventState, player: str) -> str:
    return state.player(player).name


def _because(text: str, reason: str) -> str:
    return f"{text} {reason}".strip()


def _game(state: EventState, number: int, table: int) -> TableGame | None:
    # A round that was cancelled later is no longer in the state.
    games = state.rounds[number - 1].games if number <= len(state.rounds) else ()
    return next((each for each in games if each.table == table), None)


def _result(done: ops.TableResult, state: EventState) -> str:
    where = f"Round {done.round}, table {done.table}"
    game = _game(state, done.round, done.table)
    corrected = isinstance(done, ops.ResultCorrected)
    if corrected and not (done.result or done.places):
        return f"{where}: the result was taken away; the game is open again."
    said = f"{where}, corrected: " if corrected else f"{where}: "
    places = done.places
    if game is None or (places and len(places) != len(game.players)):
        return f"{said}{done.result.value if done.result else places}."
    words = result_text(state, game.players, done.result, places, conceded=done.conceded)
    return f"{said}{words}."


# As `result_keys` has it; whatever else stands there is the organizer's own.
_HOW = {
    "": "",
    "win": "",
    "win at time": " at time",
    "concession": " by concession",
    LEVEL_AT_TIME: " at time, level",
}


def _bracket(done: ops.BracketResult, state: EventState) -> str:
    corrected = ", corrected" if isinstance(done, ops.BracketResultCorrected) else ""
    how = _HOW.get(done.how, f" ({done.how})")
    where = f"Elimination, round {done.round}, game {done.game}{corrected}: "
    rounds = state.elimination[done.round - 1 : done.round]
    for game in rounds[0].games if rounds else ():
        if game.number == done.game and len(game.players) == len(done.places):
            return f"{where}{result_text(state, game.players, None, done.places)}."
    return f"{where}{_name(state, done.winner)} wins{how}."


def _paired(done: ops.RoundPaired, _: EventState) -> str:
    drawn = done.round
    anew = " was drawn anew" if isinstance(done, ops.RoundRepaired) else " was paired"
    seed = "" if drawn.seed is None else f", seed {drawn.seed}"
    tables = len(drawn.games)
    return f"Round {drawn.number}{anew}: {tables} table{'s' * (tables != 1)}{seed}."


def _late(done: ops.EnteredLate, _: EventState) -> str:
    counted = "byes" if done.byes else "losses"
    return f"{done.name} entered late; the rounds missed are {counted}."


def _fixed(done: ops.TableFixed, state: EventState) -> str:
    name = _name(state, done.player)
    return f"{name} always sits at table {done.table}." if done.table else f"{name} sits anywhere."


def _handed_in(done: ops.DeckHandedIn, state: EventState) -> str:
    legal = {True: "legal", False: "not legal", None: "not judged"}[done.deck.legal]
    return f"{_name(state, done.player)} handed in a deck list ({done.deck.digest}): {legal}."


def _pair_of(done: ops.PairForbidden | ops.PairAllowed, state: EventState) -> str:
    return names_of(state, (done.first, done.second))


def _drawn(done: ops.EliminationDrawn, _: EventState) -> str:
    return f"The elimination was drawn: {len(done.games)} games, seed {done.seed}."


_WORDS: dict[type[Operation], Callable[[Any, EventState], str]] = {
    ops.Created: lambda done, _: f"The event “{done.settings.name}” was created.",
    ops.SettingsChanged: lambda done, _: "The settings were changed.",
    ops.Registered: lambda done, _: f"{done.name} signed up.",
    ops.EnteredLate: _late,
    ops.Renamed: lambda done, _: f"A player's name is now {done.name}.",
    ops.DeckHandedIn: _handed_in,
    ops.Started: lambda done, _: f"The event started: {plan_words(done.plan)}.",
    ops.PlanChanged: lambda done, _: _because(
        f"The plan was changed to {plan_words(done.plan)}.", done.reason
    ),
    ops.RoundPaired: _paired,
    ops.RoundRepaired: _paired,
    ops.RoundCancelled: lambda done, _: _because(f"Round {done.round} was cancelled.", done.reason),
    ops.ResultEntered: _result,
    ops.ResultCorrected: _result,
    ops.Dropped: lambda done, state: f"{_name(state, done.player)} dropped.",
    ops.Rejoined: lambda done, state: f"{_name(state, done.player)} came back.",
    ops.Disqualified: lambda done, state: _because(
        f"{_name(state, done.player)} was disqualified.", done.reason
    ),
    ops.PenaltyNoted: lambda done, state: (
        f"{_name(state, done.player)}: {done.level.value.replace('-', ' ')}. {done.text}".strip()
    ),
    ops.PlayersSwapped: lambda done, state: (
        f"Round {done.round}: {names_of(state, (done.first, done.second))} changed places."
    ),
    ops.TablePinned: lambda done, _: (
        f"Round {done.round}, table {done.table}: the pairing "
        f"{'stays' if done.pinned else 'no longer stays'} when the round is drawn anew."
    ),
    ops.PairForbidden: lambda done, state: f"{_pair_of(done, state)} are kept apart.",
    ops.PairAllowed: lambda done, state: f"{_pair_of(done, state)} may meet.",
    ops.TableFixed: _fixed,
    ops.ByeGiven: lambda done, state: (
        f"{_name(state, done.player)} gets a bye in the next round"
        f"{', as a prize' if done.prize else ''}."
    ),
    ops.CutMade: lambda done, _: f"The cut was made: {len(done.seeds)} players go on.",
    ops.CutTakenBack: lambda done, _: _because("The cut was taken back.", done.reason),
    ops.EliminationDrawn: _drawn,
    ops.BracketResultEntered: _bracket,
    ops.BracketResultCorrected: _bracket,
    ops.Finished: lambda done, _: "The event was finished.",
}
