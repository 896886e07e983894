"""A few cards, their pool, and decks of them."""

from __future__ import annotations

from typing import Any

from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.builders import card, deck, pack, pool

WARD = card("Ward", CardType.ATTACHMENT, code="02102", pack="TtB")
OTHER_WARD = card("Ward", CardType.ATTACHMENT, code="17126", pack="R")
KNIGHT = card("Hedge Knight", code="01090")
ARYA = card("Arya Stark", code="01141", factions=(Faction.STARK,), unique=True)
NOBLE = card("A Noble Cause", CardType.PLOT, code="01001")
FEALTY = card("Fealty", CardType.AGENDA, code="01027")
KINGS = card("Kings of Winter", CardType.AGENDA, code="04037")
CARDS = (WARD, OTHER_WARD, KNIGHT, ARYA, NOBLE, FEALTY, KINGS)
PACKS = (
    pack("Core"),
    pack("TtB", "Taking the Black", position=2),
    pack("R", "Redesigns", position=3),
)
POOLS: Pools = {Edition.SECOND: pool(*CARDS, packs=PACKS)}


def starks(name: str = "Starks", **fields: Any) -> Deck:
    """Return a small deck with every kind of card."""
    return deck((WARD, 2), (KNIGHT, 3), ARYA, NOBLE, FEALTY, name=name, **fields)


def without(*codes: str) -> Pools:
    """Return the pool of a day on which these cards are not known."""
    rest = [each for each in CARDS if each.code not in codes]
    return {Edition.SECOND: pool(*rest, packs=PACKS)}
