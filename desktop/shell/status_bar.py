"""The status bar: what is being done, what was done, or where the cards are from."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QProgressBar, QStatusBar, QWidget

from carddb.terms import Edition
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.labels import OneLine
from desktop.widgets.message_bar import MESSAGE_MS

DELAY_MS = 300


class StatusBar(QStatusBar):
    """A line of text, with a progress bar while something takes longer than a moment.

    A message is shown for a while; then comes back what was shown before it.
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
        """Return what is shown."""
        return self._text.text()

    def show_text(self, text: str) -> None:
        """Show a sentence for as long as it is so."""
        self.message_timer.stop()
        self._lasting = text
        self._text.setText(text)

    def show_message(self, text: str) -> None:
        """Show for a while what was done."""
        self._text.setText(text)
        self.message_timer.start()

    def show_progress(self, done: int, total: int) -> None:
        """Show how many of the cards are loaded."""
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
    """Return where the cards come from, in a line."""
    second, first = len(cards.pools[Edition.SECOND]), len(cards.pools[Edition.FIRST])
    line = (
        f"{second + first:,} cards: {second:,} of the second edition, {cards.origin}, "
        f"and {first:,} of the first"
    )
    return f"{line}. {cards.note}" if cards.note else line
