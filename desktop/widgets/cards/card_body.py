"""The text of a painted card: its own where it was fetched, else what follows from its facts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from PySide6.QtCore import QPointF, QRect, QSize
from PySide6.QtGui import QColor, QFontInfo, QTextCharFormat, QTextLayout, QTextLine
from PySide6.QtWidgets import QApplication

from carddb.card import Card
from carddb.terms import Faction, Icon
from desktop.style import icons
from desktop.style.fonts import Size
from desktop.widgets.cards.card_canvas import BOLD, LEAST_LETTERS, MEDIUM, CardCanvas
from rulebook.card_paragraphs import Paragraph, Run, paragraphs_of, typographic
from rulebook.card_text import fact_lines, missing_text

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# Letters in hundredths of the card's shorter side: facts are larger than a text, which is more.
_TEXT, _FACTS, _SMALLEST = 5.2, 6.0, 3.2
_LINE, _TIGHT, _GAP, _QUIET = 1.3, 1.16, 0.42, 0.72
BULLET = "\N{BULLET}"
_BULLETS = ("- ", f"{BULLET} ")
# A glyph is painted where letters that cannot be seen leave space for it.
_SPACE_OF_GLYPH = "M"
_UNSEEN = QColor(0, 0, 0, 0)
# A last line that is shorter than this share of the width looks lost; lines are made narrower.
_LOST = 0.22
_NARROWER = (0.95, 0.9, 0.85)
_GLYPHS = {icon.value: icons.of_challenge(icon) for icon in Icon} | {
    faction.value: icons.faction_glyph(faction) for faction in Faction
}


@dataclass(frozen=True, slots=True)
class _Set:
    """A paragraph whose lines are broken; lengths in pixels, glyphs by their position."""

    layout: QTextLayout
    letters: int
    leading: int
    top: float
    glyphs: tuple[tuple[int, str], ...]
    colour: QColor


@dataclass(frozen=True, slots=True)
class Body:
    """A text that is laid out, its height in hundredths, and whether it is legible.

    It is not if it is cut, or its letters are smaller than the program's small font.
    """

    paragraphs: tuple[_Set, ...]
    height: float
    legible: bool


NO_BODY = Body((), 0.0, legible=False)


def lay_out_body(canvas: CardCanvas, card: Card, width: float, most_height: float) -> Body:
    """Lay the text out in the largest letters with which it is at most that tall, else cut it."""
    paragraphs = _paragraphs(card)
    if not paragraphs:
        return Body((), 0.0, legible=True)
    most, low = canvas.length(most_height), canvas.letters(_SMALLEST)
    smallest = round(QFontInfo(QApplication.font()).pixelSize() * Size.SMALL.value)
    # On a small card the letters may be larger, if that makes them legible.
    high = max(canvas.letters(_TEXT), min(smallest, canvas.letters(_FACTS)), low)
    sizes = range(high if card.text else canvas.letters(_FACTS), low - 1, -1)
    typesetter = _Typesetter(canvas, paragraphs, canvas.length(width))
    number = 0
    if typesetter.height(sizes[0]) > most:
        # Smaller letters are less tall: the first that fit.
        number = bisect_left(sizes, -most, 1, key=lambda each: -typesetter.height(each))
    if number == len(sizes):
        typesetter = _Typesetter(canvas, paragraphs, canvas.length(width), _TIGHT)
        if typesetter.height(low) > most:
            return Body(*typesetter.cut(low, most), legible=False)
        number -= 1
    return Body(*typesetter.whole(sizes[number]), legible=sizes[number] >= smallest)


def paint_body(canvas: CardCanvas, body: Body, left: float, top: float) -> None:
    """Paint a text that is laid out."""
    corner = canvas.point(left, top)
    for each in body.paragraphs:
        canvas.painter.setPen(each.colour)
        each.layout.draw(canvas.painter, corner)
        side = each.letters
        for position, name in each.glyphs:
            line = each.layout.lineForTextPosition(position)
            start, end = across(line, position), across(line, position + 1)
            # The middle of capital letters is a good third of their size above the base line.
            middle = line.y() + line.ascent() - side * 0.36
            at = corner + QPointF((start + end - side) / 2, middle - side / 2)
            icons.paint(canvas.painter, QRect(at.toPoint(), QSize(side, side)), name, each.colour)


def _paragraphs(card: Card) -> list[tuple[Paragraph, bool]]:
    """Return what is written, each paragraph with whether it is faint."""
    text = card.text or "\n".join(fact_lines(card))
    written = [(each, False) for each in paragraphs_of(text, card.keywords)]
    if missing := missing_text(card):
        written.append(((Run(missing),), True))
    return written


class _Typesetter:
    """Breaks paragraphs into lines of a width in pixels."""

    def __init__(
        self,
        canvas: CardCanvas,
        written: Sequence[tuple[Paragraph, bool]],
        width: float,
        leading: float = _LINE,
    ) -> None:
        self._canvas = canvas
        self._written = written
        self._width = width
        self._leading = leading
        self._made: dict[int, tuple[list[_Set], float]] = {}

    def height(self, letters: int) -> float:
        """Return how tall the text is in letters of that size."""
        return self._all(letters)[1]

    def whole(self, letters: int) -> tuple[tuple[_Set, ...], float]:
        """Return the text without lost words, and its height in hundredths."""
        sets, height = self._all(letters)
        for each in sets:
            self._without_lost_word(each)
        return tuple(sets), self._canvas.hundredths(height)

    def cut(self, letters: int, most: float) -> tuple[tuple[_Set, ...], float]:
        """Return what of the text is at most that tall, with an ellipsis, and its height."""
        shown = [each for each in self._all(letters)[0] if each.top + each.leading <= most]
        if not shown:
            return (), 0.0
        last = shown[-1]
        lines = int((most - last.top) / last.leading)
        if lines < last.layout.lineCount() or len(shown) < len(self._written):
            end = last.layout.lineAt(min(lines, last.layout.lineCount()) - 1)
            text = last.layout.text()[: end.textStart() + end.textLength()]
            while text:
                last.layout.setText(f"{text.rstrip(' .,;:')}{ELLIPSIS}")
                if self._break(last, self._width) <= lines:
                    break
                text = text.rstrip().rpartition(" ")[0]
        visible = [pair for pair in last.glyphs if pair[0] < len(last.layout.text()) - 1]
        height = last.top + last.layout.lineCount() * last.leading
        return (*shown[:-1], replace(last, glyphs=tuple(visible))), self._canvas.hundredths(height)

    def _all(self, letters: int) -> tuple[list[_Set], float]:
        if letters not in self._made:
            top, sets = 0.0, []
            for paragraph, faint in self._written:
                size = max(round(letters * _QUIET), LEAST_LETTERS) if faint else letters
                sets.append(self._set(paragraph, size, top, faint=faint))
                top += sets[-1].layout.lineCount() * sets[-1].leading + round(letters * _GAP)
            self._made[letters] = sets, top - round(letters * _GAP)
        return self._made[letters]

    def _set(self, paragraph: Paragraph, letters: int, top: float, *, faint: bool) -> _Set:
        """Return a paragraph with its lines broken."""
        colours = self._canvas.colours
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
        layout = QTextLayout(text, self._canvas.font_of(letters), self._canvas.painter.device())
        layout.setCacheEnabled(True)
        layout.setFormats(formats)
        ink = colours.faint if faint else colours.ink
        made = _Set(layout, letters, round(letters * self._leading), top, tuple(glyphs), ink)
        self._break(made, self._width)
        return made

    def _break(self, which: _Set, width: float) -> int:
        """Break a paragraph into lines of a width; return how many there are."""
        layout, number = which.layout, 0
        hanging = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width - hanging)
            line.setPosition(QPointF(hanging, which.top + number * which.leading))
            if not number and layout.text().startswith(BULLET):
                hanging = across(line, len(BULLET) + 1)
            number += 1
        layout.endLayout()
        return number

    def _without_lost_word(self, which: _Set) -> None:
        """Make the lines narrower if that lengthens a last line of a short word."""
        layout = which.layout
        lines = layout.lineCount()
        if lines < 2 or layout.lineAt(lines - 1).naturalTextWidth() > self._width * _LOST:
            return
        for share in (*_NARROWER, 1.0):
            longer = self._break(which, self._width * share) == lines
            last = layout.lineAt(lines - 1).naturalTextWidth()
            if share == 1.0 or (longer and last > self._width * _LOST):
                return


def across(line: QTextLine, position: int) -> float:
    """Return how far from the left a letter begins."""
    return cast("tuple[float, int]", line.cursorToX(position))[0]


def _format(run: Run, start: int, length: int) -> QTextLayout.FormatRange:
    """Return how letters are set that are bold, italic (a trait) or the space of a glyph."""
    made = QTextLayout.FormatRange()
    made.start, made.length = start, length
    look = QTextCharFormat()
    if run.symbol:
        look.setForeground(_UNSEEN)
    elif run.bold:
        look.setFontWeight(BOLD)
    else:
        look.setFontWeight(MEDIUM)
    look.setFontItalic(run.italic)
    made.format = look
    return made
