"""Glyphs in views and labels, in the colours of the palette, and the verdict as a pill."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Faction
from core.text_format import count_of
from decks.report import LineStatus, ReportLine
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, colours_of
from desktop.style.shapes import fill
from validators.problem import Severity

_NEUTRAL = Faction.NEUTRAL
Tint: TypeAlias = Faction | Severity | bool | None


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph and what its colour says: a faction, a severity, legal or not (bool), or nothing.

    An empty name stands for an absent glyph; it is painted as a dot.
    """

    name: str
    tint: Tint = None
    words: str = ""

    def colour(self, colours: Colours) -> QColor:
        match self.tint:
            case Faction():
                return colours.factions[self.tint]
            case Severity():
                return colours.of_severity(self.tint)
            case bool():
                return colours.legal if self.tint else colours.illegal
            case None:
                return colours.ink if self.name != icons.UNIQUE else colours.faint


GOOD = Glyph(icons.LEGAL, tint=True)
ABSENT = Glyph("")
LOST = Glyph(icons.UNREAD, Severity.ERROR)
DOUBTFUL = Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)


def of_verdict(*, legal: bool | None, warned: bool = False) -> Glyph:
    """Return the sign of a verdict; `legal` is None where nothing was judged."""
    if legal is None:
        return Glyph(icons.NOTE, Severity.NOTE)
    if legal and warned:
        return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING)
    return GOOD if legal else Glyph(icons.of_severity(Severity.ERROR), tint=False)


def of_line(line: ReportLine) -> Glyph:
    """Return the sign of how a line of a deck list was read."""
    if line.lost:
        return LOST
    return {LineStatus.READ: GOOD, LineStatus.IGNORED: ABSENT}.get(line.status, DOUBTFUL)


def of_factions(card: Card) -> tuple[Glyph, ...]:
    return tuple(
        Glyph(name, faction, faction.label) for name, faction in icons.glyphs_of_card(card)
    )


def of_type(card: Card | None) -> tuple[Glyph, ...]:
    """Return the glyph of a card's type in the colour of its first faction."""
    if card is None:
        return ()
    return (Glyph(icons.type_glyph(card.type), card.factions[0] if card.factions else _NEUTRAL),)


def paint_row(
    painter: QPainter, rect: QRect, glyphs: Iterable[Glyph], side: int, colours: Colours
) -> int:
    """Paint glyphs in a row from the left edge; return its width."""
    step = side + max(1, side // 5)
    left = rect.left()
    for glyph in glyphs:
        square = QRect(left, rect.top() + (rect.height() - side) // 2, side, side)
        if glyph.name:
            icons.paint(painter, square, glyph.name, glyph.colour(colours))
        else:
            radius = max(1, side // 10)
            painter.setBrush(colours.line)
            painter.setPen(colours.line)
            painter.drawEllipse(square.center(), radius, radius)
        left += step
    return left - rect.left()


class GlyphLabel(QWidget):
    """A row of glyphs that follows the palette."""

    def __init__(self, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self._glyphs: tuple[Glyph, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def scale_lengths(self, factor: float) -> None:
        """Scale the glyphs for another text size."""
        self._side = round(self._side * factor)

    def show_glyphs(self, glyphs: Iterable[Glyph]) -> None:
        shown = tuple(glyphs)
        if shown == self._glyphs:
            return
        self._glyphs = shown
        self.setAccessibleName(", ".join(glyph.words for glyph in self._glyphs if glyph.words))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        step = self._side + max(1, self._side // 5)
        return QSize(step * max(1, len(self._glyphs)), self._side)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_row(painter, self.rect(), self._glyphs, self._side, colours_of(self.palette()))
        painter.end()


_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


def verdict_words(errors: int, warnings: int, notes: int) -> str:
    """Return a verdict in words: "3 problems, 1 warning", "Legal, 2 notes"."""
    counts = [(errors, "problem"), (warnings, "warning"), (0 if errors else notes, "note")]
    parts = [count_of(number, noun) for number, noun in counts if number]
    return ", ".join(parts if errors else ["Legal", *parts])


class VerdictPill(QAbstractButton):
    """A sign with the verdict in its colours; whoever connects `clicked` shows the reasons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._glyph = Glyph(icons.NOTE)
        self.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_verdict(self, errors: int, warnings: int, notes: int = 0) -> None:
        """Show "Legal", or how many problems there are, or how many warnings."""
        shown = [(errors, "problem"), (warnings, "warning")]
        short = next((count_of(number, noun) for number, noun in shown if number), "Legal")
        sign = of_verdict(legal=not errors, warned=warnings > 0)
        self.show_words(short, sign, f"Verdict: {verdict_words(errors, warnings, notes)}")

    def show_words(self, words: str, glyph: Glyph, name: str = "") -> None:
        """Show a sign and words; `name` is what screen readers say and the tooltip shows."""
        self._glyph = glyph
        self.setText(words)
        self.setAccessibleName(name or words)
        self.setToolTip((name or words).removeprefix("Verdict: "))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(words + space(self, 10), space(self, 6))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, tint = colours_of(self.palette()), self._glyph.tint
        if tint is True:
            ink, ground = colours.legal_ink, colours.legal_soft
        elif tint in (False, Severity.ERROR):
            ink, ground = colours.illegal, colours.illegal_soft
        else:
            ink, ground = colours.note_ink, colours.note_soft
        painter, height = QPainter(self), self.height()
        outline = colours.accent if self.hasFocus() else ink if self.underMouse() else None
        fill(painter, self.rect(), ground, height / 2, outline)
        side, gap = space(self, 4), space(self, 7) // 4
        place = QRect(gap, (height - side) // 2, side, side)
        icons.paint(painter, place, self._glyph.name, ink)
        painter.setPen(ink)
        painter.drawText(self.rect().adjusted(gap + side + gap, 0, 0, 0), _LEFT, self.text())
        painter.end()
