"""The library as commands open it: when they need it, with a sentence about what was recovered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from carddb.spelling import fold
from cli.session import Session
from cli.terminal import print_message
from core.errors import AppError
from library.deck_values import StoredDeck

if TYPE_CHECKING:
    from library.library import Library


@contextmanager
def open_library(session: Session) -> Iterator[Library]:
    """Open the library, and print what was recovered."""
    # Most commands do without the library, whose parts take a while to load.
    from library.addresses import library_address  # noqa: PLC0415
    from library.library import Library  # noqa: PLC0415

    address = library_address(session.home)
    with Library(address, clock=lambda: datetime.now(UTC), home=session.home) as library:
        if library.note:
            print_message(library.note)
        yield library


_MOST_NAMED = 8


def deck_named(library: Library, words: str) -> StoredDeck:
    """Return the deck with an id or a name, or whose name alone has these words; or AppError."""
    decks = library.decks.all()
    wanted = fold(words)
    for found in (
        [deck for deck in decks if deck.id == words],
        [deck for deck in decks if fold(deck.name) == wanted],
        [deck for deck in decks if wanted and wanted in fold(deck.name)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            listed = "; ".join(f"{deck.name}: {deck.id}" for deck in found[:_MOST_NAMED])
            raise AppError(
                f"{len(found)} decks of the library are called “{words}”.",
                f"Name one by its id: {listed}.",
            )
    names = ", ".join(f"“{deck.name}”" for deck in decks[:_MOST_NAMED])
    hint = f"There are {names}." if decks else "The library has no decks yet."
    raise AppError(f"The library has no deck “{words}”.", hint)
