"""The keys for what is printed on a card, of either edition, and for what may be attached."""

from __future__ import annotations

from collections.abc import Callable

from carddb.card_test import ATTACHMENT, CHARACTER, DRAW_CARD, PLOT
from carddb.search import key
from carddb.search.index import CardIndex
from carddb.search.key import Key, KeyKind, field, icon, indexed, one
from carddb.search.vocabulary import Vocabulary, Word, names_of
from carddb.terms import CardType, Crest, Edition, Faction, Icon


def _closed(*words: Word) -> Callable[[CardIndex], Vocabulary]:
    vocabulary = Vocabulary(words, closed=True)
    return lambda _: vocabulary


def closed(*words: tuple[str, ...]) -> Callable[[CardIndex], Vocabulary]:
    """Return the vocabulary of these words alone, each with its other names."""
    return _closed(*(Word(names[0], names_of(*names), names[0]) for names in words))


def _faction_word(faction: Faction) -> Word:
    also = ("nw",) if faction is Faction.NIGHTS_WATCH else ()
    names = (*names_of(faction.value, faction.label, faction.card_name), *also)
    return Word(faction, names, faction.label)


def _edition_word(edition: Edition, number: str) -> Word:
    short = (number, f"{number}.0", f"{number}e", f"agot{number}")
    return Word(edition, names_of(edition.value, *short), edition.value)


FACTIONS = _closed(*map(_faction_word, Faction))
TYPES = _closed(*(Word(each, names_of(each, f"{each}s"), each) for each in CardType))
ICONS = _closed(*(Word(each, names_of(each), each) for each in Icon))
CRESTS = _closed(*(Word(each, names_of(each), each) for each in Crest))
EDITIONS = _closed(_edition_word(Edition.FIRST, "1"), _edition_word(Edition.SECOND, "2"))
ONLY_IN = closed(("draft",), ("melee",), ("hand-of-the-king",))
POOL = closed(("all",))


PRINTED = (
    Key(
        name="name",
        label="Name",
        kind=KeyKind.TEXT,
        help="part of the name; as a word without a key also a code or initials",
        read=indexed("names"),
    ),
    Key(name="code", label="Code", kind=KeyKind.TEXT, help="part of the code", read=field("code")),
    Key(
        name="cost",
        letter="o",
        label="Cost",
        kind=KeyKind.NUMBER,
        help="printed cost in gold",
        misread="o: is the cost; cards that you own are owned:yes.",
        read=field("cost"),
        applies=DRAW_CARD,
    ),
    Key(
        name="strength",
        letter="s",
        others=("str",),
        label="STR",
        kind=KeyKind.NUMBER,
        help="printed strength",
        misread="s: is the strength; sets are e:, shadow costs shadow:.",
        read=field("strength"),
        applies=CHARACTER,
    ),
    Key(
        name="faction",
        letter="f",
        others=("house",),
        label="Faction",
        kind=KeyKind.WORD,
        help="faction or House; neutral or - for none; a beginning is enough",
        read=key.factions,
        words=FACTIONS,
    ),
    Key(
        name="type",
        letter="t",
        label="Type",
        kind=KeyKind.WORD,
        help="card type; a beginning is enough",
        misread="t: is the card type; traits are k:.",
        read=one("type"),
        words=TYPES,
    ),
    Key(
        name="trait",
        letter="k",
        others=("traits",),
        label="Traits",
        kind=KeyKind.WORD,
        help="a whole trait; lor* for its beginning; - for no trait",
        misread="k: is a trait; keywords are keyword:.",
        read=field("traits"),
        words=lambda index: index.traits,
    ),
    Key(
        name="keyword",
        others=("kw", "keywords"),
        label="Keywords",
        kind=KeyKind.WORD,
        help="a keyword, with its value or without: shadow, “bestow (2)”; - for none",
        read=field("keywords"),
        words=lambda index: index.keywords,
    ),
    Key(
        name="text",
        letter="x",
        others=("rules",),
        label="Text",
        kind=KeyKind.TEXT,
        help="part of the rules text",
        read=indexed("texts"),
        without_texts=(
            (Edition.SECOND, "text looked into their keywords and hosts"),
            (Edition.FIRST, "text looked into their keywords and hosts"),
        ),
    ),
    Key(
        name="unique",
        letter="u",
        label="Unique",
        kind=KeyKind.FLAG,
        help="is it unique",
        read=field("unique"),
    ),
    Key(
        name="loyal",
        letter="l",
        label="Loyal",
        kind=KeyKind.FLAG,
        help="is it loyal",
        misread="l: is loyal, yes or no; locations are t:location, deck limits limit:.",
        read=field("loyal"),
    ),
    Key(
        name="military",
        letter="m",
        label="Military",
        kind=KeyKind.FLAG,
        help="has it a military icon",
        misread="m: is the military icon, yes or no; the number of icons is icons:.",
        read=icon(Icon.MILITARY),
    ),
    Key(
        name="intrigue",
        letter="g",
        label="Intrigue",
        kind=KeyKind.FLAG,
        help="has it an intrigue icon",
        misread="g: is the intrigue icon, yes or no; gold is n: on plots, and cost is o:.",
        read=icon(Icon.INTRIGUE),
    ),
    Key(
        name="power",
        letter="p",
        label="Power",
        kind=KeyKind.FLAG,
        help="has it a power icon",
        misread="p: is the power icon, yes or no; packs are e:, plots t:plot.",
        read=icon(Icon.POWER),
    ),
    Key(
        name="icon",
        label="Icons",
        kind=KeyKind.WORD,
        help="a challenge icon; - for none",
        read=field("icons"),
        words=ICONS,
        applies=CHARACTER,
    ),
    Key(
        name="icons",
        label="Number of icons",
        kind=KeyKind.COUNT,
        help="how many challenge icons",
        read=key.length("icons"),
        applies=CHARACTER,
    ),
    Key(
        name="income",
        letter="n",
        others=("gold",),
        label="Income",
        kind=KeyKind.NUMBER,
        help="gold value of a plot",
        misread="n: is the income of plots; names need no key, neutral cards are f:neutral.",
        read=key.plot_value("income"),
        applies=PLOT,
    ),
    Key(
        name="initiative",
        letter="v",
        others=("init",),
        label="Initiative",
        kind=KeyKind.NUMBER,
        help="initiative of a plot",
        read=key.plot_value("initiative"),
        applies=PLOT,
    ),
    Key(
        name="claim",
        letter="b",
        label="Claim",
        kind=KeyKind.NUMBER,
        help="claim of a plot",
        misread="b: is the claim of plots; banned cards are banned:yes.",
        read=key.plot_value("claim"),
        applies=PLOT,
    ),
    Key(
        name="reserve",
        letter="h",
        label="Reserve",
        kind=KeyKind.NUMBER,
        help="reserve of a plot",
        misread="h: is the reserve of plots; Houses are f:, restricted cards restricted:yes.",
        read=key.plot_value("reserve"),
        applies=PLOT,
    ),
    Key(
        name="income-bonus",
        label="Income bonus",
        kind=KeyKind.NUMBER,
        help="what a card adds to income",
        read=field("income"),
    ),
    Key(
        name="initiative-bonus",
        label="Initiative bonus",
        kind=KeyKind.NUMBER,
        help="what a card adds to initiative",
        read=field("initiative"),
    ),
    Key(
        name="reserve-bonus",
        label="Reserve bonus",
        kind=KeyKind.NUMBER,
        help="what a card adds to the reserve",
        read=field("reserve"),
    ),
    Key(
        name="shadow",
        others=("shadow-cost",),
        label="Shadow cost",
        kind=KeyKind.NUMBER,
        help="gold that brings it out of shadows, in both editions; * for any",
        read=field("shadow_cost"),
    ),
    Key(
        name="host",
        label="Host",
        kind=KeyKind.TEXT,
        help="part of what an attachment may be attached to, in words",
        read=indexed("hosts"),
        applies=ATTACHMENT,
    ),
    Key(
        name="on",
        label="Attaches to",
        kind=KeyKind.CARD,
        help="attachments that this card may bear, by name or code",
        read=key.unknown,
    ),
    Key(
        name="bears",
        label="Bears",
        kind=KeyKind.CARD,
        help="cards that may bear this attachment, by name or code",
        read=key.unknown,
    ),
    Key(
        name="like",
        label="Like",
        kind=KeyKind.CARD,
        help="cards like this one, by name or code: type, cost, icons, traits",
        read=key.unknown,
        remark="The likest first: of its type and about its cost, sharing icons or traits.",
    ),
)

FIRST_EDITION = (
    Key(
        name="crest",
        others=("crests",),
        label="Crests",
        kind=KeyKind.WORD,
        help="a crest of the first edition; - for none",
        read=field("crests"),
        words=CRESTS,
    ),
    Key(
        name="influence",
        label="Influence",
        kind=KeyKind.COUNT,
        help="influence of the first edition",
        read=field("influence"),
    ),
    Key(
        name="house-only",
        label="House only",
        kind=KeyKind.WORD,
        help="the House that a first-edition card is limited to; - for none",
        read=field("house_only"),
        words=FACTIONS,
    ),
    Key(
        name="naval",
        label="Naval",
        kind=KeyKind.WORD,
        help="a naval enhancement of the first edition; - for none",
        read=field("naval"),
        words=ICONS,
    ),
    Key(
        name="endless",
        label="Endless",
        kind=KeyKind.FLAG,
        help="is it an endless event or effect of the first edition",
        read=field("endless"),
    ),
)
