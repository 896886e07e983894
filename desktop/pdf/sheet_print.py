"""Prints deck sheets on a printer, real or virtual."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrinter

from carddb.errors import AppError
from decks.sheet import DeckSheet
from desktop.pdf.paper_painter import DOTS, PageSize, PaperPainter, load_faces
from desktop.pdf.sheet_pdf import paint_sheets


def sheet_printer(page: PageSize, title: str) -> QPrinter:
    """Return the system's printer, set to a size of paper; `title` is the name of its jobs."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    printer.setCreator("Seven Plots")
    printer.setFullPage(True)  # the sheet has margins of its own
    upright = QPageLayout.Orientation.Portrait
    printer.setPageLayout(QPageLayout(page.qt, upright, QMarginsF(0, 0, 0, 0)))
    return printer


def print_sheets(sheets: Sequence[DeckSheet], printer: QPrinter, page: PageSize) -> None:
    """Print the sheets, laid out for a size of paper; AppError where the printer does not start.

    Where the printer has other paper, a sheet is made as large as that allows.
    """
    load_faces()
    painter = QPainter()
    if not painter.begin(printer):
        raise AppError(
            "The printer could not be started.", "Try another printer, or save the sheet as a PDF."
        )
    dots = printer.resolution()
    paper, wanted = printer.pageLayout().fullRectPixels(dots), page.qt.rectPixels(dots)
    fit = min(paper.width() / wanted.width(), paper.height() / wanted.height())
    painter.scale(fit * dots / DOTS, fit * dots / DOTS)
    # A printer that cannot repeat a job itself gets it several times.
    copies = 1 if printer.supportsMultipleCopies() else printer.copyCount()
    for number in range(copies):
        if number:
            printer.newPage()
        paint_sheets(sheets, PaperPainter(painter, page), printer.newPage)
    painter.end()
