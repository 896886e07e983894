"""PDF writers for commands; the entry point passes them, because they need the window's library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, TypeAlias, TypeVar, cast

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

    # Writes a PDF to an empty file; pictures are those in the cache of the home folder.
    ProxyWriter: TypeAlias = Callable[
        [BinaryIO, Slots, Callable[[Card], str], ProxyOptions, Path, Progress], PrintedProxies
    ]

PDF_KEY = "sevenplots.pdf"
Writer = TypeVar("Writer")


@dataclass(frozen=True, slots=True)
class PdfWriters:
    """The PDF writers; None without the window's library.

    All but that of proxies return the bytes of a PDF, for pages of the size "a4" or "letter".
    """

    sheets: Callable[[Sequence[DeckSheet], str], bytes] | None = None
    papers: Callable[[Sequence[EventPaper], str], bytes] | None = None
    proxies: ProxyWriter | None = None
    binder: Callable[[BinderList, str], bytes] | None = None


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
