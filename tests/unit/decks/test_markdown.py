"""Markdown and the tags of agot.cards."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.deck_reader import read_decks
from decks.formats.lines import TextLine
from decks.formats.markdown import strip_markup
from decks.report import LineStatus, Reading
from tests.unit.decks.reports import line, slots

Pools = Mapping[Edition, CardPool]
LINK = "https://thronesdb.com/card/"


def read(text: str, pools: Pools) -> Reading:
    (reading,) = read_decks(text, pools, name="file")
    return reading


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("## House Lannister", "House Lannister", ""),
        ("### Plots (7): ###", "Plots (7):", ""),
        (f"- 1x [A Noble Cause \\(Core\\)]({LINK}01004)", "- 1x A Noble Cause (Core)", "01004"),
        (f"**3x** [Winterfell Steward]({LINK}01152)", "3x Winterfell Steward", "01152"),
        (
            "[Winterfell Steward](https://thronesdb.com/de/card/01152)",
            "Winterfell Steward",
            "01152",
        ),
        ("[My blog](https://example.org/card/01004)", "My blog", ""),
        ("a \\* b", "a * b", ""),
        ("3x Winterfell Steward (Core)", "3x Winterfell Steward (Core)", ""),
        ("#1 deck", "#1 deck", ""),
    ],
)
def test_a_line_without_its_signs(text: str, words: str, code: str) -> None:
    bare = strip_markup(TextLine(1, text, apart=False))
    assert (bare.text, bare.code, bare.shown) == (words, code, text)


def test_a_deck_of_markdown(pools: Pools) -> None:
    text = (
        f"# My \\*wolves\\*\n\n## House Stark\n\n[Fealty \\(Core\\)]({LINK}01027)  \n\n"
        "Packs: From Core Set\n\n### Characters (3):\n\n"
        f"- 3x [Eddard Stark \\(WotN\\)]({LINK}03003)\n"
    )
    reading = read(text, pools)
    assert (reading.deck.name, reading.deck.faction) == ("My *wolves*", Faction.STARK)
    assert [card.code for card in reading.deck.agendas] == ["01027"]
    assert slots(reading) == {"03003": 3}
    assert line(reading, 11).text == f"- 3x [Eddard Stark \\(WotN\\)]({LINK}03003)"


def test_a_link_and_a_name_of_two_cards_are_told(pools: Pools) -> None:
    report = line(read(f"## House Stark\n- 3x [Winterfell Steward]({LINK}01141)\n", pools), 2)
    assert (report.status, report.code) == (LineStatus.AMBIGUOUS, "01141")
    assert report.note.endswith("Proposed: Arya Stark, by its link.")


def test_a_link_to_nothing_leaves_the_name(pools: Pools) -> None:
    reading = read(f"## House Stark\n- 3x [Winterfell Steward]({LINK}99999)\n", pools)
    assert slots(reading) == {"01152": 3}


@pytest.mark.parametrize(
    "written",
    [
        "3x [agot]Winterfell Steward (Core)[/agot]",
        "3x [AGOT]Winterfell Steward[/AGOT]",
        "3x [agot name=x]Winterfell Steward[/agot]",
    ],
)
def test_tags_are_taken_off(pools: Pools, written: str) -> None:
    reading = read(f"House Stark\n\n[agot]Fealty (Core)[/agot]\n\n{written}\n", pools)
    assert reading.format_code == "agot-cards"
    assert slots(reading) == {"01152": 3}
    assert (line(reading, 5).status, line(reading, 5).text) == (LineStatus.READ, written)
