"""Results that players report: what can be reported of a game, and when two reports agree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.event_commands import Wanted
from app.event_results import bracket_entered, entered
from app.event_rows import CALLED, DISAGREE
from core.errors import AppError
from events.clock_reading import clock_round
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.event_values import BracketGame, TableGame
from events.melee_tables import checked_places
from events.result_text import HOW_KEYS, WON, TypedResult, names_of, result_text

if TYPE_CHECKING:
    from library.phone_values import Outcome, PhoneNotes, Report


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of the round that is played, of Swiss rounds and elimination alike.

    `round` is below zero in the elimination; `key` tells it from one drawn in its place.
    """

    round: int
    game: TableGame | BracketGame

    @property
    def number(self) -> int:
        return self.game.number if isinstance(self.game, BracketGame) else self.game.table

    @property
    def players(self) -> tuple[str, ...]:
        return self.game.players

    @property
    def over(self) -> bool:
        return self.game.over

    def key(self, state: EventState) -> str:
        """Return what tells the pairing from others: a round drawn anew has another seed."""
        seed = state.current.seed if state.current and self.round > 0 else None
        text = f"{self.round} {seed} {self.number} {' '.join(self.players)}"
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def games_now(state: EventState) -> tuple[OpenGame, ...]:
    """Return the games of the round that is played, by their tables."""
    number = clock_round(state)
    if number < 0:
        return tuple(OpenGame(number, each) for each in state.elimination[-1].games if each.players)
    games = state.current.games if number and state.current else ()
    return tuple(OpenGame(number, each) for each in sorted(games, key=lambda game: game.table))


def game_of(state: EventState, player: str) -> OpenGame | None:
    """Return the game of a player in the round that is played."""
    games = (each for each in games_now(state) if len(each.players) > 1)
    return next((each for each in games if player in each.players), None)


def reportable(state: EventState, game: OpenGame) -> tuple[GameResult, ...]:
    """Return the results that a player may report; at melee tables players report places."""
    if len(game.players) != 2:
        return ()
    draws = state.regulations.has_draws and game.round > 0
    return (
        GameResult.WIN,
        *((GameResult.DRAW,) if draws else ()),
        GameResult.LOSS,
        GameResult.MODIFIED_WIN,
        GameResult.MODIFIED_LOSS,
    )


def may_report(state: EventState, game: OpenGame, outcome: Outcome) -> bool:
    """Return whether a result is one of the game; at a melee table, whether the places are."""
    if isinstance(outcome, GameResult):
        return outcome in reportable(state, game)
    try:
        places = checked_places(outcome, len(game.players)) if len(game.players) > 2 else ()
    except AppError:
        return False
    return places.count(1) == 1 if game.round < 0 else bool(places)


def for_player(outcome: Outcome, game: OpenGame, player: str) -> Outcome:
    """Return the first player's result as a player sees it, or the other way round."""
    if isinstance(outcome, tuple) or player == game.players[0]:
        return outcome
    return outcome.for_other


def outcome_text(state: EventState, game: OpenGame, outcome: Outcome | None) -> str:
    """Return a reported result in words."""
    if isinstance(outcome, tuple):
        return result_text(state, game.players, None, outcome)
    return result_text(state, game.players, outcome)


class Agreement(Enum):
    """What the players of a game have reported."""

    NONE = auto()
    WAITS = auto()
    AGREED = auto()
    CONTRADICTED = auto()


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A game with what its players reported of it, by player."""

    game: OpenGame
    reports: Mapping[str, Report]

    @property
    def agreement(self) -> Agreement:
        """More than half of the table must report the same, and nobody anything else."""
        if not self.reports:
            return Agreement.NONE
        if self.result is None:
            return Agreement.CONTRADICTED
        agreed = 2 * len(self.reports) > len(self.game.players)
        return Agreement.AGREED if agreed else Agreement.WAITS

    @property
    def was_entered(self) -> bool:
        """Whether these reports were entered before, and somebody opened the game again."""
        return any(each.entered for each in self.reports.values())

    @property
    def result(self) -> Outcome | None:
        """The result for the first of the two, or the places, if all who reported agree."""
        results = {each.result for each in self.reports.values()}
        return next(iter(results)) if len(results) == 1 else None


def reported(state: EventState, game: OpenGame, reports: Iterable[Report]) -> ReportedGame:
    """Return a game with its reports."""
    key = game.key(state)
    found = {
        each.player: each
        for each in reports
        if (each.round, each.game, each.pairing) == (game.round, game.number, key)
        and each.player in game.players
    }
    return ReportedGame(game, MappingProxyType(found))


def reported_games(state: EventState, notes: PhoneNotes) -> tuple[ReportedGame, ...]:
    """Return the games still open that somebody has reported, by their tables."""
    if not notes.reports or state.stage is EventStage.FINISHED:
        return ()
    found = (reported(state, each, notes.reports) for each in games_now(state) if not each.over)
    return tuple(each for each in found if each.reports)


def table_flags(state: EventState, notes: PhoneNotes) -> dict[int, str]:
    """Return which tables of the Swiss round that is played need a judge, and why."""
    if clock_round(state) <= 0:
        return {}
    reports = reported_games(state, notes)
    torn = (each.game.number for each in reports if each.agreement is Agreement.CONTRADICTED)
    called = (each.game for each in notes.open_calls if each.game)
    return dict.fromkeys(torn, DISAGREE) | dict.fromkeys(called, CALLED)


def reported_result(game: OpenGame, outcome: Outcome) -> Wanted:
    """Return the operation that enters what players reported."""
    played = game.game
    if isinstance(outcome, tuple):
        winner = game.players[outcome.index(1)]
        typed = TypedResult(game.number, places=outcome, winner=winner)
    elif isinstance(played, TableGame):
        typed = TypedResult(game.number, result=outcome)
    else:
        seat, how = WON[outcome]
        typed = TypedResult(game.number, winner=game.players[seat], how=HOW_KEYS[how])
    if isinstance(played, TableGame):
        return entered(game.round, played, typed, corrects=False)
    return bracket_entered(-game.round, played, typed, corrects=False)


def report_words(state: EventState, found: ReportedGame) -> str:
    """Return what the players of a game reported, as one line."""
    said = {
        names_of(state, [who]): outcome_text(state, found.game, each.result)
        for who, each in found.reports.items()
    }
    if found.result is not None:
        return f"{' and '.join(said)} reported: {next(iter(said.values()))}"
    return " · ".join(f"{name} reported: {text}" for name, text in said.items())
