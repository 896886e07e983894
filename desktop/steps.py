"""What a step of editing is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from carddb.pool import CardPool
from decks.deck import Deck
from desktop.undo import Working
from desktop.widgets.labels import shortened
from validators.changes import words
from validators.formats import formats_of


def step_words(before: Working, after: Working, pool: CardPool) -> str:
    """Return a step in words: "Add 2 Arya Stark (Core)", "Choose House Stark", "Rename to …"."""
    old, new = before.deck, after.deck
    moved = replace(
        new,
        name=old.name,
        notes=old.notes,
        faction=old.faction,
        format=old.format,
        list_code=old.list_code,
        date=old.date,
    )
    said = [*_chosen(old, new, pool)]
    if moved != old:
        said.append(words(old, moved, pool))
    if after.premier is not before.premier:
        kind = "a premier event" if after.premier else "an event that is not premier"
        said.append(f"Judge for {kind}")
    first, *rest = said or ["Answer a line of the list"]
    return ", ".join([first, *(f"{each[0].lower()}{each[1:]}" for each in rest)])


def _chosen(old: Deck, new: Deck, pool: CardPool) -> Iterator[str]:
    if new.name != old.name:
        yield f"Rename to “{shortened(new.name)}”"
    if new.faction is not old.faction:
        yield f"Choose {new.faction.card_name}" if new.faction else "Choose no faction"
    if new.format != old.format:
        labels = {each.name: each.label for each in formats_of(new.edition)}
        yield f"Choose {labels.get(new.format, new.format)}"
    if new.list_code != old.list_code:
        yield f"Choose {_list_name(new.list_code, pool)}"
    if new.date != old.date:
        yield f"Set the date to {new.date or 'today'}"
    if new.notes != old.notes:
        yield "Change the notes"


def _list_name(code: str, pool: CardPool) -> str:
    if not code:
        return "the list in force"
    return pool.lists[code].name if code in pool.lists else "no list"
