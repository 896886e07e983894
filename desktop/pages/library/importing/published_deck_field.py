"""The field that fetches a published deck of ThronesDB by its number."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget
from typing_extensions import override

from carddb.address import chosen_server
from carddb.errors import AppError
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.style.fonts import space


class PublishedDeckField(QWidget):
    """Fetches in the background when asked; a second press stops it.

    Signals:
        fetched: a deck is here (what to call it, its JSON as bytes).
        failed: it could not be had (a sentence).
    """

    fetched = Signal(str, bytes)
    failed = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None, source: str = "") -> None:
        super().__init__(parent)
        self._tasks, self.source = tasks, source or chosen_server()
        self._task: Task | None = None
        self.number = QLineEdit(self)
        self.number.setAccessibleName("ThronesDB number")
        self.number.setPlaceholderText("ThronesDB number or address")
        self.number.setToolTip(
            "A published deck of thronesdb.com, by its number or the address of its page."
            " Only this asks the net, and only when you press Fetch."
        )
        self.fetch = QPushButton("Fe&tch", self)
        self.fetch.setAutoDefault(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(space(self, 2))
        row.addWidget(self.number, 1)
        row.addWidget(self.fetch)
        self.fetch.clicked.connect(self._on_fetch_clicked)
        self.number.textChanged.connect(self._show_button)
        self._show_button()

    def stop(self) -> None:
        """Give up what is being fetched."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._show_button()

    def _show_button(self) -> None:
        busy = self._task is not None
        self.fetch.setText("S&top" if busy else "Fe&tch")
        self.fetch.setEnabled(busy or bool(self.number.text().strip()))

    def _on_fetch_clicked(self) -> None:
        if self._task is not None:
            self.stop()
            return
        # The network is not imported before it is wanted.
        from carddb.decklist_download import deck_number  # noqa: PLC0415

        try:
            number = deck_number(self.number.text())
        except AppError as error:
            self.failed.emit(f"{error.sentence} {error.hint}".strip())
            return
        self._task = Task(partial(_fetched, number, self.source))
        self._task.succeeded.connect(self._on_fetched)
        self._task.failed.connect(self._on_failed)
        self._tasks.start(self._task)
        self._show_button()

    def _on_fetched(self, answer: tuple[int, bytes]) -> None:
        if self.sender() is self._task:
            self._task = None
            self.number.clear()
            self._show_button()
            self.fetched.emit(f"ThronesDB {answer[0]}", answer[1])

    def _on_failed(self, error: Exception) -> None:
        if self.sender() is not self._task:
            return
        self._task = None
        self._show_button()
        if not isinstance(error, AppError):
            raise error
        self.failed.emit(f"{error.sentence} {error.hint}".strip())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.number.hasFocus():
            event.accept()  # the dialog would take it for "Add"
            self._on_fetch_clicked()
            return
        super().keyPressEvent(event)


def _fetched(number: int, source: str, progress: Progress) -> tuple[int, bytes]:
    from carddb.decklist_download import published_deck  # noqa: PLC0415 - not before it is wanted

    def received(count: int, announced: int | None) -> None:
        progress(count, announced or 0)

    return number, published_deck(number, source, received=received)
