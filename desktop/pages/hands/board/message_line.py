"""The line under the header: what was just done, or why something could not be."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from carddb.errors import AppError
from desktop.style.fonts import space
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from validators.problem import Severity


class MessageLine(QWidget):
    """Words in one line; a refusal has a sign. It offers to deal a changed deck.

    Signals:
        again_requested: the changed deck is to be dealt.
    """

    again_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = GlyphLabel(space(self, 4), self)
        self._sign.show_glyphs([Glyph("sign/note", Severity.WARNING, "Not possible")])
        self.words = label(wraps=True)
        self.words.setAccessibleName("Message")
        self.again = QPushButton("Deal again with the changed deck")
        self.again.setObjectName("small")
        self.again.clicked.connect(self.again_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self._sign)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.again)
        self.setMinimumHeight(self.again.sizeHint().height())
        self.again.hide()
        self._sign.hide()

    def say(self, words: str) -> None:
        """Say what was done."""
        self._show(words)
        self._sign.hide()

    def refuse(self, error: AppError) -> None:
        """Say why something could not be done."""
        self._show(" ".join(filter(None, (error.sentence, error.hint))))
        self._sign.show()

    @property
    def refuses(self) -> bool:
        """Whether the words are a refusal."""
        return not self._sign.isHidden()

    def _show(self, words: str) -> None:
        self.words.setText(words)
        self.words.setToolTip(words)
        self.words.setAccessibleDescription(words)
