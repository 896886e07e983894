"""A text in a few lines, the last one elided."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

_END = Qt.TextElideMode.ElideRight


def wrapped(text: str, metrics: QFontMetrics, width: int, most: int, first: int = 0) -> list[str]:
    """Return a text in at most so many lines, broken between words, the last one cut short.

    The first line is by `first` wider. It is empty where its word would fit on the next one only.
    """
    lines: list[str] = []
    rest = text.split(" ")
    while rest and len(lines) < most:
        wide = width + (0 if lines else first)
        if metrics.horizontalAdvance(rest[0]) > wide < width and most > 1:
            lines.append("")
            continue
        line = rest.pop(0)
        while rest and metrics.horizontalAdvance(f"{line} {rest[0]}") < wide - 1:
            line = f"{line} {rest.pop(0)}"
        if rest and len(lines) == most - 1:
            line, rest = " ".join([line, *rest]), []
        lines.append(metrics.elidedText(line, _END, wide))
    return lines
