"""Labels in the program's three sizes and two inks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QLabel

from desktop.typeface import Size, sized


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
