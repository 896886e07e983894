"""Saves the deck on screen as a picture: asks for a file, paints, and writes in the background."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from carddb.errors import AppError
from carddb.file_names import file_name
from carddb.files import write_file
from desktop.pages.builder.deck.deck_picture import DeckPicture, encode_png
from desktop.pages.builder.deck.deck_rows import Grouping
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession

ENDING = ".png"


class DeckPictureSaver(QObject):
    """Saves pictures of decks, as they were when the file was chosen.

    Signals:
        saved: a picture was written (the path).
        failed: it could not be (the AppError).
    """

    saved = Signal(str)
    failed = Signal(Exception)

    def __init__(
        self, session: DeckSession, settings: Settings, tasks: TaskRunner, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._settings, self._tasks = session, settings, tasks
        self._window = window

    def choose_file(self, grouping: Grouping) -> None:
        """Ask for a file and save the deck on screen in it, its piles grouped in this way."""
        deck = self._session.deck
        if deck is None:
            return
        name = file_name(deck.name, ENDING)
        start = str(Path(self._settings.last_folder) / name)
        dialog = QFileDialog(self._window, "Save the deck as a picture", start, "Picture (*.png)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ENDING)
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda path: self.save_to(Path(path), grouping))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save_to(self, path: Path, grouping: Grouping) -> None:
        """Paint the deck on screen now; a worker turns that into a file."""
        deck, cards = self._session.deck, self._session.cards
        if deck is None or cards is None:
            return
        try:
            image = DeckPicture(deck, cards.pack_name, grouping).image()
        except AppError as error:
            self.failed.emit(error)
            return

        def work(progress: Progress) -> None:
            write_file(path, encode_png(image), waits=False)

        task = Task(work)
        task.succeeded.connect(lambda: self._on_saved(path))
        task.failed.connect(self._on_failed)
        self._tasks.start(task)

    def _on_saved(self, path: Path) -> None:
        self._settings.last_folder = str(path.parent)
        self.saved.emit(str(path))

    def _on_failed(self, error: Exception) -> None:
        # Anything else is a bug, which the task runner announces.
        if isinstance(error, AppError):
            self.failed.emit(error)
