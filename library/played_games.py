"""Games and what they come to: wins, losses, and how sure a win rate is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar

from carddb.text_format import LONGEST_NAME, one_line, without_controls
from goldfish.report import Estimate

# The letters of a note on a game.
LONGEST_NOTE = 2_000

_Key = TypeVar("_Key", bound=Hashable)


class Result(StrEnum):
    """How a game ended for the player whose library this is."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


class Ending(StrEnum):
    """How a game came to its end; empty where it was played to its end, or nobody noted it."""

    PLAYED = ""
    CONCEDED = "conceded"
    TIME = "time"


class SetupQuality(StrEnum):
    """How the player's own setup was; empty where nobody noted it."""

    USUAL = ""
    POOR = "poor"
    GREAT = "great"


# What stands for an opponent's deck that had no agenda; an empty text for one that nobody noted.
NO_AGENDA = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game that was played; what is not known is empty or None.

    `deck_id` is None where the deck was deleted for good; `deck_name` is what it was called on the
    day. `version` is the deck's version that was played. `opponent_faction` and
    `opponent_agenda` are free words, or codes as a deck has them. `first_player` is whether
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
        object.__setattr__(self, "notes", without_controls(self.notes, LONGEST_NOTE))


@dataclass(frozen=True, slots=True)
class WinRate:
    """Numbers of games by result, and the win rate that they speak for.

    `rate` is wins among all games, draws not counted as wins, between `low` and `high` with
    95 % confidence; all three are None without games. The interval is Wilson's (1927, "Probable
    inference, the law of succession, and statistical inference"), which is right for few games.
    """

    wins: int
    losses: int
    draws: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.losses + self.draws

    @property
    def estimate(self) -> Estimate | None:
        """Wins among games, from 0 to 1, with its interval; None without games."""
        return Estimate.share(self.wins / self.games, self.games) if self.games else None

    @property
    def rate(self) -> float | None:
        """Wins among games, from 0 to 1."""
        return self.estimate.mean if self.estimate else None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return self.estimate.low if self.estimate else None

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return self.estimate.high if self.estimate else None


def record(games: Iterable[PlayedGame]) -> WinRate:
    """Return what games come to."""
    results = [game.result for game in games]
    return WinRate(*(results.count(each) for each in (Result.WIN, Result.LOSS, Result.DRAW)))


def records(games: Iterable[PlayedGame], key: Callable[[PlayedGame], _Key]) -> dict[_Key, WinRate]:
    """Return the record of each kind of game, those with most games first.

    The key groups the games: `lambda game: game.opponent_faction`.
    """
    groups: dict[_Key, list[PlayedGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return {name: record(group) for name, group in ordered}
