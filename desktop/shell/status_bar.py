"""The status bar: what is being done, what was done, or where the cards are from."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar, QWidget
from typing_extensions import override

from carddb.terms import Edition
from core.errors import AppError
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.style.palette import blend, colours_of
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import OneLine, column, label, row
from desktop.widgets.message_bar import MESSAGE_MS
from validators.problem import Severity

DELAY_MS = 300


class StatusBar(QStatusBar):
    """A line of text, with a progress bar while something takes longer than a moment.

    A message is shown for a while, then the previous text again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lasting = "Loading the cards…"
        self._text = OneLine(self._lasting, self)
        self._text.setContentsMargins(space(self, 2), 0, space(self, 2), 0)
        self.progress = QProgressBar(self, textVisible=False)
        self.progress.setFixedSize(space(self, 40), space(self, 2))
        self.progress.setRange(0, 0)
        self.progress.setAccessibleName("Loading the cards")
        self.message_timer = QTimer(self, singleShot=True, interval=MESSAGE_MS)
        self.message_timer.timeout.connect(self._on_message_ended)
        self._work = ""
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._delay.timeout.connect(self._on_delay_ended)
        self.setSizeGripEnabled(False)
        self.addWidget(self._text, 1)
        self.addWidget(self.progress)

    def text(self) -> str:
        return self._text.text()

    def show_text(self, text: str) -> None:
        """Show a sentence until the next one."""
        self.message_timer.stop()
        self._lasting = text
        self._text.setText(text)

    def show_message(self, text: str) -> None:
        """Show a message for a while."""
        self._text.setText(text)
        self.message_timer.start()

    def show_progress(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.show()

    def start_work(self, text: str) -> None:
        """Show what is being done, if it takes longer than a moment."""
        self._work = text
        self._delay.start()

    def end_work(self, cards: LoadedCards | None) -> None:
        """Show where the cards are from again."""
        self._delay.stop()
        self.progress.hide()
        if cards is not None:
            self.show_text(cards_origin(cards))

    def _on_message_ended(self) -> None:
        self._text.setText(self._lasting)

    def _on_delay_ended(self) -> None:
        self.show_text(self._work)
        self.show_progress(0, 0)


def cards_origin(cards: LoadedCards) -> str:
    second, first = len(cards.pools[Edition.SECOND]), len(cards.pools[Edition.FIRST])
    line = (
        f"{second + first:,} cards: {second:,} of the second edition, {cards.origin}, "
        f"and {first:,} of the first"
    )
    return f"{line}. {cards.note}" if cards.note else line


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
        """Show the errors of a command; with `retry`, there is a button to try again."""
        self._errors = errors
        self.retry.setVisible(retry)
        self._show()

    def show_state(self, name: str, error: AppError) -> None:
        """Show an error that lasts, in place of another of that name."""
        self._states[name] = error
        self._show()

    def clear_command(self) -> None:
        """Hide the errors of the last command."""
        self.show_error()

    def clear_state(self, name: str) -> None:
        """Hide the error of a state that is over."""
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
