"""Cards whose effect on gold exceeds the structured facts but is played nevertheless.

`approximations` lists all other irregular cards.
"""

from __future__ import annotations

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType, Faction

# Agendas whose player's other cards give no bonus to income (Knights of the Hollow Hill).
NO_BONUSES = frozenset({"13039", "bwb_59"})

# The plot under which characters and locations give no positive bonus (Rains of Autumn).
NO_POSITIVE_BONUSES = frozenset({"04019"})

# Plots that let their player bring out one more Limited card in their round (Taxation), cards that
# do so while in play (Elinor Tyrell), plots under which there is none (City Blockade).
MORE_LIMITED = frozenset({"01024", "06043"})
NO_LIMITED = frozenset({"25060", "00330"})

# What changes the number of cards of the draw phase while revealed, in play or an agenda (Time of
# Plenty, Early Frost, The Shield Islands; The Long Voyage kneels the faction card for it).
DRAWS = {"05051": 1, "05052": -1, "12038": 1, "16030": 1}

# Agendas that kneel the faction card for the card that they draw (The Long Voyage).
VOYAGES = frozenset({"16030"})

# Additional reserve of agendas (Kings of Summer, Kings of Winter).
RESERVES = {"04037": 1, "04038": -1}

# Plots that add to the reserve of a plot of a trait while in the used pile (Winter Reserves, The
# Maiden), and one that adds 1 to its own for each used plot of a trait (City of Wealth).
USED_RESERVES = {"11080": ("Winter", 1), "20056": ("The Seven", 2), "00306": ("The Seven", 2)}
OWN_RESERVES = {"13119": "City"}

# Cards in play for which there is considered to be one more plot of a trait in the used pile
# (Gulltown), one fewer while they stand (Lonely Hills), one more for each gold on them (Ricasso).
ONE_MORE_USED = {"19019": "City", "00320": "City"}
FEWER_USED = frozenset({"25012"})
MORE_USED_FOR_GOLD = frozenset({"06015"})

# Cards in play for which there is considered to be one card fewer in hand (Qartheen Galleas).
FEWER_IN_HAND = frozenset({"26074"})

# Unspent gold that stays: all of it (The Long Plan), or one for each (King's Landing Dromond).
SAVES_ALL_GOLD = frozenset({"02016"})
SAVES_ONE_GOLD = frozenset({"26066", "00170"})

# Takes a gold from the pool before it is returned, and gives it back in the next marshaling phase
# (Lannisport Treasury); the policy does both.
LAYS_ASIDE = frozenset({"05019"})

# One gold for every two locations of the Night's Watch, once income is collected (Eastwatch
# Carpenter).
CARPENTER = frozenset({"06005"})

# Kneels for one gold for each faction among the characters (Braavos).
BRAAVOS = frozenset({"15042"})

# Plots that gain one gold for each location when revealed; one's own are counted (Trade Routes).
TRADE_ROUTES = frozenset({"09051", "17160"})

# Doubles the gold on it once income is collected, up to this much (The Iron Bank).
DOUBLING = {"08019": None, "17143": 5}

# Gold on these may be spent in the marshaling phase as if it were in the pool.
MARSHALING_PURSES = frozenset({"08019", "17143"})

# Into shadows costs one more while no character of the faction is controlled (Kingdom of Shadows).
DEARER_SHADOWS = frozenset({"17148"})

# Agendas whose Scheme plots are not part of the plot deck ("The Rains of Castamere").
SCHEMES_APART = frozenset({"05045"})

# Gold as the taxation phase ends, which stays for the next round (Ranger's Cache; or two cards).
AT_THE_END = {"03052": 3}

# One gold for every two cards in shadows as the challenges phase begins (Magister Illyrio).
FOR_SHADOWS = frozenset({"26053", "00248"})

# More gold while there are more revealed plots of one trait than of another (Arbor Vineyard,
# Northern Keep), or where two plots of a trait are in the used pile (City Festival).
MORE_REVEALED = {"06064": ("Summer", "Winter"), "06102": ("Winter", "Summer")}
MORE_USED = {"19020": "City", "00331": "City"}

# Cards that enter play knelt (Sansa Stark), and the agenda under which locations do (The Gold
# Price).
KNEELS_ENTERING = frozenset({"01147"})
KNEELING_LOCATIONS = frozenset({"25040"})

# While it stands, gold on one's Lannister cards may be spent in the marshaling phase; it kneels to
# put one on up to three of them (Casterly Rock; some versions let it be spent in any phase).
ROCKS = {"17166": False, "22008": True, "00154": True}

# Gold on these may be spent in the challenges phase (Sweet Cersei, Sunspear); and one that gains a
# gold for a Martell card that enters play, two for a Lord or Lady, once a phase.
CHALLENGES_PURSES = frozenset({"08070", "22012"})
SUNSPEAR = frozenset({"22012"})

# No gold is gained in the challenges phase while one is in play (Devout Freerider), nor more than
# so much in a round (The High Sparrow; income is gained too).
NO_CHALLENGES_GOLD = frozenset({"05040"})
MOST_GAINED = {"08097": 7}

# Out of Shadows cards for another House only cost one more (City of Shadows, first edition).
DEARER_OUT = frozenset({"kl_20"})

# What plots forbid to marshal, and whether events too (Marching Orders).
NO_MARSHALING = {"01016": frozenset({CardType.LOCATION, CardType.ATTACHMENT, CardType.EVENT})}

# Events that return to hand where a plot of a trait is revealed (A Very Large Shadow).
RETURNING = {"13090": "Scheme"}

# Plots under which all gold is returned as the challenges phase begins (Supporting the Faith).
RETURNS_GOLD = frozenset({"01023"})

# Cards whose cost out of shadows is the number of used plots, and at least so much (House Umber
# Berserkers).
SHADOW_BY_USED = {"26031": 1}

# Cards that the text forbids to be marshaled (War Elephants).
NEVER_MARSHALED = frozenset({"26113"})

PLAYED = frozenset(
    NO_BONUSES
    | NO_POSITIVE_BONUSES
    | SAVES_ALL_GOLD
    | SAVES_ONE_GOLD
    | LAYS_ASIDE
    | CARPENTER
    | BRAAVOS
    | DEARER_SHADOWS
    | TRADE_ROUTES
    | MARSHALING_PURSES
    | CHALLENGES_PURSES
    | AT_THE_END.keys()
    | FOR_SHADOWS
    | NO_CHALLENGES_GOLD
    | MOST_GAINED.keys()
    | ROCKS.keys()
    | RETURNS_GOLD
    | {"08039", "00367"}
)


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

# Limits that the facts lack: at most once a phase (A Very Large Shadow).
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
    )
}

_BY_CODE = {**CHOICE_EFFECTS, **COMPLETED}


def gold_effects_of(card: Card) -> tuple[GoldEffect, ...]:
    """Return a card's effects on gold, corrected by the tables above."""
    return _BY_CODE.get(card.code, card.gold_effects)
