"""Labels in the program's three sizes and two inks."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized

TIP_CHARACTERS = 100


def label(
    text: str = "",
    size: Size = Size.BODY,
    *,
    weight: QFont.Weight | None = None,
    faint: bool = False,
    wraps: bool = False,
) -> QLabel:
    """Return a label of plain text; a faint one follows the palette's faint ink."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(sized(made.font(), size, weight))
    made.setWordWrap(wraps)
    if faint:
        made.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return made


def give_way(made: QLabel) -> None:
    """Let a label be narrower than its text; a long name must not widen the window."""
    made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)


def buddy_label(text: str, field: QWidget, size: Size = Size.BODY, *, faint: bool = True) -> QLabel:
    """Return the label of a field; the letter behind "&" leads to the field."""
    made = label(text, size, faint=faint)
    made.setTextFormat(Qt.TextFormat.AutoText)
    made.setBuddy(field)
    return made


def tip(text: str) -> str:
    """Return a text for a tooltip, even if it looks like markup or is very long.

    Qt wraps the lines of a tooltip only if it is markup.
    """
    if "<" not in text and all(len(line) <= TIP_CHARACTERS for line in text.splitlines()):
        return text
    return f"<p>{escape(text)}</p>".replace("\n", "<br>")


class OneLine(QLabel):
    """A line of plain, faint, small text that is elided where it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect, right = self.contentsRect(), Qt.TextElideMode.ElideRight
        text = self.fontMetrics().elidedText(self.text(), right, rect.width())
        self.setToolTip("" if text == self.text() else tip(self.text()))
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()
