"""Questions about a deck's hands and first rounds, and their answers: values that are compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from carddb.card import Card
from decks.deck import Deck
from goldfish.draw_deck import DrawDeck, opening
from goldfish.mulligan import KeepPolicy
from goldfish.report import Difference, HandsReport, RoundReport, RoundsReport

if TYPE_CHECKING:
    from goldfish.odds import Odds  # it imports numpy

MOST_HANDS = 5_000_000
USUAL_HANDS = 200_000
USUAL_GAMES = 20_000
USUAL_ROUNDS = 3


class Method(StrEnum):
    """How hands are counted; QUICK counts every hand if that takes about a second or less."""

    QUICK = "quick"
    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class HandsOptions:
    """Which hands are kept, and how hands are counted or sampled."""

    policy: KeepPolicy
    method: Method = Method.QUICK
    hands: int = USUAL_HANDS
    seed: int = 1


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A deck that hands are dealt from. Decks that deal alike are equal, whatever their names."""

    name: str = field(compare=False)
    deck: Deck = field(compare=False)
    draw_deck: DrawDeck

    @classmethod
    def of(cls, name: str, deck: Deck) -> DealtDeck:
        """Return a named deck; AppError if it is too small for a hand."""
        return cls(name, deck, opening(deck))


@dataclass(frozen=True, slots=True)
class PlayedDeck(DealtDeck):
    """A deck whose first rounds are played; equal if it deals alike and reveals the same plots."""

    agendas: tuple[Card, ...]
    plots: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandsQuestion:
    """Ask for statistics of the opening hands of a deck and of a compared deck."""

    mine: DealtDeck
    theirs: DealtDeck | None
    options: HandsOptions

    @property
    def decks(self) -> tuple[DealtDeck, ...]:
        return (self.mine, self.theirs) if self.theirs else (self.mine,)


@dataclass(frozen=True, slots=True)
class HandsAnswer:
    """The reports on one deck or on both; `difference` is how much more the first one has."""

    question: HandsQuestion
    reports: tuple[HandsReport, ...]
    difference: Difference | None = None

    @property
    def mine(self) -> HandsReport:
        return self.reports[0]


@dataclass(frozen=True, slots=True)
class SeeQuestion(HandsQuestion):
    """Ask how likely `at_least` of the chosen cards (by code) are seen by each round."""

    codes: frozenset[str]
    at_least: int = 1


@dataclass(frozen=True, slots=True)
class SeeAnswer:
    """For each deck the chances in the opening hand and by round 1, 2, ..."""

    question: SeeQuestion
    chances: tuple[tuple[Odds, ...], ...]


@dataclass(frozen=True, slots=True)
class RoundsQuestion:
    """Ask for the results of the first rounds of a deck and of a compared deck."""

    mine: PlayedDeck
    theirs: PlayedDeck | None
    rounds: int = USUAL_ROUNDS
    games: int = USUAL_GAMES
    seed: int = 1

    @property
    def decks(self) -> tuple[PlayedDeck, ...]:
        return (self.mine, self.theirs) if self.theirs else (self.mine,)


@dataclass(frozen=True, slots=True)
class RoundsAnswer:
    """The reports on one deck or both, and the paired difference of each round."""

    question: RoundsQuestion
    reports: tuple[RoundsReport, ...]
    difference: tuple[RoundReport, ...] = ()

    @property
    def mine(self) -> RoundsReport:
        return self.reports[0]


@dataclass(frozen=True, slots=True)
class OrdersQuestion:
    """Ask for the order of plots with the most of `by` (a field of a round)."""

    deck: PlayedDeck
    rounds: int
    games: int
    seed: int
    by: str

    @property
    def decks(self) -> tuple[PlayedDeck, ...]:
        return (self.deck,)
