"""Deck lists in plain text: the grammar of a line, and decks with an account of every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck_reader import read_decks
from decks.deck_section import DRAFTED, ROOKERY, plot_deck
from decks.deck_writer import write
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
from decks.formats.text_formats import write_thronesdb
from decks.report import DeckFormatError, LineStatus
from tests.builders import card, deck, pool
from tests.unit.decks.reports import agendas, line, read, slots, statuses

LISTS = Path(__file__).parent / "lists"


NAME = "2016 World Championship Deck"
FORMS = {
    "world-2016-clipboard.txt": "thronesdb",
    "world-2016-download.txt": "thronesdb-file",
    "world-2016-by-cycle.txt": "by-cycle",
    "world-2016.md": "markdown",
    "world-2016-agot-cards.txt": "agot-cards",
    "world-2016.o8d": "octgn",
    "world-2016-foreign.csv": "csv",
}
WORLD = list(FORMS)[:3]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(("file", "code"), FORMS.items())
def test_a_published_deck_in_every_form(pools: Pools, file: str, code: str, ending: str) -> None:
    text = (LISTS / file).read_text("utf-8")
    reading = read(text.replace("\n", ending).encode(), pools, name=NAME)
    made = reading.deck
    assert (reading.format_code, made.name, made.edition) == (code, NAME, Edition.SECOND)
    assert (made.faction, agendas(reading)) == (Faction.LANNISTER, ["01203"])
    assert (made.draw_count, made.plot_count) == (60, 7)
    assert made == read((LISTS / WORLD[0]).read_text("utf-8"), pools).deck
    assert {each.status for each in reading.lines} <= {LineStatus.READ, LineStatus.IGNORED}
    said = "<card " if code == "octgn" else ""
    written = [n for n, each in enumerate(text.split("\n"), 1) if each.strip() and said in each]
    assert [each.line for each in reading.lines] == written[code == "csv" :]


PLAIN = """House Stark
Fealty
3x Robb Stark (Core) [R]
3 Winterfell Steward
Bran Stark (Core)
1 A Noble Cause [J][B] (Core Set)
"""


def test_a_plain_list_has_no_name_of_its_own(pools: Pools) -> None:
    reading = read(PLAIN, pools, name="plain")
    assert reading.deck.name == "plain"
    assert reading.deck.faction is Faction.STARK
    assert agendas(reading) == ["01027"]
    assert slots(reading) == {"01146": 3, "01152": 3, "01142": 1, "01004": 1}
    assert set(statuses(reading).values()) == {"read"}


def test_a_type_of_its_heading_decides(pools: Pools) -> None:
    text = (
        "Martell\nPlots\nWheels Within Wheels\nEvents\n2x Wheels Within Wheels\n"
        "Characters\n3x Nymeria (HoT)\nAttachments\n3x Nymeria\n"
    )
    second = pools[Edition.SECOND]
    found = {second.card(code).type: n for code, n in slots(read(text, pools)).items()}
    assert found[CardType.PLOT] == 1
    assert found[CardType.EVENT] == 2
    assert found[CardType.ATTACHMENT] == 3


def test_a_protector_in_the_header_is_the_agenda(pools: Pools) -> None:
    text = "Mine\n\nHouse Stark\nProtectors of the Realm\n\n3x Robb Stark (Core)\n"
    assert pools[Edition.SECOND].card(agendas(read(text, pools))[0]).type is CardType.AGENDA


def test_a_slip_is_corrected_and_told(pools: Pools) -> None:
    reading = read("House Stark\n3x Aria Stark (Core)\n", pools)
    report = line(reading, 2)
    assert (report.status, report.code, report.copies) == (LineStatus.CORRECTED, "01141", 3)
    assert report.note == "Taken for Arya Stark."
    assert not reading.unread


def test_a_pack_that_does_not_hold_the_card_is_told(pools: Pools) -> None:
    report = line(read("House Stark\n3x Winterfell Steward (TtB)\n", pools), 2)
    assert (report.status, report.code) == (LineStatus.CORRECTED, "01152")
    assert report.note == "“TtB” does not hold it; taken from Core Set."


def test_an_unknown_name_is_left_out_with_suggestions(pools: Pools) -> None:
    reading = read("House Stark\n3x Eddard the Wolf\n4x Qqqq Zzzz\n", pools)
    known, strange = line(reading, 2), line(reading, 3)
    assert (known.status, known.code, known.copies) == (LineStatus.UNKNOWN, None, 3)
    assert known.candidates
    assert known.note.startswith("No card has this name. Similar: ")
    assert strange.note == "No card has this name, nor one like it."
    assert reading.unread == (known, strange)
    assert slots(reading) == {}


@pytest.mark.parametrize(
    ("written", "faction", "names"),
    [
        ("Stark - Fealty", Faction.STARK, ["Fealty"]),
        ("House Stark \u2013 Fealty", Faction.STARK, ["Fealty"]),
        ("stark/fealty", Faction.STARK, ["Fealty"]),
        ("Stark (Fealty)", Faction.STARK, ["Fealty"]),
        ("Stark: Dark Wings, Dark Words", Faction.STARK, ["Dark Wings, Dark Words"]),
        ("Lannister - Banner of the Wolf", Faction.LANNISTER, ["Banner of the Wolf"]),
        ("Faction: Stark \u2014 Fealty", Faction.STARK, ["Fealty"]),
        (
            "Tyrell - Alliance - Banner of the Sun / Banner of the Wolf",
            Faction.TYRELL,
            ["Alliance", "Banner of the Sun", "Banner of the Wolf"],
        ),
    ],
)
@pytest.mark.parametrize("name", ["", "My deck\n", "My deck\n\n"])
def test_a_faction_with_its_agendas_on_one_line(
    pools: Pools, name: str, written: str, faction: Faction, names: list[str]
) -> None:
    reading = read(f"{name}{written}\n\n3x The Kingsroad\n", pools)
    assert reading.deck.name == name.strip()
    assert reading.deck.faction is faction
    assert [each.name for each in reading.deck.agendas] == names
    assert not reading.unread


def test_a_card_with_a_dash_in_its_name_stays_one() -> None:
    cards = [
        card("Stark - Fealty", code="01001"),
        card("Fealty", code="01002", type=CardType.AGENDA),
    ]
    reading = read("House Stark\nStark - Fealty\n", {Edition.SECOND: pool(*cards)})
    assert slots(reading) == {"01001": 1}
    assert not reading.deck.agendas


def test_a_faction_with_its_agenda_is_a_name_where_the_list_says_them_again(pools: Pools) -> None:
    for head in ("Stark\nFealty", "Faction: Stark\nAgenda: Fealty", "Packs: x\nAgenda: Fealty"):
        reading = read(f"Stark - Fealty\n{head}\n3x The Kingsroad\n", pools)
        assert reading.deck.name == "Stark - Fealty"
        assert agendas(reading) == ["01027"]


@pytest.mark.parametrize("heading", ["Draw deck", "Main Deck (60):", "Deck", "Maindeck"])
def test_the_draw_deck_has_headings(pools: Pools, heading: str) -> None:
    text = f"House Stark\nRookery\n2x Hodor\n{heading}\n1x The Kingsroad\n"
    made = read(text, pools)
    assert slots(made) == {"01039": 1}
    assert [count for _, count in made.deck.rookery] == [2]
    assert not made.unread


def test_a_line_says_where_its_card_lies(pools: Pools) -> None:
    text = (
        "House Stark\nAgenda\nFealtyy\nQqq\nPlots\nQqq\nA Noble Cause\nHodor\nCards\nQqq\n"
        "Rookery\nQqq\nHodor\nDrafted\nQqq\nCivil War plot deck 2\nQqq\n"
    )
    said = [str(each.section) for each in read(text, pools).lines if each.section]
    assert said == [
        *("agendas", "agendas", "plots", "plots", "draw deck", "draw deck"),
        *("rookery", "rookery", "drafted", "plot deck 2"),
    ]


@pytest.mark.parametrize(
    "written",
    ["\tThe\u00a0Kingsroad\t(Core)  ", "The Kingsroad(Core)", "\ufeffthe kingsroad \u200b(CORE)"],
)
def test_spaces_of_every_kind(pools: Pools, written: str) -> None:
    assert slots(read(f"House Stark\n3x {written}", pools)) == {"01039": 3}


def test_a_redesign_is_told_from_a_label(pools: Pools) -> None:
    text = "House Stark\n\nKingdom of Shadows (R)\n3x Robb Stark [R] (Core)\n"
    assert agendas(read(text, pools)) == ["17148"]
    second = read("House Stark\nKingdom of Shadows [R]\n3x Robb Stark (Core) [R]\n", pools)
    assert line(second, 2).status is LineStatus.AMBIGUOUS
    assert agendas(second) == ["13079"]


def test_a_rookery_is_kept_apart(pools: Pools) -> None:
    text = "House Stark\n3x Robb Stark (Core)\n\nRookery (1):\nPlots\n1x A Noble Cause (Core)\n"
    made = read(text, pools).deck
    assert made.format == "rookery"
    assert [(each.code, count) for each, count in made.rookery] == [("01004", 1)]
    assert made.plot_count == 0


class TestName:
    @pytest.mark.parametrize(
        "name",
        [
            "3 Eyed Ravens",
            "House Stark",
            "Fealty",
            "Plots",
            "Arya Stark (Core)",
            "#1 deck",
            "Stark: the deck",
            "// \u2694 //",
            "<3 Sansa",
            "[J] wolves",
        ],
    )
    def test_anything_is_a_name_above_a_faction(self, pools: Pools, name: str) -> None:
        reading = read(f"{name}\n\nHouse Lannister\n\n3x Tears of Lys (Core)\n", pools, name="file")
        assert reading.deck.name == name
        assert reading.deck.faction is Faction.LANNISTER
        assert line(reading, 1).status is LineStatus.IGNORED

    def test_a_first_line_that_is_no_card_is_a_name(self, pools: Pools) -> None:
        assert read("My wolves\n3x Tears of Lys (Core)\n", pools, name="x").deck.name == "My wolves"

    @pytest.mark.parametrize(
        "text",
        [
            "3x Tears of Lys (Core)\n",
            "Tears of Lys\nTears of Lys\n",
            "Events (3):\n3x Tears of Lys (Core)\n",
            "House Stark\n3x Tears of Lys (Core)\n",
            "# made by hand\n3x Tears of Lys (Core)\n",
        ],
    )
    def test_otherwise_the_file_gives_the_name(self, pools: Pools, text: str) -> None:
        assert read(text, pools, name="file").deck.name == "file"

    def test_a_list_of_fields_says_which_is_the_name(self, pools: Pools) -> None:
        text = "Deck name: Wolves\nFaction: Stark\nAgenda: Fealty\n3x Robb Stark (Core)\n"
        made = read(text, pools).deck
        assert (made.name, made.faction) == ("Wolves", Faction.STARK)
        assert made.agendas[0].name == "Fealty"


def test_a_slip_in_the_faction_is_corrected(pools: Pools) -> None:
    reading = read("Mine\n\nHouse Lanister\nFealty\n\n3x Tears of Lys (Core)\n", pools)
    assert reading.deck.faction is Faction.LANNISTER
    assert line(reading, 3).note == "Taken for House Lannister."


class TestFirstEdition:
    LIST = """Wolves of the LCG

House Stark
The Siege of Winterfell

Plots (7)
1x Valar Morghulis (Core)
Characters
3x Meera Reed (The Tourney for the Hand)
1x Meera Reed (TftH)
1 Meera Reed (ATOC 2)
1 Meera Reed (ATOC #2)
"""

    def test_it_is_recognised_from_its_cards(self, pools: Pools) -> None:
        reading = read(self.LIST, pools)
        assert reading.deck.edition is Edition.FIRST
        assert reading.deck.faction is Faction.STARK
        assert slots(reading) == {"core_201": 1, "atoc_2": 6}
        assert [each.name for each in reading.deck.agendas] == ["The Siege of Winterfell"]
        assert set(statuses(reading).values()) == {"read"}

    @pytest.mark.parametrize(
        "house", ["Neutral Faction", "1x Neutral Faction", "House: Neutral Faction (Core)"]
    )
    def test_the_neutral_faction_is_a_house_card(self, pools: Pools, house: str) -> None:
        made = read(f"{house}\n3x Meera Reed (TftH)\n", pools).deck
        assert (made.edition, made.faction) == (Edition.FIRST, Faction.NEUTRAL)

    def test_the_second_edition_wins_a_tie_and_the_caller_overrules(self, pools: Pools) -> None:
        text = "House Stark\n3x Arya Stark (Core)\n"
        assert read(text, pools).deck.edition is Edition.SECOND
        assert read(text, pools, edition=Edition.FIRST).deck.edition is Edition.FIRST
        assert read(self.LIST, pools, edition=Edition.SECOND).unread

    def test_a_house_card_among_the_cards_is_the_faction(self, pools: Pools) -> None:
        made = read("3x Meera Reed (TftH)\n1x House Stark (Core)\n", pools).deck
        assert made.faction is Faction.STARK
        assert len(made.slots) == 1


@pytest.mark.parametrize(
    "text", ["hello", "Dear all,\nthe meeting is on Monday.\n", "1,2,3\n4,5,6\n", "def main():\n"]
)
def test_what_names_nothing_of_the_game_is_no_list(pools: Pools, text: str) -> None:
    with pytest.raises(DeckFormatError, match="not a deck list") as caught:
        read_decks(text, pools)
    assert caught.value.line == 1


def test_a_list_without_end_is_refused(pools: Pools) -> None:
    with pytest.raises(DeckFormatError, match="at most 5,000"):
        read_decks("House Stark\n" + "1x Robb Stark\n" * 6000, pools)


class TestWriting:
    def test_an_agenda_with_namesakes_bears_its_pack(self, pools: Pools) -> None:
        second = pools[Edition.SECOND]
        text = write_thronesdb([deck(second.card("17148"))], pools)
        assert "\nHouse Stark\nKingdom of Shadows (R)\n" in text
        assert "Packs: From Redesigns\n" in text

    def test_the_number_tells_cards_of_one_pack_apart(self, pools: Pools) -> None:
        first = pools[Edition.FIRST]
        made = deck((first.card("core_90"), 2), edition=Edition.FIRST)
        text = write_thronesdb([made], pools)
        assert "2x Robert Baratheon (core #90)" in text
        assert read(text, pools, edition=Edition.FIRST).deck == made


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


@pytest.mark.parametrize("file", WORLD)
def test_what_thronesdb_writes_is_written(pools: Pools, file: str) -> None:
    (reading,) = read_decks((LISTS / file).read_bytes(), pools)
    text = (LISTS / file).read_text("utf-8")
    ending = "\n" if file == "world-2016-clipboard.txt" else "\r\n"
    assert write(reading.deck, FORMS[file], pools).text == text.replace("\n", ending)


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
        ("[J][B] Robb Stark (Core) 2", 2),
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
