"""An entry as HTML: title, words with their links, what it leads to, its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from desktop.style.palette import Colours
from rulebook.entry import Entry
from rulebook.entry_copy import days_text, edition_text
from rulebook.entry_sections import SECTION_TITLES
from rulebook.rule_book import RuleBook

SCHEME = "rule"
BULLET = "•"
_NUMBERED = re.compile(r"(\d+\.|-) (.*)")


def rule_style(colours: Colours, gap: int, title: float) -> str:
    """Return the style sheet; `gap` in pixels, the size of the title in points."""
    return (
        f"p {{ margin: 0 0 {2 * gap}px 0 }}"
        f" p.title {{ font-size: {title:.2f}pt; font-weight: 600; margin: 0 0 {gap}px 0 }}"
        f" h4 {{ font-weight: 600; margin: {2 * gap}px 0 {gap}px 0 }}"
        f" a {{ color: {colours.accent.name()} }} .faint {{ color: {colours.faint.name()} }}"
        f" td {{ padding: 0 {3 * gap}px {gap}px 0 }}"
        f" table {{ margin-top: {gap}px; margin-bottom: {gap}px }}"
    )


def rule_html(entry: Entry, book: RuleBook) -> str:
    """Return an entry as HTML; links have the scheme “rule” and the other entry's id."""
    facts = (SECTION_TITLES[entry.kind], edition_text(entry), days_text(entry))
    parts = [
        f"<p class='title'>{escape(entry.title)}</p>",
        f"<p class='faint'>{escape(' · '.join(filter(None, facts)))}</p>",
        *_blocks(_linked_words(entry)),
    ]
    linked = {span.link for span in entry.spans}
    others = [book.entry(each) for each in entry.see if each not in linked and each in book]
    if others:
        lines = "<br>".join(_link(each.id, each.title) for each in others)
        parts.append(f"<h4>See also</h4><p>{lines}</p>")
    if entry.keywords:
        names = ", ".join(each.capitalize() for each in entry.keywords)
        parts.append(f"<p class='faint'>It concerns every card with {escape(names)}.</p>")
    parts.append(f"<p class='faint'>Source: {escape(entry.source)}</p>")
    if entry.codes:
        codes = ", ".join(entry.codes)
        parts.append(f"<p class='faint'>Problems that rest on it: {escape(codes)}</p>")
    return "".join(parts)


def _link(entry_id: str, text: str) -> str:
    return f"<a href='{SCHEME}:{entry_id}'>{escape(text)}</a>"


def _linked_words(entry: Entry) -> str:
    return "".join(
        _link(span.link, span.text) if span.link else escape(span.text) for span in entry.spans
    )


def _blocks(words: str) -> Iterator[str]:
    """Yield paragraphs, steps and tables."""
    for kind, lines in groupby(words.split("\n"), _kind):
        if kind == "steps":
            rows = (_NUMBERED.fullmatch(line) for line in lines)
            cells = (
                f"<tr><td class='faint'>{each[1].replace('-', BULLET)}</td><td>{each[2]}</td></tr>"
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
