"""Labels in the program's three sizes and two inks."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized

WIDEST_TIP = 100


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


def tip(words: str) -> str:
    """Return words as a tool tip shows them, even if they look like markup or have no end.

    Qt breaks the lines of a tip only if it is markup.
    """
    if "<" not in words and all(len(line) <= WIDEST_TIP for line in words.splitlines()):
        return words
    return f"<p>{escape(words)}</p>".replace("\n", "<br>")


class OneLine(QLabel):
    """A line of plain, faint, small text that ends in "…" where there is no room for all of it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        words = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        self.setToolTip("" if words == self.text() else tip(self.text()))
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.end()
