"""What a card does to gold, as structured facts: reducers, gains and irregular effects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from carddb.pattern import CardPattern
from carddb.terms import Number


class GoldKind(StrEnum):
    """What a gold effect does."""

    REDUCE = "reduce"
    INCREASE = "increase"
    GAIN = "gain"
    IRREGULAR = "irregular"


class Moment(StrEnum):
    """When an effect may happen or holds."""

    MARSHALING_ACTION = "marshaling-action"
    CHALLENGES_ACTION = "challenges-action"
    ACTION = "action"
    CONSTANT = "constant"
    WHEN_REVEALED = "when-revealed"
    REACTION = "reaction"
    INTERRUPT = "interrupt"


class Price(StrEnum):
    """Which way of bringing a card out a reducer concerns."""

    ANY = "any"
    MARSHAL = "marshal"
    PLAY = "play"
    AMBUSH = "ambush"
    INTO_SHADOWS = "into-shadows"
    OUT_OF_SHADOWS = "out-of-shadows"


class Reach(StrEnum):
    """How many cards a reducer concerns."""

    NEXT = "next"
    FIRST = "first"
    EACH = "each"
    ITSELF = "itself"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldEffect:
    """One effect on gold; an IRREGULAR one only says that there is more than these facts hold.

    `amount` is in gold. `kneel` and `sacrifice` are what the card itself pays. `applies` is which
    cards are cheaper (None: any card). `lasts` is "phase" or "round" for FIRST and NEXT.
    `minimum` is the lowest cost that a reduction leaves. `limit` is the uses in a round.
    """

    kind: GoldKind
    moment: Moment
    amount: Number | None = None
    kneel: bool = False
    sacrifice: bool = False
    price: Price = Price.ANY
    reach: Reach = Reach.EACH
    applies: CardPattern | None = None
    lasts: str = ""
    minimum: int = 0
    limit: int | None = None
