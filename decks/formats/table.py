"""The table of formats, in the order in which they are tried."""

from __future__ import annotations

from decks.formats import (
    agot_cards,
    csv_table,
    deck_json,
    downloaded_text,
    markdown,
    octgn,
    share_code,
    thronesdb_text,
)
from decks.formats.deck_format import DeckFormat

FORMATS: tuple[DeckFormat, ...] = (
    share_code.FORMAT,
    deck_json.FORMAT,
    octgn.FORMAT,
    agot_cards.FORMAT,
    markdown.FORMAT,
    csv_table.FORMAT,
    downloaded_text.BY_CYCLE,
    downloaded_text.FORMAT,
    thronesdb_text.FORMAT,
    thronesdb_text.PLAIN,
)


def format_of(text: str) -> DeckFormat:
    """Return the format that a text is written in; the last one takes any text."""
    return next(each for each in FORMATS if each.recognises(text))
