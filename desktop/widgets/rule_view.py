"""An entry of the rules to read, with its links."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.style.palette import colours_of
from rulebook.entry import Entry
from rulebook.entry_text import CARD_LINK, entry_html
from rulebook.rule_book import rule_book


class RuleView(QTextBrowser):
    """Shows an entry: title, words, cards and source; links can be reached with Tab.

    `card_name` is how cards are called; without it they are not shown.

    Signals:
        rule_requested: a link to another entry was followed (its id).
        card_requested: a link to a card was followed (its code).
    """

    rule_requested = Signal(str)
    card_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card_name: Callable[[str], str] | None = None
        self.entry: Entry | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Rule")
        self.anchorClicked.connect(self._on_anchor_clicked)

    def show_entry(self, entry: Entry) -> None:
        """Show an entry from its beginning."""
        self.entry = entry
        self.setAccessibleName(f"Rule: {entry.title}")
        self._set_text()
        self.verticalScrollBar().setValue(0)

    def _set_text(self) -> None:
        if self.entry is None:
            return
        gap = space(self, 1)
        colours = colours_of(self.palette())
        self.document().setDefaultStyleSheet(
            f"h3 {{ font-weight: 600; margin: 0 0 {gap}px 0 }} p {{ margin: 0 0 {2 * gap}px 0 }}"
            f" td {{ padding: 0 {3 * gap}px {gap}px 0 }} .faint {{ color: {colours.faint.name()} }}"
            f" a {{ color: {colours.accent.name()} }}"
        )
        self.setHtml(entry_html(self.entry, rule_book(), self.card_name))

    def _on_anchor_clicked(self, address: QUrl) -> None:
        name = address.toString()
        if name.startswith(CARD_LINK):
            self.card_requested.emit(name.removeprefix(CARD_LINK))
        else:
            self.rule_requested.emit(name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Alt+Left and Alt+Right are for whoever knows which rule was shown before.
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._set_text()
