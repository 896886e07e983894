"""Read decks, with reports, from any text or file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from carddb.names import Allowed
from carddb.pool import CardPool
from carddb.terms import Edition
from core.decoding import whole
from decks.formats.deck_format import DeckFormat, ReadOptions, decode_source
from decks.report import Reading


def formats() -> Iterator[DeckFormat]:
    """Yield every format; a later format is imported only if no earlier one reads the text."""
    from decks.formats import share_code  # noqa: PLC0415 - see above

    yield share_code.FORMAT
    from decks.formats import deck_json  # noqa: PLC0415 - see above

    yield deck_json.FORMAT
    from decks.formats import octgn  # noqa: PLC0415 - see above

    yield octgn.FORMAT
    from decks.formats import csv_table, text_formats  # noqa: PLC0415 - see above

    yield from (text_formats.AGOT_CARDS, text_formats.MARKDOWN, csv_table.FORMAT)
    yield from (text_formats.BY_CYCLE, text_formats.DOWNLOAD)
    yield from (text_formats.THRONESDB, text_formats.PLAIN)


def format_of(text: str) -> DeckFormat:
    """Return the format that a text is written in; the last one takes any text."""
    return next(each for each in formats() if each.recognises(text))


def read_decks(
    data: bytes | str,
    pools: Mapping[Edition, CardPool],
    *,
    name: str = "",
    edition: Edition | None = None,
    allowed: Allowed | None = None,
) -> list[Reading]:
    """Read every deck of a file or pasted text; raise DeckFormatError if it is not a deck.

    `name` is the name of a deck that states none (the file's stem). `edition` overrides what the
    deck states or its cards suggest. `allowed` tells which cards a list permits: if a name means
    several printings, the earliest permitted one is proposed. Without `allowed`, it is the
    earliest of all.
    """
    text = decode_source(data)
    deck_format = format_of(text)
    readings = deck_format.read(text, ReadOptions(pools, whole(name), edition, allowed))
    return [replace(reading, format_code=deck_format.code) for reading in readings]
