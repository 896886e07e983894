"""How many copies a line of a list means, and which digits are none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.report import LineStatus
from tests.builders import card, pool
from tests.unit.decks.reports import line, read, slots

Pools = Mapping[Edition, CardPool]
LISTS = Path(__file__).parent / "lists"


def test_counts_that_cannot_be_are_not_copies(pools: Pools) -> None:
    reading = read("House Stark\n1001x Robb Stark (Core)\n0x Robb Stark (Core)\n", pools)
    assert line(reading, 2).status is LineStatus.UNKNOWN
    assert line(reading, 2).note == "No deck holds 1001 copies of a card."
    assert line(reading, 3).status is LineStatus.IGNORED
    assert slots(reading) == {}


@pytest.mark.parametrize(
    ("written", "copies"),
    [
        ("Winterfell Steward 3", 3),
        ("winterfell steward 3x", 3),
        ("Winterfel Stewrad 3", 3),
        ("The Kingsroad 3", 3),
        ("Robb Stark (Core) 2", 2),
        ("Robb Stark 2x (Core)", 2),
        ("hodor 1", 1),
        ("Hodor [x3]", 3),
        ("[3] Hodor", 3),
        ("3x Hodor (3)", 3),
        ("- [R] Hodor x2", 2),
    ],
)
def test_a_count_behind_a_name_counts(pools: Pools, written: str, copies: int) -> None:
    reading = read(f"House Stark\n{written}\n", pools)
    assert line(reading, 2).copies == copies
    assert list(slots(reading).values()) == [copies]


def test_a_number_behind_an_unknown_name_is_kept_if_it_can_be_a_count(pools: Pools) -> None:
    reading = read("House Stark\nZzzz 3\nZzzz 2016\nHodor 2016\n", pools)
    assert [each.copies for each in reading.unread] == [3, 0, 0]
    assert line(reading, 4).note == "No deck holds 2016 copies of a card."


def test_two_counts_that_differ_are_asked_about(pools: Pools) -> None:
    reading = read("House Stark\n3x Hodor x2\n", pools)
    doubtful = line(reading, 2)
    assert (doubtful.status, doubtful.note) == (LineStatus.UNKNOWN, "Are there 3 copies or 2?")
    assert doubtful.candidates == ("02061",)


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("3x Winterfell Stewardd #2", "No card has this name. Similar: Winterfell Steward"),
        ("W1nterfell Steward", "No card has this name. Similar: Winterfell Steward"),
        ("The Kingsroad (Core #999)", "\u201cCore #999\u201d does not hold it"),
        ("The Kingsroad (Nowhere 7)", "\u201cNowhere 7\u201d does not hold it"),
    ],
)
def test_digits_that_say_nothing_leave_a_line_in_doubt(
    pools: Pools, written: str, note: str
) -> None:
    doubted = line(read(f"House Stark\n{written}\n", pools), 2)
    assert doubted.status in {LineStatus.UNKNOWN, LineStatus.AMBIGUOUS}
    assert doubted.note.startswith(note)


def test_a_title_may_hold_digits() -> None:
    cards = [card("Area 51", code="01001"), card("3 Eyes", code="01002"), card("7", code="01003")]
    both = {Edition.SECOND: pool(*cards)}
    written = "Area 51\n2x Area 51\nArea 51 x3\n3 Eyes\n2 3 Eyes\n7 7\n"
    reading = read(f"Name: Any\n{written}", both)
    assert [each.copies for each in reading.lines[1:]] == [1, 2, 3, 1, 2, 7]
    assert slots(reading) == {"01001": 6, "01002": 3, "01003": 7}


def test_no_deck_holds_more_than_a_thousand_copies_in_several_lines(pools: Pools) -> None:
    reading = read("House Stark\n600x Hodor\n600x Hodor\n", pools)
    assert slots(reading) == {"02061": 600}
    assert line(reading, 3).note == "No deck holds 1200 copies of a card."


def test_lists_with_plain_numbers_behind_names_follow_one_another(pools: Pools) -> None:
    text = "House Stark\nHodor 2\n\nSecond 2\nStark - Fealty\nHodor 3\n"
    found = read_decks(text, pools)
    assert [(each.deck.name, slots(each)["02061"]) for each in found] == [("", 2), ("Second 2", 3)]
