"""How players write the copies of a card beside its name, without any card."""

from __future__ import annotations

import re
from functools import lru_cache

_TIMES = "[xX\u00d7]"
_FIRST = re.compile(
    r"(?:[-*+\u2022]\s+)?(?:"
    rf"(\d{{1,9}})(?:{_TIMES}\s*|\s+{_TIMES}\s+|\s+)"
    rf"|{_TIMES}\s?(\d{{1,9}})\s+"
    rf"|[\[(](?:{_TIMES}\s?)?(\d{{1,9}})(?:\s?{_TIMES})?[\])]\s*"
    r")(\S.*)",
    re.DOTALL,
)
# What may follow a count: a pack, a label.
_BRACKETS = r"(?P<brackets>(?:\s*(?:\([^()]*\)|\[[^\[\]]*\])){0,3})"
_LAST = re.compile(
    r"(?P<title>\S.*?)(?:"
    rf"\s+(?:{_TIMES}\s?(\d{{1,9}})|(\d{{1,9}})\s?{_TIMES})"
    rf"|\s*[\[(]\s?(?:{_TIMES}\s?(\d{{1,9}})|(\d{{1,9}})\s?{_TIMES})\s?[\])]"
    rf"){_BRACKETS}"
)
_NUMBER_LAST = re.compile(
    rf"(?P<title>\S.*?)(?:(?:\s+|\s*[:=,]\s*)(\d{{1,9}})|\s*[\[(](\d{{1,9}})[\])]){_BRACKETS}"
)
_DIGIT = re.compile(r"\d")
_BULLET = re.compile(r"[-*+\u2022]\s+")
_BETWEEN = " ,:;=*-\u2010\u2011\u2012\u2013\u2014\u2015"
# How far from the end of a line a count may be, with a pack behind it.
_LONGEST = 100
# A line is parsed several times: once to separate the decks, once for each edition.
_REMEMBERED = 8192


@lru_cache(_REMEMBERED)
def split_count(text: str) -> tuple[int | None, str]:
    """Return the copies that a line states, None where it states none, and what is left of it."""
    first = _FIRST.fullmatch(text)
    if first:
        return int(first[1] or first[2] or first[3]), first[4]
    return _behind(_LAST, text) or (None, text)


@lru_cache(_REMEMBERED)
def number_behind(text: str) -> tuple[int, str] | None:
    """Return the plain number behind a name, and the name; it may well belong to the name."""
    return _behind(_NUMBER_LAST, text)


@lru_cache(_REMEMBERED)
def counted_behind(text: str) -> tuple[int, str] | None:
    """Return the number behind a name, whether or not it is marked as a count, and the name."""
    return _behind(_LAST, text) or _behind(_NUMBER_LAST, text)


def _behind(pattern: re.Pattern[str], text: str) -> tuple[int, str] | None:
    begin = max(0, len(text) - _LONGEST)
    match = pattern.fullmatch(text, begin) if _DIGIT.search(text, begin) else None
    if match is None:
        return None
    title, *counts, brackets = match.groups()
    title = text[:begin] + title
    name = _BULLET.sub("", title, count=1).rstrip(_BETWEEN)
    copies = next(int(count) for count in counts if count)
    return (copies, f"{name}{brackets}") if name else None
