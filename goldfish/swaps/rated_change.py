"""Results of rating the changes of a deck, as values without numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.terms import CardType
from core.errors import AppError
from goldfish.report import Estimate


class GoalKind(StrEnum):
    """The kinds of goals; those of `ROUNDS` are counted in games, the others in hands."""

    CARDS = "cards"
    GOLD = "gold"
    CHARACTERS = "characters"
    POOR = "poor"
    GREAT = "great"
    SEE = "see"
    STRENGTH = "strength"
    UNSPENT = "unspent"


ROUNDS = frozenset({GoalKind.STRENGTH, GoalKind.UNSPENT})

# Goals that are chances; the others are numbers.
CHANCES = frozenset({GoalKind.POOR, GoalKind.GREAT, GoalKind.SEE})

LESS_IS_BETTER = frozenset({GoalKind.POOR, GoalKind.UNSPENT})  # goals for which less is better


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of advice; `test` are the cards to be seen by a round (0: opening hand)."""

    kind: GoalKind = GoalKind.CARDS
    test: CardTest | None = None
    by_round: int = 0

    @property
    def words(self) -> str:
        return f"see:{self.test.label}" if self.test else self.kind.value

    def gain(self, before: float, after: float) -> float:
        """Return how much better the second number is."""
        return before - after if self.kind in LESS_IS_BETTER else after - before


def read_goal(text: str, query: Callable[[str], CardTest], by_round: int = 0) -> Goal:
    """Return the goal of a text; AppError for unknown ones, QueryError for wrong queries."""
    kind, colon, asked = text.partition(":")
    if kind == GoalKind.SEE and asked.strip():
        return Goal(GoalKind.SEE, query(asked.strip()), by_round)
    if not colon and kind in set(GoalKind) - {GoalKind.SEE}:
        return Goal(GoalKind(kind), None, by_round)
    names = ", ".join(each for each in GoalKind if each is not GoalKind.SEE)
    raise AppError(
        f"“{text}” is not a goal of a change.",
        f"There are {names}, and see: with a search, such as see:type:location.",
    )


# For each card that may go, the cards that may come for it.
Changes = Mapping[Card, tuple[Card, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedChange:
    """Some cards out and as many in, and the gain for the goal.

    Cards `also_in` could replace the last of `into`, cards `also_out` the last of `out`, with the
    same effect. `after` is the goal's number in the changed deck, `chances` how often it is 0, 1,
    2, ... there (for hands only).
    """

    out: tuple[Card, ...]
    into: tuple[Card, ...]
    gain: Estimate
    after: float
    exact: bool
    also_in: tuple[Card, ...] = ()
    also_out: tuple[Card, ...] = ()
    chances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAdvice:
    """The changes of a deck, the best first, and the deck's own number.

    `considered` counts the requested changes of one card, `classes` those with different effects;
    `done` of `total` cards to come in have been rated.
    """

    goal: Goal
    base: Estimate
    base_chances: tuple[float, ...]
    changes: tuple[RatedChange, ...]
    considered: int
    classes: int
    done: int
    total: int
    seconds: float
    remarks: tuple[str, ...] = ()


def rank(change: RatedChange) -> tuple[float, tuple[str, ...], tuple[str, ...]]:
    """Return a key for sorting: the greatest gain first, then the lowest codes."""
    return (
        -round(change.gain.mean, 12),
        tuple(card.code for card in change.out),
        tuple(card.code for card in change.into),
    )


# Names of gains: better, worse.
_NUMBERS = {
    GoalKind.CARDS: ("more cards set up", "fewer cards set up"),
    GoalKind.GOLD: ("more gold spent at setup", "less gold spent at setup"),
    GoalKind.CHARACTERS: ("more characters set up", "fewer characters set up"),
    GoalKind.STRENGTH: ("more STR in play", "less STR in play"),
    GoalKind.UNSPENT: ("less unspent gold", "more unspent gold"),
    GoalKind.POOR: ("fewer poor setups", "more poor setups"),
    GoalKind.GREAT: ("more great setups", "fewer great setups"),
    GoalKind.SEE: ("more often seen", "less often seen"),
}


def gain_text(goal: Goal, gain: float) -> str:
    """Return a gain in words: "1.9 % fewer poor setups", "0.04 more cards set up"."""
    better, worse = _NUMBERS[goal.kind]
    if abs(gain) < 1e-9:
        return "no difference"
    size = f"{abs(gain):.2%}".replace("%", " %") if goal.kind in CHANCES else f"{abs(gain):.3f}"
    return f"{size} {better if gain > 0 else worse}"


def change_text(goal: Goal, change: RatedChange) -> str:
    """Return why a change is good or bad, without a full stop."""
    kinds = (
        f"{_kind_text(into)} for {_kind_text(out)}"
        for out, into in zip(change.out, change.into, strict=True)
    )
    return f"{', '.join(kinds)}: {gain_text(goal, change.gain.mean)}"


def _kind_text(card: Card) -> str:
    kind = "character" if card.type is CardType.CHARACTER else card.type.value
    if card.type is CardType.EVENT:
        return "an event"
    cost = "no" if card.cost is None else str(card.cost)
    return f"a {cost}-cost {kind}" if cost not in {"8", "11"} else f"an {cost}-cost {kind}"


def advice_json(advice: SwapAdvice) -> dict[str, Any]:
    return {
        "goal": advice.goal.words,
        "base": asdict(advice.base),
        "considered": advice.considered,
        "classes": advice.classes,
        "swaps": [
            {
                "out": [card.code for card in change.out],
                "in": [card.code for card in change.into],
                "gain": asdict(change.gain),
                "exact": change.exact,
                "also": [card.code for card in change.also_in],
                "also_out": [card.code for card in change.also_out],
            }
            for change in advice.changes
        ],
        "seconds": advice.seconds,
        "remarks": list(advice.remarks),
    }
