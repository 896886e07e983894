"""What is done with whole decks in the window: begin, open, save, close, hand out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from decks.deck import Deck
from decks.report import Reading
from desktop.dialogs.dialog_context import DialogContext
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import OpenDeck, Source
from desktop.session.text_format import shortened
from desktop.shell.file_saving import DeckFileSaver

FILTER = "Deck lists (*.txt *.json *.o8d *.md *.csv);;All files (*)"


class DeckController(QObject):
    """Asks what needs asking and does it.

    Signals:
        files_chosen: deck files are to be opened (a list of paths).
        told: something was done that does not show by itself (a sentence).
        dialog_opened: a dialog is on screen (the QDialog).
    """

    files_chosen = Signal(list)
    told = Signal(str)
    dialog_opened = Signal(object)

    def __init__(
        self,
        session: DeckSession,
        settings: Settings,
        tasks: TaskRunner,
        autosaver: Autosaver,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._settings, self._tasks = session, settings, tasks
        self._autosaver, self._window = autosaver, window
        self.file_saver = DeckFileSaver(session, settings, window)

    def choose_files(self) -> None:
        """Let the user choose deck files in a dialog."""
        chosen, _ = QFileDialog.getOpenFileNames(
            self._window, "Open a deck", self._settings.last_folder, FILTER
        )
        if chosen:
            self.files_chosen.emit(chosen)

    def begin(self) -> None:
        """Ask for the edition and faction of a new deck and put it on screen."""
        from desktop.dialogs.new_deck_dialog import NewDeckDialog  # noqa: PLC0415 - when asked for

        cards, deck = self._session.cards, self._session.deck
        if cards is None:
            return
        edition = deck.edition if deck else self._settings.edition
        dialog = NewDeckDialog(cards, edition, self._window)
        dialog.accepted.connect(lambda: self._begin(dialog.deck))
        self._open(dialog)

    def open_sample(self, number: int) -> None:
        """Put a sample deck on screen, to be looked at until it is changed."""
        if self._session.cards is not None:
            sample = self._session.cards.samples[number]
            self._session.open_from([Source(sample, preview=True)])

    def save(self) -> None:
        """Keep the deck on screen now: in the library, and in its own file if it has one."""
        current = self._session.current
        if current is None:
            return
        if current.path is not None or not self._autosaver.ready:
            self.file_saver.save()
        if self._autosaver.ready:
            told = f"“{shortened(current.deck.name)}” is kept in the library."
            self._autosaver.save(current, lambda: self.told.emit(told))

    def close(self, index: int) -> None:
        """Close an open deck once what changed is kept."""
        if not 0 <= index < len(self._session.decks):
            return
        deck = self._session.decks[index]
        self.leave([deck], lambda: self._close(deck))

    def close_current(self) -> None:
        """Close the deck on screen."""
        self.close(self._session.index)

    def leave(self, decks: Sequence[OpenDeck], then: Callable[[], None]) -> None:
        """Go on once changes are in the library; where they cannot be, the user is asked."""
        if not any(each.unsaved for each in decks):
            then()
            return
        # What is kept in a moment may have been changed once more by then.
        again = partial(self.leave, decks, then)
        self._autosaver.save_all(again, lambda: self.file_saver.leave(decks, then))

    def next_deck(self, step: int = 1) -> None:
        """Put the open deck after the one on screen there, or the one before."""
        if self._session.decks:
            self._session.show_deck((self._session.index + step) % len(self._session.decks))

    def export(self) -> None:
        """Open the export dialog for the deck on screen."""
        from desktop.dialogs.export_dialog import ExportDialog  # noqa: PLC0415 - when asked for

        current, context = self._session.current, self._context()
        if current is None or context is None:
            return
        dialog = ExportDialog([current.to_store(current.state)], context, self._window)
        dialog.saved.connect(lambda paths: self._visit(paths[0]))
        self._open(dialog)

    def print_sheet(self) -> None:
        """Open the dialog of the deck sheet for the deck on screen."""
        from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog  # noqa: PLC0415 - when asked for

        current, context = self._session.current, self._context()
        if current is None or context is None:
            return
        dialog = DeckSheetDialog([current.to_store(current.state)], context, self._window)
        dialog.saved.connect(lambda path: self._visit(Path(path)))
        self._open(dialog)

    def _begin(self, deck: Deck) -> None:
        wanted = replace(deck, format=self._settings.format_of(deck.edition))
        self._session.open([Reading(wanted, ())], verb="Begin")
        if self._session.current is not None and self._autosaver.ready:
            self._autosaver.save(self._session.current)

    def _close(self, deck: OpenDeck) -> None:
        if deck in self._session.decks:
            self._session.close_deck(self._session.decks.index(deck))

    def _context(self) -> DialogContext | None:
        cards, session = self._session.cards, self._session
        if cards is None:
            return None
        return DialogContext(cards, self._tasks, session.today, self._settings.last_folder)

    def _visit(self, path: Path) -> None:
        self._settings.last_folder = str(path.parent)
        self.told.emit(f"Saved in {path}")

    def _open(self, dialog: QDialog) -> None:
        dialog.open()
        self.dialog_opened.emit(dialog)
