"""Cards that differ in one thing each, for the table of keys of the search language."""

from __future__ import annotations

from typing import Any

from carddb.card import Card, Erratum
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach
from carddb.pack import Cycle
from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption
from carddb.query import QueryContext
from carddb.terms import (
    CardType,
    Crest,
    Edition,
    Faction,
    Icon,
    Keyword,
    PlotStats,
    Printed,
)
from tests.builders import card, pack

X = Printed.X


def row(*names: str, **fields: Any) -> tuple[Card, ...]:
    """Return cards of these names; each field holds one value for each of them."""
    return tuple(
        card(
            name, code=f"0100{place}", **{field: values[place] for field, values in fields.items()}
        )
        for place, name in enumerate(names)
    )


def plots(field: str, *values: Any) -> tuple[Card, ...]:
    stats = {"income": 0, "initiative": 0, "claim": 0, "reserve": 0}
    return tuple(
        card(str(value), CardType.PLOT, code=f"0100{at}", plot=PlotStats(**{**stats, field: value}))
        for at, value in enumerate(values)
    )


def reducer(applies: CardPattern | None, **fields: Any) -> tuple[GoldEffect, ...]:
    return (GoldEffect(kind=GoldKind.REDUCE, moment=Moment.CONSTANT, applies=applies, **fields),)


LOCATION_ONLY = Host((HostOption(CardPattern(types=(CardType.LOCATION,))),), "location")
NOTHING_GOES = (Keyword("no-attachments"),)

NAMES = row("Arya Stark", "Aryn's Café", "Ser “Stark”")
COSTS = row("one", "two", "four", "x", "dash", cost=(1, 2, 4, X, None))
STRENGTHS = row("weak", "strong", "x", cost=(3, 3, 3), strength=(2, 4, X))
FACTIONS = row(
    "stark",
    "both",
    "watch",
    "none",
    factions=((Faction.STARK,), (Faction.STARK, Faction.TYRELL), (Faction.NIGHTS_WATCH,), ()),
)
TYPES = row("plot", "event", "title", type=(CardType.PLOT, CardType.EVENT, CardType.TITLE))
TRAITS = row(
    "lord",
    "both",
    "kingsguard",
    "none",
    traits=(("Lord",), ("Lord", "House Bolton"), ("Kingsguard",), ()),
)
KEYWORDS = row(
    "three",
    "x",
    "none",
    keywords=((Keyword("shadow", 3),), (Keyword("shadow", X), Keyword("renown")), ()),
)
TEXTS = row(
    "win",
    "lose",
    "none",
    text=(
        "<b>Reaction:</b> After you win a challenge, don\u2019t kneel.",
        "[military] +2 STR",
        None,
    ),
)
EFFECTS = row(
    "income",
    "gold",
    "both",
    "insight",
    "plain",
    income=(1, 0, 0, 0, -1),
    keywords=((), (), (), (Keyword("insight"),), ()),
    text=("+1 Income.", "Gain 1 gold.", "Gain 1 gold. Draw 1 card.", "Insight.", "Renown."),
)
REDUCERS = row(
    "lord",
    "stark",
    "itself",
    "shadows",
    "any",
    "none",
    gold_effects=(
        reducer(CardPattern(types=(CardType.EVENT,), traits=("Lord",))),
        reducer(CardPattern(factions=(Faction.STARK,), loyal=True)),
        reducer(None, reach=Reach.ITSELF),
        reducer(None, prices=(Price.OUT_OF_SHADOWS,)),
        reducer(None),
        (),
    ),
    blank=(True,) * 6,
)
HAVING = row(
    "text",
    "marked",
    "listed",
    "none",
    text=("Renown.", "<em>Errata'd.</em>\nRenown.", None, None),
    errata=((), (), (Erratum("FFG", "1"),), ()),
)
ICONS = row("m", "gp", "none", icons=((Icon.MILITARY,), (Icon.INTRIGUE, Icon.POWER), ()))
HOSTS = (
    card("anyone", CardType.ATTACHMENT, code="01000", host=ANY_CHARACTER),
    card("land", CardType.ATTACHMENT, code="01001", host=LOCATION_ONLY),
    card("Arya", code="01002"),
    card("Hodor", code="01003", keywords=NOTHING_GOES),
    card("Wall", CardType.LOCATION, code="01004"),
)
CRESTS = row("war", "both", "none", crests=((Crest.WAR,), (Crest.WAR, Crest.HOLY), ()))
PACKS = row("old", "new", "unknown", pack=("Core", "WotN", "VKm"))
PACK_VALUES = (
    pack("Core", "Core Set", cycle="core", released="2015-10-08"),
    pack("WotN", "Wolves of the North", cycle="wolves", released="2016-04-07"),
    pack("VKm", "Kingsmoot Variant", cycle="variants", released=""),
)
CYCLES = (
    Cycle("variants", "Variants", Edition.SECOND, 0),
    Cycle("core", "Core Set", Edition.SECOND, 1),
    Cycle("wolves", "Wolves of the North", Edition.SECOND, 3),
)
LISTED = row("a", "b")
COPIES = row("none", "one", "three", quantity=(2, 2, 2))
# Like the first are those that share a trait or an icon, of its type and about its cost.
ALIKE = row(
    *("first", "trait", "icon", "cost", "dear", "location", "nothing"),
    cost=(3, 3, 3, 4, 5, 3, 3),
    traits=(("Lord",), ("Lord",), (), ("Lord",), ("Lord",), ("Lord",), ("Lady",)),
    icons=((Icon.POWER,), (), (Icon.POWER,), (), (), (), ()),
    type=(*(CardType.CHARACTER,) * 5, CardType.LOCATION, CardType.CHARACTER),
)
CONTEXT = QueryContext(
    legal=frozenset({"01000"}),
    restricted=frozenset({"01000"}),
    banned=frozenset({"01000"}),
    podded=frozenset({"01000"}),
    playable=frozenset({"01000"}),
    in_deck={"01001": 1, "01002": 3},
    considered={"01000": 2},
    owned={"01001": 1, "01002": 3},
    starred=frozenset({"01000"}),
    categories={"01000": ("Card draw", "gold"), "01001": ("gold",)},
    notes={"01001": ("Keep it against\nGreyjoy.",)},
)
