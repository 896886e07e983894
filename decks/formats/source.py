"""The bytes of a deck file -> its text, or a sentence about what the file is instead."""

from __future__ import annotations

import re

from carddb.decoding import decoded, normalized, other_kind
from decks.report import DeckFormatError

MOST_BYTES = 10_000_000
MOST_LINES = 40_000
# Of one card, and in one line.
MOST_COPIES = 1000
MOST_LETTERS = 1000
EXPORT_HINT = "Export the deck as text or JSON and open that, or copy the list and paste it."
SPLIT_HINT = "Split the file and read its parts one by one."

_WEB_PAGE = re.compile(
    r"\s*(?:<!--.{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def decode_source(data: bytes | str) -> str:
    """Return the text of a file or of pasted text; DeckFormatError where it can hold no deck.

    Bytes are UTF-8, or as a byte order mark states, or else Windows-1252.
    """
    if len(data) > MOST_BYTES:
        raise DeckFormatError(
            f"The file is too large for deck lists: it has more than {MOST_BYTES // 10**6} MB.",
            "Split it, or choose the file that holds the deck.",
        )
    text = data if isinstance(data, str) else _decoded(data)
    text = normalized(text)
    if not text.strip():
        raise DeckFormatError("The file is empty: it holds no deck.", EXPORT_HINT)
    if text.count("\n") > MOST_LINES:
        raise DeckFormatError(
            f"The file has more than {MOST_LINES:,} lines, too many for deck lists.", SPLIT_HINT
        )
    if _WEB_PAGE.match(text):
        raise DeckFormatError("This is a web page, not a deck list.", EXPORT_HINT)
    if "\0" in text or len(_CONTROLS.findall(text[:4000])) > len(text[:4000]) // 20:
        raise DeckFormatError("This is not text, so it holds no deck list.", EXPORT_HINT)
    return text


def _decoded(data: bytes) -> str:
    if what := other_kind(data):
        raise DeckFormatError(f"This is {what}, not a deck list.", EXPORT_HINT)
    return decoded(data)
