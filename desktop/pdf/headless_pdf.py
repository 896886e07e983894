"""How a program without a window gets deck sheets: as sheets in, as the bytes of a PDF out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication

from carddb.errors import AppError
from decks.sheet import DeckSheet
from desktop.pdf.page_frame import PageSize
from desktop.pdf.sheet_pdf import sheet_pdf


def write_sheets(sheets: Sequence[DeckSheet], page: str = PageSize.A4) -> bytes:
    """Return a PDF of the sheets on "a4" or "letter"; AppError for another paper, or no sheet.

    It needs neither a window nor a display: where no QGuiApplication runs, it makes one of its own
    for as long as it takes.
    """
    if page.casefold() not in list(PageSize):
        papers = " or ".join(PageSize)
        raise AppError(f"“{page}” is no paper for deck sheets.", f"Choose {papers}.")
    if not sheets:
        raise AppError("There is no deck to print a sheet of.")
    # Named here, the platform holds whatever QT_QPA_PLATFORM says and whether there is a display.
    platform = ["sevenplots", "-platform", "offscreen"]
    own = None if QGuiApplication.instance() else QGuiApplication(platform)
    try:
        return sheet_pdf(sheets, PageSize(page.casefold()))
    finally:
        if own is not None:
            own.shutdown()
