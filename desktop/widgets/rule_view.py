"""An entry of the rules to read, with its links."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from typing_extensions import override

from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.markdown_view import LocalTextView
from rulebook.entry import Entry
from rulebook.entry_html import CARD_LINK, entry_html
from rulebook.rule_book import rule_book

# In quarters of the body font's height: longer lines are hard to read.
WIDEST_TEXT = 210


class RuleView(LocalTextView):
    """Shows an entry: title, words, cards and source; links can be reached with Tab.

    `card_name` is how cards are called; without it they are not shown.

    Signals:
        rule_requested: a link to another entry was followed (its id).
        card_requested: a link to a card was followed (its code).
    """

    rule_requested = Signal(str)
    card_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Rule", parent)
        self.card_name: Callable[[str], str] | None = None
        self.entry: Entry | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(LocalTextView.LineWrapMode.FixedPixelWidth)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
        self.document().setDocumentMargin(space(self, 3))
        self.document().setDefaultStyleSheet(self._style_sheet())
        self.setHtml(entry_html(self.entry, rule_book(), self.card_name))

    def _style_sheet(self) -> str:
        gap, colours = space(self, 1), colours_of(self.palette())
        title = QApplication.font().pointSizeF() * Size.LARGE.value
        return (
            f"p {{ margin: 0 0 {2 * gap}px 0 }}"
            f" p.title {{ font-size: {title:.2f}pt; font-weight: 600; margin: 0 0 {gap}px 0 }}"
            f" h4 {{ font-weight: 600; margin: {2 * gap}px 0 {gap}px 0 }}"
            f" a {{ color: {colours.accent.name()} }} .faint {{ color: {colours.faint.name()} }}"
            f" td {{ padding: 0 {3 * gap}px {gap}px 0 }}"
            f" table {{ margin-top: {gap}px; margin-bottom: {gap}px }}"
        )

    def _on_anchor_clicked(self, address: QUrl) -> None:
        name = address.toString()
        if name.startswith(CARD_LINK):
            self.card_requested.emit(name.removeprefix(CARD_LINK))
        else:
            self.rule_requested.emit(name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Alt+Left and Alt+Right are for whoever knows which rule was shown before, a copy of
        # nothing selected for whoever copies the whole rule.
        copies = event.matches(QKeySequence.StandardKey.Copy)
        nothing = copies and not self.textCursor().hasSelection()
        if nothing or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setLineWrapColumnOrWidth(min(self.viewport().width(), space(self, WIDEST_TEXT)))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            place = self.verticalScrollBar().value()
            self._set_text()
            self.verticalScrollBar().setValue(place)
