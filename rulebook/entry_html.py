"""An entry as HTML: title, words with their links, what it leads to, its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from itertools import groupby

from rulebook.entry import Entry
from rulebook.entry_text import about_entry
from rulebook.rule_book import RuleBook

# What the address of a link to a card begins with; that of a rule is its id.
CARD_LINK = "card:"
_BULLET = "•"
_NUMBERED = re.compile(r"(\d+\.|-) (.*)")


def entry_html(entry: Entry, book: RuleBook, card_name: Callable[[str], str] | None = None) -> str:
    """Return an entry as HTML with the classes “title” and “faint” for a style sheet.

    Links have ids as their addresses; cards are named where `card_name` says how.
    """
    linked = {span.link for span in entry.spans}
    others = [book.entry(each) for each in entry.see if each not in linked]
    cards = [link_html(f"{CARD_LINK}{code}", card_name(code)) for code in entry.cards if card_name]
    return "".join(
        (
            f"<p class='title'>{escape(entry.title)}</p>",
            f"<p class='faint'>{escape(about_entry(entry))}</p>",
            *_blocks(_linked_words(entry)),
            f"<h4>Cards</h4><p>{', '.join(cards)}</p>" if cards else "",
            _list("See also", [link_html(each.id, each.title) for each in others]),
            *_facts(entry),
        )
    )


def link_html(address: str, words: str) -> str:
    """Return a link."""
    return f"<a href='{escape(address)}'>{escape(words)}</a>"


def _list(title: str, lines: list[str]) -> str:
    return f"<h4>{title}</h4><p>{'<br>'.join(lines)}</p>" if lines else ""


def _facts(entry: Entry) -> Iterator[str]:
    """Yield what else is known of the entry."""
    if entry.keywords:
        names = ", ".join(each.capitalize() for each in entry.keywords)
        yield f"<p class='faint'>It concerns every card with {escape(names)}.</p>"
    yield f"<p class='faint'>Source: {escape(entry.source)}</p>"


def _linked_words(entry: Entry) -> str:
    return "".join(
        link_html(span.link, span.text) if span.link else escape(span.text) for span in entry.spans
    )


def _blocks(words: str) -> Iterator[str]:
    """Yield paragraphs, steps and tables."""
    for kind, lines in groupby(words.split("\n"), _kind):
        if kind == "steps":
            rows = (_NUMBERED.fullmatch(line) for line in lines)
            cells = (
                f"<tr><td class='faint'>{each[1].replace('-', _BULLET)}</td><td>{each[2]}</td></tr>"
                for each in rows
                if each
            )
            yield f"<table cellspacing='0' cellpadding='0'>{''.join(cells)}</table>"
        elif kind == "table":
            yield f"<table cellspacing='0' cellpadding='0'>{''.join(_table_rows(lines))}</table>"
        elif kind == "words":
            yield from (f"<p>{line}</p>" for line in lines)


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if _NUMBERED.fullmatch(line):
        return "steps"
    return "table" if line.startswith("| ") else "words"


def _table_rows(lines: Iterator[str]) -> Iterator[str]:
    """Yield the rows of a table, the first of which names its columns."""
    for number, line in enumerate(lines):
        begin = "<td>" if number else "<td class='faint'>"
        cells = (f"{begin}{cell.strip()}</td>" for cell in line.strip("| ").split("|"))
        yield f"<tr>{''.join(cells)}</tr>"
