"""Several deck lists in one text: where one ends and the next begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.report import DeckFormatError
from tests.unit.decks.reports import read

Pools = Mapping[Edition, CardPool]
LISTS = Path(__file__).parent / "lists"


WORLD = ["world-2016-clipboard.txt", "world-2016-download.txt", "world-2016-by-cycle.txt"]


def test_a_bulk_download_holds_many_decks(pools: Pools) -> None:
    text = (LISTS / WORLD[1]).read_text("utf-8").replace("\n", "\r\n")
    readings = read_decks("\r\n===\r\n".join([text] * 3).encode(), pools)
    assert [each.deck for each in readings] == [readings[0].deck] * 3
    first_lines = [reading.lines[0].line for reading in readings]
    assert first_lines == [1, first_lines[1], 2 * first_lines[1] - 1]


@pytest.mark.parametrize("file", [*WORLD, "world-2016.md", "world-2016-agot-cards.txt"])
def test_lists_that_are_pasted_one_after_another_are_decks_of_their_own(
    pools: Pools, file: str
) -> None:
    text = (LISTS / file).read_text("utf-8").rstrip()
    one = read(text, pools)
    found = read_decks(f"{text}\n\n{text}\n\n\n{text}\n", pools)
    assert [each.deck for each in found] == [one.deck] * 3
    lines = [each.line for reading in found for each in reading.lines]
    assert lines == sorted(set(lines))


def test_the_head_of_a_list_that_follows_another_is_its_own(pools: Pools) -> None:
    text = """House Stark
3x Robb Stark (Core)
Total cards: 3

Second
Version: 1.0

House Stark
2x Robb Stark (Core)

Name: Third
Faction: House Stark
1x Robb Stark (Core)
"""
    found = read_decks(text, pools, name="First")
    said = [(each.deck.name, each.deck.draw_count, len(each.unread)) for each in found]
    assert said == [("First", 3, 0), ("Second", 2, 0), ("Third", 1, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "House Stark\n3x Robb Stark (Core)\n\nHouse Stark\n1x Robb Stark (Core)\n",
        "House Stark\n3x Robb Stark (Core)\n\nCharacters\nHouse Stark\n1x Robb Stark (Core)\n",
        "House Stark\n3x Robb Stark (Core)\nOf my own house\nHouse Stark\n1x Robb Stark (Core)\n",
        "Wolves\n\nHouse Stark\n\nMine\nHouse Stark\n1x Robb Stark (Core)\n",
    ],
)
def test_a_house_above_some_cards_begins_no_deck(pools: Pools, text: str) -> None:
    assert len(read_decks(text, pools)) == 1


def test_a_bulk_download_with_nothing_between_the_signs_is_refused(pools: Pools) -> None:
    with pytest.raises(DeckFormatError, match="no deck"):
        read_decks("===\n\n===\n", pools)
