"""A PDF while it is drawn, page by page, with or without a window."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPdfWriter, QRawFont, QTextLayout

from core.errors import AppError
from desktop.pdf.paper_painter import DOTS, PageSize, PaperPainter, Style, font_of, load_faces

DIGITS = "0123456789."
# Characters that sheets use and that share their glyph with a less common one.
SHARED = " \N{RIGHT SINGLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
_ENTRY = 20
_RANGES = re.compile(rb"beginbfrange.*?endbfrange", re.DOTALL)
_CODES = re.compile(rb"\[[^\]]*\]")
_CODE = re.compile(rb"<([0-9A-F]{4})>")


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline, and the page that it leads to, counted from 0."""

    title: str
    page: int


def finish_pdf(pdf: bytes, bookmarks: Sequence[Bookmark] = ()) -> bytes:
    """Return a PDF of Qt's in which every text can be found and copied, with bookmarks.

    A file that is not as Qt 6 writes it is returned unchanged.
    """
    table = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", pdf)
    header = re.compile(rb"xref\s+0 (\d+)\s+").match(pdf, int(table[1])) if table else None
    if table is None or header is None:
        return pdf
    start, size, entries = int(table[1]), int(header[1]), header.end()

    def body(pattern: bytes, text: bytes) -> tuple[int, bytes]:
        """Return an object that a text refers to: its number, and what is between its ends."""
        number = int(re.findall(pattern + rb" (\d+) 0 R", text)[0])
        entry = entries + number * _ENTRY
        begin = pdf.index(b"obj", int(pdf[entry : entry + 10])) + 3
        return number, pdf[begin : pdf.index(b"endobj", begin)].strip()

    root, catalog = body(rb"/Root", pdf[start:])
    catalog = catalog.rpartition(b">>")[0]
    catalog += b"/Lang (en)\n/ViewerPreferences << /DisplayDocTitle true >>\n"
    objects = {}
    if bookmarks:
        kids = body(rb"/Pages", catalog)[1].partition(b"/Kids")[2]
        pages = [int(each) for each in re.findall(rb"(\d+) 0 R", kids)]
        catalog += b"/PageMode /UseOutlines\n/Outlines %d 0 R\n" % size
        objects = _outline(size, [(mark.title, pages[mark.page]) for mark in bookmarks])
    objects[root] = catalog + b">>"
    return _updated(correct_characters(pdf), objects, start)


def correct_characters(pdf: bytes) -> bytes:
    """Return a PDF that maps each glyph to the character it was drawn for, of the same length.

    Qt takes the lowest character that a font has for a glyph: a tab for the space, a private
    one for a tabular figure.
    """
    used = {b"%04X" % wrong: b"%04X" % ord(right) for wrong, right in used_characters().items()}

    def replace_codes(codes: re.Match[bytes]) -> bytes:
        return _CODE.sub(lambda code: b"<%b>" % used.get(code[1], code[1]), codes[0])

    return _RANGES.sub(lambda ranges: _CODES.sub(replace_codes, ranges[0]), pdf)


def _outline(root: int, marks: Sequence[tuple[str, int]]) -> dict[int, bytes]:
    """Return the objects of an outline from a number on; each title leads to a page's object."""
    numbers = range(root + 1, root + 1 + len(marks))
    ends = (numbers[0], numbers[-1], len(marks))
    objects = {root: b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % ends}
    for number, (title, page) in zip(numbers, marks, strict=True):
        code = (b"\xfe\xff" + title.encode("utf-16-be", "replace")).hex().encode()
        body = b"<< /Title <%b> /Parent %d 0 R /Dest [%d 0 R /Fit]" % (code, root, page)
        body += b" /Prev %d 0 R" % (number - 1) if number > numbers[0] else b""
        body += b" /Next %d 0 R" % (number + 1) if number < numbers[-1] else b""
        objects[number] = body + b" >>"
    return objects


def _updated(pdf: bytes, objects: Mapping[int, bytes], table: int) -> bytes:
    """Return a PDF with more objects, and a table of their offsets after the one that it has."""
    out = bytearray(pdf)
    lines = []
    for number, body in sorted(objects.items()):
        lines.append(b"%d 1\n%010d 00000 n \n" % (number, len(out)))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    trailer = pdf[pdf.index(b"trailer", table) :].partition(b">>")[0]
    size = max(*map(int, re.findall(rb"/Size (\d+)", trailer)), max(objects) + 1)
    trailer = re.sub(rb"/Size \d+", b"/Size %d" % size, trailer)
    start = len(out)
    out += b"xref\n" + b"".join(lines) + trailer + b"/Prev %d\n>>\n" % table
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


@cache
def used_characters() -> Mapping[int, str]:
    """Return, for the characters that Qt writes for glyphs, those that the sheets use.

    The typeface is the program's own, so this is found once: it asks for every character.
    """
    used: dict[int, str] = {}
    for text, style in ((SHARED, Style(9)), (DIGITS, Style(9, figures=True))):
        layout = QTextLayout(text, font_of(style))
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        run = layout.glyphRuns()[0]
        lowest = _lowest_characters(run.rawFont())
        for character, glyph in zip(text, run.glyphIndexes(), strict=True):
            used[lowest.get(glyph, ord(character))] = character
    return used


def _lowest_characters(font: QRawFont) -> dict[int, int]:
    """Return the lowest character of each glyph, as Qt's PDF writer finds it."""
    codes = [*range(1, 0xD800), *range(0xE000, 0xFFFE)]
    glyphs = font.glyphIndexesForString("".join(map(chr, codes)))
    return {glyph: code for code, glyph in zip(reversed(codes), reversed(glyphs), strict=True)}


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
