"""A repair as JSON: its words, and what it changes in the deck."""

from __future__ import annotations

from typing import Any

from decks.deck import Deck
from decks.diff import CardChange, Place, difference
from validators.repairs import Repair


def repair_json(before: Deck, repair: Repair) -> dict[str, Any]:
    """Return the words, the copies that change, and faction, players and plot decks if they do."""
    after = repair.deck
    changes = difference(before, after)
    printed: dict[str, Any] = {
        "words": repair.label,
        "cards": [_change(each) for each in (*changes.agendas, *changes.cards)],
    }
    if after.faction is not before.faction:
        printed["faction"] = after.faction.value if after.faction else None
    if after.players != before.players:
        printed["players"] = after.players
    if len(after.plot_decks) != len(before.plot_decks):
        printed["plot_decks"] = len(after.plot_decks)
    return printed


def _change(change: CardChange) -> dict[str, Any]:
    """Return the copies of a printing before and after, and where; plot decks count from 1."""
    where = {"plot_deck": change.plot_deck + 1} if change.place is Place.PLOT_DECKS else {}
    return {
        "code": change.code,
        "place": change.place.value,
        **where,
        "before": change.before,
        "after": change.after,
    }
