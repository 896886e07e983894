"""The keys of the search language as a table, and the lookup of a key by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from operator import attrgetter

from carddb.card_effects import DRAW, GOLD
from carddb.card_test import ATTACHMENT, CHARACTER, DRAW_CARD, PLOT
from carddb.search.index import ERRATUM, RULING, TEXT, CardIndex
from carddb.search.key import (
    FieldReader,
    Key,
    KeyKind,
    among_codes,
    changed,
    copies,
    cycle,
    field,
    having,
    indexed,
    length,
    of_card,
    one,
    played,
    plot_value,
    released,
    words,
)
from carddb.search.query_context import DRAFT
from carddb.search.tree import Form, QueryTerm
from carddb.search.vocabulary import Vocabulary, Word, names_of
from carddb.terms import CardType, Crest, Edition, Faction, Icon


def _closed(*words: Word) -> Callable[[CardIndex], Vocabulary]:
    vocabulary = Vocabulary(words, closed=True)
    return lambda _: vocabulary


def _only(*words: tuple[str, ...]) -> Callable[[CardIndex], Vocabulary]:
    return _closed(*(Word(names[0], names_of(*names), names[0]) for names in words))


def _icon(icon: Icon) -> FieldReader:
    return of_card(lambda card: icon in card.icons)


def _faction_word(faction: Faction) -> Word:
    also = ("nw",) if faction is Faction.NIGHTS_WATCH else ()
    names = (*names_of(faction.value, faction.label, faction.card_name), *also)
    return Word(faction, names, faction.label)


def _edition_word(edition: Edition, number: str) -> Word:
    short = (number, f"{number}.0", f"{number}e", f"agot{number}")
    return Word(edition, names_of(edition.value, *short), edition.value)


def _in_both(words: str) -> tuple[tuple[Edition, str], ...]:
    return (Edition.SECOND, words), (Edition.FIRST, words)


FACTIONS = _closed(*map(_faction_word, Faction))
TYPES = _closed(*(Word(each, names_of(each, f"{each}s"), each) for each in CardType))
ICONS = _closed(*(Word(each, names_of(each), each) for each in Icon))
CRESTS = _closed(*(Word(each, names_of(each), each) for each in Crest))
EDITIONS = _closed(_edition_word(Edition.FIRST, "1"), _edition_word(Edition.SECOND, "2"))
_CHOOSE_LIST = "Choose a format and a restricted list first; without them this is not known."
_CHOOSE_DECK = "Open a deck first; without one this is not known."
_CHOOSE_STARS = "The stars are not known here; the search of all cards knows them."
_CHOOSE_OWNED = "Say first which cards you own; no collection is known here."
_FETCH_DECKS = "Fetch the published decks first (about 30 MB); without them this is not known."
_NOT_STORED = "{} are not stored by this program, so no card has one here."

_NEUTRAL = (Faction.NEUTRAL,)
# Facts that the program does not store, or that do not come from one card.
_UNKNOWN = of_card(lambda _: "")

_text = partial(Key, KeyKind.TEXT)
_texts = partial(Key, KeyKind.TEXTS, in_context=True)
_word = partial(Key, KeyKind.WORD)
_number = partial(Key, KeyKind.NUMBER)
_count = partial(Key, KeyKind.COUNT)
_flag = partial(Key, KeyKind.FLAG)
_card = partial(Key, KeyKind.CARD)
_flag_of_context = partial(_flag, in_context=True)
_count_of_context = partial(_count, in_context=True)

# What to tell users who may take a letter of ThronesDB for another key.
MISREAD = {
    "o": "o: is the cost; cards that you own are owned:yes.",
    "s": "s: is the strength; sets are e:, shadow costs shadow:.",
    "t": "t: is the card type; traits are k:.",
    "k": "k: is a trait; keywords are keyword:.",
    "l": "l: is loyal, yes or no; locations are t:location, deck limits limit:.",
    "m": "m: is the military icon, yes or no; the number of icons is icons:.",
    "g": "g: is the intrigue icon, yes or no; gold is n: on plots, and cost is o:.",
    "p": "p: is the power icon, yes or no; packs are e:, plots t:plot.",
    "n": "n: is the income of plots; names need no key, neutral cards are f:neutral.",
    "b": "b: is the claim of plots; banned cards are banned:yes.",
    "h": "h: is the reserve of plots; Houses are f:, restricted cards restricted:yes.",
    "e": "e: is the pack; editions are edition:, events t:event.",
    "c": "c: is the cycle; cost is o:, claim b:, characters t:character.",
    "y": "y: is the number of copies in the pack; years are released:.",
    "i": "i: is the illustrator; icons are m:, g: and p:, income is n:.",
    "a": "a: is the flavor text; agendas are t:agenda, attachments t:attachment.",
    "d": "d: is the designer; the cards in the deck are deck:yes.",
    "r": "r: is the rarity; reserve is h:, restricted cards are restricted:yes.",
}

KEYS: tuple[Key, ...] = (
    _text(
        "name",
        "Name",
        "part of the name; as a word without a key also a code or initials",
        indexed("names"),
    ),
    _text("code", "Code", "part of the code", field("code")),
    _number("cost o", "Cost", "printed cost in gold", field("cost"), applies=DRAW_CARD),
    _number("strength s str", "STR", "printed strength", field("strength"), applies=CHARACTER),
    _word(
        "faction f house",
        "Faction",
        "faction or House; neutral or - for none; a beginning is enough",
        of_card(lambda card: card.factions or _NEUTRAL),
        FACTIONS,
    ),
    _word("type t", "Type", "card type; a beginning is enough", one("type"), TYPES),
    _word(
        "trait k traits",
        "Traits",
        "a whole trait; lor* for its beginning; - for no trait",
        field("traits"),
        attrgetter("traits"),
    ),
    _word(
        "keyword kw keywords",
        "Keywords",
        "a keyword, with its value or without: shadow, “bestow (2)”; - for none",
        field("keywords"),
        attrgetter("keywords"),
    ),
    _text(
        "text x rules",
        "Text",
        "part of the rules text",
        indexed("texts"),
        without_texts=_in_both("text looked into their keywords and hosts"),
    ),
    _flag("unique u", "Unique", "is it unique", field("unique")),
    _flag("loyal l", "Loyal", "is it loyal", field("loyal")),
    _flag("military m", "Military", "has it a military icon", _icon(Icon.MILITARY)),
    _flag("intrigue g", "Intrigue", "has it an intrigue icon", _icon(Icon.INTRIGUE)),
    _flag("power p", "Power", "has it a power icon", _icon(Icon.POWER)),
    _word(
        "icon", "Icons", "a challenge icon; - for none", field("icons"), ICONS, applies=CHARACTER
    ),
    _count(
        "icons", "Number of icons", "how many challenge icons", length("icons"), applies=CHARACTER
    ),
    _number("income n gold", "Income", "gold value of a plot", plot_value("income"), applies=PLOT),
    _number(
        "initiative v init",
        "Initiative",
        "initiative of a plot",
        plot_value("initiative"),
        applies=PLOT,
    ),
    _number("claim b", "Claim", "claim of a plot", plot_value("claim"), applies=PLOT),
    _number("reserve h", "Reserve", "reserve of a plot", plot_value("reserve"), applies=PLOT),
    _number("income-bonus", "Income bonus", "what a card adds to income", field("income")),
    _number(
        "initiative-bonus",
        "Initiative bonus",
        "what a card adds to initiative",
        field("initiative"),
    ),
    _number("reserve-bonus", "Reserve bonus", "what a card adds to the reserve", field("reserve")),
    _number(
        "shadow shadow-cost",
        "Shadow cost",
        "gold that brings it out of shadows, in both editions; * for any",
        field("shadow_cost"),
    ),
    _text(
        "host",
        "Host",
        "part of what an attachment may be attached to, in words",
        indexed("hosts"),
        applies=ATTACHMENT,
    ),
    _card("on", "Attaches to", "attachments that this card may bear, by name or code", _UNKNOWN),
    _card("bears", "Bears", "cards that may bear this attachment, by name or code", _UNKNOWN),
    _card(
        "like",
        "Like",
        "cards like this one, by name or code: type, cost, icons, traits",
        _UNKNOWN,
        remark="The likest first: of its type and about its cost, sharing icons or traits.",
    ),
    _word(
        "gives",
        "Gives",
        "gold: income, gold or a higher plot; draw: cards, insight",
        indexed("gives"),
        _only((GOLD, "economy"), (DRAW, "cards", "draws")),
        without_texts=((Edition.FIRST, "gives looked at their income alone"),),
        verb=True,
    ),
    _word(
        "reduces",
        "Reduces",
        "whose cost it lowers: stark, army, event, loyal, shadows, itself, any; alone for all",
        indexed("reduces"),
        attrgetter("reduced"),
        without_texts=((Edition.FIRST, "reduces found none of them"),),
        verb=True,
    ),
    _word(
        "has",
        "Has",
        "text: is its text here; erratum: was it changed; ruling: does one name it",
        having,
        _only((TEXT,), (ERRATUM, "errata"), (RULING, "rulings")),
        without_texts=_in_both("has:text found none of them"),
        reads_texts_for=TEXT,
        verb=True,
        in_context=True,
    ),
    _word(
        "crest crests",
        "Crests",
        "a crest of the first edition; - for none",
        field("crests"),
        CRESTS,
    ),
    _count("influence", "Influence", "influence of the first edition", field("influence")),
    _word(
        "house-only",
        "House only",
        "the House that a first-edition card is limited to; - for none",
        field("house_only"),
        FACTIONS,
    ),
    _word(
        "naval",
        "Naval",
        "a naval enhancement of the first edition; - for none",
        field("naval"),
        ICONS,
    ),
    _flag(
        "endless",
        "Endless",
        "is it an endless event or effect of the first edition",
        field("endless"),
    ),
    _word("edition ed", "Edition", "first or second, or 1 or 2", one("edition"), EDITIONS),
    _word(
        "pack e set",
        "Pack",
        "code or name of the pack; < and > by day of release",
        of_card(lambda card: ((card.edition, card.pack),)),
        attrgetter("packs"),
    ),
    _word(
        "cycle c",
        "Cycle",
        "number, code or name of the cycle; < and > by number",
        cycle,
        attrgetter("cycles"),
    ),
    Key(
        KeyKind.DAY,
        "released date",
        "Released",
        "year, month or day of release: 2018, 2018-06, 2018-06-07",
        released,
    ),
    _number("quantity y qty", "Quantity", "copies in the pack", field("quantity")),
    _number(
        "limit deck-limit", "Deck limit", "copies that a deck may include", field("deck_limit")
    ),
    _number(
        "printings", "Printings", "how many cards have the title and type", indexed("printings")
    ),
    _word(
        "only-in",
        "Only in",
        "the one format that it may be played in; - for all",
        one("only_in"),
        _only(("draft",), ("melee",), ("hand-of-the-king",)),
    ),
    _flag(
        "draft",
        "For draft",
        "may it be played in draft alone",
        of_card(lambda card: card.only_in == DRAFT),
    ),
    _word(
        "pool",
        "Pool",
        "all: look at every card, also those that are left out unless asked for",
        of_card(lambda _: ("all",)),
        _only(("all",)),
        verb=True,
    ),
    _flag("errata", "Errata", "was its text changed", changed),
    _flag("own", "Own", "is it a card of your own, as of a fan-made pack", indexed("own")),
    _text(
        "illustrator i artist art",
        "Illustrator",
        "part of the illustrator's name; - for none",
        indexed("illustrators"),
    ),
    _text(
        "flavor a flavour",
        "Flavor",
        "ThronesDB's key; flavor texts are not stored, so it finds nothing",
        _UNKNOWN,
        remark=_NOT_STORED.format("Flavor texts"),
    ),
    _text(
        "designer d",
        "Designer",
        "ThronesDB's key; designers are not stored, so it finds nothing",
        _UNKNOWN,
        remark=_NOT_STORED.format("Designers"),
    ),
    _text(
        "rarity r",
        "Rarity",
        "ThronesDB's key; rarities are not stored, so it finds nothing",
        _UNKNOWN,
        remark=_NOT_STORED.format("Rarities"),
    ),
    _flag_of_context(
        "legal",
        "Legal",
        "may a deck include it: format, list and day",
        among_codes("legal", _CHOOSE_LIST),
    ),
    _flag_of_context(
        "restricted",
        "Restricted",
        "is it restricted by the list",
        among_codes("restricted", _CHOOSE_LIST),
    ),
    _flag_of_context(
        "banned", "Banned", "is it banned by the list", among_codes("banned", _CHOOSE_LIST)
    ),
    _flag_of_context(
        "pod", "Pod", "is it in a pod of the list", among_codes("podded", _CHOOSE_LIST)
    ),
    _flag_of_context(
        "playable",
        "Playable",
        "may this deck include it: faction, agendas, format, list and day",
        among_codes("playable", _CHOOSE_DECK),
    ),
    _count_of_context(
        "deck in-deck", "In deck", "copies in the deck; yes or no", copies("in_deck", _CHOOSE_DECK)
    ),
    _count_of_context(
        "considered",
        "Considered",
        "copies considered for the deck; yes or no",
        copies("considered", _CHOOSE_DECK),
    ),
    _count_of_context(
        "owned", "Owned", "copies that you own; yes or no", copies("owned", _CHOOSE_OWNED)
    ),
    Key(
        KeyKind.SHARE,
        "played",
        "Played",
        "share of published decks like this one that play it: 0.2, 20% or 0.2..0.5",
        played(_FETCH_DECKS),
        in_context=True,
    ),
    _flag_of_context(
        "starred star", "Starred", "did you give it a star", among_codes("starred", _CHOOSE_STARS)
    ),
    _texts(
        "category categories",
        "Category",
        "part of a category that the deck puts it in; - for none",
        words("categories", _CHOOSE_DECK),
    ),
    _texts(
        "note notes",
        "Note",
        "part of the deck's note on it; - for none",
        words("notes", _CHOOSE_DECK),
    ),
    Key(KeyKind.FLAGS, "is", "Is", "any of the keys for yes or no: is:unique", _UNKNOWN),
)

_BY_NAME = {name: key for key in KEYS for name in key.names}
FLAGS = tuple(key for key in KEYS if key.kind is KeyKind.FLAG)
NUMBERS = frozenset({KeyKind.NUMBER, KeyKind.COUNT})


def find_key(name: str) -> Key | None:
    return _BY_NAME.get(name.lower().replace("_", "-"))


def key_of(name: str) -> Key:
    return _BY_NAME[name]


def named_key(key: Key, value: str) -> Key | None:
    """Return the key that a value of another key names ("is:legal", "owned<deck"), or None."""
    other = find_key(value.strip()) if key.kind in {*NUMBERS, KeyKind.FLAGS} else None
    if other is None:
        return None
    fits = other.kind is KeyKind.FLAG if key.kind is KeyKind.FLAGS else other.kind in NUMBERS
    return other if fits else None


def keys_in(term: QueryTerm) -> Iterator[Key]:
    """Yield the key of a term, if there is such a key, and those that its values name."""
    key = find_key(term.key) if term.key else None
    if key is not None:
        yield key
        named = (named_key(key, v.text) for v in term.values if v.form is not Form.REGULAR)
        yield from filter(None, named)


def similar_names(name: str) -> list[str]:
    return get_close_matches(name.lower(), [each for each in _BY_NAME if len(each) > 1], n=2)
