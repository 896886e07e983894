"""A repair as JSON: its words, and what it changes in the deck."""

from __future__ import annotations

from typing import Any

from decks.deck import Deck
from decks.deck_section import SectionKind
from decks.diff import CardChange, difference
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
    section = change.section
    where = {"plot_deck": section.number} if section.kind is SectionKind.PLOT_DECK else {}
    return {
        "code": change.code,
        "place": section.field,
        **where,
        "before": change.before,
        "after": change.after,
    }
