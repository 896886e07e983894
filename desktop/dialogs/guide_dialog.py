"""The window of the guide, which can stay open beside the program's own."""

from __future__ import annotations

import re
from importlib.resources import files

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.layouts import column
from desktop.widgets.markdown_view import LocalTextView

LANGUAGE = "search.md"
_PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n+", re.MULTILINE)
# Other pages of the documentation do not come with the program.
_ASIDE = re.compile(rf" \(\[[^]]*\]\((?!{LANGUAGE})[^)]*\)\)| \[[^]]*\]\([^)]*\)\.$", re.MULTILINE)
_LINK = re.compile(rf"\[([^]]*)\]\((?!{LANGUAGE})[^)]*\)")


def guide_text() -> str:
    """Return the guide as Markdown without pictures and without links to what is not here."""
    text = (files("resources") / "guide.md").read_text("utf-8")
    return _LINK.sub(r"\1", _ASIDE.sub("", _PICTURE.sub("", text)))


class GuideDialog(FittedDialog):
    """Shows the guide; a link to the search language opens that.

    Signals:
        language_requested: the search language is to be shown.
    """

    language_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Guide")
        self.text = LocalTextView("Guide", self)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.document().setDocumentMargin(space(self, 5))
        self.text.setMarkdown(guide_text())
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        column(self.text, parent=self, margin=0)
        self.resize(space(self, 170), space(self, 180))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            # Links have the colour that they were read with.
            place = self.text.verticalScrollBar().value()
            self.text.setMarkdown(guide_text())
            self.text.verticalScrollBar().setValue(place)

    def _on_anchor_clicked(self, link: QUrl) -> None:
        if link.toString() == LANGUAGE:
            self.language_requested.emit()
