"""A calm line above the page that says what could not be done, and goes when told."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.errors import AppError
from desktop.style.fonts import space
from desktop.style.palette import blend, colours_of
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from validators.problem import Severity


class Banner(QWidget):
    """Shows the sentences and hints of AppErrors until they are dismissed.

    What the last command could not do goes with the next one (`pass_over`); what lasts stays until
    it is no longer true (`take_back`).

    Signals:
        retry_requested: the user wants the failed work tried again.
    """

    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sign = GlyphLabel(space(self, 5), self)
        sign.show_glyphs([Glyph("sign/error", Severity.ERROR, "Could not be done")])
        self.sentence = label(wraps=True)
        self.hint = label(faint=True, wraps=True)
        self.retry = QPushButton("Try again")
        self.retry.clicked.connect(self.retry_requested)
        self.dismiss = QPushButton("Dismiss")
        self.dismiss.clicked.connect(self.clear)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.sentence)
        words.addWidget(self.hint)
        layout = QHBoxLayout(self)
        gap = space(self, 2)
        layout.setContentsMargins(gap * 2, gap, gap * 2, gap)
        layout.setSpacing(gap)
        layout.addWidget(sign)
        layout.addLayout(words, 1)
        layout.addWidget(self.retry)
        layout.addWidget(self.dismiss)
        self._passing: tuple[AppError, ...] = ()
        self._lasting: tuple[AppError, ...] = ()
        self.retry.hide()
        self.hide()

    def show_error(self, *errors: AppError, retry: bool = False, lasts: bool = False) -> None:
        """Show the sentences of these errors; `retry` offers to try again."""
        if lasts:
            new = {error.sentence for error in errors}
            kept = [each for each in self._lasting if each.sentence not in new]
            self._lasting = (*kept, *errors)
        else:
            self._passing = errors
        self.retry.setVisible(retry)
        self._show()

    def pass_over(self) -> None:
        """Hide what the last command could not do; what lasts is still said."""
        self._passing = ()
        self.retry.hide()
        self._show()

    def take_back(self, error: AppError) -> None:
        """Say no longer what is no longer true."""
        self._lasting = tuple(each for each in self._lasting if each.sentence != error.sentence)
        self._show()

    def clear(self) -> None:
        """Hide everything, as the user wants it."""
        self._lasting = ()
        self.pass_over()

    def _show(self) -> None:
        errors = (*self._passing, *self._lasting)
        self.sentence.setText("\n".join(error.sentence for error in errors))
        hints = dict.fromkeys(error.hint for error in errors if error.hint)
        self.hint.setText(" ".join(hints))
        self.hint.setVisible(bool(hints))
        self.setVisible(bool(errors))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), blend(colours.panel, colours.illegal, 0.10))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colours.line)
        painter.end()
