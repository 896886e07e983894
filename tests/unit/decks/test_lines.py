"""The grammar of a line."""

from __future__ import annotations

import pytest

from carddb.terms import CardType, Edition, Faction
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
