"""The table of writers, what each cannot carry, Markdown, share codes and QR codes."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb import catalogue
from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Category, Deck, slots_of
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS, write, write_all, writer_of
from decks.formats.lines import TextLine
from decks.formats.share_code import code_of
from decks.formats.text_formats import strip_markup
from decks.qr_code import qr_rows, qr_terminal
from decks.report import DeckFormatError, LineStatus, Reading
from tests.builders import card, deck, pool
from tests.long_run import times
from tests.unit.decks.reports import line, slots

CODES = (
    *("thronesdb", "thronesdb-file", "by-cycle", "markdown", "agot-cards", "octgn", "throneteki"),
    *("json", "csv", "plain"),
)


@pytest.fixture
def full(pools: Pools) -> Deck:
    """Return a deck that states everything that a deck can state."""
    cards = pools[Edition.SECOND]
    arya, ward, cause = cards.card("01141"), cards.card("02102"), cards.card("01004")
    return deck(
        (arya, 3),
        cause,
        cards.card("01027"),
        name="Full",
        format="melee",
        notes="Two\nlines",
        list_code="gotstandard2.1",
        date="2026-07-02",
        players=3,
        rookery=slots_of([(ward, 1)]),
        drafted=slots_of([(arya, 3)]),
        plot_decks=(slots_of([(cause, 2)]), ()),
        considered=slots_of([(ward, 2), (cards.card("01027"), 1), (cause, 1)]),
    )


WORDS = {
    "categories": (Category("draw", ("01141", "99999"), 1, 3), Category("gold")),
    "card_notes": (("01141", "**Keep** her."),),
}


def test_only_json_and_csv_have_room_for_a_players_words(pools: Pools, full: Deck) -> None:
    worded = replace(full, **WORDS)  # type: ignore[arg-type]
    for code in CODES:
        written = write(worded, code, pools)
        assert any("the notes on cards; json does." in note for note in written.notes) is (
            code not in {"json", "csv"}
        )
    (reading,) = read_decks(write(worded, "json", pools).text, pools)
    assert reading.deck == worded


def test_the_codes_are_those_of_the_contract() -> None:
    assert tuple(WRITERS) == (*CODES, "code")
    assert all(code == writer.code for code, writer in WRITERS.items())


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(AppError, match="no format “pdf”") as caught:
        writer_of("pdf")
    assert "by-cycle" in caught.value.hint


@pytest.mark.parametrize("stated_list", ["gotstandard2.1", "none", "latest"])
@pytest.mark.parametrize("code", ["json", "csv", "plain"])
def test_our_own_formats_carry_everything(
    pools: Pools, full: Deck, code: str, stated_list: str
) -> None:
    stated = replace(full, list_code=stated_list)
    written = write(stated, code, pools)
    assert written.notes == ()
    (reading,) = read_decks(written.text, pools)
    assert reading.deck == stated


@pytest.mark.parametrize("code", [code for code in CODES if code not in {"json", "csv", "plain"}])
def test_the_others_say_what_they_lose(pools: Pools, full: Deck, code: str) -> None:
    (note, *_) = write(full, code, pools).notes
    words = ["the format (melee)", "restricted list", "the day", "the number of players"]
    if code == "octgn":
        words += ["the Rookery", "the drafted cards", "plot decks", "name"]
    assert all(word in note for word in words)
    assert note.endswith("json and csv do.")


@pytest.mark.parametrize("code", CODES)
def test_a_first_edition_deck_is_told_where_others_cannot_read_it(pools: Pools, code: str) -> None:
    meera = pools[Edition.FIRST].card("atoc_2")
    made = deck((meera, 3), name="file", faction=Faction.NEUTRAL, edition=Edition.FIRST)
    written = write(made, code, pools)
    assert bool(written.notes) == (code not in {"json", "csv", "plain"})
    (reading,) = read_decks(written.text, pools, name="file")
    assert reading.deck == made


@pytest.mark.parametrize("code", CODES)
def test_printings_of_a_title_are_told_apart(pools: Pools, code: str) -> None:
    cards = pools[Edition.SECOND]
    made = deck((cards.card("01144"), 1), (cards.card("03003"), 2), name="file")
    text = write(made, code, pools).text
    if code not in {"octgn", "json"}:
        assert "Core" in text
        assert "WotN" in text or "Wolves of the North" in text
    (reading,) = read_decks(text, pools, name="file")
    assert reading.deck == made


def test_a_plain_list_names_packs_where_they_are_needed(pools: Pools) -> None:
    cards = pools[Edition.SECOND]
    text = write(deck((cards.card("01144"), 1), cards.card("01152")), "plain", pools).text
    assert "1x Eddard Stark (Core Set)\n" in text
    assert "1x Winterfell Steward\n" in text


def test_a_download_has_singular_headings_and_counts_packs(pools: Pools) -> None:
    cards = pools[Edition.SECOND]
    made = deck((cards.card("01141"), 2), (cards.card("02102"), 1), name="Wolves")
    text = write(made, "thronesdb-file", pools).text
    assert text == (
        "Wolves\r\nVersion: 1.0\r\n\r\nHouse Stark\r\n\r\nPacks: From Core Set (2) to True Steel"
        "\r\n\r\nPlot\r\n\r\nCharacter\r\n2x Arya Stark (Core Set)\r\n\r\nLocation\r\n\r\n"
        "Attachment\r\n1x Ward (True Steel)\r\n\r\nEvent\r\n"
    )


@pytest.mark.parametrize("code", CODES)
def test_one_deck_a_file_where_the_format_holds_one(pools: Pools, code: str) -> None:
    decks = [deck(name="One"), deck(name="Two")]
    if writer_of(code).many:
        assert len(read_decks(write_all(decks, code, pools).text, pools)) == 2
    else:
        with pytest.raises(AppError, match="holds one deck, and there are 2"):
            write_all(decks, code, pools)


def test_no_deck_is_no_file(pools: Pools) -> None:
    with pytest.raises(AppError, match="no deck to write"):
        write_all([], "json", pools)


def test_what_throneteki_changes_is_told(pools: Pools) -> None:
    made = deck((pools[Edition.SECOND].card("01141"), 5), name="")
    notes = " ".join(write(made, "throneteki", pools).notes)
    assert "Unnamed deck" in notes
    assert "deck limit of Arya Stark" in notes


def test_every_format_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")
    assert all(f"| `{code}` |" in page for code in (*CODES, "sheet"))


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


# A code that was given away is read for ever: this one must never be changed.
STARKS = "SP1.YQZTdGFya3MGZmZnMi4xAQTMAQEMiiLMAYUeAIdCqnE"
CARDS = (
    card("Ward", code="02102"),
    card("Hedge Knight", code="01090"),
    card("Arya Stark", code="01141"),
)
POOLS: Pools = {Edition.SECOND: pool(*CARDS)}


def sealed(body: bytes) -> str:
    return "SP1." + urlsafe_b64encode(body + crc32(body).to_bytes(4, "big")).decode().rstrip("=")


def test_every_sample_deck_fits_and_comes_back() -> None:
    pools = catalogue.pools()
    for sample in catalogue.sample_decks():
        for reading in read_decks(sample.text, pools, name=sample.name):
            code = code_of(reading.deck)
            assert len(code) <= 150, reading.deck.name
            (again,) = read_decks(f"  {code}\n", pools)
            assert again.deck.slots == reading.deck.slots
            assert again.deck.name == reading.deck.name
            assert again.format_code == "code"


def test_a_code_does_not_depend_on_what_cards_there_are() -> None:
    ward, knight, arya = CARDS
    made = deck((ward, 2), (knight, 3), arya, name="Starks", list_code="")
    code = code_of(made)
    more = pool(*CARDS, card("Newer", code="00001"), card("Newest", code="30001"))
    (again,) = read_decks(code, {Edition.SECOND: more})
    assert again.deck.slots == made.slots
    (fewer,) = read_decks(code, {Edition.SECOND: pool(ward, knight)})
    assert [(line.text, line.copies) for line in fewer.unread] == [('"01141": 1', 1)]


def test_a_code_that_was_given_away_is_read_for_ever() -> None:
    ward, knight, arya = CARDS
    fealty = card("Fealty", CardType.AGENDA, code="00051")
    made = deck(
        *((ward, 2), (knight, 3), arya, fealty),
        name="Starks",
        faction=Faction.STARK,
        list_code="ffg2.1",
    )
    assert code_of(made) == STARKS
    (again,) = read_decks(STARKS, {Edition.SECOND: pool(*CARDS, fealty)})
    assert again.deck == made


def test_several_codes_and_broken_lines() -> None:
    ward, knight, _ = CARDS
    one, other = (
        code_of(deck((each, 2), name=each.name, faction=Faction.STARK)) for each in (ward, knight)
    )
    wrapped = f"{one[:20]}\n{one[20:]}\n{other}\n"
    found = read_decks(wrapped, POOLS)
    assert [reading.deck.name for reading in found] == ["Ward", "Hedge Knight"]


def test_two_thousand_codes_come_back_and_one_more_is_refused() -> None:
    made = deck(*((each, 2) for each in CARDS), name="Starks", faction=Faction.STARK)
    written = write_all([made] * 2000, "code", POOLS)
    found = read_decks(written.text, POOLS)
    assert len(found) == 2000
    # Most of this test's time would go into the slots.
    every = times(short=100, long=1)
    assert all(reading.deck.slots == made.slots for reading in found[::every])
    with pytest.raises(DeckFormatError, match="more than 2,000 decks"):
        read_decks(written.text + code_of(made), POOLS)


def test_a_damaged_code_among_others_is_named_by_its_line() -> None:
    code = code_of(deck(*CARDS, name="Starks"))
    with pytest.raises(DeckFormatError, match="not whole") as caught:
        read_decks("\n".join([code] * 700 + [code[:-3], code]), POOLS)
    assert caught.value.line == 701


def test_a_code_that_no_deck_has_is_refused_by_its_length() -> None:
    with pytest.raises(DeckFormatError, match="too long"):
        read_decks("SP1." + "A" * 200_000, POOLS)


def test_what_is_lost_is_said() -> None:
    made = deck(*CARDS, name="A name that is much longer than forty letters", notes="My notes")
    written = write(made, "code", POOLS)
    assert written.notes == (
        "Short code does not carry the notes; json and csv do.",
        "A short code carries the first 40 letters of the deck's name.",
    )
    (again,) = read_decks(written.text, POOLS)
    assert again.deck.name == "A name that is much longer than forty le"


def test_one_wrong_letter_is_no_deck() -> None:
    code = code_of(deck(*CARDS, name="Starks"))
    for place in range(4, len(code)):
        wrong = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
        for text in (wrong, code[:place]):
            with pytest.raises(DeckFormatError, match="not whole"):
                read_decks(text, POOLS)


def test_the_code_of_a_later_program_is_named_as_that() -> None:
    with pytest.raises(DeckFormatError, match="newer version"):
        read_decks("SP2.AAAA", POOLS)


@given(body=st.binary(max_size=60))
@settings(deadline=None, max_examples=times(short=150, long=2000))
def test_a_body_that_nobody_wrote(body: bytes) -> None:
    try:
        read_decks(sealed(body), POOLS)
    except DeckFormatError:
        return


ADDRESS = "http://192.168.178.20:8615/"
# The finder pattern that stands in three corners of every code (ISO/IEC 18004, 6.3.3).
FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


def test_the_rows_are_a_code_with_its_light_border() -> None:
    rows = ["".join("01"[dark] for dark in row) for row in qr_rows(ADDRESS)]
    side = len(rows)
    assert {len(row) for row in rows} == {side}
    assert rows[:4] == ["0" * side] * 4
    assert [row[4:11] for row in rows[4:11]] == FINDER
    assert [row[-11:-4] for row in rows[4:11]] == FINDER
    assert [row[4:11] for row in rows[-11:-4]] == FINDER


def test_the_code_for_a_terminal_has_lines_of_blocks() -> None:
    lines = qr_terminal(ADDRESS).splitlines()
    assert len(lines) > 10
