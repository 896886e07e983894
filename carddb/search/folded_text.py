"""Normalized texts for comparison, and what a value may match: a part, a whole, a * in it.

Names and other short words are folded (carddb.spelling); texts retain their punctuation, because
"+2 STR" and "2 STR" differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from carddb.spelling import fold, straighten

Accepts: TypeAlias = Callable[[str], bool]

_MARKUP = re.compile(r"</?[a-z]+(?: [^<>]*)?>", re.IGNORECASE)
_QUOTES = re.compile("['\"]")
_FOREIGN = re.compile(r"[^\x00-\x7f]")


def comparable_text(text: str) -> str:
    """Return a text without case, accents, quotation marks, markup and superfluous blanks."""
    straight = straighten(_MARKUP.sub("", text))
    return _FOREIGN.sub(_fold_letter, _QUOTES.sub("", straight))


def _fold_letter(place: re.Match[str]) -> str:
    return fold(place[0]) or place[0]


def wildcard_parts(written: str, made_alike: Callable[[str], str] = fold) -> tuple[str, ...]:
    """Return the parts of a value between its *, each normalized; * matches anything."""
    return tuple(made_alike(part) for part in written.split("*"))


def containing(parts: tuple[str, ...]) -> Accepts:
    """Return whether a text contains the parts, one behind the other."""
    if len(parts) == 1:
        return parts[0].__eq__ if not parts[0] else _holding(parts[0])
    return lambda text: _in_order(parts, text, 0) >= 0


def being(parts: tuple[str, ...]) -> Accepts:
    """Return whether a text is the parts as a whole, with anything between them."""
    if len(parts) == 1:
        return parts[0].__eq__
    first, *middle, last = parts

    def accepts(text: str) -> bool:
        if not text.startswith(first):
            return False
        at = _in_order(tuple(middle), text, len(first))
        return at >= 0 and len(text) - len(last) >= at and text.endswith(last)

    return accepts


def _holding(part: str) -> Accepts:
    return lambda text: part in text


def _in_order(parts: tuple[str, ...], text: str, at: int) -> int:
    """Return the place behind the last of the parts, each found as early as can be; -1: none."""
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return -1
        at = found + len(part)
    return at
