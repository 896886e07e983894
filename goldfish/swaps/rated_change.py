"""What is found out about the changes of a deck: values without numpy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carddb.card import Card
from goldfish.report import Estimate
from goldfish.swaps.goal import Goal

# For each card of the deck that may go, the cards that may come for it.
Changes = Mapping[Card, tuple[Card, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedChange:
    """Some cards out and as many in, and how much better the goal becomes.

    `also_in` are other cards that might come in the place of the last of `into`, `also_out` others
    that might go in the place of the last of `out`, with the same effect. `after` is the goal's
    number in the changed deck, `chances` how often it is 0, 1, 2, ... there (for hands only).
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
    """The changes of a deck, the best first, and what they are measured against.

    `considered` counts the changes of one card that were asked for, `classes` those of them that
    differ in their effect; `done` of `total` cards to come in have been reckoned so far.
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
    """Return what changes are sorted by: the greatest gain, then the lowest codes."""
    return (
        -round(change.gain.mean, 12),
        tuple(card.code for card in change.out),
        tuple(card.code for card in change.into),
    )
