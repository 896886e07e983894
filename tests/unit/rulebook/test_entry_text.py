"""Entries as text: in two lines, and as HTML with links."""

from __future__ import annotations

import re

from carddb.terms import Edition
from rulebook.entry_text import MOST_LETTERS, about_entry, brief, entry_html, two_lines
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


def test_the_html_of_every_entry_leads_to_all_that_it_sees() -> None:
    for entry in BOOK.entries:
        html = entry_html(entry, BOOK)
        assert set(re.findall(r"href='([^']+)'", html)) == set(entry.see), entry.id
        assert entry.title.replace("'", "&#x27;") in html or "&" in entry.title


def test_the_html_names_the_cards_where_that_is_wanted() -> None:
    entry = BOOK.entry("ruling.duplicate-of-limited")
    assert "02064" not in entry_html(entry, BOOK)
    assert "<a href='card:02064'>Card 02064</a>" in entry_html(entry, BOOK, "Card {}".format)


def test_steps_are_paragraphs_and_lines_with_bars_a_table() -> None:
    steps = entry_html(BOOK.entry("timing.duck"), BOOK)
    assert steps.count("<p>") >= 4
    (titles,) = [each for each in BOOK.entries if "| title |" in each.words]
    html = entry_html(titles, BOOK)
    assert html.count("<table>") == 1
    assert "<td>Master of Laws</td>" in html
