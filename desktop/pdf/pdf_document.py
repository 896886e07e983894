"""A PDF while it is drawn, page by page, with or without a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPdfWriter

from carddb.errors import AppError
from desktop.pdf.paper_painter import DOTS, PageSize, PaperPainter, load_faces
from desktop.pdf.pdf_postprocess import Bookmark, finish_pdf


class PdfDocument:
    """Draws on `paper`; `pages` is how many have begun.

    It needs a QGuiApplication, of whatever platform, and may be used in any thread.
    """

    def __init__(self, title: str, page: PageSize) -> None:
        load_faces()
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = QPdfWriter(self._buffer)
        self._writer.setResolution(DOTS)
        self._writer.setPageSize(page.qt)
        self._writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        self._writer.setCreator("Seven Plots")
        self._writer.setTitle(title)
        self._painter = QPainter(self._writer)
        self.paper = PaperPainter(self._painter, page)
        self.pages = 0

    def begin_page(self) -> None:
        """Go on on the next page; the first one is there already."""
        if self.pages:
            self._writer.newPage()
        self.pages += 1

    def finish(self, bookmarks: Sequence[Bookmark] = ()) -> bytes:
        """Return the whole document; nothing can be drawn after that."""
        self._painter.end()
        return finish_pdf(bytes(self._buffer.data().data()), bookmarks)


def without_display(draw: Callable[[PageSize], bytes], page: str) -> bytes:
    """Return what is drawn on "a4" or "letter"; AppError for another paper.

    It needs neither a window nor a display: where no QGuiApplication runs, it makes one of its own
    for as long as it takes.
    """
    if page.casefold() not in list(PageSize):
        papers = " or ".join(PageSize)
        raise AppError(f"“{page}” is no paper that this program prints on.", f"Choose {papers}.")
    # This argument overrides QT_QPA_PLATFORM, and needs no display.
    platform = ["sevenplots", "-platform", "offscreen"]
    own = None if QGuiApplication.instance() else QGuiApplication(platform)
    try:
        return draw(PageSize(page.casefold()))
    finally:
        if own is not None:
            own.shutdown()


def page_picture(page: PageSize, dots: int, paint: Callable[[PaperPainter], None]) -> QImage:
    """Return what is painted on a page as a picture, with so many dots to the inch."""
    load_faces()
    image = QImage(page.qt.sizePixels(dots), QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dots / DOTS, dots / DOTS)
    paint(PaperPainter(painter, page))
    painter.end()
    return image
