"""The library as commands open it: when they need it, with a sentence about what was recovered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from carddb.spelling import fold
from carddb.terms import Edition
from cli.session import Session
from cli.terminal import print_message
from core.errors import AppError
from library.deck_values import StoredDeck

if TYPE_CHECKING:
    from library.library import Library


@contextmanager
def open_library(session: Session) -> Iterator[Library]:
    """Open the library, and print what was recovered."""
    # Most commands need no library, and its modules take a while to load.
    from library.addresses import library_address  # noqa: PLC0415
    from library.library import Library  # noqa: PLC0415

    address = library_address(session.home)
    with Library(address, clock=lambda: datetime.now(UTC), home=session.home) as library:
        if library.note:
            print_message(library.note)
        yield library


def owned_copies(session: Session, edition: Edition) -> Mapping[str, int]:
    """Return how many copies of each card the collection has, by the code of its first printing."""
    from library.owned import copies_owned  # noqa: PLC0415 - as above

    with open_library(session) as library:
        return copies_owned(library.collection.owned(), session.pools[edition])


_MOST_NAMED = 8


class Named(Protocol):
    """Something in the library with an id and a name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


_T = TypeVar("_T", bound=Named)


def find_named(every: Sequence[_T], words: str, what: str, label: Callable[[_T], str]) -> _T | None:
    """Return the one with an id or a name, or whose name alone has these words; None if none has.

    AppError, which lists them by their labels, if there are several.
    """
    wanted = fold(words)
    for found in (
        [each for each in every if each.id == words],
        [each for each in every if fold(each.name) == wanted],
        [each for each in every if wanted and wanted in fold(each.name)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            listed = "; ".join(f"{label(each)}: {each.id}" for each in found[:_MOST_NAMED])
            raise AppError(
                f"{len(found)} {what} are called “{words}”.", f"Name one by its id: {listed}."
            )
    return None


def deck_named(library: Library, words: str) -> StoredDeck:
    """Return the deck with an id or a name, or whose name alone has these words; or AppError."""
    decks = library.decks.all()
    found = find_named(decks, words, "decks of the library", lambda deck: deck.name)
    if found is not None:
        return found
    names = ", ".join(f"“{deck.name}”" for deck in decks[:_MOST_NAMED])
    hint = f"Decks: {names}." if decks else "The library has no decks yet."
    raise AppError(f"The library has no deck “{words}”.", hint)
