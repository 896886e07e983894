"""Entries as text to be copied."""

from __future__ import annotations

from rulebook.entry_text import days_text, entries_as_text, entry_as_text
from rulebook.rule_book import rule_book

BOOK = rule_book()


def test_a_rule_is_copied_with_its_cards_and_its_source() -> None:
    entry = BOOK.entry("timing.terminal-burn")
    text = entry_as_text(entry, {"01176": "Dracarys!", "02075": "Crown of Gold"}.__getitem__)
    lines = text.split("\n\n")
    assert lines[0] == "Terminal burn, step by step"
    assert "1. An effect is about to lower its STR.\n2. " in text
    assert lines[-2:] == [
        "Cards: Dracarys!, Crown of Gold",
        "Source: FAQ 1.2, (2.6), second edition, since 2017-10-12",
    ]


def test_days_are_told_where_there_are_any() -> None:
    assert days_text(BOOK.entry("term.contents")) == ""
    old = BOOK.entry("ruling.duplicate-of-limited.1-2")
    assert days_text(old) == "since 2016-10-10 until 2019-09-19"


def test_several_rules_stand_one_below_the_other() -> None:
    text = entries_as_text([BOOK.entry("regulation.lot"), BOOK.entry("regulation.bye")], str)
    assert text.startswith("Lot\n\n")
    assert "\n\n\nBye\n\n" in text
