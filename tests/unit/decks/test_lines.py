"""The grammar of a line, and how many copies it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck_reader import read_decks
from decks.deck_section import DRAFTED, ROOKERY, plot_deck
from decks.formats.lines import (
    SectionHeading,
    heading_of,
    is_remark,
    labelled_value,
    lines_of,
    number_behind,
    split_count,
)
from decks.formats.sections import faction_of
from decks.report import LineStatus
from tests.builders import card, pool
from tests.unit.decks.reports import line, read, slots


@pytest.mark.parametrize(
    ("text", "copies", "rest"),
    [
        ("3x Arya Stark", 3, "Arya Stark"),
        ("3X Arya Stark", 3, "Arya Stark"),
        ("3\u00d7 Arya Stark", 3, "Arya Stark"),
        ("3 x Arya Stark", 3, "Arya Stark"),
        ("3xArya Stark", 3, "Arya Stark"),
        ("x3 Arya Stark", 3, "Arya Stark"),
        ("3 Arya Stark", 3, "Arya Stark"),
        ("- 3x Arya Stark", 3, "Arya Stark"),
        ("* Arya Stark x3", 3, "Arya Stark"),
        ("Arya Stark x3", 3, "Arya Stark"),
        ("Arya Stark (Core) (x3)", 3, "Arya Stark (Core)"),
        ("Arya Stark 3x", 3, "Arya Stark"),
        ("Arya Stark 3 X", 3, "Arya Stark"),
        ("Arya Stark (3x)", 3, "Arya Stark"),
        ("Arya Stark [x3]", 3, "Arya Stark"),
        ("Arya Stark - 3x", 3, "Arya Stark"),
        ("Arya Stark 3x (Core)", 3, "Arya Stark (Core)"),
        ("Arya Stark x3 (Core) [R]", 3, "Arya Stark (Core) [R]"),
        ("(3) Arya Stark", 3, "Arya Stark"),
        ("[x3] Arya Stark", 3, "Arya Stark"),
        ("Arya Stark 3", None, "Arya Stark 3"),
        ("3 Xaro Xhoan Daxos", 3, "Xaro Xhoan Daxos"),
        ("3xXaro Xhoan Daxos", 3, "Xaro Xhoan Daxos"),
        ("Xaro Xhoan Daxos", None, "Xaro Xhoan Daxos"),
        ("0x Arya Stark", 0, "Arya Stark"),
        ("123456789x Arya Stark", 123456789, "Arya Stark"),
        ("Arya Stark", None, "Arya Stark"),
        ("3x", None, "3x"),
        ("x", None, "x"),
        ("12", None, "12"),
    ],
)
def test_copies_stand_before_or_behind(text: str, copies: int | None, rest: str) -> None:
    assert split_count(text) == (copies, rest)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Arya Stark 3", (3, "Arya Stark")),
        ("Arya Stark: 3", (3, "Arya Stark")),
        ("Arya Stark, 3", (3, "Arya Stark")),
        ("Arya Stark - 3", (3, "Arya Stark")),
        ("Arya Stark (3)", (3, "Arya Stark")),
        ("Arya Stark[3]", (3, "Arya Stark")),
        ("Arya Stark 3 (Core)", (3, "Arya Stark (Core)")),
        ("Arya Stark (Core) 3", (3, "Arya Stark (Core)")),
        ("Arya Stark (Core #45)", None),
        ("Arya Stark (Core 45)", None),
        ("Arya Stark [P3]", None),
        ("Arya Stark3", None),
        ("3", None),
    ],
)
def test_a_plain_number_behind_a_name(text: str, number: tuple[int, str] | None) -> None:
    assert number_behind(text) == number


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Plots (7):", SectionHeading((CardType.PLOT,))),
        ("Plot", SectionHeading((CardType.PLOT,))),
        ("CHARACTERS", SectionHeading((CardType.CHARACTER,))),
        ("Events: (11)", SectionHeading((CardType.EVENT,))),
        ("## Locations (8) ##", SectionHeading((CardType.LOCATION,))),
        ("Plot deck - 7 cards", SectionHeading((CardType.PLOT,))),
        ("7 Plots", SectionHeading((CardType.PLOT,))),
        ("House:", SectionHeading((CardType.HOUSE,))),
        ("Deck (60)", SectionHeading()),
        ("Deck", SectionHeading()),
        ("Draw deck", SectionHeading()),
        ("Draw Deck: 60 cards", SectionHeading()),
        ("Main deck (60):", SectionHeading()),
        ("Maindeck", SectionHeading()),
        ("Main", SectionHeading()),
        ("The main deck", SectionHeading()),
        ("Decklist", SectionHeading()),
        ("Plotdeck", SectionHeading((CardType.PLOT,))),
        ("Rookery (10):", SectionHeading(pile=ROOKERY)),
        ("Sideboard", SectionHeading(pile=ROOKERY)),
        ("Drafted (62):", SectionHeading(pile=DRAFTED)),
        ("Civil War plot deck 2 (7):", SectionHeading(pile=plot_deck(2))),
        ("Civil War plot deck 0 (7):", None),
        ("Plots of the realm", None),
        ("3x Arya Stark", None),
        ("The Event", None),
    ],
)
def test_headings(text: str, heading: SectionHeading | None) -> None:
    assert heading_of(text) == heading


@pytest.mark.parametrize(
    ("text", "faction"),
    [
        ("House Stark", Faction.STARK),
        ("stark", Faction.STARK),
        ("House Stark (Core)", Faction.STARK),
        ("The Night's Watch", Faction.NIGHTS_WATCH),
        ("Night\u2019s Watch", Faction.NIGHTS_WATCH),
        ("thenightswatch", Faction.NIGHTS_WATCH),
        ("Neutral Faction", Faction.NEUTRAL),
        ("House Starks", None),
        ("House Stark and more", None),
    ],
)
def test_factions(text: str, faction: Faction | None) -> None:
    assert faction_of(text) is faction


def test_each_edition_has_its_own_factions() -> None:
    assert faction_of("House Tyrell", Edition.FIRST) is None
    assert faction_of("House Tyrell", Edition.SECOND) is Faction.TYRELL
    assert faction_of("Neutral Faction", Edition.FIRST) is Faction.NEUTRAL
    assert faction_of("Neutral Faction", Edition.SECOND) is None


def test_fields_have_a_word_and_a_value() -> None:
    assert labelled_value("Agenda: Fealty") == ("agenda", "Fealty")
    assert labelled_value("Packs:From Core Set") == ("packs", "From Core Set")
    assert labelled_value("Arya Stark: the deck") is None


@pytest.mark.parametrize(
    "text", ["# remark", "// remark", "----", "---- Core Set ----", "https://x.y", "No Agenda"]
)
def test_remarks(text: str) -> None:
    assert is_remark(text)


def test_lines_are_numbered_with_the_blank_ones_counted() -> None:
    lines = lines_of("\none\n\n \u00a0\ttwo\u00a0 three\u200b\nfour")
    assert [(line.number, line.text, line.apart) for line in lines] == [
        (2, "one", True),
        (4, "two three", False),
        (5, "four", True),
    ]


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
