"""What the actions of the Decks page do: the library's part in a worker, and the dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from decks.diff import Outline
from desktop.dialogs.dialog_context import DialogContext
from desktop.dialogs.simple_dialogs import ConfirmDialog, NameDialog, TagsDialog
from desktop.runtime.settings import Settings
from desktop.session.library_worker import LibraryWorker
from desktop.session.open_deck import NAMELESS
from desktop.session.text_format import shortened
from desktop.widgets.message_bar import MessageBar
from library.deck_values import Folder, OpenDeck, StoredDeck

if TYPE_CHECKING:
    from library.library import Library

Window = TypeVar("Window", bound=QDialog)
Decks = Sequence[StoredDeck]
# So many are read at a time: what is to be kept meanwhile comes in between.
_SLICE = 100


def counted(number: int) -> str:
    """Return a number of decks in words."""
    return f"{number:,} deck{'s' * (number != 1)}"


def named(decks: Decks) -> str:
    """Return the name of one deck, or how many there are."""
    if len(decks) != 1:
        return counted(len(decks))
    return f"“{shortened(decks[0].name)}”" if decks[0].name else NAMELESS


class LibraryController(QObject):
    """Does what the user asks of some decks.

    Signals:
        added: decks were added (their ids); they are shown as soon as the lists are read.
        open_requested: a deck is to be opened for editing (its id).
        dialog_opened: a dialog is on screen (the QDialog).
        folder_visited: files were chosen or saved in a folder (its path).
    """

    added = Signal(list)
    open_requested = Signal(str)
    dialog_opened = Signal(object)
    folder_visited = Signal(str)

    def __init__(
        self, library_worker: LibraryWorker, message_bar: MessageBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._library_worker, self._notice, self._window = library_worker, message_bar, window
        self.context: DialogContext | None = None

    def new(self, settings: Settings) -> None:
        """Ask for the edition and faction of a new deck, add it and open it.

        It begins with the edition and the format that are preferred.
        """
        from desktop.dialogs.new_deck_dialog import NewDeckDialog  # noqa: PLC0415 - when asked for

        if self.context is None:
            return
        dialog = NewDeckDialog(self.context.cards, settings.edition, self._window)

        def added(stored: StoredDeck) -> None:
            self.added.emit([stored.id])
            self.open_requested.emit(stored.id)

        def accepted() -> None:
            deck = replace(dialog.deck, format=settings.format_of(dialog.edition))
            self._library_worker.change(lambda library: library.decks.add(deck), added)

        dialog.accepted.connect(accepted)
        self._open(dialog)

    def import_(self, paths: Sequence[Path] = (), folder_id: str | None = None) -> None:
        """Open the import dialog, reading these files and folders at once."""
        from desktop.pages.library.importing.import_dialog import ImportDialog  # noqa: PLC0415 - when asked for

        if self.context is None:
            return
        dialog = ImportDialog(self.context, self._window)
        dialog.offer_folders(self._library_worker.contents.folders, folder_id)
        dialog.add_requested.connect(self._on_add_requested)
        dialog.folder_visited.connect(self.folder_visited)
        self._open(dialog)
        if paths:
            dialog.take_files(paths)

    def rename(self, deck_id: str, name: str) -> None:
        """Give a deck another name."""
        self._library_worker.change(lambda library: library.decks.rename(deck_id, name))

    def duplicate(self, decks: Decks) -> None:
        """Add a copy of each deck."""

        def copied(library: Library) -> list[StoredDeck]:
            return [
                library.decks.duplicate(deck.id, f"{deck.name or NAMELESS} (copy)")
                for deck in decks
            ]

        self._library_worker.change(copied, self._on_added)

    def tag(self, decks: Decks) -> None:
        """Let the user tick tags."""
        dialog = TagsDialog(decks, self._library_worker.contents.tags, self._window)

        def tagged(chosen: dict[str, tuple[str, ...]]) -> None:
            self._library_worker.change(lambda library: library.decks.tag_all(chosen))

        dialog.tagged.connect(tagged)
        self._open(dialog)

    def move(self, decks: Decks, folder_id: str | None) -> None:
        """Put decks into a folder, or out of every folder."""
        ids = [deck.id for deck in decks]
        before: dict[str | None, list[str]] = {}
        for deck in decks:
            before.setdefault(deck.folder_id, []).append(deck.id)
        where = self._library_worker.contents.folder_name(folder_id)
        words = f"{named(decks)} is" if len(decks) == 1 else f"{named(decks)} are"
        words = f"{words} in “{shortened(where)}”." if where else f"{words} in no folder."

        def back(library: Library) -> None:
            for folder, those in before.items():
                library.decks.move(those, folder)

        self._library_worker.change(
            lambda library: library.decks.move(ids, folder_id),
            lambda _: self._notice.tell(words, lambda: self._library_worker.change(back)),
        )

    def add_folder(self, decks: Decks = ()) -> None:
        """Ask for a folder's name, add it, and put decks into it."""
        dialog = NameDialog("New folder", "Add the folder", parent=self._window)

        def moved(folder: Folder) -> None:
            if decks:
                self.move(decks, folder.id)

        dialog.named.connect(
            lambda name: self._library_worker.change(
                lambda library: library.folders.add(name), moved
            )
        )
        self._open(dialog)

    def rename_folder(self, folder_id: str, name: str) -> None:
        """Ask for another name of a folder."""
        dialog = NameDialog("Rename the folder", "Rename", name, self._window)
        dialog.named.connect(
            lambda new: self._library_worker.change(
                lambda library: library.folders.rename(folder_id, new)
            )
        )
        self._open(dialog)

    def remove_folder(self, folder_id: str, name: str) -> None:
        """Remove a folder; its decks stay."""
        ids = [
            deck.id for deck in self._library_worker.contents.decks if deck.folder_id == folder_id
        ]

        def back(library: Library) -> None:
            library.decks.move(ids, library.folders.add(name).id)

        words = f"The folder “{shortened(name)}” is removed; its decks are in no folder."
        self._library_worker.change(
            lambda library: library.folders.remove(folder_id),
            lambda _: self._notice.tell(words, lambda: self._library_worker.change(back)),
        )

    def compare(self, one: StoredDeck, other: StoredDeck) -> None:
        """Show what makes one deck out of another."""
        from desktop.dialogs.compare_dialog import CompareDialog  # noqa: PLC0415 - when asked for

        def read(library: Library) -> tuple[Outline, Outline]:
            return library.decks.outline(one.id), library.decks.outline(other.id)

        def shown(outlines: tuple[Outline, Outline]) -> None:
            if self.context is not None:
                self._open(CompareDialog(*outlines, self.context.cards, self._window))

        self._library_worker.ask(read, shown)

    def export(self, decks: Decks) -> None:
        """Open the export dialog."""
        from desktop.dialogs.export_dialog import ExportDialog  # noqa: PLC0415 - when asked for

        def shown(opened: list[OpenDeck], context: DialogContext) -> None:
            dialog = ExportDialog(opened, context, self._window)
            dialog.saved.connect(lambda paths: self.folder_visited.emit(str(paths[0].parent)))
            self._open(dialog)

        self._with_opened(decks, shown)

    def print_sheet(self, decks: Decks) -> None:
        """Open the sheet dialog."""
        from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog  # noqa: PLC0415 - when asked for

        def shown(opened: list[OpenDeck], context: DialogContext) -> None:
            dialog = DeckSheetDialog(opened, context, self._window)
            dialog.saved.connect(lambda path: self.folder_visited.emit(str(Path(path).parent)))
            self._open(dialog)

        self._with_opened(decks, shown)

    def throw_away(self, decks: Decks) -> None:
        """Put decks into the bin, and offer to take them back."""
        ids = [deck.id for deck in decks]
        are = "is" if len(decks) == 1 else "are"
        words = f"{named(decks)} {are} in the bin."

        def there() -> bool:
            return {deck.id for deck in self._library_worker.contents.binned}.issuperset(ids)

        self._library_worker.change(
            lambda library: library.decks.throw_away(ids),
            lambda _: self._notice.tell(words, lambda: self.take_back(decks), there),
        )

    def take_back(self, decks: Decks) -> None:
        """Take decks out of the bin."""
        ids = [deck.id for deck in decks]
        are = "is" if len(decks) == 1 else "are"

        def there() -> bool:
            return {deck.id for deck in self._library_worker.contents.decks}.issuperset(ids)

        def told(_: None) -> None:
            self.added.emit(ids)
            self._notice.tell(f"{named(decks)} {are} back.", holds=there)

        self._library_worker.change(lambda library: library.decks.take_back(ids), told)

    def empty_bin(self) -> None:
        """Ask, and delete for good what is in the bin."""
        decks = self._library_worker.contents.binned
        dialog = ConfirmDialog(
            "Empty the bin?",
            f"{named(decks)} will be deleted for good, with all versions."
            " Games that were played with them stay in the log.",
            "Delete for good",
            self._window,
        )
        dialog.confirmed.connect(
            lambda: self._library_worker.change(
                lambda library: library.decks.empty_bin(),
                lambda gone: self._notice.tell(f"{counted(gone)} deleted for good."),
            )
        )
        self._open(dialog)

    def _with_opened(
        self, decks: Decks, shown: Callable[[list[OpenDeck], DialogContext], None]
    ) -> None:
        context = self.context
        if context is None or not decks:
            return
        ids, pools = [deck.id for deck in decks], context.cards.pools
        opened: list[OpenDeck] = []

        def read(library: Library) -> list[OpenDeck]:
            some = ids[len(opened) : len(opened) + _SLICE]
            return [library.decks.open(each, pools) for each in some]

        def done(some: list[OpenDeck]) -> None:
            opened.extend(some)
            if len(opened) < len(ids):
                self._library_worker.ask(read, done)
            else:
                shown(opened, context)

        self._library_worker.ask(read, done)

    def _on_add_requested(self, decks: list[Outline], folder_id: str | None) -> None:
        self._library_worker.change(
            lambda library: library.decks.add_all(decks, folder_id=folder_id), self._on_added
        )

    def _on_added(self, stored: Decks) -> None:
        self.added.emit([deck.id for deck in stored])
        decks = list(stored)
        self._notice.tell(f"{named(stored)} added.", lambda: self.throw_away(decks))

    def _open(self, dialog: QDialog) -> None:
        dialog.open()
        self.dialog_opened.emit(dialog)
