"""Statistics of recorded games: win rates by group, over time, and in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar

from carddb.pool import Pools
from carddb.terms import Faction
from core.text_format import LONGEST_NAME, MONTHS, one_line, without_controls
from goldfish.report import Estimate

# In characters.
LONGEST_NOTE = 2_000

_Key = TypeVar("_Key", bound=Hashable)


class Result(StrEnum):
    """How a game ended for the player whose library this is."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


class Ending(StrEnum):
    """How a game ended early; empty if it was played to the end, or not noted."""

    PLAYED = ""
    CONCEDED = "conceded"
    TIME = "time"


class SetupQuality(StrEnum):
    """The quality of the player's own setup; empty if not noted."""

    USUAL = ""
    POOR = "poor"
    GREAT = "great"


# The opponent's deck had no agenda. An empty text means that the agenda was not noted.
NO_AGENDA = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A recorded game; unknown fields are empty or None.

    `deck_id` is None if the deck was deleted for good; `deck_name` is its name on the day.
    `version` is the version of the deck that was played. `opponent_faction` and
    `opponent_agenda` are free text, or codes. `first_player` is whether
    the player whose library this is went first in round 1. `id` is given by the library.
    """

    played: date
    result: Result
    deck_id: str | None = None
    version: int | None = None
    opponent: str = ""
    opponent_faction: str = ""
    opponent_agenda: str = ""
    notes: str = ""
    deck_name: str = ""
    first_player: bool | None = None
    ending: Ending = Ending.PLAYED
    setup: SetupQuality = SetupQuality.USUAL
    id: str = ""

    def __post_init__(self) -> None:
        for field in ("opponent", "opponent_faction", "opponent_agenda", "deck_name"):
            object.__setattr__(self, field, one_line(getattr(self, field), LONGEST_NAME))
        object.__setattr__(self, "notes", without_controls(self.notes[:LONGEST_NOTE]))


@dataclass(frozen=True, slots=True)
class WinRate:
    """Numbers of games by result, and the win rate estimated from them.

    `rate` is wins among all games, draws not counted as wins, between `low` and `high` with
    95 % confidence; all three are None without games. The interval is Wilson's (1927, "Probable
    inference, the law of succession, and statistical inference"), which is right for few games.
    """

    wins: int
    losses: int
    draws: int

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def estimate(self) -> Estimate | None:
        """Wins among games, from 0 to 1, with its interval; None without games."""
        return Estimate.share(self.wins / self.games, self.games) if self.games else None

    @property
    def rate(self) -> float | None:
        return self.estimate.mean if self.estimate else None

    @property
    def low(self) -> float | None:
        return self.estimate.low if self.estimate else None

    @property
    def high(self) -> float | None:
        return self.estimate.high if self.estimate else None


def record(games: Iterable[PlayedGame]) -> WinRate:
    results = [game.result for game in games]
    return WinRate(*(results.count(each) for each in (Result.WIN, Result.LOSS, Result.DRAW)))


def records(games: Iterable[PlayedGame], key: Callable[[PlayedGame], _Key]) -> dict[_Key, WinRate]:
    """Return the record of each group of games by key, the largest group first."""
    groups: dict[_Key, list[PlayedGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return {name: record(group) for name, group in ordered}


# With games on more days than this, they are grouped by month.
_MOST_DAYS = 14
_FACTIONS = {each.value: each for each in Faction}
RESULT_WORDS = {Result.WIN: "Won", Result.LOSS: "Lost", Result.DRAW: "Draw"}
ENDING_WORDS = {Ending.PLAYED: "", Ending.CONCEDED: "Conceded", Ending.TIME: "At time"}
_UNKNOWN = "Not noted"


def faction_words(written: str) -> str:
    return _FACTIONS[written].label if written in _FACTIONS else written


def agenda_words(written: str, pools: Pools) -> str:
    """Return the names of agendas given as codes; free text is returned unchanged."""
    if written == NO_AGENDA:
        return "No agenda"
    codes = written.split()
    cards = [pool.by_code[code] for code in codes for pool in pools.values() if code in pool]
    return (
        " + ".join(card.name for card in cards) if cards and len(cards) == len(codes) else written
    )


@dataclass(frozen=True, slots=True)
class GameGrouping:
    """A way to sort games into groups: its code, its heading, and the group of a game in words."""

    code: str
    label: str
    group: Callable[[PlayedGame, Pools], str]


def _deck(game: PlayedGame, _: Pools) -> str:
    return game.deck_name or _UNKNOWN


def _version(game: PlayedGame, pools: Pools) -> str:
    name = _deck(game, pools)
    return f"{name}, version {game.version}" if game.version is not None else name


def _first(game: PlayedGame, _: Pools) -> str:
    return {None: _UNKNOWN, True: "I went first", False: "The opponent"}[game.first_player]


GROUPINGS: Mapping[str, GameGrouping] = {
    each.code: each
    for each in (
        GameGrouping("deck", "Deck", _deck),
        GameGrouping("version", "Version", _version),
        GameGrouping(
            "faction",
            "Opponent's faction",
            lambda game, _: faction_words(game.opponent_faction) or _UNKNOWN,
        ),
        GameGrouping(
            "agenda",
            "Opponent's agenda",
            lambda game, pools: agenda_words(game.opponent_agenda, pools) or _UNKNOWN,
        ),
        GameGrouping("opponent", "Opponent", lambda game, _: game.opponent or _UNKNOWN),
        GameGrouping("first", "First player", _first),
        GameGrouping(
            "setup", "Setup", lambda game, _: game.setup.capitalize() or "Neither poor nor great"
        ),
        GameGrouping(
            "ending", "Ending", lambda game, _: ENDING_WORDS[game.ending] or "Played to the end"
        ),
    )
}


def grouped(
    games: Sequence[PlayedGame], grouping: GameGrouping, pools: Pools
) -> dict[str, WinRate]:
    return records(games, lambda game: grouping.group(game, pools))


def over_time(games: Sequence[PlayedGame]) -> tuple[tuple[str, WinRate], ...]:
    """Return the record of each day with games, in order; of each month if there are many days."""
    in_order = sorted(games, key=lambda game: game.played)
    days = {game.played for game in in_order}
    years = {day.year for day in days}

    def period(game: PlayedGame) -> tuple[int, ...]:
        day = game.played
        return (day.year, day.month) if len(days) > _MOST_DAYS else (day.year, day.month, day.day)

    def words(parts: tuple[int, ...]) -> str:
        year, month, *day = parts
        text = " ".join([*map(str, day), MONTHS[month - 1]])
        return f"{text} {year}" if len(years) > 1 else text

    return tuple((words(parts), rate) for parts, rate in sorted(records(games, period).items()))


def rate_words(rate: WinRate) -> str:
    """Return a record as text: "6 of 9 games won: 67% (35 to 88%)"."""
    found = rate.estimate
    if found is None:
        return "No games"
    noun = "game" if rate.games == 1 else "games"
    draws = f", {rate.draws} drawn" if rate.draws else ""
    low, high = (f"{100 * each:.0f}" for each in (found.low, found.high))
    share = f"{100 * found.mean:.0f}% ({low} to {high}%)"
    return f"{rate.wins} of {rate.games} {noun} won{draws}: {share}"


def total(games: Sequence[PlayedGame]) -> str:
    return rate_words(record(games))
