"""Deck lists in other languages as players type them: in a hurry, without accents, mixed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from carddb import catalogue
from carddb.terms import Edition
from decks.deck_reader import read_decks

POOLS = catalogue.pools()
FOLDER = Path(__file__).with_name("typed")
_HEAD = re.compile(r"=== (first|second): (.*)")


@dataclass(frozen=True)
class TypedList:
    """A list as it is typed, and what it says: a card's copies, "House Stark", "agenda Fealty"."""

    edition: Edition
    text: str
    meant: tuple[str, ...]


def typed_lists() -> Iterator[object]:
    """Yield the lists of the files: each line is what is typed, a bar, and what it means."""
    for file in sorted(FOLDER.glob("*.txt")):
        parts = _HEAD.split(file.read_text("utf-8"))[1:]
        for edition, name, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            lines = [line.partition(" | ") for line in body.strip().splitlines()]
            meant = tuple(each for *_, says in lines if says for each in says.split("; "))
            text = "\n".join(typed for typed, *_ in lines)
            typed = TypedList(Edition(edition), text, meant)
            yield pytest.param(typed, id=f"{file.stem}-{name}")


@pytest.mark.parametrize("typed", list(typed_lists()))
def test_a_typed_list_is_read_as_it_is_meant(typed: TypedList) -> None:
    (reading,) = read_decks(typed.text, POOLS)
    deck = reading.deck
    copies = Counter[str]()
    for card, count in deck.slots:
        copies[card.name] += count
    found = {f"{count} {title}" for title, count in copies.items()}
    found |= {deck.faction.card_name} if deck.faction else set()
    found |= {f"agenda {card.name}" for card in deck.agendas}
    assert not reading.unread
    assert found == set(added_up(typed.meant))
    assert deck.edition is typed.edition


def added_up(meant: tuple[str, ...]) -> Iterator[str]:
    """Yield what a list means, the copies of a title together."""
    copies = Counter[str]()
    for each in meant:
        count, _, title = each.partition(" ")
        if count.isdigit():
            copies[title] += int(count)
        else:
            yield each
    yield from (f"{count} {title}" for title, count in copies.items())
