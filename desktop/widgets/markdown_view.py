"""Text views that open no file and no address that their text names, and one for Markdown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QWidget
from typing_extensions import override

# Laying out Markdown takes a while where it is nested or has tables; what has more letters, or
# more lines and cells, is shown as it is written. What is longer still is cut.
LONGEST, LONGEST_SHOWN = 20_000, 50_000
_MOST_PARTS = 1_000
# Qt breaks lines at words, for which a word of a whole page takes it seconds.
_LONGEST_WORD = 500
_FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_SIZE = QTextFormat.Property.FontSizeAdjustment.value
_DESCRIPTION = QTextFormat.Property.ImageAltText.value
_OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
_END = QTextCursor.MoveOperation.EndOfBlock


def wrap_mode(text: str) -> QTextOption.WrapMode:
    """Return how lines of a text are broken: between words, or anywhere if a word is very long."""
    if max(map(len, text.split()), default=0) > _LONGEST_WORD:
        return QTextOption.WrapMode.WrapAnywhere
    return QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class LocalDocument(QTextDocument):
    """A document that loads nothing that it names and shows no images."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setUndoRedoEnabled(False)
        # Qt's handler of images opens their files by itself, whatever `loadResource` returns.
        self.documentLayout().unregisterHandler(QTextFormat.ObjectTypes.ImageObject.value)

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


class LocalTextView(QTextBrowser):
    """A read-only text that loads nothing; a link only emits `anchorClicked`.

    A subclass whose text has colours and sizes of its own overrides `set_text`.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocument(LocalDocument(self))
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)

    def set_text(self) -> None:
        """Set the text again, in the colours and the font of the moment."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            place = self.verticalScrollBar().value()
            self.set_text()
            self.verticalScrollBar().setValue(place)


class MarkdownView(LocalTextView):
    """A text of Markdown without HTML; images are their descriptions, links lead nowhere."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_markdown(self, text: str) -> None:
        """Show a text; a very long one without its Markdown, and its beginning alone."""
        self.clear()  # Qt would lay out the previous text in the new mode
        self.setWordWrapMode(wrap_mode(text))
        if len(text) > LONGEST_SHOWN:
            self.document().setPlainText(f"{text[:LONGEST_SHOWN]}…")
        elif len(text) > LONGEST or text.count("\n") + text.count("|") > _MOST_PARTS:
            self.document().setPlainText(text)
        else:
            self.document().setMarkdown(text, _FEATURES)
            cursor = QTextCursor(self.document())
            cursor.beginEditBlock()
            self._describe_images()
            self._soften_headings()
            cursor.endEditBlock()

    def _describe_images(self) -> None:
        """Replace each image by its description."""
        cursor = QTextCursor(self.document())
        while not (cursor := self.document().find(_OBJECT, cursor)).isNull():
            image = cursor.charFormat().toImageFormat()
            cursor.insertText(image.stringProperty(_DESCRIPTION), QTextCharFormat())

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
