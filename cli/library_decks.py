"""The deck of the library that words on the command line name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carddb.errors import AppError
from carddb.spelling import fold
from library.deck_values import StoredDeck

if TYPE_CHECKING:
    from library.library import Library

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
