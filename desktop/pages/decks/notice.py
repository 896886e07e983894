"""A calm line over the table: what was done, and how to take it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from typing_extensions import override

from desktop import icons
from desktop.colours import blend, colours_of
from desktop.typeface import space
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from validators.problem import Severity


class Notice(QWidget):
    """Says what was done, or what could not be; shows itself until it is dismissed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._take_back: Callable[[], None] | None = None
        self._failed = False
        self._sign = GlyphLabel(space(self, 4), self)
        self.words = label(wraps=True)
        self.undo = QPushButton("&Undo")
        self.undo.clicked.connect(self._on_undo_clicked)
        self.dismiss = QPushButton("Dismiss")
        self.dismiss.clicked.connect(self.hide)
        gap = space(self, 2)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(gap, gap // 2, gap, gap // 2)
        layout.setSpacing(gap)
        layout.addWidget(self._sign)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.undo)
        layout.addWidget(self.dismiss)
        self.hide()

    def tell(self, words: str, undo: Callable[[], None] | None = None) -> None:
        """Say what was done; `undo` takes it back where the user wants that."""
        self._show(words, Glyph(icons.LEGAL, tint=True, words="Done"), undo, failed=False)

    def tell_failure(self, words: str, again: Callable[[], None] | None = None) -> None:
        """Say what could not be done; `again` tries it once more where that makes sense."""
        sign = Glyph(icons.of_severity(Severity.ERROR), Severity.ERROR, "Could not be done")
        self._show(words, sign, again, failed=True)

    def _show(
        self, words: str, sign: Glyph, undo: Callable[[], None] | None, *, failed: bool
    ) -> None:
        self._take_back, self._failed = undo, failed
        self._sign.show_glyphs([sign])
        self.words.setText(words)
        self.undo.setText("Tr&y again" if failed else "&Undo")
        self.undo.setVisible(undo is not None)
        self.show()
        self.update()

    def _on_undo_clicked(self) -> None:
        self.hide()
        if self._take_back is not None:
            self._take_back()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        over = colours.illegal if self._failed else colours.legal
        painter.fillRect(self.rect(), blend(colours.panel, over, 0.10))
        painter.end()
