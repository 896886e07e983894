"""Statistics of opening hands and first rounds with their errors, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import comb, sqrt
from typing import Any

from carddb.card import Card
from core.json_values import json_object

NORMAL = 1.959963984540054  # the quantile of a 95 % interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval; an exact one has low = high = mean."""

    mean: float
    low: float
    high: float

    @classmethod
    def exact(cls, mean: float) -> Estimate:
        return cls(mean, mean, mean)

    @classmethod
    def sampled(cls, mean: float, variance: float, n: int) -> Estimate:
        """Return the mean of n independent samples of a variance."""
        error = NORMAL * sqrt(max(variance, 0.0) / n)
        return cls(mean, mean - error, mean + error)

    @classmethod
    def share(cls, share: float, n: int) -> Estimate:
        """Return the share of n samples, with Wilson's interval, which never leaves 0 to 1."""
        square = NORMAL**2 / n
        middle = (share + square / 2) / (1 + square)
        error = NORMAL * sqrt(share * (1 - share) / n + square / (4 * n)) / (1 + square)
        low, high = min(middle - error, share), max(middle + error, share)
        return cls(share, max(low, 0.0), min(high, 1.0))


@dataclass(frozen=True, slots=True)
class Spread:
    """A number of each setup: its mean, and how often it is 0, 1, 2, ..."""

    mean: Estimate
    histogram: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CardChance:
    """How likely at least one copy of a card is in the hand that is kept, and is set up."""

    drawn: float
    set_up: float


@dataclass(frozen=True, slots=True)
class Mulligan:
    """How often the mulligan is taken, and the mean score of policies.

    `keep` never takes it, `poor` takes it for poor hands, `optimal` keeps hands that score at least
    `threshold`. `gain` is `optimal` minus `poor`. `own` is the score of the report's policy.
    """

    taken: Estimate
    score: str
    own: float
    keep: float
    poor: float
    optimal: float
    threshold: float

    @property
    def gain(self) -> float:
        """What the optimal policy adds to "keep unless poor"."""
        return self.optimal - self.poor


@dataclass(frozen=True, slots=True)
class HandsReport:
    """Statistics of a deck's opening hands after the mulligan.

    `hands` is the number of different hands if exact, else of sampled ones. A poor setup places at
    most two cards, a great one at least five. `by_card` is keyed by code.
    """

    exact: bool
    hands: int
    seed: int | None
    policy: str
    cards: Spread
    gold: Spread
    characters: Spread
    strength: Spread
    poor: Estimate
    great: Estimate
    mulligan: Mulligan
    by_card: Mapping[str, CardChance]
    seconds: float
    remarks: tuple[str, ...] = ()

    @property
    def hands_per_second(self) -> float:
        return self.hands / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more the first of two decks has, from the same deals where they are sampled."""

    cards: Estimate
    gold: Estimate
    characters: Estimate
    strength: Estimate
    poor: Estimate
    great: Estimate


def poor_in_event(poor: float, rounds: int) -> tuple[float, ...]:
    """Return the chances that 0, 1, ... all setups of an event are poor (binomial)."""
    return tuple(comb(rounds, k) * poor**k * (1 - poor) ** (rounds - k) for k in range(rounds + 1))


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
    """Statistics of the games of a seed under a mulligan policy.

    The slow reference played `slowly` of them. `approximations` lists what is left out for this
    deck.
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
    """An order of plots, its score, and its paired difference from the first order's score."""

    plots: tuple[Card, ...]
    score: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersReport:
    """Orders of plots, the best first; `tried` of them were compared in `trial_games`.

    `first` is the order that the others are compared with.
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

NUMBERS = ("cards", "gold", "characters", "strength")
SHARES = ("poor", "great")


def hands_report_json(report: HandsReport, event: int | None = None) -> dict[str, Any]:
    mulligan = report.mulligan
    printed: dict[str, Any] = {
        **json_object(report, "exact hands seed policy"),
        **{name: _spread_json(getattr(report, name)) for name in NUMBERS},
        **{name: asdict(getattr(report, name)) for name in SHARES},
        "mulligan": {**asdict(mulligan), "gain": mulligan.gain},
        "by_card": {code: asdict(chance) for code, chance in report.by_card.items()},
        **json_object(report, "seconds hands_per_second remarks"),
    }
    if event:
        chances = poor_in_event(report.poor.mean, event)
        shares = {str(k): chance for k, chance in enumerate(chances)}
        printed["event"] = {"rounds": event, "poor": shares}
    return printed


def _spread_json(spread: Spread) -> dict[str, Any]:
    histogram = {str(number): share for number, share in enumerate(spread.histogram)}
    return {**asdict(spread.mean), "histogram": histogram}


def rounds_report_json(report: RoundsReport) -> dict[str, Any]:
    names = "games seed policy seconds games_per_second rounds slowly approximations remarks"
    return json_object(report, names) | {"rounds": [round_json(each) for each in report.rounds]}


def round_json(each: RoundReport) -> dict[str, Any]:
    printed: dict[str, Any] = {"round": each.round, "plot": each.plot.code if each.plot else None}
    for field in fields(each):
        value = getattr(each, field.name)
        if isinstance(value, Estimate):
            printed[field.name] = asdict(value)
    return printed


def orders_json(report: OrdersReport) -> dict[str, Any]:
    return {
        **json_object(report, "by games trial_games tried"),
        "first": [plot.code for plot in report.first],
        "seconds": report.seconds,
        "orders": [
            {
                "plots": [plot.code for plot in each.plots],
                "score": asdict(each.score),
                "difference": asdict(each.difference),
            }
            for each in report.orders
        ],
    }
