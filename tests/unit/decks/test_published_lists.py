"""One published deck in every form that it can be met in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.deck_writer import WRITERS, write
from decks.report import LineStatus

Pools = Mapping[Edition, CardPool]
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


@pytest.mark.parametrize(("file", "code"), FORMS.items())
def test_every_form_is_the_same_deck(pools: Pools, file: str, code: str) -> None:
    (reading,) = read_decks((LISTS / file).read_bytes(), pools, name=NAME)
    (copied,) = read_decks((LISTS / "world-2016-clipboard.txt").read_bytes(), pools)
    assert reading.format_code == code
    assert reading.deck == copied.deck
    assert {each.status for each in reading.lines} <= {LineStatus.READ, LineStatus.IGNORED}


@pytest.mark.parametrize("file", [file for file in FORMS if file.endswith((".txt", ".md", ".csv"))])
def test_every_line_is_accounted_for(pools: Pools, file: str) -> None:
    text = (LISTS / file).read_text("utf-8")
    (reading,) = read_decks(text, pools)
    written = [n for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    headings = 1 if file.endswith(".csv") else 0
    assert [each.line for each in reading.lines] == written[headings:]


@pytest.mark.parametrize(
    "file", ["world-2016-clipboard.txt", "world-2016-download.txt", "world-2016-by-cycle.txt"]
)
def test_what_thronesdb_writes_is_written(pools: Pools, file: str) -> None:
    (reading,) = read_decks((LISTS / file).read_bytes(), pools)
    text = (LISTS / file).read_text("utf-8")
    ending = "\n" if file == "world-2016-clipboard.txt" else "\r\n"
    assert write(reading.deck, FORMS[file], pools).text == text.replace("\n", ending)


def test_every_card_element_is_accounted_for(pools: Pools) -> None:
    text = (LISTS / "world-2016.o8d").read_text("utf-8")
    (reading,) = read_decks(text, pools)
    written = [n for n, line in enumerate(text.split("\n"), 1) if "<card " in line]
    assert [each.line for each in reading.lines] == written


@pytest.mark.parametrize("code", WRITERS)
def test_there_is_a_form_of_every_writer(pools: Pools, code: str) -> None:
    (reading,) = read_decks((LISTS / "world-2016-clipboard.txt").read_bytes(), pools)
    written = write(reading.deck, code, pools)
    (again,) = read_decks(written.text.encode(), pools, name=NAME)
    assert again.deck == reading.deck
    assert bool(written.notes) == (code == "octgn")
