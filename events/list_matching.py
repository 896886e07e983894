"""Whose deck list is it: a player found by the names that a list and its file bear."""

from __future__ import annotations

from collections.abc import Iterable

from carddb.spelling import fold
from events.event_values import EventPlayer


def player_of(texts: Iterable[str], players: Iterable[EventPlayer]) -> EventPlayer | None:
    """Return the player whose name stands in one of the texts; None where none or several do.

    A name counts with all its words, in any order: "Stark, Arya.txt" is the list of Arya Stark.
    Of names that contain each other the longest counts.
    """
    named = [(frozenset(fold(each.name).split()), each) for each in players]
    for text in texts:
        words = set(fold(text.replace("_", " ").replace(".", " ")).split())
        found = [(name, player) for name, player in named if name and name <= words]
        most = max((len(name) for name, _ in found), default=0)
        longest = [player for name, player in found if len(name) == most]
        if len(longest) == 1:
            return longest[0]
    return None
