"""A deck of a few cards of the Core Set, which is advised on in a moment."""

from __future__ import annotations

from carddb.pool import Pools
from carddb.terms import Edition, Faction
from decks.deck import Deck

NAMES = (
    *("Eddard Stark", "Catelyn Stark", "Arya Stark", "Winterfell Steward", "Winter Is Coming"),
    *("Gates of Winterfell", "Ice", "For the North!"),
)
# The one card that is asked to come in by tests: it costs least.
RICKON = '"rickon stark"'


def small_deck(pools: Pools, copies: int = 2) -> Deck:
    """Return a deck of Stark with some copies of each of these."""
    pool = pools[Edition.SECOND]
    cards = [next(card for card in pool.by_title[name] if card.pack == "Core") for name in NAMES]
    slots = dict.fromkeys(cards, copies)
    return Deck.of("A small deck", Edition.SECOND, Faction.STARK, slots)
