"""One line over the numbers: how they were found, or how far the search for them is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label

# What takes no longer than this (milliseconds) shows no progress.
DELAY_MS = 500

EXACT = "exact"
BEFORE = "The numbers are those before the change."


class StatusLine(QWidget):
    """Says "exact", or how many hands; while an answer is long in coming, a bar and Cancel."""

    def __init__(
        self,
        computing: BackgroundQuery[Any, Any],
        words: Callable[[Any], str],
        nothing: str = "",
        doing: str = "Counting hands…",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._computing = computing
        self._words = words
        self._nothing = nothing
        self._first = {QueryState.COMING: doing, QueryState.STOPPED: "Stopped."}
        self.exact = label(EXACT, Size.SMALL, weight=QFont.Weight.DemiBold)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(space(self, 30), space(self, 2))
        self.bar.setAccessibleName(doing.rstrip("…"))
        self.cancel = QPushButton("Cance&l")
        self.again = QPushButton("Count aga&in")
        for button in (self.cancel, self.again):
            button.setObjectName("small")
            button.hide()
        self.bar.hide()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(DELAY_MS)
        self._lay_out()
        self._delay.timeout.connect(self._on_delay_ended)
        self.cancel.clicked.connect(computing.stop)
        self.again.clicked.connect(computing.retry)
        computing.changed.connect(self._show)
        computing.progressed.connect(self._on_progressed)
        self._show()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self.exact)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.bar)
        layout.addWidget(self.cancel)
        layout.addWidget(self.again)
        # As high with its buttons as without, so that nothing below it jumps.
        self.setMinimumHeight(self.cancel.sizeHint().height())

    def _show(self) -> None:
        computing = self._computing
        coming = computing.state is QueryState.COMING
        if coming and not self._delay.isActive() and self.bar.isHidden():
            self._delay.start()
        if not coming:
            self._delay.stop()
            self.bar.hide()
        self._show_buttons()
        told = self._told()
        rest = told.removeprefix(EXACT)
        self.exact.setVisible(rest != told)
        self.words.setText(rest.strip())

    def _show_buttons(self) -> None:
        over = self._computing.state in {QueryState.STOPPED, QueryState.FAILED}
        focused = self.cancel.hasFocus()
        self.again.setVisible(over)
        if focused and over:
            self.again.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._computing.state is not QueryState.COMING:
            self.cancel.hide()

    def _told(self) -> str:
        computing = self._computing
        if computing.state is QueryState.FRESH:
            return self._words(computing.answer)
        if computing.state is QueryState.FAILED and computing.error is not None:
            return f"{computing.error.sentence} {computing.error.hint}".strip()
        if computing.answer is None:
            return self._first.get(computing.state, self._nothing)
        return f"{self._first.get(computing.state, '')} {BEFORE}".strip()

    def _on_delay_ended(self) -> None:
        self.bar.setRange(0, 0)
        self.bar.show()
        self.cancel.show()

    def _on_progressed(self, done: int, total: int) -> None:
        if done:
            self.bar.setRange(0, total)
            self.bar.setValue(done)
