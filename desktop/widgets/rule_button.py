"""A word that a rule explains: hover or focus tells the rule in two lines, a click opens it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, sized
from rulebook.entry import Entry
from rulebook.entry_text import brief, two_lines

# How the keyboard brings the focus to a widget.
BY_KEY = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    }
)


def rule_tip(entry: Entry) -> str:
    """Return a rule's title and what it says first, for a tooltip, which wraps it."""
    return f"<p><b>{escape(entry.title)}</b><br>{escape(brief(entry))}</p>"


class RuleButton(QToolButton):
    """A flat button for a rule."""

    rule_requested = Signal(str)  # its id

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: Entry | None = None
        self.setAutoRaise(True)
        font = sized(self.font(), Size.SMALL)
        font.setUnderline(True)
        self.setFont(font)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._on_clicked)

    def show_rule(self, words: str, entry: Entry) -> None:
        self._entry = entry
        self.setText(words.replace("&", "&&"))
        self.setToolTip(rule_tip(entry))
        self.setAccessibleName(words)
        self.setAccessibleDescription(two_lines(entry))

    def _on_clicked(self) -> None:
        if self._entry is not None:
            self.rule_requested.emit(self._entry.id)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in BY_KEY:
            below = self.mapToGlobal(QPoint(0, self.height()))
            QToolTip.showText(below, self.toolTip(), self)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QToolTip.hideText()
