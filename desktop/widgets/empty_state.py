"""An empty place: a sentence that says why, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop.style.fonts import space
from desktop.widgets.layouts import column, label


class EmptyState(QWidget):
    """A sentence in the middle of a place, in faint ink, above what invites to go on."""

    def __init__(self, words: str | QLabel, action: QWidget | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = label(words, faint=True, wraps=True) if isinstance(words, str) else words
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        parts = () if action is None else ((action, Qt.AlignmentFlag.AlignHCenter),)
        gap = space(self, 4)
        column(None, self.words, *parts, None, parent=self, margin=gap, spacing=gap // 4)
