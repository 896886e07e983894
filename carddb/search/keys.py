"""The keys of the search language as a table, and the lookup of a key by name."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from carddb.card_effects import DRAW, GOLD
from carddb.search import key, printed_keys
from carddb.search.index import ERRATUM, RULING, TEXT
from carddb.search.key import Key, KeyKind, among_codes, copies, field, having, indexed, one, words
from carddb.search.printed_keys import FIRST_EDITION, PRINTED
from carddb.search.tree import Form, QueryTerm
from carddb.terms import Edition

EFFECTS = (
    Key(
        name="gives",
        label="Gives",
        kind=KeyKind.WORD,
        help="gold: income, gold or a higher plot; draw: cards, insight",
        read=indexed("gives"),
        words=printed_keys.closed((GOLD, "economy"), (DRAW, "cards", "draws")),
        without_texts=((Edition.FIRST, "gives looked at their income alone"),),
        verb=True,
    ),
    Key(
        name="reduces",
        label="Reduces",
        kind=KeyKind.WORD,
        help="whose cost it lowers: stark, army, event, loyal, shadows, itself, any; alone for all",
        read=indexed("reduces"),
        words=lambda index: index.reduced,
        without_texts=((Edition.FIRST, "reduces found none of them"),),
        verb=True,
    ),
    Key(
        name="has",
        label="Has",
        kind=KeyKind.WORD,
        help="text: is its text here; erratum: was it changed; ruling: does one name it",
        read=having,
        words=printed_keys.closed((TEXT,), (ERRATUM, "errata"), (RULING, "rulings")),
        without_texts=(
            (Edition.SECOND, "has:text found none of them"),
            (Edition.FIRST, "has:text found none of them"),
        ),
        reads_texts_for=TEXT,
        verb=True,
    ),
)


_CHOOSE_LIST = "Choose a format and a restricted list first; without them this is not known."
_CHOOSE_DECK = "Open a deck first; without one this is not known."
_CHOOSE_STARS = "The stars are not known here; the search of all cards knows them."
_CHOOSE_OWNED = "Say first which cards you own; no collection is known here."

PUBLISHED = (
    Key(
        name="edition",
        others=("ed",),
        label="Edition",
        kind=KeyKind.WORD,
        help="first or second, or 1 or 2",
        read=one("edition"),
        words=printed_keys.EDITIONS,
    ),
    Key(
        name="pack",
        letter="e",
        others=("set",),
        label="Pack",
        kind=KeyKind.WORD,
        help="code or name of the pack; < and > by day of release",
        misread="e: is the pack; editions are edition:, events t:event.",
        read=key.pack,
        words=lambda index: index.packs,
    ),
    Key(
        name="cycle",
        letter="c",
        label="Cycle",
        kind=KeyKind.WORD,
        help="number, code or name of the cycle; < and > by number",
        misread="c: is the cycle; cost is o:, claim b:, characters t:character.",
        read=key.cycle,
        words=lambda index: index.cycles,
    ),
    Key(
        name="released",
        others=("date",),
        label="Released",
        kind=KeyKind.DAY,
        help="year, month or day of release: 2018, 2018-06, 2018-06-07",
        read=key.released,
    ),
    Key(
        name="quantity",
        letter="y",
        others=("qty",),
        label="Quantity",
        kind=KeyKind.NUMBER,
        help="copies in the pack",
        misread="y: is the number of copies in the pack; years are released:.",
        read=field("quantity"),
    ),
    Key(
        name="limit",
        others=("deck-limit",),
        label="Deck limit",
        kind=KeyKind.NUMBER,
        help="copies that a deck may include",
        read=field("deck_limit"),
    ),
    Key(
        name="printings",
        label="Printings",
        kind=KeyKind.NUMBER,
        help="how many cards have the title and type",
        read=indexed("printings"),
    ),
    Key(
        name="only-in",
        label="Only in",
        kind=KeyKind.WORD,
        help="the one format that it may be played in; - for all",
        read=one("only_in"),
        words=printed_keys.ONLY_IN,
    ),
    Key(
        name="draft",
        label="For draft",
        kind=KeyKind.FLAG,
        help="may it be played in draft alone",
        read=key.for_draft,
    ),
    Key(
        name="pool",
        label="Pool",
        kind=KeyKind.WORD,
        help="all: look at every card, also those that are left out unless asked for",
        read=key.every_pool,
        words=printed_keys.POOL,
        verb=True,
    ),
    Key(
        name="errata",
        label="Errata",
        kind=KeyKind.FLAG,
        help="was its text changed",
        read=key.changed,
    ),
    Key(
        name="illustrator",
        letter="i",
        others=("artist", "art"),
        label="Illustrator",
        kind=KeyKind.TEXT,
        help="part of the illustrator's name; - for none",
        misread="i: is the illustrator; icons are m:, g: and p:, income is n:.",
        read=indexed("illustrators"),
    ),
    Key(
        name="flavor",
        letter="a",
        others=("flavour",),
        label="Flavor",
        kind=KeyKind.TEXT,
        help="ThronesDB's key; flavor texts are not stored, so it finds nothing",
        misread="a: is the flavor text; agendas are t:agenda, attachments t:attachment.",
        read=key.unknown,
        remark="Flavor texts are not stored by this program, so no card has one here.",
    ),
    Key(
        name="designer",
        letter="d",
        label="Designer",
        kind=KeyKind.TEXT,
        help="ThronesDB's key; designers are not stored, so it finds nothing",
        misread="d: is the designer; the cards in the deck are deck:yes.",
        read=key.unknown,
        remark="Designers are not stored by this program, so no card has one here.",
    ),
    Key(
        name="rarity",
        letter="r",
        label="Rarity",
        kind=KeyKind.TEXT,
        help="ThronesDB's key; rarities are not stored, so it finds nothing",
        misread="r: is the rarity; reserve is h:, restricted cards are restricted:yes.",
        read=key.unknown,
        remark="Rarities are not stored by this program, so no card has one here.",
    ),
)

BUILDING = (
    Key(
        name="legal",
        label="Legal",
        kind=KeyKind.FLAG,
        help="may a deck include it: format, list and day",
        read=among_codes("legal", _CHOOSE_LIST),
    ),
    Key(
        name="restricted",
        label="Restricted",
        kind=KeyKind.FLAG,
        help="is it restricted by the list",
        read=among_codes("restricted", _CHOOSE_LIST),
    ),
    Key(
        name="banned",
        label="Banned",
        kind=KeyKind.FLAG,
        help="is it banned by the list",
        read=among_codes("banned", _CHOOSE_LIST),
    ),
    Key(
        name="pod",
        label="Pod",
        kind=KeyKind.FLAG,
        help="is it in a pod of the list",
        read=among_codes("podded", _CHOOSE_LIST),
    ),
    Key(
        name="playable",
        label="Playable",
        kind=KeyKind.FLAG,
        help="may this deck include it: faction, agendas, format, list and day",
        read=among_codes("playable", _CHOOSE_DECK),
    ),
    Key(
        name="deck",
        others=("in-deck",),
        label="In deck",
        kind=KeyKind.COUNT,
        help="copies in the deck; yes or no",
        read=copies("in_deck", _CHOOSE_DECK),
    ),
    Key(
        name="considered",
        label="Considered",
        kind=KeyKind.COUNT,
        help="copies considered for the deck; yes or no",
        read=copies("considered", _CHOOSE_DECK),
    ),
    Key(
        name="owned",
        label="Owned",
        kind=KeyKind.COUNT,
        help="copies that you own; yes or no",
        read=copies("owned", _CHOOSE_OWNED),
    ),
    Key(
        name="starred",
        others=("star",),
        label="Starred",
        kind=KeyKind.FLAG,
        help="did you give it a star",
        read=among_codes("starred", _CHOOSE_STARS),
    ),
    Key(
        name="category",
        others=("categories",),
        label="Category",
        kind=KeyKind.TEXTS,
        help="part of a category that the deck puts it in; - for none",
        read=words("categories", _CHOOSE_DECK),
    ),
    Key(
        name="note",
        others=("notes",),
        label="Note",
        kind=KeyKind.TEXTS,
        help="part of the deck's note on it; - for none",
        read=words("notes", _CHOOSE_DECK),
    ),
    Key(
        name="is",
        label="Is",
        kind=KeyKind.FLAGS,
        help="any of the keys for yes or no: is:unique",
        read=key.unknown,
    ),
)


KEYS = (*PRINTED, *EFFECTS, *FIRST_EDITION, *PUBLISHED, *BUILDING)
_BY_NAME = {name: key for key in KEYS for name in key.names}
FLAGS = tuple(key for key in KEYS if key.kind is KeyKind.FLAG)
NUMBERS = frozenset({KeyKind.NUMBER, KeyKind.COUNT})


def find_key(name: str) -> Key | None:
    """Return the key of a name in any case of letters, or None."""
    return _BY_NAME.get(name.lower().replace("_", "-"))


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
    """Return names of keys that look like this one, the likest first."""
    return get_close_matches(name.lower(), [each for each in _BY_NAME if len(each) > 1], n=2)
