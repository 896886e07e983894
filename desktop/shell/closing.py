"""The question of a window that is to go while the library does not answer."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.text_format import shortened
from validators.messages import count_of

DELAY_MS = 5_000


class ClosingController(QObject):
    """Asks, from time to time, whether to wait for a library that does not answer.

    Signals:
        given_up: the window is to go at once, whatever is lost.
    """

    given_up = Signal()

    def __init__(
        self, session: DeckSession, library_worker: LibraryWorker, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._library_worker, self._window = session, library_worker, window
        self.timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self.timer.timeout.connect(self._on_delay_ended)
        self._requested: object = None
        self._box: QMessageBox | None = None

    def begin(self) -> None:
        """Wait for what the library was asked last, for a while without a question."""
        if self._box is None and not self.timer.isActive():
            self._requested = self._library_worker.current_request
            self.timer.start()

    def end(self) -> None:
        """Ask nothing any more: the window goes."""
        self.timer.stop()
        box, self._box = self._box, None
        if box is not None:
            box.close()

    def _on_delay_ended(self) -> None:
        if self._library_worker.current_request is not self._requested:
            # It answers, if slowly; or all is done, and the window waits for something else.
            if self._library_worker.busy:
                self.begin()
            return
        if self._requested is not None:
            self._ask()

    def _ask(self) -> None:
        box = self._box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle("Closing")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"The library does not answer. {self._lost()}")
        wait = box.addButton("Wait", QMessageBox.ButtonRole.RejectRole)
        leave = box.addButton("Close anyway", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(wait)
        box.setEscapeButton(wait)
        box.finished.connect(lambda: self._answered(box, leave=box.clickedButton() is leave))
        box.finished.connect(box.deleteLater)
        box.open()

    def _lost(self) -> str:
        """Say what would be lost if the window went now."""
        lost = [f"“{shortened(each.deck.name)}”" for each in self._session.decks if each.unsaved]
        if changes := self._library_worker.pending_changes:
            lost.append(count_of(changes, "other change" if lost else "change"))
        if not lost:
            return "Nothing that you changed is lost if you close now."
        return f"If you close now, this may not be kept: {', '.join(lost)}."

    def _answered(self, box: QMessageBox, *, leave: bool) -> None:
        if box is not self._box:
            return
        self._box = None
        if leave:
            self.given_up.emit()
        else:
            self.begin()
