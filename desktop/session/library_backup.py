"""A backup of the library at the user's request, made in a worker."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from desktop.runtime.tasks import Progress
from library.addresses import BACKUPS, FILE_NAME, in_words, library_address
from library.library import Library
from library.stored_text import in_file_name


def library_words(home: Path) -> str:
    """Return where the library of a home folder is; LibraryError where its address is not valid."""
    return in_words(library_address(home))


def back_up(home: Path, progress: Progress) -> str:
    """Copy the library into the home folder's backups; return a sentence that says so.

    LibraryError where it cannot be opened or the copy not be written.
    """
    progress(0, 1)
    now = datetime.now(UTC)
    target = home / BACKUPS / f"{Path(FILE_NAME).stem}-{in_file_name(now)}.db"
    with Library(library_address(home), clock=lambda: datetime.now(UTC), home=home) as library:
        copy = library.back_up(target)
    decks = "1 deck is" if copy.decks == 1 else f"{copy.decks:,} decks are"
    return f"{decks} backed up in {copy.path}."
