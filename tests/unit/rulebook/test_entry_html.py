"""Entries as HTML with links."""

from __future__ import annotations

import re

from rulebook.entry_text import entry_html
from rulebook.rule_book import rule_book

BOOK = rule_book()


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
