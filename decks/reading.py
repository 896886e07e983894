"""Any text or file in which players keep decks -> decks with reports."""

from __future__ import annotations

from collections.abc import Mapping

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.report import Reading


def read_decks(
    data: bytes | str,
    pools: Mapping[Edition, CardPool],
    *,
    name: str = "",
    edition: Edition | None = None,
) -> list[Reading]:
    """Read every deck of a file or pasted text; DeckFormatError where it is no deck at all.

    `name` is for a deck that states none (the file's stem). `edition` overrules what the deck
    states or its cards suggest.
    """
    raise NotImplementedError
