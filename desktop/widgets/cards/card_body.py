"""The text of a drawn card: its traits, keywords and paragraphs, broken into lines."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import Faction, Icon, Keyword
from desktop.style import icons
from desktop.style.fonts import Size
from desktop.style.palette import Colours
from rulebook.card_text import (
    Paragraph,
    Run,
    bonus_texts,
    fact_lines,
    keyword_spans,
    missing_text,
    paragraphs_of,
    typographic,
)

# In pixels: smaller letters cannot be read, however small the card is.
LEAST_LETTERS = 7
# In such letters a card says that its text is missing.
_LARGE = 12
BOLD, MEDIUM = QFont.Weight.DemiBold, QFont.Weight.Medium
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# As shares of the letters: the lines, tighter ones for a long text, the space between paragraphs.
_LINE, _TIGHT, _GAP = 1.32, 1.16, 0.2
AROUND = 2.05
BULLET = "\N{BULLET}"
_BULLETS = ("- ", f"{BULLET} ")
# A glyph is painted where letters that cannot be seen leave space for it.
_SPACE_OF_GLYPH = "M"
_UNSEEN = QColor(0, 0, 0, 0)
_GLYPHS = {icon.value: icons.of_challenge(icon) for icon in Icon} | {
    faction.value: icons.faction_glyph(faction) for faction in Faction
}


class _Fonts(threading.local):
    """The fonts of a thread: workers draw cards too, and two threads may not share a font."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int, QFont.Weight], QFont] = {}


_fonts = _Fonts()


def card_font(letters: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the program's font with letters of that many pixels, but not too small to read."""
    usual, size = QApplication.font(), max(LEAST_LETTERS, round(letters))
    font = _fonts.made.get((usual.key(), size, weight))
    if font is None:
        font = _fonts.made[usual.key(), size, weight] = QFont(usual)
        font.setPixelSize(size)
        font.setWeight(weight)
    return font


@dataclass(frozen=True, slots=True)
class BodyParagraph:
    """A paragraph whose lines are broken; glyphs by their position. Lengths are in pixels."""

    layout: QTextLayout
    letters: int
    leading: int
    top: float
    glyphs: tuple[tuple[int, str], ...]
    faint: bool


@dataclass(frozen=True, slots=True)
class Body:
    """A text that is laid out, its height and the size of its letters, and whether it is legible.

    It is not if it is cut, or its letters are smaller than the program's small font.
    """

    paragraphs: tuple[BodyParagraph, ...] = ()
    height: float = 0.0
    letters: int = LEAST_LETTERS
    legible: bool = False


def kind_words(card: Card) -> str:
    """Return a card's traits; its type where it has none."""
    return " ".join(f"{trait}." for trait in card.traits) or card.type.value.capitalize()


def lay_out_body(card: Card, width: float, most: float, low: float, high: float) -> Body:
    """Lay the text out in the largest letters that fit; cut it if the smallest do not.

    `most` is the height for the text, the space around it and the foot of the card. The space and
    the foot are AROUND times as high as the letters.
    """
    least = max(LEAST_LETTERS, round(low))
    sizes = range(max(least, round(high)), least - 1, -1)
    typesetter = _Typesetter(list(_paragraphs(card, is_large=high >= _LARGE)), width)
    number = 0
    if typesetter.height(sizes[0]) + AROUND * sizes[0] > most:
        # Smaller letters are less tall: the first that fit.
        number = bisect_left(sizes, -most, 1, key=lambda n: -typesetter.height(n) - AROUND * n)
    if number == len(sizes):
        typesetter = _Typesetter(typesetter.written, width, _TIGHT)
        number -= 1
        if typesetter.height(least) + AROUND * least > most:
            return typesetter.cut(least, most - AROUND * least)
    letters = sizes[number]
    paragraphs, height = typesetter.all(letters)
    legible = round(QFontInfo(QApplication.font()).pixelSize() * Size.SMALL.value)
    return Body(tuple(paragraphs), height, letters, legible=letters >= legible)


def paint_body(painter: QPainter, body: Body, corner: QPointF, colours: Colours) -> None:
    for each in body.paragraphs:
        ink, side = colours.faint if each.faint else colours.ink, each.letters
        painter.setPen(ink)
        each.layout.draw(painter, corner)
        for position, name in each.glyphs:
            line = each.layout.lineForTextPosition(position)
            start, end = _across(line, position), _across(line, position + 1)
            # The middle of capital letters is a good third of their size above the base line.
            middle = line.y() + line.ascent() - side * 0.36
            at = corner + QPointF((start + end - side) / 2, middle - side / 2)
            icons.paint(painter, QRect(at.toPoint(), QSize(side, side)), name, ink)


def keyword_rects(body: Body, card: Card, corner: QPointF) -> Iterator[tuple[Keyword, QRectF]]:
    """Yield the keywords with where they are painted; one that is broken is on each line."""
    for paragraph in body.paragraphs:
        layout = paragraph.layout
        for start, end, keyword in keyword_spans(layout.text(), card.keywords):
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                first = max(start, line.textStart())
                last = min(end, line.textStart() + line.textLength())
                if first < last:
                    left, right = _across(line, first), _across(line, last)
                    rect = QRectF(left, line.y(), right - left, line.height())
                    yield keyword, rect.translated(corner)


@dataclass(frozen=True, slots=True)
class _Written:
    """A paragraph before its lines are broken."""

    text: str
    formats: list[QTextLayout.FormatRange]
    glyphs: tuple[tuple[int, str], ...]
    faint: bool


def _written(paragraph: Paragraph, *, faint: bool = False) -> _Written:
    text, formats, glyphs = "", [], []
    for run in paragraph:
        words = _SPACE_OF_GLYPH if run.symbol else typographic(run.text)
        if run.symbol:
            glyphs.append((len(text), _GLYPHS[run.symbol]))
        if run.symbol or run.bold or run.italic:
            formats.append(_format(run, len(text), len(words)))
        text += words
    if text.startswith(_BULLETS):
        text = f"{BULLET}{text[1:]}"
    return _Written(text, formats, tuple(glyphs), faint)


def _paragraphs(card: Card, *, is_large: bool) -> Iterator[_Written]:
    yield _written((Run(kind_words(card), italic=bool(card.traits)),), faint=True)
    bonuses = [*bonus_texts(card), *(f"{crest.capitalize()} crest" for crest in card.crests)]
    facts = [Run(f"{', '.join(bonuses)}.", bold=True)] if bonuses else []
    if card.naval:
        naval = (Run(icon, symbol=icon.value) for icon in Icon if icon in card.naval)
        facts += [Run(" Naval " if facts else "Naval ", bold=True), *naval]
    if facts:
        yield _written(tuple(facts))
    text = card.text or "\n".join(fact_lines(card))
    yield from map(_written, paragraphs_of(text, card.keywords))
    if is_large and (missing := missing_text(card)):
        yield _written((Run(missing),), faint=True)


class _Typesetter:
    """Breaks paragraphs into lines of a width in pixels."""

    def __init__(self, written: Sequence[_Written], width: float, leading: float = _LINE) -> None:
        self.written = written
        self._width = width
        self._leading = leading
        self._made: dict[int, tuple[list[BodyParagraph], float]] = {}

    def height(self, letters: int) -> float:
        return self.all(letters)[1]

    def all(self, letters: int) -> tuple[list[BodyParagraph], float]:
        """Return the paragraphs in letters of a size, and their height."""
        if letters not in self._made:
            top, gap, made = 0.0, round(letters * _GAP), []
            for written in self.written:
                made.append(self._set(written, letters, top))
                top += made[-1].layout.lineCount() * made[-1].leading + gap
            self._made[letters] = made, max(0.0, top - gap)
        return self._made[letters]

    def cut(self, letters: int, most: float) -> Body:
        """Return the part of the text that fits a height, with an ellipsis."""
        shown = [each for each in self.all(letters)[0] if each.top + each.leading <= most]
        if not shown:
            return Body()
        last = shown[-1]
        lines = int((most - last.top) / last.leading)
        if lines < last.layout.lineCount() or len(shown) < len(self.written):
            end = last.layout.lineAt(min(lines, last.layout.lineCount()) - 1)
            text = last.layout.text()[: end.textStart() + end.textLength()]
            while text:
                last.layout.setText(f"{text.rstrip(' .,;:')}{_ELLIPSIS}")
                if self._break(last) <= lines:
                    break
                text = text.rstrip().rpartition(" ")[0]
        visible = [pair for pair in last.glyphs if pair[0] < len(last.layout.text()) - 1]
        height = last.top + last.layout.lineCount() * last.leading
        return Body((*shown[:-1], replace(last, glyphs=tuple(visible))), height, letters)

    def _set(self, written: _Written, letters: int, top: float) -> BodyParagraph:
        layout = QTextLayout(written.text, card_font(letters))
        layout.setCacheEnabled(True)
        layout.setFormats(written.formats)
        leading = round(letters * self._leading)
        made = BodyParagraph(layout, letters, leading, top, written.glyphs, written.faint)
        self._break(made)
        return made

    def _break(self, which: BodyParagraph) -> int:
        """Break a paragraph into lines; return how many there are."""
        layout, number, hanging = which.layout, 0, 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(self._width - hanging)
            line.setPosition(QPointF(hanging, which.top + number * which.leading))
            if not number and layout.text().startswith(BULLET):
                hanging = _across(line, len(BULLET) + 1)
            number += 1
        layout.endLayout()
        return number


def _across(line: QTextLine, position: int) -> float:
    return cast("tuple[float, int]", line.cursorToX(position))[0]


def _format(run: Run, start: int, length: int) -> QTextLayout.FormatRange:
    """Return how letters are set that are bold, italic (a trait) or the space of a glyph."""
    made = QTextLayout.FormatRange()
    made.start, made.length = start, length
    look = QTextCharFormat()
    if run.symbol:
        look.setForeground(_UNSEEN)
    else:
        look.setFontWeight(BOLD if run.bold else MEDIUM)
    look.setFontItalic(run.italic)
    made.format = look
    return made
