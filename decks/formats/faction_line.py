"""Lines that name a faction and its agendas at once, such as "Stark - Fealty"."""

from __future__ import annotations

import re

from carddb.names import FoundCard, NameIndex, Unknown
from carddb.terms import CardType, Edition, Faction
from decks.formats.factions import faction_of

_DASHES = "\u2010-\u2015\u2212"
_PARTS = re.compile(rf"\s+[-+&]\s+|\s*[{_DASHES}/|\u00b7\u2022]\s*|\s*[:,;]\s+")
_IN_BRACKETS = re.compile(r"([^()]*[^()\s])\s*\(([^()]*)\)")
_LONGEST = 200
_LONGEST_TITLE = 60
_MOST_AGENDAS = 4


def faction_and_agendas(
    text: str, index: NameIndex, edition: Edition
) -> tuple[Faction, tuple[str, ...]] | None:
    """Return the faction and the titles of the agendas of a line that holds nothing else, or None.

    A title may itself hold what parts titles; what is a card's title as a whole is left alone.
    """
    if len(text) > _LONGEST or not text[:1].isalpha():
        return None
    parts = _PARTS.split(text, maxsplit=1)
    if len(parts) < 2:
        bracket = _IN_BRACKETS.fullmatch(text)
        parts = [bracket[1], bracket[2]] if bracket else []
    faction = faction_of(parts[0], edition) if parts else None
    if faction is None:
        return None
    rest = parts[1]
    for agendas in ([rest], _PARTS.split(rest, maxsplit=_MOST_AGENDAS)):
        if len(agendas) <= _MOST_AGENDAS and all(_is_agenda(each, index) for each in agendas):
            return None if index.knows(text) else (faction, tuple(agendas))
    return None


def _is_agenda(title: str, index: NameIndex) -> bool:
    if len(title) > _LONGEST_TITLE:
        return False
    match = index.find(title, types=(CardType.AGENDA,), guess=False)
    if isinstance(match, Unknown):
        return False
    card = match.card if isinstance(match, FoundCard) else match.proposed
    return card.type is CardType.AGENDA
