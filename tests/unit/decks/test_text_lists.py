"""Deck lists in plain text -> decks, with an account of every line."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS, write
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

    def test_the_second_edition_wins_a_tie(self, pools: Pools) -> None:
        assert read("House Stark\n3x Arya Stark (Core)\n", pools).deck.edition is Edition.SECOND

    def test_the_caller_overrules(self, pools: Pools) -> None:
        text = "House Stark\n3x Arya Stark (Core)\n"
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
    with pytest.raises(DeckFormatError, match="no deck list") as caught:
        read_decks(text, pools)
    assert caught.value.line == 1


def test_a_list_without_end_is_refused(pools: Pools) -> None:
    with pytest.raises(DeckFormatError, match="at most 5000"):
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


@pytest.mark.parametrize("code", WRITERS)
def test_there_is_a_form_of_every_writer(pools: Pools, code: str) -> None:
    (reading,) = read_decks((LISTS / "world-2016-clipboard.txt").read_bytes(), pools)
    written = write(reading.deck, code, pools)
    (again,) = read_decks(written.text.encode(), pools, name=NAME)
    assert again.deck == reading.deck
    assert bool(written.notes) == (code == "octgn")
