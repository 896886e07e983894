"""Which printings a list written without packs should be taken for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from carddb.card import Card
from carddb.errors import AppError
from carddb.terms import Edition
from decks.deck import Deck
from validators.conditions import Wishes, conditions_for
from validators.judge import Judge


def playable(
    judges: Mapping[Edition, Judge], wishes: Wishes, today: date
) -> Callable[[Card], bool]:
    """Return whether a printing may be played under the wishes, by its release and the bans.

    Wishes that an edition does not know (a list of the other one) shut out none of its cards.
    """
    bits: dict[Edition, int] = {}
    for edition, judge in judges.items():
        nothing = Deck(name="", edition=edition)
        try:
            conditions = conditions_for(nothing, judge.pool, wishes, today)
        except AppError:
            bits[edition] = judge.pool.all_bits
        else:
            bits[edition] = judge.playable(conditions)
    return lambda card: bool(bits[card.edition] & judges[card.edition].pool.bit[card.code])
