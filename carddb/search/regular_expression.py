"""Regular expressions over plain texts, by the `regex` package, within a bound of time."""

from __future__ import annotations

from time import thread_time

import regex

from carddb.errors import QueryError
from carddb.search.folded_text import Accepts, comparable_text

LONGEST = 200
# What one expression may use in all, in seconds: a table of 2,240 texts takes a tenth of it.
MOST_SECONDS = 0.15
_TOO_LONG = "This regular expression takes too long; make it simpler."


def regular(pattern: str, at: int = 0) -> Accepts:
    """Return whether a plain text (see `folded_text.plain`) holds a match of a pattern.

    `at` is the position of the pattern in its query. QueryError where it is none, and later, from
    what is returned, where it takes too long.
    """
    end = at + len(pattern)
    if len(pattern) > LONGEST:
        reason = f"A regular expression may have {LONGEST} characters."
        raise QueryError(at + LONGEST, end, reason)
    pieces = _plain_pieces(pattern)
    try:
        expression = regex.compile("".join(pieces))
    except regex.error as error:
        fault = at + _origin(pieces, error.pos or 0)
        reason = f"This is no regular expression: {error.msg}."
        raise QueryError(min(fault, end - 1), min(fault + 1, end), reason) from None
    known: dict[str, bool] = {}
    left = MOST_SECONDS

    def accepts(text: str) -> bool:
        nonlocal left
        found = known.get(text)
        if found is None:
            start = thread_time()
            try:
                found = expression.search(text, timeout=max(left, 0.0)) is not None
            except TimeoutError:
                left = 0.0
                raise QueryError(at, end, _TOO_LONG) from None
            left -= thread_time() - start
            known[text] = found
        return found

    return accepts


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
