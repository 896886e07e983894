"""What is done in an event: each operation with its time and who did it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar

from events.event_state import EventState
from events.event_terms import STRICT, GameResult, PenaltyLevel
from events.event_values import EventSettings, HandedInDeck, SwissRound, TableGame, clean_names
from events.regulations import INTENTIONAL_DRAW_RULE, LEVEL_AT_TIME
from events.result_text import names_of, result_text
from events.standings import WINS
from events.structure import EventPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Something that was done: when, and by whom where that is known."""

    __pydantic_config__: ClassVar = STRICT
    at: datetime
    by: str = ""

    def __post_init__(self) -> None:
        clean_names(self, "by", "name")


def done_by(operation: Operation, by: str) -> Operation:
    """Return an operation with the name of who did it, unless it has one."""
    return replace(operation, by=by) if by and not operation.by else operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Operation):
    """The event begins to exist; always the first operation, and only the first."""

    settings: EventSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Operation):
    """The organizer announces something else, before the start."""

    settings: EventSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered(Operation):
    """A player signs up, before the start."""

    player: str
    name: str
    leader: bool = False
    faction: str = ""
    agendas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredLate(Operation):
    """A player signs up after the start; `byes`: the rounds missed count as byes, not as losses."""

    player: str
    name: str
    faction: str = ""
    agendas: tuple[str, ...] = ()
    byes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Operation):
    """A player has another name."""

    player: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckHandedIn(Operation):
    """A player's deck list; one handed in again takes the place of the one before."""

    player: str
    deck: HandedInDeck


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Operation):
    """Rounds and cut are frozen."""

    plan: EventPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanChanged(Operation):
    """Rounds or cut are changed after the start, against the regulations."""

    plan: EventPlan
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(Operation):
    """The next Swiss round, as `round_draw.next_round` draws it."""

    round: SwissRound


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRepaired(RoundPaired):
    """The same round, drawn anew from another seed before its first result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCancelled(Operation):
    """The last round did not take place; its results are void."""

    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult(Operation):
    """The result of a game, or the places at a melee table."""

    round: int
    table: int
    result: GameResult | None = None
    places: tuple[int, ...] = ()
    conceded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(TableResult):
    """A game of the round that is played is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(TableResult):
    """A result of any round was wrong; without result and places the game is open again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(Operation):
    """A player leaves: before the start his registration is taken back."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejoined(Operation):
    """A player comes back in the same stage, with a loss for each round missed."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disqualified(Dropped):
    """The organizer removes a player for good."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyNoted(Operation):
    """A leader notes something about a player; it changes no result."""

    player: str
    level: PenaltyLevel
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSwapped(Operation):
    """Two players of the round that is played change places, before their first result."""

    round: int
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePinned(Operation):
    """A pairing stays when the round is drawn again; `pinned` False undoes that."""

    round: int
    table: int
    pinned: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PairForbidden(Operation):
    """Two players shall not meet in the Swiss rounds."""

    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAllowed(Operation):
    """Two players may meet again."""

    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFixed(Operation):
    """A player always sits at one table; None: at any."""

    player: str
    table: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeGiven(Operation):
    """The organizer gives a player a bye in the next round; `prize`: won before the event."""

    player: str
    prize: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CutMade(Operation):
    """The elimination begins with these players, the highest seed first."""

    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutTakenBack(Operation):
    """The elimination did not take place: the event is back after its Swiss rounds."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationDrawn(Operation):
    """An elimination without Swiss rounds: its games by number, a bye with its one player."""

    seed: int | None
    games: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketResult(Operation):
    """The winner of a game of the elimination, and how; at a melee table all places."""

    round: int
    game: int
    winner: str
    how: str = ""
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketResultEntered(BracketResult):
    """A game of the elimination has a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketResultCorrected(BracketResult):
    """The winner of a game was wrong, and the game that followed is not decided yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Operation):
    """The event is over."""


def plan_words(plan: EventPlan) -> str:
    """Return rounds and cut: "5 Swiss rounds, then a cut of 8"."""
    if plan.elimination_from_start:
        return "elimination from the start"
    rounds = f"{plan.swiss_rounds} Swiss round{'s' * (plan.swiss_rounds != 1)}"
    if plan.cut_wins is not None:
        return f"{rounds}, then all with {plan.cut_wins} wins or more"
    return f"{rounds}, then a cut of {plan.cut}" if plan.cut else f"{rounds}, no cut"


def operation_words(operation: Operation, state: EventState) -> str:
    """Return an operation as a sentence; `state` is the one after it, or a later one."""
    return _WORDS[type(operation)](operation, state)


def remarks(operation: Operation, before: EventState | None, state: EventState) -> tuple[str, ...]:
    """Return what the organizer should know of an operation that was just done."""
    if before is None or isinstance(operation, Started):
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
    if isinstance(operation, Dropped) and state.current:
        said += [
            f"{_name(state, operation.player)} has left, and table {each.table} of round "
            f"{state.current.number} is still open: enter its result."
            for each in state.current.playing
            if operation.player in each.players
        ]
    return tuple(said)


def _winners(done: Operation, state: EventState) -> list[str]:
    if isinstance(done, BracketResult):
        return [done.winner]
    if not isinstance(done, TableResult):
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
    return state.rounds[number - 1].game_at(table) if number <= len(state.rounds) else None


def _result(done: TableResult, state: EventState) -> str:
    where = f"Round {done.round}, table {done.table}"
    game = _game(state, done.round, done.table)
    corrected = isinstance(done, ResultCorrected)
    if corrected and not (done.result or done.places):
        return f"{where}: the result was taken away; the game is open again."
    said = f"{where}, corrected: " if corrected else f"{where}: "
    places = done.places
    if game is None or (places and len(places) != len(game.players)):
        return f"{said}{done.result.value if done.result else places}."
    words = result_text(state, game.players, done.result, places, conceded=done.conceded)
    return f"{said}{words}."


# Names from `result_keys`; any other text is the organizer's own.
_HOW = {
    "": "",
    "win": "",
    "win at time": " at time",
    "concession": " by concession",
    LEVEL_AT_TIME: " at time, level",
}


def _bracket(done: BracketResult, state: EventState) -> str:
    corrected = ", corrected" if isinstance(done, BracketResultCorrected) else ""
    how = _HOW.get(done.how, f" ({done.how})")
    where = f"Elimination, round {done.round}, game {done.game}{corrected}: "
    rounds = state.elimination[done.round - 1 : done.round]
    for game in rounds[0].games if rounds else ():
        if game.number == done.game and len(game.players) == len(done.places):
            return f"{where}{result_text(state, game.players, None, done.places)}."
    return f"{where}{_name(state, done.winner)} wins{how}."


def _paired(done: RoundPaired, _: EventState) -> str:
    drawn = done.round
    anew = " was drawn anew" if isinstance(done, RoundRepaired) else " was paired"
    seed = "" if drawn.seed is None else f", seed {drawn.seed}"
    tables = len(drawn.games)
    return f"Round {drawn.number}{anew}: {tables} table{'s' * (tables != 1)}{seed}."


def _late(done: EnteredLate, _: EventState) -> str:
    counted = "byes" if done.byes else "losses"
    return f"{done.name} entered late; the rounds missed are {counted}."


def _fixed(done: TableFixed, state: EventState) -> str:
    name = _name(state, done.player)
    return f"{name} always sits at table {done.table}." if done.table else f"{name} sits anywhere."


def _handed_in(done: DeckHandedIn, state: EventState) -> str:
    legal = {True: "legal", False: "not legal", None: "not judged"}[done.deck.legal]
    return f"{_name(state, done.player)} handed in a deck list ({done.deck.digest}): {legal}."


def _pair_of(done: PairForbidden | PairAllowed, state: EventState) -> str:
    return names_of(state, (done.first, done.second))


def _drawn(done: EliminationDrawn, _: EventState) -> str:
    return f"The elimination was drawn: {len(done.games)} games, seed {done.seed}."


_WORDS: dict[type[Operation], Callable[[Any, EventState], str]] = {
    Created: lambda done, _: f"The event “{done.settings.name}” was created.",
    SettingsChanged: lambda done, _: "The settings were changed.",
    Registered: lambda done, _: f"{done.name} signed up.",
    EnteredLate: _late,
    Renamed: lambda done, _: f"A player's name is now {done.name}.",
    DeckHandedIn: _handed_in,
    Started: lambda done, _: f"The event started: {plan_words(done.plan)}.",
    PlanChanged: lambda done, _: _because(
        f"The plan was changed to {plan_words(done.plan)}.", done.reason
    ),
    RoundPaired: _paired,
    RoundRepaired: _paired,
    RoundCancelled: lambda done, _: _because(f"Round {done.round} was cancelled.", done.reason),
    ResultEntered: _result,
    ResultCorrected: _result,
    Dropped: lambda done, state: f"{_name(state, done.player)} dropped.",
    Rejoined: lambda done, state: f"{_name(state, done.player)} came back.",
    Disqualified: lambda done, state: _because(
        f"{_name(state, done.player)} was disqualified.", done.reason
    ),
    PenaltyNoted: lambda done, state: (
        f"{_name(state, done.player)}: {done.level.value.replace('-', ' ')}. {done.text}".strip()
    ),
    PlayersSwapped: lambda done, state: (
        f"Round {done.round}: {names_of(state, (done.first, done.second))} changed places."
    ),
    TablePinned: lambda done, _: (
        f"Round {done.round}, table {done.table}: the pairing "
        f"{'stays' if done.pinned else 'no longer stays'} when the round is drawn anew."
    ),
    PairForbidden: lambda done, state: f"{_pair_of(done, state)} are kept apart.",
    PairAllowed: lambda done, state: f"{_pair_of(done, state)} may meet.",
    TableFixed: _fixed,
    ByeGiven: lambda done, state: (
        f"{_name(state, done.player)} gets a bye in the next round"
        f"{', as a prize' if done.prize else ''}."
    ),
    CutMade: lambda done, _: f"The cut was made: {len(done.seeds)} players go on.",
    CutTakenBack: lambda done, _: _because("The cut was taken back.", done.reason),
    EliminationDrawn: _drawn,
    BracketResultEntered: _bracket,
    BracketResultCorrected: _bracket,
    Finished: lambda done, _: "The event was finished.",
}
