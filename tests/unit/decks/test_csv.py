"""Decks as CSV tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.pool import Pools
from carddb.terms import Edition, Faction
from decks.deck import Category
from decks.deck_reader import read_decks
from decks.deck_writer import write
from decks.report import DeckFormatError, LineStatus, Reading
from tests.unit.decks.reports import line, slots, statuses

ARYA, STEWARD = "01141", "01152"


def read(text: str, pools: Pools) -> Reading:
    (reading,) = read_decks(text, pools, name="file")
    assert reading.format_code == "csv"
    return reading


@pytest.mark.parametrize(
    "text",
    [
        "code,count\n01141,3\n01152,2\n",
        "count;code\n3;01141\n2;01152\n",
        "Qty\tCard\tSet\n3\tArya Stark\tCore\n2\tWinterfell Steward\tCore\n",
        'Name,Copies,Pack\n"Arya Stark",3,"Core Set"\nWinterfell Steward,2x,\n',
        "sep=;\ncount;name;pack\n3;Arya Stark;Core\n2;Winterfell Steward;\n",
        "number,title,set\n3,Arya Stark,Core\n2,Winterfell Steward,Core\n",
        "name,pack,position,count\nArya Stark,Core Set,141,3\nWinterfell Steward,,,2\n",
        "3,Arya Stark,Core\n2,Winterfell Steward,Core\n",
        "Arya Stark;Core Set;3\nWinterfell Steward;Core Set;2\n",
        "01141,3\n01152,2\n",
        "3,01141,Arya Stark,141\n2,01152,Winterfell Steward,152\n",
        "3x,Arya Stark,Core\r\n2x,Winterfell Steward,Core\r\n",
        'code,count\n"=""01141""",3.0\n01152,2\n',
        "code,count\n1141,3\n1152,2\n",
    ],
)
def test_columns_in_any_order_with_and_without_headings(pools: Pools, text: str) -> None:
    reading = read(text, pools)
    assert slots(reading) == {ARYA: 3, STEWARD: 2}
    assert set(statuses(reading).values()) == {"read"}


def test_a_foreign_table_names_faction_and_agenda_among_its_cards(pools: Pools) -> None:
    made = read("count,name\n1,House Stark\n1,Fealty\n3,Winterfell Steward\n", pools).deck
    assert (made.faction, made.agendas[0].name) == (Faction.STARK, "Fealty")


def test_quoted_titles_and_commas(pools: Pools) -> None:
    text = 'name,count,pack\n"""A Thousand Eyes, and One""",3,WK\n"Family, Duty, Honor",1,\n'
    assert sorted(slots(read(text, pools)).values()) == [1, 3]


@pytest.mark.parametrize(
    ("row", "status", "code", "note"),
    [
        (
            *("01141,Ice,3", LineStatus.AMBIGUOUS, ARYA),
            "Its code is that of Arya Stark (01141), its name that of Ice",
        ),
        (
            *("99999,Winterfell Steward,3", LineStatus.CORRECTED, STEWARD),
            "No card has the code 99999; taken by its name.",
        ),
    ],
)
def test_a_code_that_does_not_go_with_its_name_is_told(
    pools: Pools, row: str, status: LineStatus, code: str, note: str
) -> None:
    report = line(read(f"code,name,count\n{row}\n", pools), 2)
    assert (report.status, report.code, note in report.note) == (status, code, True)


@pytest.mark.parametrize(
    ("row", "note"),
    [
        ("99999,,3", "No card of the second edition has this code."),
        (",Qqq Zzz,3", "No card has this name, nor one like it."),
        ("01141,Arya Stark,many", "This is not a number of copies."),
        ("01141,Arya Stark,", "This is not a number of copies."),
        ("01141,Arya Stark,-3", "This is not a number of copies."),
        ("01141,Arya Stark,5000", "No deck holds 5000 copies of a card."),
    ],
)
def test_what_cannot_be_read_is_told(pools: Pools, row: str, note: str) -> None:
    reading = read(f"code,name,count\n01152,Winterfell Steward,2\n{row}\n", pools)
    report = line(reading, 3)
    assert (report.status, report.note, report.text) == (LineStatus.UNKNOWN, note, row)
    assert slots(reading) == {STEWARD: 2}


def test_empty_rows_and_sums_are_no_cards(pools: Pools) -> None:
    reading = read("name,count\nWinterfell Steward,2\n,\n\nTotal,62\n,3\n", pools)
    assert statuses(reading) == {2: "read"}
    assert [each.line for each in reading.lines] == [2, 5, 6]


def test_lines_are_counted_in_quoted_cells_too(pools: Pools) -> None:
    reading = read('part,name,count\nnotes,"two\nlines",\ndeck,Winterfell Steward,2\n', pools)
    assert reading.deck.notes == "two\nlines"
    assert [each.line for each in reading.lines] == [2, 4]


def test_a_column_of_decks_parts_them(pools: Pools) -> None:
    readings = read_decks("deck,code,count\nA,01141,3\nA,01152,1\nB,01152,2\n", pools)
    assert [(each.deck.name, slots(each)) for each in readings] == [
        ("A", {ARYA: 3, STEWARD: 1}),
        ("B", {STEWARD: 2}),
    ]


def test_a_first_edition_table(pools: Pools) -> None:
    made = read("code,count\natoc_2,3\n", pools).deck
    assert made.edition is Edition.FIRST


@pytest.mark.parametrize(
    "text",
    [
        "1x Family, Duty, Honor\n",
        "House Stark\n3x Unbowed, Unbent, Unbroken\n",
        "Dark Wings, Dark Words\n1x Winterfell Steward (Core)\n",
    ],
)
def test_titles_with_commas_are_no_table(pools: Pools, text: str) -> None:
    (reading,) = read_decks(text, pools)
    assert reading.format_code == "plain"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("code,count\n", "nothing below it"),
        ("code,count\n99999,1\n", "names a card"),
        ("name,count\nnobody at all,1\n", "names a card"),
        ("name,count\n" + '"' + "a" * 200_000 + '",1\n', "cannot be read at line 2"),
        ("code,count\n" + "01141,1\n" * 5001, "at most 5,000"),
    ],
)
def test_tables_without_decks_are_refused(pools: Pools, text: str, words: str) -> None:
    with pytest.raises(DeckFormatError, match=words):
        read_decks(text, pools)


def test_categories_and_notes_stand_behind_the_cards(pools: Pools) -> None:
    made = read("code,count\n01141,3\n01152,2\n", pools).deck
    assert write(made, "csv", pools).text.splitlines()[0].endswith(",number,type")
    worded = replace(
        made,
        categories=(Category("a; b", (ARYA, STEWARD)), Category("draw", (ARYA,))),
        card_notes=((STEWARD, 'Keep, "always".\nElse not.'),),
    )
    written = write(worded, "csv", pools)
    assert written.notes == ()
    assert written.text.splitlines()[0].endswith(",number,type,categories,note")
    assert read(written.text, pools).deck == worded
    other = Category("draw", (ARYA, "01001"), least=2)
    (note, more) = write(replace(worded, categories=(other,)), "csv", pools).notes
    assert note == "CSV does not carry the targets of categories; json does."
    assert "cards that the deck does not hold" in more


def test_no_name_or_note_is_a_formula_and_all_come_back(pools: Pools) -> None:
    deck = replace(read("code,count\n01141,3\n", pools).deck, name="=cmd()", notes="@note")
    text = write(deck, "csv", pools).text
    assert "'=cmd()" in text
    assert ",'@note" in text
    again = read(text, pools).deck
    assert (again.name, again.notes) == ("=cmd()", "@note")
