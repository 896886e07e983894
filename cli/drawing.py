"""PDF writers for commands; the entry point passes them, because they need the window's library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from decks.sheet import DeckSheet
    from events.papers import EventPaper

SHEETS_KEY = "sevenplots.sheets"
PAPERS_KEY = "sevenplots.papers"


class SheetWriter(Protocol):
    """Makes the PDF of deck sheets."""

    def __call__(self, sheets: Sequence[DeckSheet], page: str) -> bytes:
        """Return the bytes of a PDF, one sheet after the other, on "a4" or "letter"."""


class PaperWriter(Protocol):
    """Makes the PDF of an event's papers."""

    def __call__(self, papers: Sequence[EventPaper], page: str) -> bytes:
        """Return the bytes of a PDF, one paper after the other, on "a4" or "letter"."""


@dataclass(frozen=True, slots=True)
class PdfWriters:
    """What there is to draw with; None where the window's library is not at hand."""

    sheets: SheetWriter | None = None
    papers: PaperWriter | None = None
