"""What tabs of the odds share, and the line above numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QWidget

from decks.deck import Deck, Slots
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import row
from goldfish.queries import (
    HandsAnswer,
    HandsQuestion,
    OrdersQuestion,
    RoundsAnswer,
    RoundsQuestion,
    SeeAnswer,
    SeeQuestion,
)
from goldfish.rounds.report import OrdersReport

# What takes no longer than this (milliseconds) shows no progress.
DELAY_MS = 500

EXACT = "exact"
STALE = "These numbers are from before the change."

HandsQuery: TypeAlias = BackgroundQuery[HandsQuestion, HandsAnswer]
SeeQuery: TypeAlias = BackgroundQuery[SeeQuestion, SeeAnswer]
RoundsQuery: TypeAlias = BackgroundQuery[RoundsQuestion, RoundsAnswer]
OrdersQuery: TypeAlias = BackgroundQuery[OrdersQuestion, OrdersReport]


class OddsTab(QWidget):
    """What the tabs of the odds share.

    Signals:
        changed: the user chose something that other answers follow from.
        failed: a chart could not be saved (the AppError).
    """

    changed = Signal()
    failed = Signal(Exception)

    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        """Show what can be chosen of a deck; hands are drawn from `slots`."""

    def clear(self) -> None:
        """Drop what was chosen: another deck is shown."""


class StatusLine(QWidget):
    """Shows "exact", or how many hands; while an answer takes long, a progress bar and Cancel."""

    def __init__(
        self,
        query: BackgroundQuery[Any, Any],
        describe: Callable[[Any], str],
        nothing: str = "",
        busy: str = "Counting hands…",
    ) -> None:
        super().__init__()
        self._query, self._describe = query, describe
        self._nothing, self._busy = nothing, busy
        self.exact = label(EXACT, Size.SMALL, weight=QFont.Weight.DemiBold)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.bar = QProgressBar(self, textVisible=False)
        self.bar.setFixedHeight(space(self, 2))
        self.bar.setMinimumWidth(space(self, 10))
        self.bar.setMaximumWidth(space(self, 30))
        self.bar.setAccessibleName(busy.rstrip("…"))
        self.cancel = QPushButton("Cance&l")
        self.again = QPushButton("Count aga&in")
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        buttons = (self.bar, self.cancel, self.again)
        row(self.exact, (self.words, 1), *buttons, parent=self, margin=0, spacing=space(self, 1))
        for part in buttons:
            part.setObjectName("small")
            part.hide()
        # As high with its buttons as without, so that nothing below it jumps.
        self.setMinimumHeight(self.cancel.sizeHint().height())
        self._delay.timeout.connect(self._on_delay_ended)
        self.cancel.clicked.connect(query.stop)
        self.again.clicked.connect(query.retry)
        query.changed.connect(self._show)
        query.progressed.connect(self._on_progressed)
        self._show()

    def _show(self) -> None:
        state = self._query.state
        over = state in {QueryState.STOPPED, QueryState.FAILED}
        self.again.setVisible(over)
        if over and self.cancel.hasFocus():
            self.again.setFocus(Qt.FocusReason.OtherFocusReason)
        if state is not QueryState.COMING:
            self._delay.stop()
            self.bar.hide()
            self.cancel.hide()
        elif not self._delay.isActive() and self.bar.isHidden():
            self._delay.start()
        text = self._text()
        rest = text.removeprefix(EXACT)
        self.exact.setVisible(rest != text)
        self.words.setText(rest.strip())

    def _text(self) -> str:
        query = self._query
        if query.state is QueryState.FRESH:
            return self._describe(query.answer)
        if query.state is QueryState.FAILED and query.error is not None:
            return query.error.text
        states = {QueryState.COMING: self._busy, QueryState.STOPPED: "Stopped."}
        if query.answer is None:
            return states.get(query.state, self._nothing)
        return f"{states.get(query.state, '')} {STALE}".strip()

    def _on_delay_ended(self) -> None:
        self.bar.setRange(0, 0)
        self.bar.show()
        self.cancel.show()

    def _on_progressed(self, done: int, total: int) -> None:
        if done:
            self.bar.setRange(0, total)
            self.bar.setValue(done)


def show_words(line: QLabel, words: str) -> None:
    """Show words in a line that takes no space without them."""
    line.setText(words)
    line.setVisible(bool(words))
