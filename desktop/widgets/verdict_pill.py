"""The verdict on a deck as a pill: a sign and a few words on a soft ground."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import fill
from desktop.widgets.glyphs import Glyph, of_verdict
from validators.messages import count_of
from validators.problem import Severity

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


def verdict_glyph(errors: int, warnings: int) -> Glyph:
    """Return the sign of a verdict: of an error, of a warning, or that the deck is legal."""
    return of_verdict(legal=not errors, warned=warnings > 0)


def verdict_words(errors: int, warnings: int, notes: int = 0) -> str:
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
        words = verdict_words(errors, warnings, notes)
        self.show_words(short, verdict_glyph(errors, warnings), f"Verdict: {words}")

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
