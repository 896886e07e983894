"""Entries as text and HTML: summary, kind, dates and source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import groupby

from rulebook.entry import Entry
from rulebook.rule_book import RuleBook

# Returns the name of the card of a code.
CardNames = Callable[[str], str]


def days_text(entry: Entry) -> str:
    """Return from when to when an entry holds; empty if it always does."""
    parts = (
        f"since {entry.since.isoformat()}" if entry.since else "",
        f"until {entry.until.isoformat()}" if entry.until else "",
    )
    return " ".join(filter(None, parts))


def edition_text(entry: Entry) -> str:
    return entry.edition.label if entry.edition else "Both editions"


def source_text(entry: Entry) -> str:
    return ", ".join(filter(None, (entry.source, edition_text(entry).lower(), days_text(entry))))


def entry_as_text(entry: Entry, card_name: CardNames) -> str:
    cards = ", ".join(dict.fromkeys(map(card_name, entry.cards)))
    parts = [
        entry.title,
        entry.words,
        f"Cards: {cards}" if cards else "",
        f"Source: {source_text(entry)}",
    ]
    return "\n\n".join(filter(None, parts))


def entries_as_text(entries: Iterable[Entry], card_name: CardNames) -> str:
    return "\n\n\n".join(entry_as_text(each, card_name) for each in entries)


MOST_LETTERS = 170
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][”)])\s+")


def brief(entry: Entry, most: int = MOST_LETTERS) -> str:
    """Return the first sentences of an entry that fit, at least one."""
    first, *others = _SENTENCE_END.split(entry.words.split("\n\n")[0].replace("\n", " "))
    for sentence in others:
        if len(first) + 1 + len(sentence) > most:
            break
        first = f"{first} {sentence}"
    return first


def two_lines(entry: Entry) -> str:
    return f"{entry.title}\n{brief(entry)}"


def about_entry(entry: Entry) -> str:
    """Return what an entry is and when it holds: "Ruling · Second edition · until 2019-09-19"."""
    kind = entry.kind.value.replace("-", " ").capitalize()
    facts = (kind, edition_text(entry), days_text(entry))
    return " · ".join(filter(None, facts))


# What the address of a link to a card begins with; that of a rule is its id.
CARD_LINK = "card:"
_BULLET = "•"
_NUMBERED = re.compile(r"(\d+\.|-) (.*)")


def entry_html(entry: Entry, book: RuleBook, card_name: Callable[[str], str] | None = None) -> str:
    """Return an entry as HTML; links have ids as addresses, `card_name` names its cards."""
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
    return f"<a href='{escape(address)}'>{escape(words)}</a>"


def _list(title: str, lines: list[str]) -> str:
    return f"<h4>{title}</h4><p>{'<br>'.join(lines)}</p>" if lines else ""


def _facts(entry: Entry) -> Iterator[str]:
    if entry.keywords:
        names = ", ".join(each.capitalize() for each in entry.keywords)
        yield f"<p class='faint'>It concerns every card with {escape(names)}.</p>"
    yield f"<p class='faint'>Source: {escape(entry.source)}</p>"


def _linked_words(entry: Entry) -> str:
    return "".join(
        link_html(span.link, span.text) if span.link else escape(span.text) for span in entry.spans
    )


def _blocks(words: str) -> Iterator[str]:
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
    for number, line in enumerate(lines):
        begin = "<td>" if number else "<td class='faint'>"
        cells = (f"{begin}{cell.strip()}</td>" for cell in line.strip("| ").split("|"))
        yield f"<tr>{''.join(cells)}</tr>"
