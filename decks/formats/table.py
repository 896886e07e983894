"""The table of formats, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator

from decks.formats.deck_format import DeckFormat


def formats() -> Iterator[DeckFormat]:
    """Yield every format; what reads one is imported with the first text that comes so far."""
    from decks.formats import share_code  # noqa: PLC0415 - see above

    yield share_code.FORMAT
    from decks.formats import deck_json  # noqa: PLC0415 - see above

    yield deck_json.FORMAT
    from decks.formats import octgn  # noqa: PLC0415 - see above

    yield octgn.FORMAT
    from decks.formats import (  # noqa: PLC0415 - see above
        agot_cards,
        csv_table,
        downloaded_text,
        markdown,
        thronesdb_text,
    )

    yield from (agot_cards.FORMAT, markdown.FORMAT, csv_table.FORMAT)
    yield from (downloaded_text.BY_CYCLE, downloaded_text.FORMAT)
    yield from (thronesdb_text.FORMAT, thronesdb_text.PLAIN)


def format_of(text: str) -> DeckFormat:
    """Return the format that a text is written in; the last one takes any text."""
    return next(each for each in formats() if each.recognises(text))
