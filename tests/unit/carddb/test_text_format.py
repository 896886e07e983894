"""Names on one line, and cells that no spreadsheet takes for a formula."""

from __future__ import annotations

import pytest

from carddb.terms import Edition
from core.text_format import (
    LONGEST_NAME,
    LONGEST_NOTES,
    cell_as_written,
    harmless_cell,
    one_line,
)
from decks.deck import Deck


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Arya\tStark\n", "Arya Stark"),
        ("\x1b[31mWolves\x07", "[31mWolves"),
        ("A\u202erya\u2066 \u200fStark\ufeff", "Arya Stark"),
        ("x" * 200, "x" * LONGEST_NAME),
        ("李小龍 👩\u200d🚀 Ñandú", "李小龍 👩\u200d🚀 Ñandú"),
        ("\0\u202e", ""),
    ],
)
def test_a_name_is_one_line_without_signs_that_nobody_sees(written: str, shown: str) -> None:
    assert one_line(written, LONGEST_NAME) == shown


def test_a_deck_has_a_bounded_name_and_notes() -> None:
    deck = Deck(
        name="\x1b]0;x\x07" + "n" * 300,
        edition=Edition.SECOND,
        notes="a\x1b\u202e\n\tb" + "x" * 200_000,
        card_notes=(("01001", "c\x07\nd"),),
    )
    assert deck.name == ("]0;x" + "n" * 300)[:LONGEST_NAME]
    assert deck.notes.startswith("a\n\tbx")
    assert len(deck.notes) <= LONGEST_NOTES
    assert deck.card_notes == (("01001", "c\nd"),)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "'=1", "''+a", "Arya", "O'Neill", ""])
def test_a_cell_is_no_formula_and_is_read_as_it_was(text: str) -> None:
    cell = harmless_cell(text)
    assert not cell.startswith(("=", "+", "-", "@"))
    assert cell_as_written(cell) == text
