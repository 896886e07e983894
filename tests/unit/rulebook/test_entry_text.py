"""Entries in two lines, as text to copy, and as HTML with links."""

from __future__ import annotations

import re

from carddb.terms import Edition
from rulebook.entry_text import (
    MOST_LETTERS,
    about_entry,
    brief,
    days_text,
    entries_as_text,
    entry_as_text,
    entry_html,
    two_lines,
)
from rulebook.rule_book import rule_book

BOOK = rule_book()


def test_an_entry_in_two_lines_is_its_title_and_its_first_sentences() -> None:
    assert two_lines(BOOK.entry("keyword.insight")) == (
        "Insight\nAfter its controller wins a challenge in which a character with insight takes "
        "part, that player may draw 1 card for it. It resolves with the keywords of the challenge."
    )
    assert brief(BOOK.entry("keyword.ambush")).endswith("put the card from hand into play.")
    for entry in BOOK.entries:
        said = brief(entry)
        assert said, entry.id
        assert entry.words.replace("\n", " ").startswith(said)
        assert len(said) <= MOST_LETTERS or said.count(". ") <= 1


def test_a_keyword_whose_meaning_is_not_known_says_so_in_two_lines() -> None:
    for name in ("intimidate", "vengeful", "vigilant"):
        entry = BOOK.for_keyword(name, Edition.FIRST)
        assert entry is not None
        assert "No document at hand says what it does" in two_lines(entry)


def test_what_an_entry_is_and_when_it_held() -> None:
    old = BOOK.entry("ruling.duplicate-of-limited.1-2")
    assert about_entry(old) == "Ruling · Second edition · since 2016-10-10 until 2019-09-19"
    assert about_entry(BOOK.entry("regulation.bye")).startswith("Regulation · Both editions")


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


def test_every_entry_leads_to_all_that_it_sees() -> None:
    for entry in BOOK.entries:
        html = entry_html(entry, BOOK)
        assert set(re.findall(r"href='([^']+)'", html)) == set(entry.see), entry.id
        assert "[[" not in html
        # Codes of problems are for programs.
        assert not any(code in html for code in entry.codes), entry.id
        assert entry.title.replace("'", "&#x27;") in html or "&" in entry.title


def test_cards_are_named_where_that_is_wanted() -> None:
    entry = BOOK.entry("ruling.duplicate-of-limited")
    assert "02064" not in entry_html(entry, BOOK)
    assert "<a href='card:02064'>Card 02064</a>" in entry_html(entry, BOOK, "Card {}".format)


def test_steps_and_tables_are_tables() -> None:
    html = entry_html(BOOK.entry("timing.duck"), BOOK)
    assert html.count("<tr>") == 4
    assert "<td class='faint'>1.</td>" in html
    titles = entry_html(BOOK.entry("term.titles.first"), BOOK)
    assert "<td class='faint'>title</td>" in titles
    assert "<td>Master of Laws</td>" in titles
