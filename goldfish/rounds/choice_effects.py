"""Effects that give a choice, as they are used when nobody is there to choose: for the gold.

Cards whose gold is one of several things, or comes with something else, have no structured facts
of it. In games that the policy plays (`GameState.takes_gold`) these stand for them.
"""

from __future__ import annotations

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType, Faction


def _reaction(
    trigger: Trigger,
    gold: int,
    limit: int | None = None,
    lasts: str = "",
    by: CardPattern | None = None,
) -> tuple[GoldEffect, ...]:
    return (
        GoldEffect(
            kind=GoldKind.GAIN,
            moment=Moment.REACTION,
            amount=gold,
            trigger=trigger,
            trigger_by=by,
            limit=limit,
            limit_lasts=lasts,
        ),
    )


_ATTACHMENT = CardPattern(types=(CardType.ATTACHMENT,))
_TYRELL = CardPattern(types=(CardType.CHARACTER,), factions=(Faction.TYRELL,))
_FEAST = GoldEffect(
    kind=GoldKind.PLOT_VALUE,
    moment=Moment.CONSTANT,
    amount=5,
    applies=CardPattern(types=(CardType.PLOT,), names=("Feast or Famine",)),
)

CHOICE_EFFECTS: dict[str, tuple[GoldEffect, ...]] = {
    # Valyrian Steel: a card or a gold for an attachment that enters play.
    "13118": _reaction(Trigger.ENTERS_PLAY, 1, 3, "round", _ATTACHMENT),
    "17152": _reaction(Trigger.ENTERS_PLAY, 1, 1, "phase", _ATTACHMENT),
    # The Hightower: a gold, and a card that is not drawn here.
    "09017": _reaction(Trigger.ENTERS_PLAY, 1, 1, "phase", _TYRELL),
    # Cersei's Wheelhouse: a gold or a card for who becomes the first player, which is alone always.
    "02010": _reaction(Trigger.INITIATIVE_WON, 1),
    # Bowels of Casterly Rock: two gold or a card for what comes out of shadows.
    "11030": _reaction(Trigger.OUT_OF_SHADOWS, 2, 1, "phase"),
    # Pass Beneath the Shadow: one of its choices is a gold, once a round.
    "00364": _reaction(Trigger.OUT_OF_SHADOWS, 1, 1, "round"),
    # Feast or Famine: 5 more gold for less claim, or instead of more.
    "00006": (_FEAST,),
    "00372": (_FEAST,),
}

# What facts do not say of an effect: at most once a phase (A Very Large Shadow).
COMPLETED: dict[str, tuple[GoldEffect, ...]] = {
    "13090": (
        GoldEffect(
            kind=GoldKind.REDUCE,
            moment=Moment.ACTION,
            amount=3,
            prices=(Price.OUT_OF_SHADOWS,),
            reach=Reach.NEXT,
            lasts="phase",
            limit=1,
            limit_lasts="phase",
        ),
    ),
}

_BY_CODE = {**CHOICE_EFFECTS, **COMPLETED}


def gold_effects_of(card: Card) -> tuple[GoldEffect, ...]:
    """Return the effects on gold of a card, as the tables above have them where they do."""
    return _BY_CODE.get(card.code, card.gold_effects)
