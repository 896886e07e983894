"""What is asked about a deck's opening hands: values that say when an answer is still good."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from carddb.kind import CardTest
from goldfish.draw_deck import DrawDeck

MOST_HANDS = 5_000_000
USUAL_HANDS = 200_000


class Method(StrEnum):
    """How hands are gone through; QUICK is every hand where that takes about a second, or less."""

    QUICK = "quick"
    EXACT = "exact"
    SAMPLED = "sampled"


class Keeping(StrEnum):
    """When a hand is kept, in the words of `goldfish.mulligan.PolicyKind`."""

    KEEP = "keep"
    POOR = "poor"
    NEEDS = "needs"
    OPTIMAL = "optimal"


@dataclass(frozen=True, slots=True)
class Policy:
    """When a hand is kept: a kind, the search that it needs a card of, and the score that is best.

    `test` is what `needs` asks for; policies of the same words are the same. `score` is a word of
    `goldfish.mulligan.Score`.
    """

    kind: Keeping = Keeping.KEEP
    needs: str = ""
    score: str = "cards"
    test: CardTest | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """How an answer is to be found: the policy, the method, and what is sampled if it is."""

    policy: Policy = Policy()
    method: Method = Method.QUICK
    hands: int = USUAL_HANDS
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deck that hands are dealt from: what it is called, and what the hand is drawn from.

    Decks that deal alike are the same, whatever they are called.
    """

    name: str = field(compare=False)
    opening: DrawDeck


@dataclass(frozen=True, slots=True)
class HandsQuestion:
    """What the opening hands of a deck come to, and those of another beside it."""

    mine: Dealt
    theirs: Dealt | None
    terms: Terms

    @property
    def sides(self) -> tuple[Dealt, ...]:
        """The deck, and the other one if there is one."""
        return (self.mine, self.theirs) if self.theirs else (self.mine,)


@dataclass(frozen=True, slots=True)
class SeeQuestion:
    """How likely at least some of the chosen cards (by code) are seen by each round."""

    mine: Dealt
    theirs: Dealt | None
    terms: Terms
    codes: frozenset[str]
    at_least: int = 1

    @property
    def sides(self) -> tuple[Dealt, ...]:
        """The deck, and the other one if there is one."""
        return (self.mine, self.theirs) if self.theirs else (self.mine,)
