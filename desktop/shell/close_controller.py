"""Closing the window while the library does not answer: waiting, and asking whether to wait."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.text_format import shortened
from validators.messages import count_of

DELAY_MS = 5_000


class CloseController(QObject):
    """Asks, from time to time, whether to wait for a library that does not answer.

    Signals:
        forced: the window is to close at once, whatever is lost.
    """

    forced = Signal()

    def __init__(
        self, session: DeckSession, library_worker: LibraryWorker, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._library_worker, self._window = session, library_worker, window
        self.timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self.timer.timeout.connect(self._on_timeout)
        self._request: object = None
        self._box: QMessageBox | None = None

    def start(self) -> None:
        """Wait for the library's current request, for a while without a question."""
        if self._box is None and not self.timer.isActive():
            self._request = self._library_worker.current_request
            self.timer.start()

    def stop(self) -> None:
        """Ask nothing any more: the window closes."""
        self.timer.stop()
        box, self._box = self._box, None
        if box is not None:
            box.close()

    def _on_timeout(self) -> None:
        if self._library_worker.current_request is not self._request:
            # It answers, if slowly; or all is done, and the window waits for something else.
            if self._library_worker.busy:
                self.start()
        elif self._request is not None:
            self._ask()

    def _ask(self) -> None:
        box = self._box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle("Closing")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"The library does not answer. {self._losses()}")
        wait = box.addButton("Wait", QMessageBox.ButtonRole.RejectRole)
        force = box.addButton("Close anyway", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(wait)
        box.setEscapeButton(wait)
        box.finished.connect(lambda: self._on_finished(box, force=box.clickedButton() is force))
        box.finished.connect(box.deleteLater)
        box.open()

    def _losses(self) -> str:
        """Return what would be lost if the window closed now."""
        lost = [f"“{shortened(each.deck.name)}”" for each in self._session.decks if each.unsaved]
        if changes := self._library_worker.pending_changes:
            lost.append(count_of(changes, "other change" if lost else "change"))
        if not lost:
            return "Nothing that you changed is lost if you close now."
        return f"If you close now, this may not be saved: {', '.join(lost)}."

    def _on_finished(self, box: QMessageBox, *, force: bool) -> None:
        if box is not self._box:
            return
        self._box = None
        if force:
            self.forced.emit()
        else:
            self.start()
