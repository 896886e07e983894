"""What is typed into the search of decks -> what the library looks for."""

from __future__ import annotations

import re

from carddb.spelling import fold
from carddb.terms import Faction
from library.search import DeckSearch

HELP = (
    "Words of name, tags, agenda or notes, or the title of a card."
    " “with Ward, Ice” finds decks with these cards; so do card:Ward, tag:league, agenda:Fealty,"
    " faction:stark and format:melee."
)
_KEYS = re.compile(
    r'\b(?P<key>card|tag|agenda|faction|format):(?:"(?P<quoted>[^"]*)"|(?P<word>\S*))',
    re.IGNORECASE,
)
_WITH = re.compile(r"(?:^|\s)(?:decks\s+)?with\s+(?P<cards>.+)$", re.IGNORECASE)


def search_of(typed: str) -> DeckSearch:
    """Return the search; words before "with" and beside keys are looked for as text."""
    found: dict[str, list[str]] = {}
    for match in _KEYS.finditer(typed):
        value = match["word"] if match["quoted"] is None else match["quoted"]
        if value.strip():
            found.setdefault(match["key"].lower(), []).append(value.strip())
    rest = _KEYS.sub(" ", typed)
    called, named = "", _WITH.search(rest)
    if named:
        called = "" if found else typed  # "Wolves with teeth" may be a deck's name
        found.setdefault("card", []).extend(filter(None, map(str.strip, named["cards"].split(","))))
        rest = rest[: named.start()]
    last = {key: values[-1] for key, values in found.items()}
    faction = _faction(last.get("faction", ""))
    if faction is None:
        rest = f"{rest} {last.get('faction', '')}"  # no faction: look for the word
    return DeckSearch(
        text=rest.strip(),
        called=called,
        cards=tuple(found.get("card", ())),
        faction=faction,
        agenda=last.get("agenda", ""),
        format=last.get("format", ""),
        tag=last.get("tag", ""),
    )


def _faction(typed: str) -> Faction | None:
    """Return the first faction whose name begins so, or None."""
    begins = fold(typed)
    names = ((each, (fold(each.label), fold(each.card_name), each.value)) for each in Faction)
    found = (each for each, written in names if any(name.startswith(begins) for name in written))
    return next(found, None) if begins else None
