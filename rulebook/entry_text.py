"""Entries as text: what one says first, what it is and when it holds, and all of it as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from itertools import groupby

from rulebook.entry import Entry
from rulebook.rule_book import RuleBook

MOST_LETTERS = 170
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][”)])\s+")
_TABLE_LINE = "|"
# What the address of a link to a card begins with; that of a rule is its id.
CARD_LINK = "card:"


def brief(entry: Entry, most: int = MOST_LETTERS) -> str:
    """Return what an entry says first: whole sentences as long as they fit, one at least."""
    first, *others = _SENTENCE_END.split(entry.words.split("\n\n")[0].replace("\n", " "))
    for sentence in others:
        if len(first) + 1 + len(sentence) > most:
            break
        first = f"{first} {sentence}"
    return first


def two_lines(entry: Entry) -> str:
    """Return the title and what the entry says first."""
    return f"{entry.title}\n{brief(entry)}"


def about_entry(entry: Entry) -> str:
    """Return what an entry is and when it holds: "Ruling · Second edition · until 2019-09-19"."""
    kind = entry.kind.value.replace("-", " ").capitalize()
    edition = entry.edition.label if entry.edition else "Both editions"
    since = f"since {entry.since.isoformat()}" if entry.since else ""
    until = f"until {entry.until.isoformat()}" if entry.until else ""
    return " · ".join(filter(None, (kind, edition, " ".join(filter(None, (since, until))))))


def entry_html(entry: Entry, book: RuleBook, card_name: Callable[[str], str] | None = None) -> str:
    """Return an entry as HTML: its words, cards, the rules it leads to and its source.

    Links have ids as their addresses; cards are named where `card_name` says how.
    """
    words = "".join(
        link_html(span.link, span.text) if span.link else escape(span.text) for span in entry.spans
    )
    named = {span.link for span in entry.spans}
    others = [link_html(name, book.entry(name).title) for name in entry.see if name not in named]
    cards: list[str] = []
    if card_name is not None:
        cards = [link_html(f"{CARD_LINK}{code}", card_name(code)) for code in entry.cards]
    return "".join(
        (
            f"<h3>{escape(entry.title)}</h3><p class='faint'>{escape(about_entry(entry))}</p>",
            *_blocks(words),
            f"<p><span class='faint'>Cards:</span> {', '.join(cards)}</p>" if cards else "",
            f"<p><span class='faint'>See also:</span> {', '.join(others)}</p>" if others else "",
            f"<p class='faint'>Source: {escape(entry.source)}</p>",
        )
    )


def link_html(address: str, words: str) -> str:
    """Return a link."""
    return f"<a href='{escape(address)}'>{escape(words)}</a>"


def _blocks(words: str) -> Iterator[str]:
    """Yield a paragraph for each line, and a table for lines that begin with a bar."""
    lines = filter(None, words.split("\n"))
    for in_table, group in groupby(lines, lambda line: line.startswith(_TABLE_LINE)):
        if in_table:
            rows = ([cell.strip() for cell in line.strip("| ").split("|")] for line in group)
            cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
            yield f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
        else:
            yield from (f"<p>{line}</p>" for line in group)
