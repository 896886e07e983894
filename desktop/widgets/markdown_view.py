"""Shows Markdown that anybody may have written: no HTML, no pictures, nothing from elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextBrowser, QWidget
from typing_extensions import override

# Laying out Markdown takes a while where it is nested; what is longer is shown as it is written.
LONGEST = 20_000
_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_SIZE = QTextFormat.Property.FontSizeAdjustment.value
_END = QTextCursor.MoveOperation.EndOfBlock


class LocalDocument(QTextDocument):
    """A document that loads nothing that it names: no file, no address."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setUndoRedoEnabled(False)

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


class MarkdownView(QTextBrowser):
    """A read-only text of Markdown; links are text, and lead nowhere."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocument(LocalDocument(self))
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_markdown(self, text: str) -> None:
        """Show a text; a very long one without its Markdown."""
        if len(text) > LONGEST:
            self.document().setPlainText(text)
        else:
            self.document().setMarkdown(text, _FEATURES)
            self._soften_headings()

    def _soften_headings(self) -> None:
        """Show headings in the program's weight, those of the first kind a little larger."""
        block = self.document().begin()
        while block.isValid():
            if level := block.blockFormat().headingLevel():
                look = QTextCharFormat()
                look.setProperty(_SIZE, 1 if level == 1 else 0)
                look.setFontWeight(QFont.Weight.DemiBold)
                cursor = QTextCursor(block)
                cursor.movePosition(_END, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(look)
            block = block.next()

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None
