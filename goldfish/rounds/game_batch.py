"""Many games at once: counts of cards by class and game, and the states that choices go through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carddb.gold import Price
from goldfish.rounds.facts import Bringing, StateRow, Term
from goldfish.setup_part_tables import Ints

Shorts: TypeAlias = NDArray[np.int16]


@dataclass(slots=True)
class GameBatch:
    """A block of games; each array but `rows` and `order` is (classes, games).

    `rows` is (rows, games): gold and the counters of effects. `knelt` counts cards that knelt for
    gold. `order` holds the shuffled decks (cards, games) and `next` how far they were drawn.
    `doubles` are the duplicates in play of each game; `outside` marks which games are left to the
    reference.
    """

    rows: Shorts
    hand: Shorts
    in_play: Shorts
    shadows: Shorts
    knelt: Shorts
    order: Ints
    next: Ints
    doubles: Shorts
    outside: NDArray[np.bool_]

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.rows.shape[1])


def brought(rows: Shorts, how: Bringing) -> tuple[Ints, Shorts]:
    """Bring a class out in states (rows, states): return which can, and their rows afterwards.

    What `Bringing` holds happens in the order of the rules: price, payment, entering, reactions.
    """
    price = price_of(rows, how)
    left = price
    used: list[tuple[int, Shorts]] = []
    for kneel in how.kneels:
        spare = np.maximum(left - np.int16(how.least), 0) if how.least else left
        times = np.minimum(rows[kneel.row], spare // kneel.amount)
        left = left - times * np.int16(kneel.amount)
        used.append((kneel.row, times))
    can = left <= (rows[StateRow.GOLD] + rows[StateRow.PURSE] if how.purse else rows[StateRow.GOLD])
    if how.limited:
        can &= rows[StateRow.LIMITED] > 0
    selected = np.flatnonzero(can)
    after = rows.take(selected, axis=1)
    paid = left.take(selected)
    from_pool = np.minimum(paid, after[StateRow.GOLD]) if how.purse else paid
    after[StateRow.GOLD] -= from_pool
    if how.purse:
        after[StateRow.PURSE] -= paid - from_pool
    if how.price in _LEDGER:
        after[_LEDGER[how.price]] += paid
    for row, times in used:
        after[row] -= times.take(selected)
    for term in how.terms:
        if term.uses_up:
            after[term.row] = 0
    _enter(after, how)
    return selected, after


def _enter(after: Shorts, how: Bringing) -> None:
    """Count a card that has come out, and give what follows on it, in place."""
    if how.limited:
        after[StateRow.LIMITED] -= 1
    for row, more in how.enters:
        after[row] += more
    for gift in how.gifts:
        given = np.minimum(after[gift.row], 1)
        after[StateRow.GOLD] += given * np.int16(gift.amount)
        if gift.limited:
            after[gift.row] -= given


_LEDGER = {
    Price.MARSHAL: StateRow.PAID,
    Price.AMBUSH: StateRow.PAID,
    Price.INTO_SHADOWS: StateRow.INTO,
    Price.OUT_OF_SHADOWS: StateRow.OUT,
}


def price_of(rows: Shorts, how: Bringing) -> Shorts:
    """Return what a class costs in each state before anything kneels for it."""
    price = np.full(rows.shape[1], how.base, np.int16)
    if how.raises:
        price += _summed(rows, how.raises)
    least = np.minimum(price, how.least) if how.least else 0
    if how.terms:
        price += _summed(rows, how.terms)
    return np.maximum(price, least)


def _summed(rows: Shorts, terms: tuple[Term, ...]) -> Shorts:
    total = np.zeros(rows.shape[1], np.int16)
    for term in terms:
        if term.row is None:
            total += np.int16(term.amount)
            continue
        times = rows[term.row]
        if term.unless:
            times = (times == 0).astype(np.int16)
        elif term.cap is not None:
            times = np.minimum(times, np.int16(term.cap))
        total += times * np.int16(term.amount)
    return total
