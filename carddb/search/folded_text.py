"""Normalized texts, and how values match them: parts, whole words and wildcards.

Names and other short words are folded (carddb.spelling); texts retain their punctuation, because
"+2 STR" and "2 STR" differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import perf_counter, thread_time
from typing import TypeAlias

from carddb.spelling import fold, straighten
from core.errors import QueryError

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
    """Return the end of the last part, each found as early as possible; -1 if one is missing."""
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return -1
        at = found + len(part)
    return at


LONGEST = 200
# What one expression may use in all, in seconds: a table of 2,240 texts takes a tenth of it.
MOST_SECONDS = 0.15
_TOO_LONG = "This regular expression takes too long; make it simpler."


def regular(pattern: str, at: int = 0) -> Accepts:
    """Return the test whether a text (see `comparable_text`) holds a match of a pattern.

    `at` is the position of the pattern in its query. QueryError for an invalid pattern; the test
    raises it if it takes too long.
    """
    end = at + len(pattern)
    if len(pattern) > LONGEST:
        reason = f"A regular expression may have {LONGEST} characters."
        raise QueryError(at + LONGEST, end, reason)
    # It takes as long to import as PySide6's widgets, and few queries have an expression.
    import regex  # noqa: PLC0415

    pieces = _plain_pieces(pattern)
    try:
        expression = regex.compile("".join(pieces))
    except regex.error as error:
        fault = at + _origin(pieces, error.pos or 0)
        reason = f"This is not a regular expression: {error.msg}."
        raise QueryError(min(fault, end - 1), min(fault + 1, end), reason) from None
    left = MOST_SECONDS
    # To stop an expression within a text takes ten times as long; only some may need it.
    stops = (
        len(_REPEATS.findall(pattern)) > 1
        or pattern.count("?") > 1
        or _REPEATED_PARTS.search(pattern) is not None
    )
    search, clock = expression.search, thread_time if stops else perf_counter

    def accepts(text: str) -> bool:
        nonlocal left
        start = clock()
        try:
            found = search(text, timeout=max(left, 0.0)) if stops else search(text)
        except TimeoutError:
            left = -1.0
            raise QueryError(at, end, _TOO_LONG) from None
        left -= clock() - start
        if left < 0:
            raise QueryError(at, end, _TOO_LONG)
        return found is not None

    return accepts


# With one of these outside brackets, the time grows at most with the square of a text's length. A
# question mark doubles it.
_REPEATS = re.compile(r"(?<!\\)[*+{]")
_REPEATED_PARTS = re.compile(r"\)[*+?{]|\(\?")


def _plain_pieces(pattern: str) -> list[str]:
    """Return each character of a pattern as plain texts have it; escapes stay as they are."""
    escaped = [False]
    for letter in pattern:
        escaped.append(letter == "\\" and not escaped[-1])
    return [
        letter if letter.isspace() or is_escaped else comparable_text(letter)
        for letter, is_escaped in zip(pattern, escaped, strict=False)
    ]


def _origin(pieces: list[str], position: int) -> int:
    """Return which character of the pattern a position in its plain form comes from."""
    length = 0
    for number, piece in enumerate(pieces):
        length += len(piece)
        if length > position:
            return number
    return len(pieces)
