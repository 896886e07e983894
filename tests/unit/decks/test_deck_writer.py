"""The table of writers, and what each says that it cannot carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition, Faction
from core.errors import AppError
from decks.deck import Category, Deck, slots_of
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS, write, write_all, writer_of
from tests.builders import deck

Pools = Mapping[Edition, CardPool]
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


@pytest.mark.parametrize("code", ["json", "csv", "plain"])
def test_our_own_formats_carry_everything(pools: Pools, full: Deck, code: str) -> None:
    written = write(full, code, pools)
    assert written.notes == ()
    (reading,) = read_decks(written.text, pools)
    assert reading.deck == full


@pytest.mark.parametrize("stated_list", ["none", "latest"])
@pytest.mark.parametrize("code", ["json", "csv", "plain"])
def test_a_deck_may_state_that_no_list_or_the_latest_counts(
    pools: Pools, full: Deck, code: str, stated_list: str
) -> None:
    stated = replace(full, list_code=stated_list)
    (reading,) = read_decks(write(stated, code, pools).text, pools)
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
def test_a_plain_deck_loses_nothing(pools: Pools, code: str) -> None:
    made = deck((pools[Edition.SECOND].card("01141"), 3), name="file")
    written = write(made, code, pools)
    (reading,) = read_decks(written.text, pools, name="file")
    assert reading.deck == made


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


def test_a_bulk_download_is_parted_as_thronesdb_does(pools: Pools) -> None:
    one, two = deck(name="One"), deck(name="Two")
    text = write_all([one, two], "thronesdb-file", pools).text
    parts = [write(each, "thronesdb-file", pools).text for each in (one, two)]
    assert text == "\r\n===\r\n".join(parts)


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
