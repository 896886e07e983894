"""The ids by which OCTGN knows cards and factions, and stand-ins for cards without one.

OCTGN finds a card by its id, else by its name, and fails on an id that is no GUID. So a card that
has none is written with a GUID made of its code: valid, the same every time, and read again here.
"""

from __future__ import annotations

import re
from uuid import UUID, uuid5
from weakref import WeakKeyDictionary

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.formats.factions import FACTIONS

GAME = "30c200c9-6c98-49a4-a293-106c06295c05"

FACTION_IDS = {
    Faction.BARATHEON: "a8c94f92-2b17-4a78-bf0f-4411838b9826",
    Faction.GREYJOY: "0eb74218-f78e-43ed-898f-a9175883a437",
    Faction.LANNISTER: "a48612c4-cf38-44c6-94af-d1470a48ebed",
    Faction.MARTELL: "fd2a37d8-a528-456e-a0de-33846469b1ea",
    Faction.NIGHTS_WATCH: "44538ee5-b015-4522-b709-c2658c49c65b",
    Faction.STARK: "8e8d97bb-fc50-4830-86b9-a09c64308641",
    Faction.TARGARYEN: "fc822b99-e4df-49f4-beb2-a0e082f224bf",
    Faction.TYRELL: "20ee6436-b13e-478e-a52e-fd222637ce95",
}
_GUID = re.compile(r"\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?")
_ids: WeakKeyDictionary[CardPool, dict[str, Card | Faction]] = WeakKeyDictionary()


def guid(written: str) -> str:
    """Return a GUID in small letters without brackets; nothing where it is none."""
    match = _GUID.fullmatch(written.strip().lower())
    return match[1] if match else ""


def card_id(card: Card) -> str:
    """Return the id of a card, a stand-in where OCTGN has none."""
    return guid(card.octgn_id or "") or stand_in(card.code)


def faction_id(faction: Faction, edition: Edition) -> str:
    """Return the id of a faction, a stand-in for a House of the first edition."""
    known = FACTION_IDS.get(faction) if edition is Edition.SECOND else None
    return known or stand_in(f"{edition.value} {faction.value}")


def stand_in(code: str) -> str:
    """Return the GUID for a code without an id."""
    return str(uuid5(UUID(GAME), code))


def find(pool: CardPool, written: str) -> Card | Faction | None:
    """Return the card or faction of an id in a pool, or None."""
    ids = _ids.get(pool)
    if ids is None:
        ids = {card_id(card): card for card in reversed(pool.cards)}
        ids |= {faction_id(faction, pool.edition): faction for faction in FACTIONS[pool.edition]}
        _ids[pool] = ids  # whole: another worker may take it at once
    return ids.get(guid(written))
