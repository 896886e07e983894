"""Documents of several parts, drawn page by page: as a PDF, or on a printer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

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
# Pages as functions that draw them, and a part of a document: its title and its pages.
Pages: TypeAlias = Sequence[Callable[[], None]]
Part: TypeAlias = tuple[str, Pages]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline, and the page that it leads to, counted from 0."""

    title: str
    page: int


def finish_pdf(pdf: bytes, bookmarks: Sequence[Bookmark] = ()) -> bytes:
    """Return a PDF by Qt in which every text can be found and copied, with bookmarks.

    A file that Qt 6 did not write is returned unchanged.
    """
    table = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", pdf)
    header = re.compile(rb"xref\s+0 (\d+)\s+").match(pdf, int(table[1])) if table else None
    if table is None or header is None:
        return pdf
    start, size, entries = int(table[1]), int(header[1]), header.end()

    def body(pattern: bytes, text: bytes) -> tuple[int, bytes]:
        """Return the number and the contents of the object that a text refers to."""
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
    """Return a PDF with more objects, and a second table with their offsets."""
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
    """Return the character that sheets use for each character that Qt writes for its glyph.

    It looks every character of the typeface up, so the result is cached.
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


def paint_parts(parts: Iterable[Part], new_page: Callable[[], object]) -> list[Bookmark]:
    """Draw every page of some parts; return where each part begins.

    `new_page` is called before each page but the first.
    """
    bookmarks, count = [], 0
    for title, pages in parts:
        bookmarks.append(Bookmark(title, count))
        for paint in pages:
            if count:
                new_page()
            paint()
            count += 1
    return bookmarks


def pdf_of(title: str, page: PageSize, parts_on: Callable[[PaperPainter], Iterable[Part]]) -> bytes:
    """Return a PDF of the parts of a document, with bookmarks where there are several.

    It needs a QGuiApplication, of whatever platform, and may run in any thread.
    """
    load_faces()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setPageSize(page.qt)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setCreator("Seven Plots")
    writer.setTitle(title)
    painter = QPainter(writer)
    bookmarks = paint_parts(parts_on(PaperPainter(painter, page)), writer.newPage)
    painter.end()
    return finish_pdf(bytes(buffer.data().data()), bookmarks if len(bookmarks) > 1 else [])


def without_display(draw: Callable[[PageSize], bytes], page: str) -> bytes:
    """Return what is drawn on "a4" or "letter"; AppError for another paper.

    It needs neither a window nor a display: without a QGuiApplication it makes one for a moment.
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
    """Return a painted page as a picture; `dots` are per inch."""
    load_faces()
    image = QImage(page.qt.sizePixels(dots), QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dots / DOTS, dots / DOTS)
    paint(PaperPainter(painter, page))
    painter.end()
    return image
