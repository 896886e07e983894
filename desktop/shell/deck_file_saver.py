"""Saving decks in files: save, save as, and the question before changes are lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from carddb.errors import AppError
from carddb.file_names import file_name
from carddb.files import write_file
from carddb.text_format import shortened
from desktop.runtime.settings import Settings
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import OpenDeck
from library.deck_files import own_text

SUFFIX = "json"
FILTER = f"Deck (*.{SUFFIX})"
Then = Callable[[], None]
Button = QMessageBox.StandardButton


class DeckFileSaver(QObject):
    """Saves the session's decks and asks before changes are lost.

    Signals:
        failed: a file could not be written (the AppError).
        saved: the deck on screen was saved in a file (the path).
    """

    failed = Signal(Exception)
    saved = Signal(str)

    def __init__(self, session: DeckSession, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._settings, self._window = session, settings, window

    def save(self, then: Then | None = None) -> None:
        """Save the deck on screen in its file; ask for one where it has none."""
        current = self._session.current
        if current is not None and current.path is not None:
            self._write(current.path, then)
        else:
            self.save_as(then)

    def save_as(self, then: Then | None = None) -> None:
        """Ask for a file and save the deck on screen in it."""
        deck = self._session.deck
        if deck is None:
            return
        name = file_name(deck.name, f".{SUFFIX}")
        start = str(Path(self._settings.last_folder) / name)
        dialog = QFileDialog(self._window, f"Save “{deck.name}”", start, FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX)
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda path: self._write(Path(path), then))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_to_save(self, decks: Sequence[OpenDeck], then: Then) -> None:
        """Ask what happens to unsaved changes; call `then` once they are saved or discarded."""
        unsaved = [each for each in decks if each.unsaved]
        if not unsaved:
            then()
            return
        names = ", ".join(f"“{shortened(each.deck.name)}”" for each in unsaved)
        box = QMessageBox(self._window, textFormat=Qt.TextFormat.PlainText)
        box.setWindowTitle("Unsaved changes")
        box.setText(f"{names} {'has' if len(unsaved) == 1 else 'have'} changes that are not saved.")
        box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
        box.setDefaultButton(Button.Save)
        box.button(Button.Discard).setText("Discard changes")
        box.button(Button.Discard).clicked.connect(then)
        box.accepted.connect(lambda: self._save_all(decks, then))
        box.finished.connect(box.deleteLater)
        box.open()

    def _save_all(self, decks: Sequence[OpenDeck], then: Then) -> None:
        """Save one unsaved deck after another, then call `then`; a failure ends it."""
        unsaved = next((each for each in decks if each.unsaved), None)
        if unsaved is None:
            then()
            return
        if unsaved is not self._session.current:
            self._session.show_deck(self._session.decks.index(unsaved))
        self.save(lambda: self._save_all(decks, then))

    def _write(self, path: Path, then: Then | None) -> None:
        deck = self._session.deck
        if deck is None:
            return
        try:
            write_file(path, own_text(deck).encode(), waits=False)
        except AppError as error:
            self.failed.emit(error)
            return
        self._settings.last_folder = str(path.parent)
        self._session.mark_saved(path)
        self.saved.emit(str(path))
        if then is not None:
            then()
