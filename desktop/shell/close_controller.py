"""Closing the window: everything is saved first, also by a library that does not answer at once."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from core.text_format import count_of
from desktop.session.deck_session import DeckSession, quoted
from desktop.session.library_worker import LibraryWorker
from desktop.shell.deck_controller import DeckController

DELAY_MS = 5_000


class CloseController(QObject):
    """Closes the window once all is saved; asks, from time to time, whether to wait for that."""

    def __init__(
        self,
        session: DeckSession,
        library_worker: LibraryWorker,
        deck_controller: DeckController,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._library_worker = session, library_worker
        self._deck_controller, self._window = deck_controller, window
        self._changes_handled = self._forced = False
        self.timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self.timer.timeout.connect(self._on_timeout)
        self._request: object = None
        self._box: QMessageBox | None = None

    def may_close(self) -> bool:
        """Return whether the window may close now; otherwise it is closed again later."""
        if not self._forced and self._must_wait():
            self._wait()
            return False
        self.timer.stop()
        box, self._box = self._box, None
        if box is not None:
            box.close()
        return True

    def _must_wait(self) -> bool:
        """Save everything first; return whether there was anything to save."""
        if not self._changes_handled and any(each.unsaved for each in self._session.decks):
            self._deck_controller.save_before(self._session.decks, self._on_changes_handled)
            return True
        if self._library_worker.unfinished:
            self._library_worker.finish(self._close_again)
            return True
        return False

    def _on_changes_handled(self) -> None:
        self._changes_handled = True
        self._close_again()

    def _close_again(self) -> None:
        if self._window.isVisible():  # it may have been closed twice
            self._window.close()

    def _wait(self) -> None:
        """Wait for the library's current request, for a while without a question."""
        if self._box is None and not self.timer.isActive():
            self._request = self._library_worker.current_request
            self.timer.start()

    def _on_timeout(self) -> None:
        if self._library_worker.current_request is not self._request:
            # It answers, if slowly; or all is done, and the window waits for something else.
            if self._library_worker.busy:
                self._wait()
        elif self._request is not None:
            self._ask()

    def _ask(self) -> None:
        box = self._box = QMessageBox(self._window, textFormat=Qt.TextFormat.PlainText)
        box.setWindowTitle("Closing")
        box.setText(f"The library does not answer. {self._losses()}")
        wait = box.addButton("Wait", QMessageBox.ButtonRole.RejectRole)
        force = box.addButton("Close anyway", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(wait)
        box.setEscapeButton(wait)
        box.finished.connect(lambda: self._on_finished(box, force=box.clickedButton() is force))
        box.finished.connect(box.deleteLater)
        box.open()

    def _losses(self) -> str:
        lost = [quoted(each.deck.name) for each in self._session.decks if each.unsaved]
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
            self._forced = True
            self._close_again()
        else:
            self._wait()
