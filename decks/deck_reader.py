"""Any text or file of a deck list -> decks with reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from carddb.decoding import whole
from carddb.names import Allowed
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.formats.deck_format import ReadOptions
from decks.formats.source import decode_source
from decks.formats.table import format_of
from decks.report import Reading


def read_decks(
    data: bytes | str,
    pools: Mapping[Edition, CardPool],
    *,
    name: str = "",
    edition: Edition | None = None,
    allowed: Allowed | None = None,
) -> list[Reading]:
    """Read every deck of a file or pasted text; DeckFormatError where it is no deck at all.

    `name` is for a deck that states none (the file's stem). `edition` overrules what the deck
    states or its cards suggest. `allowed` is which cards a list permits: where a name means
    several printings, the earliest of those is proposed; without it, the earliest of all.
    """
    text = decode_source(data)
    deck_format = format_of(text)
    readings = deck_format.read(text, ReadOptions(pools, whole(name), edition, allowed))
    return [replace(reading, format_code=deck_format.code) for reading in readings]
