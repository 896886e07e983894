"""Statistics of a deck's first rounds, with their errors."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.card import Card
from goldfish.report import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """Means of one round over all games; see `goldfish.rounds.game.RoundTally`."""

    round: int
    plot: Card | None
    gold: Estimate
    marshaled: Estimate
    ambushed: Estimate
    shadows_in: Estimate
    shadows_out: Estimate
    shadows_gold_in: Estimate
    shadows_gold_out: Estimate
    unspent: Estimate
    hand: Estimate
    characters: Estimate
    strength: Estimate
    duplicates: Estimate
    waiting: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsReport:
    """Statistics of the games of a seed, under a policy of keeping opening hands.

    `slowly` is how many of them the readable reference had to play; `approximations` say what is
    left out for this deck, `remarks` what was taken for granted.
    """

    games: int
    seed: int
    seconds: float
    policy: str
    rounds: tuple[RoundReport, ...]
    slowly: int = 0
    approximations: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order of plots, its score, and how much more that is than the score of the first order.

    The difference is paired: both orders were played from the same shuffled decks.
    """

    plots: tuple[Card, ...]
    score: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersReport:
    """Orders of plots, the best first; `tried` were compared in fewer games, and these came up.

    `first` is the order that the others are measured against.
    """

    games: int
    trial_games: int
    tried: int
    seed: int
    by: str
    first: tuple[Card, ...]
    orders: tuple[OrderResult, ...]
    seconds: float


MOST_ROUNDS = 5
