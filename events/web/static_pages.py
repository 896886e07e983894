"""Writes the pages of an event as files, for a web space or a stick."""

from __future__ import annotations

from pathlib import Path

from carddb.files import unwritable, write_file
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.web.pages import PAGES, PageRenderer


def write_static(
    folder: Path, state: EventState, clock: ClockReading | None = None
) -> tuple[Path, ...]:
    """Write every page into a folder, which is made where it is missing; return the files.

    Each file is there whole or as it was; AppError where one cannot be written.
    """
    renderer = PageRenderer(served=False)
    pages = {name: renderer.page(name, state, clock) for name in PAGES}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(folder, error) from None
    for name, html in pages.items():
        write_file(folder / name, html)
    return tuple(folder / name for name in pages)
