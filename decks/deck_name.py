"""The names of decks until their players name them: "Stark Fealty", "Stark Fealty 2"."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import count

from decks.deck import Deck


def automatic_name(deck: Deck, taken: Collection[str] = ()) -> str:
    """Return a name made of faction and first agenda, with a number where it is taken.

    "Stark Fealty", "Lannister, Banner of the Rose"; "New deck" without either.
    """
    agenda = deck.agendas[0].name if deck.agendas else ""
    parts = [each for each in (deck.faction.label if deck.faction else "", agenda) if each]
    name = (", " if " " in agenda else " ").join(parts) or "New deck"
    numbered = (f"{name} {number}" for number in count(2))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def with_automatic_name(before: Deck, after: Deck, taken: Callable[[], Collection[str]]) -> Deck:
    """Return an edited deck whose automatic name follows its faction and agendas.

    `taken` returns the names of other decks; it is called for a new name alone.
    """
    same = (before.faction, before.agendas) == (after.faction, after.agendas)
    if same or before.name != after.name:
        return after
    if re.fullmatch(rf"{re.escape(automatic_name(before))}( \d+)?", before.name) is None:
        return after
    return replace(after, name=automatic_name(after, taken()))
