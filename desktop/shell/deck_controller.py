"""The commands on whole decks: new, open, save, close, export, print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import Edition, Faction
from core.errors import AppError
from core.files import file_name, write_file
from decks.deck import Deck
from decks.deck_name import automatic_name
from decks.report import Reading
from desktop.pages.builder.deck.deck_model import Grouping
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import Task, TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession, DeckSource, OpenDeck, quoted
from desktop.widgets.copy_as_menu import QR_CODE
from desktop.widgets.qr_code_image import encode_png
from library.deck_files import own_text

if TYPE_CHECKING:
    from decks.deck_shape import DeckShape
    from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
    from desktop.dialogs.export_dialog import ExportDialog
    from desktop.dialogs.simple_dialogs import DialogContext


SAVE_FILTER, PICTURE_FILTER = "Deck (*.json)", "Picture (*.png)"
Then = Callable[[], None]
Button = QMessageBox.StandardButton


class DeckFileSaver(QObject):
    """Saves the session's decks in files, or as pictures, and asks before changes are lost.

    Signals:
        failed: a file could not be written (the AppError).
        saved: the deck on screen was saved in a file (the path).
    """

    failed = Signal(Exception)
    saved = Signal(str)

    def __init__(
        self, session: DeckSession, settings: Settings, tasks: TaskRunner, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._settings = session, settings
        self._tasks, self._window = tasks, window

    def save(self, then: Then | None = None) -> None:
        """Save the deck on screen in its file; ask for one where it has none."""
        current = self._session.current
        if current is not None and current.path is not None:
            self._write(current.path, then)
        else:
            self.save_as(then)

    def save_as(self, then: Then | None = None) -> None:
        deck = self._session.deck
        if deck is None:
            return
        title = f"Save {quoted(deck.name)}"
        self._choose_file(title, SAVE_FILTER, deck, lambda path: self._write(path, then))

    def save_picture(self, grouping: Grouping) -> None:
        """Ask for a file and save the deck on screen in it, its piles grouped in this way."""
        deck, title = self._session.deck, "Save the deck as a picture"
        if deck is not None:
            save = partial(self._write_picture, grouping)
            self._choose_file(title, PICTURE_FILTER, deck, save)

    def _choose_file(
        self, title: str, kinds: str, deck: Deck, save: Callable[[Path], None]
    ) -> None:
        """Ask for a file of a kind, which is named after the deck at first, and save in it."""
        from desktop.dialogs.simple_dialogs import ask_for_file  # noqa: PLC0415 - when asked for

        name = file_name(deck.name, kinds.partition("*")[2].rstrip(")"))
        ask_for_file(title, self._settings.last_folder, name, save, self._window, kinds)

    def ask_to_save(self, decks: Sequence[OpenDeck], then: Then) -> None:
        """Ask what happens to unsaved changes; call `then` once they are saved or discarded."""
        unsaved = [each for each in decks if each.unsaved]
        if not unsaved:
            then()
            return
        names = ", ".join(quoted(each.deck.name) for each in unsaved)
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
        self._session.mark_saved(path)
        self.report(path)
        if then is not None:
            then()

    def _write_picture(self, grouping: Grouping, path: Path) -> None:
        """Paint the deck on screen now; a worker turns that into a file."""
        from desktop.pages.builder.deck.deck_picture import DeckPicture  # noqa: PLC0415 - when asked for

        deck, cards = self._session.deck, self._session.cards
        if deck is None or cards is None:
            return
        try:
            image = DeckPicture(deck, cards.pack_name, grouping).image()
        except AppError as error:
            self.failed.emit(error)
            return
        task = Task(lambda _: write_file(path, encode_png(image), waits=False))
        task.succeeded.connect(lambda _: self.report(path))
        task.failed.connect(self._on_failed)
        self._tasks.start(task)

    def report(self, path: Path) -> None:
        """Say that a file was saved, and begin there next time."""
        self._settings.last_folder = str(path.parent)
        self.saved.emit(str(path))

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):  # the task runner announces a bug
            self.failed.emit(error)


FILTER = "Deck lists (*.txt *.json *.o8d *.md *.csv *.sevenplots);;All files (*)"


class DeckController(QObject):
    """Does what the user asks for with whole decks, with the dialogs that this needs.

    Signals:
        files_chosen: deck files are to be opened (a list of paths).
        done: something was done that the window does not show otherwise (a sentence).
        deck_begun: a new deck is on screen.
    """

    files_chosen = Signal(list)
    done = Signal(str)
    deck_begun = Signal()

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
        session.taken_names = self._taken_names
        self.file_saver = DeckFileSaver(session, settings, tasks, window)

    def choose_files(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(
            self._window, "Open a deck", self._settings.last_folder, FILTER
        )
        if chosen:
            self.files_chosen.emit(chosen)

    def new_deck(self) -> None:
        """Ask for the edition and faction of a new deck and put it on screen."""
        from desktop.dialogs.simple_dialogs import NewDeckDialog  # noqa: PLC0415 - when asked for

        cards, deck = self._session.cards, self._session.deck
        if cards is None:
            return
        edition = deck.edition if deck else self._settings.edition
        dialog = NewDeckDialog(cards, edition, self._window, self._own_agendas)

        def on_accepted() -> None:
            if dialog.agenda:
                self._begin_like_own_decks(dialog.deck, dialog.agenda, cards.pools)
            else:
                self._add(dialog.deck, save=bool(dialog.form.values["name"]))

        dialog.accepted.connect(on_accepted)
        dialog.open()

    def _own_agendas(self, edition: Edition, faction: Faction | None) -> Mapping[str, int]:
        """Return the agendas of a faction's decks in the usual format, with numbers of decks."""
        from library.own_shape import agendas_of  # noqa: PLC0415 - when asked for

        decks = self._autosaver.library_worker.contents.decks
        return agendas_of(decks, edition, faction, self._settings.format_of(edition))

    def _begin_like_own_decks(self, deck: Deck, agenda: str, pools: Pools) -> None:
        """Put a new deck on screen that is based on the library's decks with an agenda."""
        from library.own_shape import begun_like, decks_like  # noqa: PLC0415 - when asked for

        decks = self._autosaver.library_worker.contents.decks
        empty = replace(deck, format=self._settings.format_of(deck.edition))
        ids = decks_like(decks, deck.edition, deck.faction, agenda, empty.format)

        def on_begun(answer: tuple[Deck, DeckShape]) -> None:
            begun, shape = answer
            self._add(begun, save=True)
            self.done.emit(f"{agenda}: {shape.words}")

        self._autosaver.ask(
            lambda library: begun_like(library, ids, empty, agenda, pools), on_begun
        )

    def open_sample(self, number: int) -> None:
        """Put a sample deck on screen; it is replaced by the next one unless it is changed."""
        if self._session.cards is not None:
            sample = self._session.cards.samples[number]
            self._session.open_from([DeckSource(sample, preview=True)])

    def save(self) -> None:
        """Save the deck on screen now: in the library, and in its own file if it has one."""
        current = self._session.current
        if current is None:
            return
        if current.path is not None or not self._autosaver.ready:
            self.file_saver.save()
        if self._autosaver.ready and self._session.may_edit():
            message = f"{quoted(current.deck.name)} is saved in the library."
            self._autosaver.save(current, lambda: self.done.emit(message))

    def close(self, index: int) -> None:
        """Close an open deck once its changes are saved."""
        if not 0 <= index < len(self._session.decks):
            return
        deck = self._session.decks[index]

        def close() -> None:
            if deck in self._session.decks:
                self._session.close_deck(self._session.decks.index(deck))

        self.save_before([deck], close)

    def close_current(self) -> None:
        self.close(self._session.index)

    def save_before(self, decks: Sequence[OpenDeck], then: Callable[[], None]) -> None:
        """Call `then` once changes are in the library; where they cannot be, ask the user."""
        if not any(each.unsaved for each in decks):
            then()
            return
        # A deck may be changed once more while it is being saved.
        again = partial(self.save_before, decks, then)
        self._autosaver.save_all(again, lambda: self.file_saver.ask_to_save(decks, then))

    def show_next(self, steps: int) -> None:
        """Show the open deck `steps` places after this one, or before it if `steps` is negative."""
        if self._session.decks:
            self._session.show_deck((self._session.index + steps) % len(self._session.decks))

    def export(self) -> None:
        from desktop.dialogs.export_dialog import ExportDialog  # noqa: PLC0415 - when asked for

        self._open_preview(ExportDialog)

    def share(self) -> None:
        from desktop.dialogs.export_dialog import ShareDialog  # noqa: PLC0415 - when asked for

        deck = self._session.deck
        if deck is not None:
            dialog = ShareDialog(deck, self._settings.last_folder, self._window)
            dialog.saved.connect(lambda paths: self.file_saver.report(paths[0]))
            dialog.open()

    def copy_as(self, code: str) -> None:
        from desktop.dialogs.export_dialog import copy_decks  # noqa: PLC0415 - when asked for

        current, context = self._session.current, self.context
        if code == QR_CODE:
            self.share()
        elif current is not None and context is not None:
            self.done.emit(copy_decks([current.to_store(current.state)], context, code))

    @property
    def context(self) -> DialogContext | None:
        from desktop.dialogs.simple_dialogs import DialogContext  # noqa: PLC0415 - when asked for

        cards, folder = self._session.cards, self._settings.last_folder
        worker = self._autosaver.library_worker
        today = self._session.today
        return DialogContext(cards, self._tasks, today, folder, worker) if cards else None

    def print_sheet(self) -> None:
        from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog  # noqa: PLC0415 - when asked for

        self._open_preview(DeckSheetDialog)

    def print_proxies(self, cards: Sequence[Card]) -> None:
        """Print proxies of some cards."""
        from desktop.dialogs.proxies_dialog import ProxiesDialog, proxies_of_cards  # noqa: PLC0415 - when asked for

        if (context := self.context) is not None:
            dialog = ProxiesDialog(proxies_of_cards(cards), context, self._window)
            dialog.pane.saved.connect(lambda paths: self.file_saver.report(paths[0]))
            dialog.open()

    def _open_preview(self, dialog_class: Callable[..., ExportDialog | DeckSheetDialog]) -> None:
        context, current = self.context, self._session.current
        if context is None or current is None:
            return
        dialog = dialog_class([current.to_store(current.state)], context, self._window)
        dialog.saved.connect(lambda paths: self.file_saver.report(paths[0]))
        dialog.open()

    def _add(self, deck: Deck, *, save: bool) -> None:
        """Put a new deck on screen; save it now, or with its first change."""
        name = deck.name or automatic_name(deck, self._taken_names(new=True))
        new = replace(deck, name=name, format=self._settings.format_of(deck.edition))
        self._session.open_from([DeckSource(Reading(new, ()), unsaved=save)], verb="Create")
        self.deck_begun.emit()
        self._autosaver.save_all()

    def _taken_names(self, *, new: bool = False) -> set[str]:
        """Return the names of all decks but the one on screen; also its name for a `new` deck."""
        current = None if new else self._session.current
        own = current.stored.id if current and current.stored else None
        stored = self._autosaver.library_worker.contents.decks
        opened = (each.deck.name for each in self._session.decks if each is not current)
        return {*opened, *(each.name for each in stored if each.id != own)}
