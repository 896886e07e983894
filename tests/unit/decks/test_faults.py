"""The faults of other importers, one by one: here none of them loses or guesses in silence."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from decks.report import LineStatus
from tests.unit.decks.reports import line, read, slots, statuses

Pools = Mapping[Edition, CardPool]


def test_no_line_is_dropped_in_silence(pools: Pools) -> None:
    text = "House Stark\n3x Arya Stark (Core)\n3x Aria Stark (Core)\n3x Arya Stark\n3x Qqq Zzz\n"
    assert statuses(read(text, pools)) == {
        1: "read",
        2: "read",
        3: "corrected",
        4: "ambiguous",
        5: "unknown",
    }


@pytest.mark.parametrize(
    "written",
    [
        "Cersei\u2019s Wheelhouse",
        "Cersei\u2018s Wheelhouse",
        "Cersei`s Wheelhouse",
        "Cersei&#039;s Wheelhouse",
        "Cersei&rsquo;s Wheelhouse",
        "Cersei's\u00a0Wheelhouse",
        "C\u00e9rsei's Wheelh\u00f6use",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_apostrophes_accents_spaces_marks_and_endings(
    pools: Pools, written: str, encoding: str, ending: str
) -> None:
    reading = read(f"House Lannister{ending}3x {written}{ending}".encode(encoding), pools)
    assert slots(reading) == {"01091": 3} or line(reading, 2).status is LineStatus.READ
    assert sum(slots(reading).values()) == 3


def test_titles_with_commas_quotes_exclamation_marks_and_brackets(pools: Pools) -> None:
    titles = {card.name for pool in pools.values() for card in pool if _odd(card.name)}
    assert len(titles) > 30
    for pool in pools.values():
        for card in pool:
            if _odd(card.name) and card.in_draw_deck:
                text = f"Mine\n\nHouse Stark\n\n3x {card.name} ({card.pack} #{card.position})\n"
                assert slots(read(text, pools, edition=pool.edition)) == {card.code: 3}


def _odd(name: str) -> bool:
    return any(sign in name for sign in ',"!?()')


def test_a_line_that_repeats_adds_up_and_does_not_overwrite(pools: Pools) -> None:
    for text in (
        "House Stark\n2x Robb Stark (Core)\n1x Robb Stark (Core)\n",
        "code,count\n01146,2\n01146,1\n",
        '<deck>\n<card qty="2">Robb Stark</card>\n<card qty="1">Robb Stark</card>\n</deck>',
    ):
        assert sum(slots(read(text, pools)).values()) == 3


def test_a_title_of_several_printings_is_ambiguous_in_every_format(pools: Pools) -> None:
    for text in (
        "House Stark\n3x Eddard Stark\n",
        "count,name\n3,Eddard Stark\n",
        '<deck>\n<card qty="3" id="">Eddard Stark</card></deck>',
    ):
        report = line(read(text, pools), 2)
        assert (report.status, report.code) == (LineStatus.AMBIGUOUS, "01144")
        assert report.candidates == ("01144", "03003", "13041")
        legal = line(read(text, pools, allowed=lambda card: card.code != "01144"), 2)
        assert (legal.code, "the earliest legal one" in legal.note) == ("03003", True)


@pytest.mark.parametrize(
    "written",
    [
        "Eddard Stark (WotN)",
        "Eddard Stark (Wolves of the North)",
        "Eddard Stark (Wolves of the North #3)",
        "Eddard Stark (wolves of the north 3)",
        "Eddard Stark [R] (WotN)",
        "Eddard Stark (WotN) [R]",
        "[J][B] Eddard Stark (WotN)",
        "Eddard Stark [J][B] (WotN)",
        "Eddard Stark (WotN) [J][B]",
    ],
)
def test_packs_by_code_name_and_number_with_labels_around(pools: Pools, written: str) -> None:
    reading = read(f"House Stark\n3x {written}\n", pools)
    assert slots(reading) == {"03003": 3}
    assert line(reading, 2).status is LineStatus.READ


def test_an_alliance_in_plain_text(pools: Pools) -> None:
    text = "Alliance deck\n\nHouse Tyrell\nAlliance\nBanner of the Sun\nBanner of the Wolf\n"
    made = read(text, pools).deck
    assert [card.name for card in made.agendas] == [
        "Alliance",
        "Banner of the Sun",
        "Banner of the Wolf",
    ]


@pytest.mark.parametrize(
    "written",
    [
        "3x Meera Reed (The Tourney for the Hand)",
        "3x Meera Reed (TftH)",
        "3x Meera Reed (ATOC 2)",
        "3x Meera Reed (ATOC #2)",
    ],
)
def test_a_first_edition_list(pools: Pools, written: str) -> None:
    reading = read(f"1x House Stark (Core)\n{written}\n", pools)
    assert reading.deck.edition is Edition.FIRST
    assert reading.deck.faction is Faction.STARK
    assert slots(reading) == {"atoc_2": 3}


def test_an_octgn_file_with_empty_ids(pools: Pools) -> None:
    text = '<deck><section name="Faction"><card qty="1" id="">House Stark</card></section>'
    text += '<section name="Characters"><card qty="3" id="">Winterfell Steward</card></section>'
    reading = read(text + "</deck>", pools)
    assert reading.deck.faction is Faction.STARK
    assert slots(reading) == {"01152": 3}


def test_a_name_may_be_underlined(pools: Pools) -> None:
    reading = read("My wolves\n=========\nHouse Stark\n3x Robb Stark (Core)\n", pools)
    assert (reading.deck.name, slots(reading)) == ("My wolves", {"01146": 3})


def test_an_older_list_by_cycle_bears_codes(pools: Pools) -> None:
    text = "Wolves 1.0\n\nHouse Stark\nFealty\n\n---- Core Set ----\n"
    text += "3x Eddard Stark | #01144 Core Set\n"
    reading = read(text, pools)
    assert (reading.deck.name, slots(reading)) == ("Wolves", {"01144": 3})
    assert line(reading, 7).text == "3x Eddard Stark | #01144 Core Set"
