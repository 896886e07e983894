"""The banner above the pages: errors of the last command and states that stay."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.errors import AppError
from desktop.style.fonts import space
from desktop.widgets.message_bar import NOT_DONE, BarAction, MessageBar


class Banner(MessageBar):
    """Shows the sentences and hints of AppErrors.

    The errors of the last command are hidden by the next one (`clear_command`); a state, such as
    a library that is not open, is shown until it is over (`clear_state`).
    """

    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Its ground leaves a margin below and at the right.
        self.setContentsMargins(0, 0, space(self, 2), space(self, 2))
        self.dismiss.clicked.connect(self._on_dismiss_clicked)
        self._errors: tuple[AppError, ...] = ()
        self._states: dict[str, AppError] = {}
        self._retry: BarAction | None = None

    def show_error(self, *errors: AppError, retry: bool = False) -> None:
        """Show the errors of a command; with `retry`, there is a button to try again."""
        self._errors = errors
        self._retry = BarAction("Try again", self.retry_requested.emit) if retry else None
        self._show_errors()

    def show_lasting(self, name: str, error: AppError) -> None:
        """Show the error of a state that lasts, in place of another of that name."""
        self._states[name] = error
        self._show_errors()

    def clear_command(self) -> None:
        """Hide the errors of the last command."""
        self.show_error()

    def clear_state(self, name: str) -> None:
        """Hide the error of a state that is over."""
        self._states.pop(name, None)
        self._show_errors()

    def _on_dismiss_clicked(self) -> None:
        self._states.clear()
        self.clear_command()

    def _show_errors(self) -> None:
        errors = (*self._errors, *self._states.values())
        if not errors:
            self.hide()
            return
        sentences = "\n".join(dict.fromkeys(error.sentence for error in errors))
        hints = " ".join(dict.fromkeys(error.hint for error in errors if error.hint))
        self._show(sentences, NOT_DONE, self._retry, hints)
