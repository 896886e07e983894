"""A line above the numbers: how they were found, or how far the search for them is."""

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
STALE = "The numbers are those before the change."


class StatusLine(QWidget):
    """Shows "exact", or how many hands; while an answer takes long, a progress bar and Cancel."""

    def __init__(
        self,
        query: BackgroundQuery[Any, Any],
        describe: Callable[[Any], str],
        nothing: str = "",
        busy: str = "Counting hands…",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._query = query
        self._describe = describe
        self._nothing = nothing
        self._busy = busy
        self.exact = label(EXACT, Size.SMALL, weight=QFont.Weight.DemiBold)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(space(self, 30), space(self, 2))
        self.bar.setAccessibleName(busy.rstrip("…"))
        self.cancel = QPushButton("Cance&l")
        self.again = QPushButton("Count aga&in")
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(DELAY_MS)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(space(self, 1))
        layout.addWidget(self.exact)
        layout.addWidget(self.words, 1)
        for part in (self.bar, self.cancel, self.again):
            part.setObjectName("small")
            layout.addWidget(part)
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
            return f"{query.error.sentence} {query.error.hint}".strip()
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
