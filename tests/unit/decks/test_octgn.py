"""OCTGN's .o8d files, hostile ones too."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from carddb.pool import Pools
from carddb.terms import Edition, Faction
from decks.deck_reader import read_decks
from decks.deck_writer import write
from decks.formats.octgn import FACTION_IDS, card_id, guid, stand_in
from decks.report import DeckFormatError, LineStatus, Reading
from tests.builders import deck
from tests.unit.decks.reports import line, slots

ARYA = "abf9c701-f480-4576-a5c0-44b4e9b04e6c"
STARK = FACTION_IDS[Faction.STARK]


def read(text: str, pools: Pools) -> Reading:
    (reading,) = read_decks(text, pools, name="file")
    return reading


def of(*cards: str, section: str = "Characters") -> str:
    return f'<deck>\n<section name="{section}">\n' + "\n".join(cards) + "\n</section></deck>"


def card(name: str, octgn_id: str = "", qty: str = "3") -> str:
    return f'<card qty="{qty}" id="{octgn_id}">{name}</card>'


@pytest.mark.parametrize("octgn_id", [ARYA, ARYA.upper(), f"{{{ARYA}}}", f" {ARYA} "])
@pytest.mark.parametrize("name", ["Arya Stark", ""])
def test_a_card_is_found_by_its_id(pools: Pools, name: str, octgn_id: str) -> None:
    reading = read(of(card(name, octgn_id)), pools)
    assert slots(reading) == {"01141": 3}
    assert line(reading, 3).status is LineStatus.READ


def test_a_name_stands_in_for_an_id_that_is_missing_or_unknown(pools: Pools) -> None:
    for octgn_id in ("", "null", "no guid"):
        reading = read(of(card("Winterfell Steward", octgn_id)), pools)
        assert (slots(reading), line(reading, 3).status) == ({"01152": 3}, LineStatus.READ)
    unknown = "00000000-0000-0000-0000-000000000001"
    reading = read(of(card("Winterfell Steward", unknown)), pools)
    report = line(reading, 3)
    assert (report.status, report.code) == (LineStatus.CORRECTED, "01152")
    assert report.note == f"No card has the id {unknown}; taken by its name."


@pytest.mark.parametrize(
    ("name", "status", "candidates", "note"),
    [
        ("Ice", LineStatus.AMBIGUOUS, {"01141", "01153"}, "Proposed: Arya Stark, by its id."),
        ("Aria Starck", LineStatus.CORRECTED, set(), "Taken for Arya Stark, by its id."),
    ],
)
def test_an_id_goes_before_another_or_misspelt_name_and_that_is_told(
    pools: Pools, name: str, status: LineStatus, candidates: set[str], note: str
) -> None:
    report = line(read(of(card(name, ARYA)), pools), 3)
    assert (report.status, report.code) == (status, "01141")
    assert candidates <= set(report.candidates)
    assert note in report.note


@pytest.mark.parametrize("name", ["House Stark", "Something else"])
def test_a_faction_is_found_by_its_id(pools: Pools, name: str) -> None:
    text = of(card(name, STARK, "1"), section="Faction")
    assert read(text, pools).deck.faction is Faction.STARK


def test_sections_come_in_any_order_and_unknown_ones_are_told(pools: Pools) -> None:
    text = (
        '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<deck game="x" sleeveid="0">\n'
        '<section name="Plots"><card qty="1">A Noble Cause</card></section>\n'
        '<section name="Tokens"><card qty="1">Robb Stark (Core)</card></section>\n'
        f'<section name="Faction">{card("", STARK, "1")}</section>\n'
        '<section name="Agenda"><card qty="1">Fealty</card></section>\n'
        "<notes><![CDATA[Keep Robb.]]></notes></deck>"
    )
    reading = read(text, pools)
    made = reading.deck
    assert (made.faction, [each.name for each in made.agendas]) == (Faction.STARK, ["Fealty"])
    assert slots(reading) == {"01004": 1, "01146": 1}
    assert made.notes == "Keep Robb."
    ignored = [each for each in reading.lines if each.status is LineStatus.IGNORED]
    assert "section that is not known" in ignored[0].note


@pytest.mark.parametrize(
    "name",
    ["Cersei&#039;s Wheelhouse", "Cersei&amp;#039;s Wheelhouse", "Cersei&rsquo;s Wheelhouse"],
)
def test_escapes(pools: Pools, name: str) -> None:
    assert sum(slots(read(of(card(name)), pools)).values()) == 3


def test_a_bare_ampersand_is_repaired(pools: Pools) -> None:
    reading = read(of(card("Winterfell Steward"), card("Salt & Pepper")), pools)
    assert slots(reading) == {"01152": 3}
    assert line(reading, 4).status is LineStatus.UNKNOWN


@pytest.mark.parametrize("qty", ["-1", "x", "1.5", "", "99999999999", "1001"])
def test_what_is_no_number_of_copies_is_told(pools: Pools, qty: str) -> None:
    reading = read(of(card("Winterfell Steward"), card("Arya Stark", ARYA, qty)), pools)
    assert line(reading, 4).status is LineStatus.UNKNOWN
    assert slots(reading) == {"01152": 3}


ENTITIES = (
    '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY a "&lol;&lol;&lol;">]>\n'
    "<deck><section name='Plots'><card qty='1'>&a;</card></section></deck>"
)
EXTERNAL = (
    '<!DOCTYPE deck [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    "<deck><section name='Plots'><card qty='1'>&x;</card></section></deck>"
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ENTITIES, "entities"),
        (EXTERNAL, "entities"),
        ('<!DOCTYPE deck SYSTEM "http://example.org/deck.dtd"><deck/>', "document type"),
        ("<deck>" + "<section>" * 30, "nested too deeply"),
        ("<deck>" + '<card qty="1" id=""/>' * 5001 + "</deck>", "more than 5,000 cards"),
        ('<?xml version="1.0"?><svg/>', "outermost element is “svg”"),
        ("<deck>\n<section></deck>", "line 2, column"),
        ("<deck " + "a" * 30_000, "tag too long"),
        ("<deck><section name='Plots'><card>Nobody At All Zz</card></section></deck>", "No entry"),
    ],
)
def test_hostile_and_broken_files_are_refused(pools: Pools, text: str, words: str) -> None:
    with pytest.raises(DeckFormatError, match=words) as caught:
        read_decks(text, pools)
    assert caught.value.sentence.endswith(".")


def test_no_empty_id_is_ever_written(pools: Pools) -> None:
    second = pools[Edition.SECOND]
    without = [each for each in second if not guid(each.octgn_id or "") and each.in_draw_deck]
    assert len(without) > 500
    made = deck(*without[:40], name="file")
    written = write(made, "octgn", pools)
    ids = [each.get("id") for each in ET.fromstring(written.text).iter("card")]  # noqa: S314
    assert all(guid(each or "") for each in ids)
    assert len(set(ids)) == len(ids)
    assert any("no id for" in note and "35 more" in note for note in written.notes)
    assert read(written.text, pools).deck == made


def test_ids_are_one_for_each_card(pools: Pools) -> None:
    for pool in pools.values():
        assert len({card_id(each) for each in pool}) == len(pool)


def test_a_stand_in_stays_the_same() -> None:
    assert stand_in("25118") == stand_in("25118") != stand_in("25119")
    assert stand_in("25118") == "95c933d3-4f2f-50f7-93e0-ea20c3ebe3d7"
