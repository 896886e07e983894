"""A line above the page that shows what could not be done, until it is dismissed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from carddb.errors import AppError
from desktop.style.fonts import space
from desktop.style.palette import blend, colours_of
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from validators.problem import Severity


class Banner(QWidget):
    """Shows the sentences and hints of AppErrors.

    The errors of the last command are hidden by the next one (`clear_command`); a state, such as
    a library that is not open, is shown until it is over (`clear_state`).

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
        self.dismiss.clicked.connect(self._on_dismiss_clicked)
        gap = space(self, 2)
        text = column(self.sentence, self.hint, spacing=0)
        layout = row(sign, (text, 1), self.retry, self.dismiss, spacing=gap)
        layout.setContentsMargins(gap * 2, gap, gap * 2, gap)
        self.setLayout(layout)
        self._errors: tuple[AppError, ...] = ()
        self._states: dict[str, AppError] = {}
        self.retry.hide()
        self.hide()

    def show_error(self, *errors: AppError, retry: bool = False) -> None:
        """Show what a command could not do; with `retry`, it can be tried again."""
        self._errors = errors
        self.retry.setVisible(retry)
        self._show()

    def show_state(self, name: str, error: AppError) -> None:
        """Show an error that lasts, in place of another of that name."""
        self._states[name] = error
        self._show()

    def clear_command(self) -> None:
        """Hide what the last command could not do."""
        self.show_error()

    def clear_state(self, name: str) -> None:
        """Hide an error that is over."""
        self._states.pop(name, None)
        self._show()

    def _on_dismiss_clicked(self) -> None:
        self._states.clear()
        self.clear_command()

    def _show(self) -> None:
        errors = (*self._errors, *self._states.values())
        self.sentence.setText("\n".join(dict.fromkeys(error.sentence for error in errors)))
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
