"""PDF writers for commands; the entry point passes them, because they need the window's library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Protocol, TypeVar, cast

from core.errors import AppError

if TYPE_CHECKING:
    from pathlib import Path

    import typer

    from carddb.card import Card
    from core.progress import Progress
    from decks.deck import Slots
    from decks.proxies import PrintedProxies, ProxyOptions
    from decks.sheet import DeckSheet
    from events.papers import EventPaper
    from library.binder import BinderList

PDF_KEY = "sevenplots.pdf"
Writer = TypeVar("Writer")


class SheetWriter(Protocol):
    """Makes the PDF of deck sheets."""

    def __call__(self, sheets: Sequence[DeckSheet], page: str) -> bytes:
        """Return the bytes of a PDF, one sheet after the other, on "a4" or "letter"."""


class PaperWriter(Protocol):
    """Makes the PDF of an event's papers."""

    def __call__(self, papers: Sequence[EventPaper], page: str) -> bytes:
        """Return the bytes of a PDF, one paper after the other, on "a4" or "letter"."""


class ProxyWriter(Protocol):
    """Makes the PDF of proxies."""

    def __call__(
        self,
        file: BinaryIO,
        cards: Slots,
        pack_name: Callable[[Card], str],
        options: ProxyOptions,
        home: Path,
        progress: Progress,
    ) -> PrintedProxies:
        """Write a PDF to an empty file; pictures are those in the cache of the home folder."""


class BinderWriter(Protocol):
    """Makes the PDF of a list of cards by pack."""

    def __call__(self, binder: BinderList, page: str) -> bytes:
        """Return the bytes of a PDF, on "a4" or "letter"."""


@dataclass(frozen=True, slots=True)
class PdfWriters:
    """The PDF writers; None without the window's library."""

    sheets: SheetWriter | None = None
    papers: PaperWriter | None = None
    proxies: ProxyWriter | None = None
    binder: BinderWriter | None = None


def pdf_writers(context: typer.Context) -> PdfWriters:
    return cast("PdfWriters", context.meta[PDF_KEY])


def needed(writer: Writer | None, what: str, instead: str = "") -> Writer:
    """Return a writer; AppError without one, which says what can be used instead."""
    if writer is None:
        raise AppError(
            f"{what} a PDF, which the window's library draws; it is not at hand here.",
            f"Install PySide6-Essentials{instead}.",
        )
    return writer
