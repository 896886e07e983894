"""The factions as deck lists name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from carddb.spelling import fold
from carddb.terms import Edition, Faction

_REMEMBERED = 8192
_BRACKET = re.compile(r"\s*\([^()]*\)$")

FACTIONS = {
    Edition.FIRST: tuple(
        Faction(code)
        for code in (
            "stark",
            "lannister",
            "baratheon",
            "targaryen",
            "greyjoy",
            "martell",
            "neutral",
        )
    ),
    Edition.SECOND: tuple(each for each in Faction if each is not Faction.NEUTRAL),
}


@lru_cache(_REMEMBERED)
def faction_of(text: str, edition: Edition | None = None) -> Faction | None:
    """Return the faction that a whole line names, with or without "House" and a pack, or None."""
    if len(text) > 60:
        return None
    faction = _FACTION_NAMES.get(fold(_BRACKET.sub("", text)))
    if faction is None or edition is None or faction in FACTIONS[edition]:
        return faction
    return None


def faction_names() -> Iterator[tuple[str, Faction]]:
    """Yield every folded way to write a faction."""
    yield from _FACTION_NAMES.items()


def _ways_to_write(faction: Faction) -> Iterator[str]:
    for name in (faction.value, faction.label, faction.card_name, f"House {faction.label}"):
        yield fold(name)


_FACTION_NAMES = {name: faction for faction in Faction for name in _ways_to_write(faction)}
