"""What a card does to gold, as structured facts: reducers, gains and irregular effects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from carddb.pattern import CardPattern


class GoldKind(StrEnum):
    """What a gold effect does; PLOT_VALUE adds to the gold value of one's revealed plot."""

    REDUCE = "reduce"
    INCREASE = "increase"
    GAIN = "gain"
    PLOT_VALUE = "plot-value"
    IRREGULAR = "irregular"


class Moment(StrEnum):
    """When an effect may happen or holds."""

    MARSHALING_ACTION = "marshaling-action"
    CHALLENGES_ACTION = "challenges-action"
    DOMINANCE_ACTION = "dominance-action"
    ACTION = "action"
    CONSTANT = "constant"
    WHEN_REVEALED = "when-revealed"
    REACTION = "reaction"
    INTERRUPT = "interrupt"


class Price(StrEnum):
    """A way of bringing a card out, which costs gold."""

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


class Allegiance(StrEnum):
    """How a card relates to the deck's faction; a neutral card is neither in nor out of it."""

    ANY = "any"
    IN_FACTION = "in-faction"
    OUT_OF_FACTION = "out-of-faction"
    NOT_IN_FACTION = "not-in-faction"


class CountedZone(StrEnum):
    """Where the cards are that an amount is counted by; SHADOWS are the other cards in shadows."""

    IN_PLAY = "in-play"
    USED_PILE = "used-pile"
    REVEALED = "revealed"
    SHADOWS = "shadows"


class Trigger(StrEnum):
    """What a reaction follows, as far as it can happen to a player alone."""

    INCOME_COLLECTED = "income-collected"
    INITIATIVE_WON = "initiative-won"
    CHALLENGES_BEGIN = "challenges-begin"
    MARSHALED = "marshaled"
    PLAYED = "played"
    ENTERS_PLAY = "enters-play"
    OUT_OF_SHADOWS = "out-of-shadows"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldEffect:
    """One effect on gold; an IRREGULAR one has more rules than these facts express.

    What: `amount` is in gold, and for each card of the pattern `per` in `per_zone` where there is
    one. `most` is the higher amount under a condition on other players or cards that these facts
    do not hold. `instead` is the amount for cards of the pattern `instead_for`.

    Which cards a reducer concerns: `applies` (None: any) of the `allegiance`, brought out in one
    of the ways `prices` (empty: any), as many as `reach` states; `lasts` is "phase" or "round" for
    FIRST and NEXT, and for EACH if it ends. `minimum` is the lowest cost that it leaves. For
    PLOT_VALUE `applies` is which plot.

    When: `while_plot` and `unless_plot` are traits of which a revealed plot must bear the first and
    none may bear the second; `while_controls` is a card that its player must control;
    `while_standing` and `while_used` ask that the card itself stands or is in the used pile. A
    reaction follows `trigger`, of a card of the pattern `trigger_by` if set.

    Its price: `kneel` and `sacrifice` of itself, `kneel_faction`, `kneel_host`, kneeling a card
    of the pattern `kneels`, discarding one of the pattern `discards` from hand, or `own_gold` from
    the card itself. `limit` is the uses in each `limit_lasts` ("phase", "round").

    Everything is from the view of the card's own player.
    """

    kind: GoldKind
    moment: Moment
    amount: int | None = None
    per: CardPattern | None = None
    per_zone: CountedZone = CountedZone.IN_PLAY
    most: int | None = None
    instead: int | None = None
    instead_for: CardPattern | None = None
    applies: CardPattern | None = None
    allegiance: Allegiance = Allegiance.ANY
    prices: tuple[Price, ...] = ()
    reach: Reach = Reach.EACH
    lasts: str = ""
    minimum: int = 0
    while_plot: str = ""
    unless_plot: str = ""
    while_controls: CardPattern | None = None
    while_standing: bool = False
    while_used: bool = False
    trigger: Trigger | None = None
    trigger_by: CardPattern | None = None
    kneel: bool = False
    sacrifice: bool = False
    kneel_faction: bool = False
    kneel_host: bool = False
    kneels: CardPattern | None = None
    discards: CardPattern | None = None
    own_gold: int = 0
    limit: int | None = None
    limit_lasts: str = ""

    @property
    def concerns_any_marshaled_card(self) -> bool:
        """Return whether it is for "the next card you marshal", whatever it is.

        Such an effect concerns a card that is marshaled into shadows too. One that asks for
        characteristics does not, because a card in shadows has none (ruling on Hizdahr zo Loraq).
        """
        whatever = self.applies is None and self.allegiance is Allegiance.ANY
        return whatever and self.reach is Reach.NEXT and Price.MARSHAL in self.prices
