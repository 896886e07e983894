"""Paper with text and lines on it, and documents of such pages: as a PDF, or on a printer."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import pairwise
from tempfile import TemporaryFile
from typing import BinaryIO, TypeAlias, TypeVar

from PySide6.QtCore import (
    QFile,
    QFileDevice,
    QIODevice,
    QLineF,
    QLocale,
    QMarginsF,
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
    QRawFont,
    QTextLayout,
)

from core.errors import AppError

FAMILY = "Inter"
DOTS = 1200
SCALE = DOTS / 72
MARGIN = 36.0
BLACK = QColor("#000000")
GREY = QColor("#4A4A4A")
HAIR = QColor("#B4B4B4")
WHITE = QColor("#FFFFFF")
_FOOT = 30.0
_GUTTER = 20.0
_MOST_FACES = 16


class PageSize(StrEnum):
    """The paper that a sheet is printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def qt(self) -> QPageSize:
        ids = QPageSize.PageSizeId
        return QPageSize(ids.Letter if self is PageSize.LETTER else ids.A4)


def usual_paper() -> PageSize:
    """Return the paper of the user's country."""
    inches = QLocale.system().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    return PageSize.LETTER if inches else PageSize.A4


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that is printed on, in points."""

    left: float
    top: float
    width: float
    bottom: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def column_width(self) -> float:
        """The width of one of two columns."""
        return (self.width - _GUTTER) / 2

    def column_left(self, number: int) -> float:
        """Return the left edge of column 0 or 1."""
        return self.left + number * (self.column_width + _GUTTER)


def frame_of(page: PageSize) -> Frame:
    size = page.qt.size(QPageSize.Unit.Point)
    return Frame(MARGIN, MARGIN - 4, size.width() - 2 * MARGIN, size.height() - _FOOT)


@dataclass(frozen=True, slots=True)
class Style:
    """A size in points and a weight; `figures` sets tabular figures, for numbers only."""

    size: float
    bold: bool = False
    figures: bool = False


def load_faces() -> None:
    """Load the bundled typeface, unless the program has done so already."""
    numbers = range(_MOST_FACES)
    if any(FAMILY in QFontDatabase.applicationFontFamilies(number) for number in numbers):
        return
    for weight in ("Regular", "SemiBold"):
        data = (files("resources") / "fonts" / f"Inter-{weight}.ttf").read_bytes()
        QFontDatabase.addApplicationFontFromData(data)


def font_of(style: Style) -> QFont:
    """Return the font of a style, for a device of DOTS to the inch.

    Contextual forms are off, and tabular figures are for numbers only: their glyphs have no
    characters of their own, so a search in the PDF would not find them.
    """
    font = QFont(FAMILY)
    font.setPixelSize(round(style.size * SCALE))
    font.setWeight(QFont.Weight.DemiBold if style.bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("calt"), 0)
    font.setFeature(QFont.Tag("tnum"), int(style.figures))
    return font


_CHINESE = re.compile("[\u2e80-\u9fff]")


def check_typefaces(texts: Iterable[str]) -> None:
    """Raise AppError for Chinese texts where no typeface has their signs: they would be boxes."""
    if any(map(_CHINESE.search, texts)) and not QFontDatabase.families(
        QFontDatabase.WritingSystem.SimplifiedChinese
    ):
        raise AppError(
            "No typeface with Chinese signs is installed, so they would be printed as boxes.",
            "Install one, such as Noto Sans CJK, or choose another language.",
        )


class PaperPainter:
    """Measures and draws text on a page; every length is in points from the top left.

    What it cannot draw is drawn with `painter`, in DOTS to the inch.
    """

    def __init__(self, painter: QPainter, page: PageSize) -> None:
        self.page, self.frame = page, frame_of(page)
        self.painter = painter
        self._fonts: dict[Style, tuple[QFont, QFontMetricsF]] = {}

    def width(self, text: str, style: Style) -> float:
        return self._font(style)[1].horizontalAdvance(text) / SCALE

    def wrap(self, text: str, style: Style, width: float, most: int = 99) -> list[str]:
        """Return the lines of a text in a width; after `most` lines the rest is an ellipsis."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            together = f"{line} {word}" if line else word
            if self.width(together, style) <= width:
                line = together
                continue
            lines += [line] if line else []
            *broken, line = self._break(word, style, width)
            lines += broken
        lines += [line] if line else []
        if len(lines) <= most:
            return lines
        last = lines[most - 1]
        while last and self.width(f"{last}…", style) > width:
            last = last[:-1]
        return [*lines[: most - 1], f"{last.rstrip()}…"]

    def elided(self, text: str, style: Style, width: float) -> str:
        """Return a text in one line, cut with an ellipsis where it is too long."""
        metrics = self._font(style)[1]
        return metrics.elidedText(
            " ".join(text.split()), Qt.TextElideMode.ElideRight, width * SCALE
        )

    def text(
        self, x: float, baseline: float, text: str, style: Style, colour: QColor = BLACK
    ) -> None:
        self.painter.setFont(self._font(style)[0])
        self.painter.setPen(colour)
        self.painter.drawText(QPointF(x * SCALE, baseline * SCALE), text)

    def text_before(
        self, right: float, baseline: float, text: str, style: Style, colour: QColor = BLACK
    ) -> None:
        """Draw a text that ends at `right`."""
        self.text(right - self.width(text, style), baseline, text, style, colour)

    def rule(
        self, x: float, y: float, width: float, thickness: float = 0.5, colour: QColor = BLACK
    ) -> None:
        """Draw a horizontal line."""
        self._line(QLineF(x, y, x + width, y), thickness, colour)

    def upright(
        self, x: float, y: float, height: float, thickness: float = 0.5, colour: QColor = BLACK
    ) -> None:
        """Draw a vertical line."""
        self._line(QLineF(x, y, x, y + height), thickness, colour)

    def _line(self, line: QLineF, thickness: float, colour: QColor) -> None:
        self.painter.setPen(QPen(colour, thickness * SCALE, c=Qt.PenCapStyle.FlatCap))
        self.painter.drawLine(QLineF(line.p1() * SCALE, line.p2() * SCALE))

    def box(self, x: float, y: float, width: float, height: float, thickness: float = 0.5) -> None:
        """Draw an empty box."""
        pen = QPen(BLACK, thickness * SCALE)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRect(_rect(x, y, width, height))

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a black block."""
        self.painter.fillRect(_rect(x, y, width, height), BLACK)

    def foot(self, left: str, number: int, pages: int) -> None:
        """Draw words below the frame, and at the right the number of the page."""
        style, baseline = Style(6.5), self.frame.bottom + 12
        self.text(self.frame.left, baseline, left, style, GREY)
        page = f"page {number} of {pages}"
        self.text_before(self.frame.right, baseline, page, style, GREY)

    def _break(self, word: str, style: Style, width: float) -> list[str]:
        parts = [""]
        for letter in word:
            if parts[-1] and self.width(parts[-1] + letter, style) > width:
                parts.append("")
            parts[-1] += letter
        return parts

    def _font(self, style: Style) -> tuple[QFont, QFontMetricsF]:
        if style not in self._fonts:
            font = font_of(style)
            self._fonts[style] = font, QFontMetricsF(font)
        return self._fonts[style]


def _rect(x: float, y: float, width: float, height: float) -> QRectF:
    return QRectF(x * SCALE, y * SCALE, width * SCALE, height * SCALE)


DIGITS = "0123456789."
# Characters that sheets use and that share their glyph with a less common one.
SHARED = " \N{RIGHT SINGLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
_ENTRY = 20
# A PDF ends within so many bytes with the place of its table.
_TAIL = 100
_RANGES = re.compile(rb"beginbfrange.*?endbfrange", re.DOTALL)
_CODES = re.compile(rb"\[[^\]]*\]")
_CODE = re.compile(rb"<([0-9A-F]{4})>")
# Pages as functions that draw them, and a part of a document: its title and its pages.
Pages: TypeAlias = Sequence[Callable[[], None]]
Part: TypeAlias = tuple[str, Pages]
Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline, and the page that it leads to, counted from 0."""

    title: str
    page: int


def finish_pdf(file: BinaryIO, bookmarks: Sequence[Bookmark]) -> None:
    """Let every text of a PDF by Qt be found and copied, and add bookmarks.

    A file that Qt 6 did not write remains unchanged. One object at a time is in memory.
    """
    length = file.seek(0, os.SEEK_END)
    file.seek(max(0, length - _TAIL))
    found = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", file.read())
    start = int(found[1]) if found else length
    file.seek(start)
    table = file.read()
    header = re.match(rb"xref\s+0 (\d+)\s+", table)
    if header is None:
        return
    size, entries = int(header[1]), header.end()
    places = [int(table[at : at + 10]) for at in range(entries, entries + size * _ENTRY, _ENTRY)]
    ends = dict(pairwise(sorted({*places, start})))

    def read(number: int) -> bytes:
        file.seek(places[number])
        return file.read(ends[places[number]] - places[number])

    def body(pattern: bytes, text: bytes) -> tuple[int, bytes]:
        """Return the number and the contents of the object that a text refers to."""
        number = int(re.findall(pattern + rb" (\d+) 0 R", text)[0])
        return number, read(number).partition(b"obj")[2].rpartition(b"endobj")[0].strip()

    root, catalog = body(rb"/Root", table)
    catalog = catalog.rpartition(b">>")[0]
    catalog += b"/Lang (en)\n/ViewerPreferences << /DisplayDocTitle true >>\n"
    objects = {}
    if bookmarks:
        kids = body(rb"/Pages", catalog)[1].partition(b"/Kids")[2]
        pages = [int(each) for each in re.findall(rb"(\d+) 0 R", kids)]
        catalog += b"/PageMode /UseOutlines\n/Outlines %d 0 R\n" % size
        objects = _outline(size, [(mark.title, pages[mark.page]) for mark in bookmarks])
    objects[root] = catalog + b">>"
    # Number 0 is not an object.
    for number in range(1, size):
        corrected = _correct_characters(before := read(number))
        if corrected != before:
            file.seek(places[number])
            file.write(corrected)
    file.seek(length)
    file.write(_update(length, objects, start, table))


def _correct_characters(pdf: bytes) -> bytes:
    """Return an object that maps each glyph to the character it was drawn for, of the same length.

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


def _update(length: int, objects: Mapping[int, bytes], start: int, table: bytes) -> bytes:
    """Return more objects for the end of a PDF, and a second table with their offsets.

    `table` is the first one, which is at `start`.
    """
    out, lines = bytearray(), []
    for number, body in sorted(objects.items()):
        lines.append(b"%d 1\n%010d 00000 n \n" % (number, length + len(out)))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    trailer = table[table.index(b"trailer") :].partition(b">>")[0]
    size = max(*map(int, re.findall(rb"/Size (\d+)", trailer)), max(objects) + 1)
    trailer = re.sub(rb"/Size \d+", b"/Size %d" % size, trailer)
    second = length + len(out)
    out += b"xref\n" + b"".join(lines) + trailer + b"/Prev %d\n>>\n" % start
    out += b"startxref\n%d\n%%%%EOF\n" % second
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
    with TemporaryFile() as file:
        write_pdf(file, title, page, parts_on)
        file.seek(0)
        return file.read()


def write_pdf(
    file: BinaryIO, title: str, page: PageSize, parts_on: Callable[[PaperPainter], Iterable[Part]]
) -> None:
    """Write a PDF as `pdf_of` returns it to an empty file; AppError where the disk is full."""
    load_faces()
    device = QFile()
    left_open = QFileDevice.FileHandleFlag.DontCloseHandle
    device.open(file.fileno(), QIODevice.OpenModeFlag.WriteOnly, left_open)
    writer = QPdfWriter(device)
    writer.setResolution(DOTS)
    writer.setPageSize(page.qt)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setCreator("Seven Plots")
    writer.setTitle(title)
    painter = QPainter(writer)
    try:
        bookmarks = paint_parts(parts_on(PaperPainter(painter, page)), writer.newPage)
    finally:
        # Qt ends the program if a device is deleted while it is painted on.
        painter.end()
        written = device.flush()
        reason = device.errorString()
        device.close()
    if not written:
        raise AppError(f"The PDF cannot be written: {reason}.", "Check the free space on the disk.")
    finish_pdf(file, bookmarks if len(bookmarks) > 1 else [])


def without_display(draw: Callable[[PageSize], Drawn], page: str) -> Drawn:
    """Return what is drawn on "a4" or "letter"; AppError for another paper.

    It needs neither a window nor a display: without a QGuiApplication it makes one for a moment.
    """
    if page.casefold() not in list(PageSize):
        papers = " or ".join(PageSize)
        raise AppError(f"“{page}” is not a paper that this program prints on.", f"Choose {papers}.")
    # This argument overrides QT_QPA_PLATFORM, and needs no display.
    platform = ["sevenplots", "-platform", "offscreen"]
    own = None if QGuiApplication.instance() else QGuiApplication(platform)
    try:
        if own is not None:
            load_faces()
            own.setFont(QFont(FAMILY))
        return draw(PageSize(page.casefold()))
    finally:
        if own is not None:
            own.shutdown()


def page_picture(
    page: PageSize,
    dots: int,
    paint: Callable[[PaperPainter], None],
    image_format: QImage.Format = QImage.Format.Format_Grayscale8,
) -> QImage:
    """Return a painted page as a picture; `dots` are per inch."""
    load_faces()
    image = QImage(page.qt.sizePixels(dots), image_format)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dots / DOTS, dots / DOTS)
    try:
        paint(PaperPainter(painter, page))
    finally:
        painter.end()
    return image
