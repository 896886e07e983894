"""The library as commands open it: when they need it, with a sentence about what was recovered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cli.session import Session
from cli.terminal import print_message

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
