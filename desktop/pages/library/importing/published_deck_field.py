"""The field that fetches a published deck of ThronesDB by its number."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from typing_extensions import override

from carddb.address import chosen_server
from carddb.errors import AppError
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.runtime.tasks import Progress, TaskRunner
from desktop.style.fonts import space
from desktop.widgets.layouts import row

# The number of a deck, and the server that has it.
PublishedDeck = tuple[int, str]


class PublishedDeckField(QWidget):
    """Fetches in the background; pressing the button again stops it.

    Signals:
        fetched: a deck was fetched (its name here, its JSON as bytes).
        failed: it could not be fetched (a sentence).
    """

    fetched = Signal(str, bytes)
    failed = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None, source: str = "") -> None:
        super().__init__(parent)
        self.source = source or chosen_server()
        self._query: BackgroundQuery[PublishedDeck, bytes] = BackgroundQuery(
            tasks, _fetch, self, delay_ms=0
        )
        self.number = QLineEdit(self)
        self.number.setAccessibleName("ThronesDB number")
        self.number.setPlaceholderText("ThronesDB number or address")
        self.number.setToolTip(
            "A published deck of thronesdb.com, by its number or the address of its page."
            " Only Fetch goes online."
        )
        self.fetch = QPushButton("Fe&tch", self)
        self.fetch.setAutoDefault(False)
        row((self.number, 1), self.fetch, parent=self, margin=0, spacing=space(self, 2))
        self.fetch.clicked.connect(self._on_fetch_clicked)
        self.number.textChanged.connect(self._update_button)
        self._query.changed.connect(self._update_button)
        self._query.answered.connect(self._on_answered)
        self._query.failed.connect(self._show_error)
        self._update_button()

    @property
    def fetching(self) -> bool:
        """Whether a deck is being fetched."""
        return self._query.state is QueryState.COMING

    def show_address(self, address: str, *, fetch: bool) -> None:
        """Put an address into the field; fetch its deck, or leave that to one more key."""
        self.number.setText(address)
        if fetch:
            self.fetch.click()
        self.fetch.setFocus()

    def stop(self) -> None:
        """Stop fetching."""
        self._query.forget()

    def _update_button(self) -> None:
        self.fetch.setText("S&top" if self.fetching else "Fe&tch")
        self.fetch.setEnabled(self.fetching or bool(self.number.text().strip()))

    def _show_error(self, error: AppError) -> None:
        self.failed.emit(error.text)

    def _on_fetch_clicked(self) -> None:
        if self.fetching:
            self.stop()
            return
        from carddb.decklist_download import deck_number  # noqa: PLC0415 - imports the network

        try:
            number = deck_number(self.number.text())
        except AppError as error:
            self._show_error(error)
            return
        self._query.forget()  # the same deck may have changed since
        self._query.ask((number, self.source))

    def _on_answered(self, data: bytes) -> None:
        if self._query.question is not None:
            number, _ = self._query.question
            self.number.clear()
            self.fetched.emit(f"ThronesDB {number}", data)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.number.hasFocus():
            event.accept()  # the dialog would take it for "Add"
            self._on_fetch_clicked()
            return
        super().keyPressEvent(event)


def _fetch(deck: PublishedDeck, progress: Progress) -> bytes:
    from carddb.decklist_download import published_deck  # noqa: PLC0415 - imports the network

    number, source = deck
    return published_deck(
        number, source, received=lambda count, announced: progress(count, announced or 0)
    )
