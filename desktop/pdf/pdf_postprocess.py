"""What Qt's PDF writer leaves undone: the characters of some glyphs, bookmarks, the language.

Objects are added behind what Qt wrote, as an incremental update (PDF 1.4, 3.4.5). Qt 6 writes a
plain cross-reference table, flat objects and bare character maps, which is all that is read here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QRawFont, QTextLayout

from desktop.pdf.paper_painter import Style, font_of

DIGITS = "0123456789"
# Characters that sheets use and that share their glyph with a lesser one.
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


def finished(pdf: bytes, bookmarks: Sequence[Bookmark] = ()) -> bytes:
    """Return a PDF of Qt's in which every text can be found and copied, with bookmarks.

    What is not as Qt 6 writes it is returned as it came.
    """
    table = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", pdf)
    header = re.compile(rb"xref\s+0 (\d+)\s+").match(pdf, int(table[1])) if table else None
    if table is None or header is None:
        return pdf
    update = _Update(mended(pdf), header.end(), int(header[1]), int(table[1]))
    update.describe(bookmarks)
    return update.written()


def mended(pdf: bytes) -> bytes:
    """Return a PDF that says of each glyph which character it was drawn for; its length stays.

    Qt takes the lowest character that a font has for a glyph: a tab for the space, a private
    one for a tabular figure.
    """
    meant = {b"%04X" % wrong: b"%04X" % ord(right) for wrong, right in meant_characters().items()}

    def meant_codes(codes: re.Match[bytes]) -> bytes:
        return _CODE.sub(lambda code: b"<%b>" % meant.get(code[1], code[1]), codes[0])

    return _RANGES.sub(lambda ranges: _CODES.sub(meant_codes, ranges[0]), pdf)


class _Update:
    """The objects to be added to a PDF."""

    def __init__(self, pdf: bytes, entries: int, size: int, table: int) -> None:
        self._pdf = pdf
        self._entries = entries
        self._table = table
        self._next = size
        self._objects: dict[int, bytes] = {}

    def describe(self, bookmarks: Sequence[Bookmark]) -> None:
        """Name the language and have the title shown; add the outline."""
        root = int(self._found(rb"/Root (\d+) 0 R", self._pdf[self._table :]))
        catalog = self._body(root).rpartition(b">>")[0]
        catalog += b"/Lang (en)\n/ViewerPreferences << /DisplayDocTitle true >>\n"
        if bookmarks:
            kids = self._body(int(self._found(rb"/Pages (\d+) 0 R", catalog)))
            pages = [int(each) for each in re.findall(rb"(\d+) 0 R", kids.partition(b"/Kids")[2])]
            catalog += b"/PageMode /UseOutlines\n/Outlines %d 0 R\n" % self._next
            self._outline([(mark.title, pages[mark.page]) for mark in bookmarks])
        self._objects[root] = catalog + b">>"

    def written(self) -> bytes:
        """Return the PDF with the objects behind it and a table of their places."""
        out = bytearray(self._pdf)
        lines = []
        for number, body in sorted(self._objects.items()):
            lines.append(b"%d 1\n%010d 00000 n \n" % (number, len(out)))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        trailer = self._pdf[self._pdf.index(b"trailer", self._table) :].partition(b">>")[0]
        kept = re.sub(rb"/Size \d+", b"/Size %d" % self._next, trailer)
        start = len(out)
        out += b"xref\n" + b"".join(lines) + kept + b"/Prev %d\n>>\n" % self._table
        out += b"startxref\n%d\n%%%%EOF\n" % start
        return bytes(out)

    def _outline(self, marks: Sequence[tuple[str, int]]) -> None:
        root, first = self._next, self._next + 1
        last = self._next = root + len(marks)
        self._next += 1
        self._objects[root] = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (
            first,
            last,
            len(marks),
        )
        for number, (title, page) in enumerate(marks, first):
            body = b"<< /Title <%b> /Parent %d 0 R /Dest [%d 0 R /Fit]" % (
                (b"\xfe\xff" + title.encode("utf-16-be", "replace")).hex().encode(),
                root,
                page,
            )
            body += b" /Prev %d 0 R" % (number - 1) if number > first else b""
            body += b" /Next %d 0 R" % (number + 1) if number < last else b""
            self._objects[number] = body + b" >>"

    def _body(self, number: int) -> bytes:
        """Return an object's text, from behind its "obj" to before its "endobj"."""
        entry = self._entries + number * _ENTRY
        start = self._pdf.index(b"obj", int(self._pdf[entry : entry + 10])) + 3
        return self._pdf[start : self._pdf.index(b"endobj", start)].strip()

    @staticmethod
    def _found(pattern: bytes, text: bytes) -> bytes:
        match = re.search(pattern, text)
        return match[1] if match else b"0"


def meant_characters() -> dict[int, str]:
    """Return for the characters that Qt writes for a glyph those that the sheets mean by it."""
    meant: dict[int, str] = {}
    for text, style in ((SHARED, Style(9)), (DIGITS, Style(9, figures=True))):
        layout = QTextLayout(text, font_of(style))
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        run = layout.glyphRuns()[0]
        lowest = _lowest_characters(run.rawFont())
        for character, glyph in zip(text, run.glyphIndexes(), strict=True):
            meant[lowest.get(glyph, ord(character))] = character
    return meant


def _lowest_characters(font: QRawFont) -> dict[int, int]:
    """Return the lowest character of each glyph, as Qt's PDF writer finds it."""
    codes = [*range(1, 0xD800), *range(0xE000, 0xFFFE)]
    glyphs = font.glyphIndexesForString("".join(map(chr, codes)))
    return {glyph: code for code, glyph in zip(reversed(codes), reversed(glyphs), strict=True)}
