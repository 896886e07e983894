"""Normalize the rules text of a second-edition card and split it into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Curly quotes, the dash and the space that does not break, as typed in the published texts.
_EVEN = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u00a0", "''\"\"- ")
_REMINDER = re.compile(r"\s*<em>[^<]*</em>")
_LATE_STOP = re.compile(r"\.</i>")
_LATE_COLON = re.compile(r"</b>:")
_BROKEN_TAG = re.compile(r"<\s*(/?)\s*([bi])\s*>")
_GAP = re.compile(r"(?<=[.)])\s+(?=[A-Z<\[+-])")


def lines(text: str) -> Iterator[str]:
    """Yield the lines of a text with straight quotes and tidy tags, without reminders in <em>.

    Full stops and colons on the wrong side of a closing tag are moved.
    """
    even = _BROKEN_TAG.sub(r"<\1\2>", text.translate(_EVEN))
    even = _LATE_STOP.sub("</i>.", _LATE_COLON.sub(":</b>", _REMINDER.sub("", even)))
    yield from (line for line in map(str.strip, even.splitlines()) if line)


def sentences(line: str) -> list[str]:
    """Return the sentences of a line; what stands in brackets stays with the sentence before it."""
    return [sentence for sentence in _GAP.split(line) if sentence]
