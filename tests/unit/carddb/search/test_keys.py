"""Every key with every sign that it takes, each on a few cards that differ in that one thing."""

from __future__ import annotations

from typing import Any

import pytest

from carddb.card import Card, Erratum
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach
from carddb.pack import Cycle
from carddb.pattern import ANY_CHARACTER, CardPattern, Host, HostOption
from carddb.query import Searcher
from carddb.search.keys import KEYS, find_key
from carddb.search.query_context import PlayedShares, QueryContext
from carddb.terms import CardType, Crest, Edition, Faction, Icon, Keyword, PlotStats, Printed
from core.errors import QueryError
from tests.builders import card, pack, pool

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
    played=PlayedShares({"01000": 0.0, "01001": 0.2}, "10 decks"),
    notes={"01001": ("Keep it against\nGreyjoy.",)},
)


def found(cards: tuple[Card, ...], query: str) -> list[str]:
    searcher = Searcher(pool(*cards, packs=PACK_VALUES, cycles=CYCLES))
    return sorted((each.name for each in searcher.find(query, CONTEXT)), key=_place(cards))


def _place(cards: tuple[Card, ...]) -> Any:
    return [each.name for each in cards].index


TABLE: list[tuple[tuple[Card, ...], str, str]] = [
    (NAMES, "name:ar", "Arya Stark, Aryn's Café, Ser “Stark”"),
    (NAMES, "name=stark", ""),
    (NAMES, 'name="arya stark"', "Arya Stark"),
    (NAMES, "name=ar*", "Arya Stark, Aryn's Café"),
    (NAMES, "name!ary", "Ser “Stark”"),
    (NAMES, "name:aryns", "Aryn's Café"),
    (NAMES, "name:cafe", "Aryn's Café"),
    (NAMES, "name:CAFÉ", "Aryn's Café"),
    (NAMES, 'name:"stark"', "Arya Stark, Ser “Stark”"),
    (NAMES, "name:/^ser? s/", "Ser “Stark”"),
    (NAMES, "code:01001", "Aryn's Café"),
    (NAMES, "code!01001", "Arya Stark, Ser “Stark”"),
    (COSTS, "cost:2", "two"),
    (COSTS, "cost=2", "two"),
    (COSTS, "cost!2", "one, four, x, dash"),
    (COSTS, "cost!=2", "one, four, x, dash"),
    (COSTS, "cost<2", "one"),
    (COSTS, "cost<=2", "one, two"),
    (COSTS, "cost>2", "four"),
    (COSTS, "cost>=2", "two, four"),
    (COSTS, "cost:1|4", "one, four"),
    (COSTS, "cost!1|4", "two, x, dash"),
    (COSTS, "cost:2..4", "two, four"),
    (COSTS, "cost:..2", "one, two"),
    (COSTS, "cost:2..", "two, four"),
    (COSTS, "cost!2..", "one, x, dash"),
    (COSTS, "cost:x", "x"),
    (COSTS, "cost:X|4", "four, x"),
    (COSTS, "cost!x", "one, two, four, dash"),
    (COSTS, "cost:-", "dash"),
    (COSTS, "cost:\u2013", "dash"),
    (COSTS, "cost:*", "one, two, four, x"),
    (STRENGTHS, "strength:4", "strong"),
    (STRENGTHS, "strength!4", "weak, x"),
    (STRENGTHS, "strength>cost", "strong"),
    (STRENGTHS, "s<o", "weak"),
    (STRENGTHS, "s:o", ""),
    (STRENGTHS, "s!o", "weak, strong, x"),
    (STRENGTHS, "s>=cost", "strong"),
    (FACTIONS, "faction:stark", "stark, both"),
    (FACTIONS, "faction=star", "stark, both"),
    (FACTIONS, "faction!stark", "watch, none"),
    (FACTIONS, "faction:stark faction:tyrell", "both"),
    (FACTIONS, "faction:neutral", "none"),
    (FACTIONS, "faction:-", "none"),
    (FACTIONS, "faction:*", "stark, both, watch, none"),
    (FACTIONS, "faction:nw|tyrell", "both, watch"),
    (FACTIONS, "faction:night", "watch"),
    (FACTIONS, 'faction:"house stark"', "stark, both"),
    (FACTIONS, "faction:/watch/", "watch"),
    (TYPES, "type:event", "event"),
    (TYPES, "type=ev", "event"),
    (TYPES, "type:plots", "plot"),
    (TYPES, "type!plot|event", "title"),
    (TRAITS, "trait:lord", "lord, both"),
    (TRAITS, "trait=LORD", "lord, both"),
    (TRAITS, "trait!lord", "kingsguard, none"),
    (TRAITS, "trait:king", ""),
    (TRAITS, "trait:king*", "kingsguard"),
    (TRAITS, "trait:*guard", "kingsguard"),
    (TRAITS, 'trait:"house bolton"', "both"),
    (TRAITS, "trait:lord trait:house*", "both"),
    (TRAITS, "trait:/ bol/", "both"),
    (TRAITS, "trait:-", "none"),
    (TRAITS, "trait!-", "lord, both, kingsguard"),
    (TRAITS, "trait:*", "lord, both, kingsguard"),
    (KEYWORDS, "keyword:shadow", "three, x"),
    (KEYWORDS, 'keyword:"shadow (3)"', "three"),
    (KEYWORDS, 'keyword:"shadow x"', "x"),
    (KEYWORDS, "keyword!renown", "three, none"),
    (KEYWORDS, "keyword:-", "none"),
    (KEYWORDS, "shadow:3", "three"),
    (KEYWORDS, "shadow:x", "x"),
    (KEYWORDS, "shadow<4", "three"),
    (KEYWORDS, "shadow:*", "three, x"),
    (TEXTS, 'text:"win a challenge"', "win"),
    (TEXTS, "text:challenge*kneel", "win"),
    (TEXTS, "text:kneel*challenge", ""),
    (TEXTS, 'text:"Reaction: after"', "win"),
    (TEXTS, 'text:"<b>Reaction:</b>"', "win"),
    (TEXTS, "text:dont", "win"),
    (TEXTS, 'text:"don\'t"', "win"),
    (TEXTS, "text:[military]", "lose"),
    (TEXTS, 'text:"+2 str"', "lose"),
    (TEXTS, 'text:"-2 str"', ""),
    (TEXTS, 'text="[military] +2 STR"', "lose"),
    (TEXTS, "text!str", "win, none"),
    (TEXTS, "text:win|str", "win, lose"),
    (TEXTS, "text:/\\+[0-9] str$/", "lose"),
    (TEXTS, "text:-", "none"),
    (TEXTS, "text:*", "win, lose"),
    (EFFECTS, "gives:gold", "income, gold, both"),
    (EFFECTS, "gives:draw", "both, insight"),
    (EFFECTS, "gives:economy gives:cards", "both"),
    (EFFECTS, "gives!gold", "insight, plain"),
    (EFFECTS, "gives:-", "plain"),
    (EFFECTS, "gives:*", "income, gold, both, insight"),
    (REDUCERS, "reduces:", "lord, stark, itself, shadows, any"),
    (REDUCERS, "reduces: t:char", "lord, stark, itself, shadows, any"),
    (REDUCERS, "reduces: (t:char)", "lord, stark, itself, shadows, any"),
    (REDUCERS, "reduces: or name:none", "lord, stark, itself, shadows, any, none"),
    (REDUCERS, "reduces: lord", "lord"),
    (REDUCERS, '"reduces:"', ""),
    (REDUCERS, "-(reduces:)", "none"),
    (REDUCERS, "-reduces:", "none"),
    (REDUCERS, "reduces:*", "lord, stark, itself, shadows, any"),
    (REDUCERS, "reduces:-", "none"),
    (REDUCERS, "reduces:LORD", "lord"),
    (REDUCERS, "reduces:lor*", "lord"),
    (REDUCERS, "reduces:events", "lord"),
    (REDUCERS, 'reduces:"house stark"', "stark"),
    (REDUCERS, "reduces:loyal", "stark"),
    (REDUCERS, "reduces:itself|any", "itself, any"),
    (REDUCERS, "reduces:shadows", "shadows"),
    (REDUCERS, "reduces:/^sha/", "shadows"),
    (REDUCERS, "reduces!any", "lord, stark, itself, shadows, none"),
    (HAVING, "has:text", "text, marked"),
    (HAVING, "has!text", "listed, none"),
    (HAVING, "has:erratum", "marked, listed"),
    (HAVING, "has:errata has:text", "marked"),
    (HAVING, "has:-", "none"),
    (HAVING, "errata:yes", "marked, listed"),
    (row("yes", "no", unique=(True, False)), "unique:1", "yes"),
    (row("yes", "no", unique=(True, False)), "unique:no", "no"),
    (row("yes", "no", unique=(True, False)), "unique!yes", "no"),
    (row("yes", "no", loyal=(True, False)), "loyal:true", "yes"),
    (row("yes", "no", loyal=(True, False)), "loyal:0", "no"),
    (row("yes", "no", loyal=(True, False)), "is:loyal", "yes"),
    (row("yes", "no", loyal=(True, False)), "is!loyal|unique", "no"),
    (ICONS, "military:1", "m"),
    (ICONS, "military:0", "gp, none"),
    (ICONS, "intrigue:1", "gp"),
    (ICONS, "power:1", "gp"),
    (ICONS, "icon:power", "gp"),
    (ICONS, "icon:mil|int", "m, gp"),
    (ICONS, "icon:-", "none"),
    (ICONS, "icons:2", "gp"),
    (ICONS, "icons>=1", "m, gp"),
    (ICONS, "icons:no", "none"),
    (plots("income", 4, 5, X), "income:5", "5"),
    (plots("income", 4, 5, X), "income>4", "5"),
    (plots("income", 4, 5, X), "income:x", "Printed.X"),
    (plots("initiative", 0, 3), "initiative<3", "0"),
    (plots("claim", 1, 2), "claim=2", "2"),
    (plots("reserve", 6, None), "reserve:-", "None"),
    (plots("reserve", 6, None), "reserve!6", "None"),
    (row("a", "b", income=(0, 2)), "income-bonus>0", "b"),
    (row("a", "b", income=(0, 2)), "income:2", ""),
    (row("a", "b", initiative=(-1, 2)), "initiative-bonus:-1", "a"),
    (row("a", "b", reserve=(-1, 2)), "reserve-bonus<0", "a"),
    (HOSTS, "host:location", "land"),
    (HOSTS, "host:character", "anyone"),
    (HOSTS, "host:*", "anyone, land"),
    (HOSTS, "on:arya", "anyone"),
    (HOSTS, "on:hodor", ""),
    (HOSTS, "on:wall", "land"),
    (HOSTS, "on!wall", "anyone, Arya, Hodor, Wall"),
    (HOSTS, "bears:anyone", "Arya"),
    (HOSTS, "bears:01001", "Wall"),
    (HOSTS, "bears:land|anyone", "Arya, Wall"),
    (CRESTS, "crest:war", "war, both"),
    (CRESTS, "crest:holy crest:war", "both"),
    (CRESTS, "crest!war", "none"),
    (CRESTS, "crest:-", "none"),
    (row("a", "b", influence=(0, 2)), "influence>1", "b"),
    (row("a", "b", influence=(0, 2)), "influence:no", "a"),
    (row("a", "b", house_only=((), (Faction.STARK,))), "house-only:stark", "b"),
    (row("a", "b", house_only=((), (Faction.STARK,))), "house-only:-", "a"),
    (row("a", "b", naval=((), (Icon.POWER,))), "naval:power", "b"),
    (row("a", "b", endless=(False, True)), "endless:1", "b"),
    (row("a", "b", edition=(Edition.FIRST, Edition.SECOND)), "edition:first", "a"),
    (row("a", "b", edition=(Edition.FIRST, Edition.SECOND)), "edition!1", "b"),
    (PACKS, "pack:wotn", "new"),
    (PACKS, 'pack:"core set"', "old"),
    (PACKS, "pack!core", "new, unknown"),
    (PACKS, "pack<WotN", "old"),
    (PACKS, "pack>Core", "new"),
    (PACKS, "pack>=WotN", "new"),
    (PACKS, "pack:Core|VKm", "old, unknown"),
    (PACKS, "pack:v*", "unknown"),
    (PACKS, "pack:/wolves/", "new"),
    (PACKS, "cycle:3", "new"),
    (PACKS, "cycle:core", "old"),
    (PACKS, "cycle:0", "unknown"),
    (PACKS, "cycle<3", "old"),
    (PACKS, "cycle:1..3", "old, new"),
    (PACKS, "cycle:..3", "old, new"),
    (PACKS, "cycle:0..1", "old, unknown"),
    (PACKS, "cycle<=wolves", "old, new"),
    (PACKS, "cycle!1", "new, unknown"),
    (PACKS, "cycle>core", "new"),
    (PACKS, "released:2015", "old"),
    (PACKS, "released:2016-04", "new"),
    (PACKS, "released<2016", "old"),
    (PACKS, "released<=2016", "old, new"),
    (PACKS, "released>2015", "new"),
    (PACKS, "released>=2015-10-08", "old, new"),
    (PACKS, "released:2015-11..", "new"),
    (PACKS, "released:..2015", "old"),
    (PACKS, "released!2015", "new, unknown"),
    (PACKS, "released:-", "unknown"),
    (row("a", "b", quantity=(1, 3)), "quantity<3", "a"),
    (row("a", "b", deck_limit=(1, 3)), "limit:1", "a"),
    (row("a", "a", "b"), "printings:2", "a, a"),
    (row("a", "b", only_in=(None, "draft")), "only-in:draft", "b"),
    (row("a", "b", only_in=(None, "draft")), "only-in:-", "a"),
    (row("a", "b", only_in=("melee", "draft")), "draft:yes", "b"),
    (row("a", "b", only_in=("melee", "draft")), "is!draft", "a"),
    (row("a", "b", only_in=("melee", "draft")), "pool:all", "a, b"),
    (row("a", "b", errata=((), (Erratum("FFG", "1"),))), "errata:yes", "b"),
    (row("a", "b", illustrator=("Joshua Cairós", None)), "illustrator:cairos", "a"),
    (row("a", "b", illustrator=("Joshua Cairós", None)), "illustrator:-", "b"),
    (LISTED, "flavor:x", ""),
    (LISTED, "designer!x", "a, b"),
    (LISTED, "rarity:-", "a, b"),
    (LISTED, "legal:yes", "a"),
    (LISTED, "legal:no", "b"),
    (LISTED, "restricted:1", "a"),
    (LISTED, "banned!1", "b"),
    (LISTED, "pod:1", "a"),
    (LISTED, "playable:1", "a"),
    (LISTED, "is:legal", "a"),
    (COPIES, "deck:yes", "one, three"),
    (COPIES, "deck:no", "none"),
    (COPIES, "considered:yes", "none"),
    (COPIES, "considered:2", "none"),
    (COPIES, "deck:3", "three"),
    (COPIES, "deck>=1", "one, three"),
    (COPIES, "deck<quantity", "none, one"),
    (COPIES, "owned:0", "none"),
    (COPIES, "owned:yes", "one, three"),
    (COPIES, "owned=deck", "none, one, three"),
    (COPIES, "played>=0.2", "one"),
    (COPIES, "played>=20%", "one"),
    (COPIES, "played<.2", "none"),
    (COPIES, "played:0", "none"),
    (COPIES, "played:0.1..1", "one"),
    (COPIES, "played:..5%", "none"),
    (COPIES, "played:-", "three"),
    (COPIES, "starred:yes", "none"),
    (COPIES, "is:starred", "none"),
    (COPIES, "category:draw", "none"),
    (COPIES, "category=draw", ""),
    (COPIES, "category=GOLD", "none, one"),
    (COPIES, "category!gold", "three"),
    (COPIES, "category:-", "three"),
    (COPIES, "category:*", "none, one"),
    (COPIES, "category:/^card/", "none"),
    (COPIES, "note:greyjoy", "one"),
    (COPIES, "note:-", "none, three"),
    (ALIKE, "like:first", "trait, icon, cost"),
    (ALIKE, "like:01001", "first, cost"),
    (ALIKE, "like:first trait:lord", "trait, cost"),
]


@pytest.mark.parametrize(("cards", "query", "names"), TABLE, ids=[each[1] for each in TABLE])
def test_a_key_finds_these_cards(cards: tuple[Card, ...], query: str, names: str) -> None:
    assert ", ".join(found(cards, query)) == names


@pytest.mark.parametrize("query", ["played>3", "played>=0.2..0.4", "played:many", "played:.."])
def test_what_is_no_share_is_refused(query: str) -> None:
    with pytest.raises(QueryError, match=r"played takes a share: 0\.2, 20%"):
        found(COPIES, query)


def test_the_table_has_every_key() -> None:
    tried = {key.name for _, query, _ in TABLE for key in KEYS if query.startswith(key.name)}
    assert tried == {key.name for key in KEYS}


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_name_of_a_key_finds_it(key: Any) -> None:
    assert all(find_key(name) is key for name in key.names)
    assert all(find_key(name.upper()) is key for name in key.names)


def test_no_two_keys_share_a_name() -> None:
    names = [name for key in KEYS for name in key.names]
    assert len(names) == len(set(names))


def test_the_letters_are_those_of_thronesdb() -> None:
    letters = {key.letter: key.name for key in KEYS if key.letter}
    assert "".join(sorted(letters)) == "abcdefghiklmnoprstuvxy"
    assert (letters["o"], letters["n"], letters["k"]) == ("cost", "income", "trait")


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_key_has_words_for_people(key: Any) -> None:
    assert key.label
    assert len(key.help) > 5
    if key.name != "reduces":  # which may stand alone
        with pytest.raises(QueryError):
            Searcher(pool()).query(f"{key.name}:")
