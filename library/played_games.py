"""Games and what they come to: wins, losses, and how sure a win rate is."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar

# The 97.5 % point of the normal distribution: intervals that hold in 95 % of cases.
_Z = 1.959963984540054

_Key = TypeVar("_Key", bound=Hashable)


class Result(StrEnum):
    """How a game ended for the player whose library this is."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game that was played; what is not known is empty or None.

    `deck_id` is None where the deck was deleted for good; `deck_name` is what it was called on the
    day. `version` is the deck's version that was played. `opponent_faction` and
    `opponent_agenda` are free words, or codes as a deck has them. `id` is given by the library.
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
    id: str = ""


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
    def rate(self) -> float | None:
        """Wins among games, from 0 to 1."""
        return self.wins / self.games if self.games else None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return _wilson(self.wins, self.games)[0] if self.games else None

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return _wilson(self.wins, self.games)[1] if self.games else None


def _wilson(wins: int, games: int) -> tuple[float, float]:
    rate, square = wins / games, _Z * _Z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    reach = _Z * spread / (1 + square / games)
    # At the ends the exact bounds are 0 and 1; rounding must not miss them.
    low = 0.0 if wins == 0 else middle - reach
    high = 1.0 if wins == games else middle + reach
    return low, high


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
