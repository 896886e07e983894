"""Download published decks of ThronesDB, by number or by day."""

from __future__ import annotations

import re
from datetime import date

from core.download import (
    THRONESDB,
    Downloader,
    Limits,
    MissingPageError,
    Received,
    checked_source,
    site_of,
)
from core.errors import AppError, NetworkError

# Of the site's addresses, those of published decks: /decklist/view/123/its-name.
_NUMBER = re.compile(r"#?\s*(\d{1,9})\s*\Z")
_ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?thronesdb\.com/decklist/view/(\d{1,9})(?:[/?#].*)?$"
)
_PRIVATE = re.compile(r"(?:https?://)?(?:www\.)?thronesdb\.com/deck/", re.IGNORECASE)
LIMITS = Limits(bytes=1 << 20, seconds=20.0, tries=2)
LIMITS_OF_DAY = Limits(bytes=10_000_000, tries=2)


def deck_number(written: str) -> int:
    """Return the number of a published deck, which may be written as the address of its page.

    AppError for anything else, and for a private deck, which only its owner can download.
    """
    words = written.strip()
    if _PRIVATE.match(words):
        raise AppError(
            "This is the address of a private deck, which ThronesDB gives to its owner alone.",
            "There, choose Download or copy the list, and import that.",
        )
    found = _NUMBER.match(words) or _ADDRESS.match(words)
    if found is None:
        raise AppError(
            f"“{words[:60]}” is not a deck of ThronesDB.",
            "Write the number of a published deck, or the address of its page.",
        )
    return int(found[1])


def published_deck(
    number: int,
    source: str = THRONESDB,
    *,
    received: Received | None = None,
    limits: Limits = LIMITS,
) -> bytes:
    """Return the JSON of a published deck, to be read like a file.

    `received` is called with (bytes, bytes announced or None); what it raises stops the download.
    AddressError for a source that may not be requested, NetworkError if no whole answer came.
    """
    server = checked_source(source)
    address = f"{server}/api/public/decklist/{number}.json"
    hint = f"Check the connection, and whether {site_of(server)} has a published deck {number}."
    try:
        return _fetched(address, hint, received, limits)
    except MissingPageError:
        site = "ThronesDB" if server == THRONESDB else site_of(server)
        raise MissingPageError(
            f"{site} has no published deck {number}.", "Look at the address of its page again."
        ) from None


def decks_of_day(
    day: date,
    source: str = THRONESDB,
    *,
    received: Received | None = None,
    limits: Limits = LIMITS_OF_DAY,
) -> bytes:
    """Return the JSON of all decks published on a day; errors as for `published_deck`."""
    server = checked_source(source)
    address = f"{server}/api/public/decklists/by_date/{day.isoformat()}.json"
    hint = f"Check the connection, and whether {site_of(server)} has decks of {day.isoformat()}."
    return _fetched(address, hint, received, limits)


def _fetched(address: str, hint: str, received: Received | None, limits: Limits) -> bytes:
    try:
        with Downloader(limits) as downloader:
            return downloader.fetch(address, received=received).body
    except NetworkError as error:
        raise type(error)(error.sentence, error.hint or hint) from None
