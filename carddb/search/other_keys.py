"""The keys for how a card was published, and for what matters while a deck is built."""

from __future__ import annotations

from carddb.search import field_readers, known_words
from carddb.search.field_readers import among_codes, copies, field, indexed, one
from carddb.search.key import Key, KeyKind

_CHOOSE_LIST = "Choose a format and a restricted list first; without them this is not known."
_CHOOSE_DECK = "Open a deck first; without one this is not known."
_CHOOSE_OWNED = "Say first which cards you own; no collection is known here."

PUBLISHED = (
    Key(
        name="edition",
        others=("ed",),
        label="Edition",
        kind=KeyKind.WORD,
        help="first or second, or 1 or 2",
        read=one("edition"),
        words=known_words.EDITIONS,
    ),
    Key(
        name="pack",
        letter="e",
        others=("set",),
        label="Pack",
        kind=KeyKind.WORD,
        help="code or name of the pack; < and > by day of release",
        read=field_readers.pack,
        words=lambda index: index.packs,
    ),
    Key(
        name="cycle",
        letter="c",
        label="Cycle",
        kind=KeyKind.WORD,
        help="number, code or name of the cycle; < and > by number",
        read=field_readers.cycle,
        words=lambda index: index.cycles,
    ),
    Key(
        name="released",
        others=("date",),
        label="Released",
        kind=KeyKind.DAY,
        help="year, month or day of release: 2018, 2018-06, 2018-06-07",
        read=field_readers.released,
    ),
    Key(
        name="quantity",
        letter="y",
        others=("qty",),
        label="Quantity",
        kind=KeyKind.NUMBER,
        help="copies in the pack",
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
        words=known_words.ONLY_IN,
    ),
    Key(
        name="draft",
        label="For draft",
        kind=KeyKind.FLAG,
        help="may it be played in draft alone",
        read=field_readers.for_draft,
    ),
    Key(
        name="pool",
        label="Pool",
        kind=KeyKind.WORD,
        help="all: look at every card, also those that are left out unless asked for",
        read=field_readers.every_pool,
        words=known_words.POOL,
        verb=True,
    ),
    Key(
        name="errata",
        label="Errata",
        kind=KeyKind.FLAG,
        help="was its text changed",
        read=field_readers.changed,
    ),
    Key(
        name="illustrator",
        letter="i",
        others=("artist", "art"),
        label="Illustrator",
        kind=KeyKind.TEXT,
        help="part of the illustrator's name; - for none",
        read=indexed("illustrators"),
    ),
    Key(
        name="flavor",
        letter="a",
        others=("flavour",),
        label="Flavor",
        kind=KeyKind.TEXT,
        help="ThronesDB's key; flavor texts are not stored, so it finds nothing",
        read=field_readers.unknown,
        remark="Flavor texts are not stored by this program, so no card has one here.",
    ),
    Key(
        name="designer",
        letter="d",
        label="Designer",
        kind=KeyKind.TEXT,
        help="ThronesDB's key; designers are not stored, so it finds nothing",
        read=field_readers.unknown,
        remark="Designers are not stored by this program, so no card has one here.",
    ),
    Key(
        name="rarity",
        letter="r",
        label="Rarity",
        kind=KeyKind.TEXT,
        help="ThronesDB's key; rarities are not stored, so it finds nothing",
        read=field_readers.unknown,
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
        name="owned",
        label="Owned",
        kind=KeyKind.COUNT,
        help="copies that you own; yes or no",
        read=copies("owned", _CHOOSE_OWNED),
    ),
    Key(
        name="is",
        label="Is",
        kind=KeyKind.FLAGS,
        help="any of the keys for yes or no: is:unique",
        read=field_readers.unknown,
    ),
)
