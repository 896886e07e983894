"""The versions of the tournament regulations as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from core.errors import AppError
from events.event_terms import GameResult, Tiebreaker

BYE_POINTS = 5
ROUND_MINUTES = 55


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """What a program computes from one version of the Tournament Regulations.

    `points` are those of the player with the result; a result without points does not exist in
    this version. `final_minutes` None: the final has no limit. `seeds_move_up`: a place in the
    cut that falls free before its first game is filled from below. `rejoining`: the version says
    how a player comes back.
    """

    version: str
    source: str
    points: Mapping[GameResult, int] = field(hash=False)
    tiebreakers: tuple[Tiebreaker, ...]
    final_minutes: int | None
    steps_at_time: bool
    seeds_move_up: bool
    rejoining: bool
    lists_always: bool

    @property
    def rulings(self) -> tuple[str, ...]:
        """What is decided here without the regulations."""
        return RULINGS if self.steps_at_time else (*RULINGS, LEVEL_RULING)

    @property
    def has_draws(self) -> bool:
        return GameResult.DRAW in self.points

    def points_of(self, result: GameResult) -> tuple[int, int]:
        """Return the points of both players; AppError for a result that does not exist here."""
        if result not in self.points:
            hint = "Enter how the game was decided at time." if result is GameResult.DRAW else ""
            if result is GameResult.INTENTIONAL_DRAW:
                hint = "Only 1.0.1 allows one; the two have to play."
            raise AppError(
                f"Regulations {self.version} know no {result.value.replace('-', ' ')}.", hint
            )
        return self.points[result], self.points[result.for_other]


INTENTIONAL_DRAW_RULE = (
    "Players may agree on a draw in the Swiss rounds alone, and only while a leader is present "
    "when they talk about it (Regulations 1.0.1). Each has the points of a draw."
)
# What the program decides where the regulations say nothing; printed with the standings.
RULINGS = (
    "A modified win counts as having defeated the opponent.",
    "Head-to-head is applied once, to the group of equal points as it stands.",
    "A bye counts as a round and its points count in an opponent's average; it is not an opponent.",
    "An unpaired loss counts as a round.",
    "The bye goes up the ranking of those with the fewest byes where that avoids a rematch.",
    "The final ranking is by the round lost in, then by the Swiss rounds.",
)
# How a game of the elimination ended, and what is decided then.
LEVEL_AT_TIME = "level at time"
LEVEL_RULING = "A game of the elimination that is level at time is won by the higher seed."

_DECIDED = {
    GameResult.WIN: 5,
    GameResult.MODIFIED_WIN: 4,
    GameResult.LOSS: 0,
    GameResult.DOUBLE_LOSS: 0,
}
_FIRST = Regulations(
    version="1.0.1",
    source="Tournament Regulations 1.0.1, 2 April 2016",
    points=MappingProxyType(
        _DECIDED | {GameResult.DRAW: 2, GameResult.INTENTIONAL_DRAW: 2, GameResult.MODIFIED_LOSS: 1}
    ),
    tiebreakers=(Tiebreaker.HEAD_TO_HEAD, Tiebreaker.SOS, Tiebreaker.XSOS, Tiebreaker.LOT),
    final_minutes=None,
    steps_at_time=False,
    seeds_move_up=False,
    rejoining=False,
    lists_always=False,
)
_LATER = Regulations(
    version="2.2",
    source="Tournament Regulations 2.2, 26 July 2017",
    points=MappingProxyType(_DECIDED | {GameResult.MODIFIED_LOSS: 0}),
    tiebreakers=(Tiebreaker.SOS, Tiebreaker.XSOS, Tiebreaker.LOT),
    final_minutes=120,
    steps_at_time=True,
    seeds_move_up=True,
    rejoining=True,
    lists_always=True,
)
# What a program computes is the same in 1.2, 2.0 and 2.2.
REGULATIONS = (
    _FIRST,
    replace(_LATER, version="1.2", source="Tournament Regulations 1.2, 1 November 2016"),
    replace(_LATER, version="2.0", source="Tournament Regulations 2.0, 23 January 2017"),
    _LATER,
)
DEFAULT_REGULATIONS = _FIRST.version


def regulations(version: str) -> Regulations:
    """Return a version of the regulations; AppError for an unknown one."""
    for each in REGULATIONS:
        if each.version == version:
            return each
    raise AppError(
        f"There are no Tournament Regulations “{version}” here.",
        f"Choose one of: {', '.join(each.version for each in REGULATIONS)}.",
    )
