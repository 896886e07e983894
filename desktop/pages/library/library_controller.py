"""What the actions of the Decks page do: changes of the library in a worker, and the dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.text_format import shortened
from decks.deck import Deck
from decks.diff import Outline, outline
from desktop.dialogs.simple_dialogs import (
    ConfirmDialog,
    DialogContext,
    NameDialog,
    TagsDialog,
)
from desktop.pages.library.decks_table import Decks, deck_count, decks_are, named, titled
from desktop.pages.library.sidebar import SidebarEntry, SidebarKind
from desktop.runtime.settings import Settings
from desktop.session.deck_session import NAMELESS
from desktop.session.library_worker import LibraryWorker
from desktop.widgets.copy_as_menu import QR_CODE
from desktop.widgets.message_bar import BarAction, MessageBar
from library.deck_values import Folder, LibraryDeck, StoredDeck

if TYPE_CHECKING:
    from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
    from desktop.dialogs.export_dialog import ExportDialog, ShareDialog
    from desktop.pages.library.import_dialog import ImportDialog
    from desktop.pages.library.study_dialog import StudyDialog
    from library.library import Library

    SavingDialog: TypeAlias = ExportDialog | DeckSheetDialog | ShareDialog | StudyDialog

# Decks that are read in one request to the library worker: saving comes in between.
_SLICE = 100
# As many decks are opened at once after an import.
MOST_OPENED = 8


def _ids(decks: Decks) -> list[str]:
    return [deck.id for deck in decks]


class LibraryController(QObject):
    """Changes the library, and opens the dialogs of the page.

    Signals:
        added: decks were added (their ids); they are shown once the contents are read.
        imported: decks were imported (the StoredDecks, the id of their folder or None).
        open_requested: decks are to be opened for editing (their ids).
    """

    added = Signal(list)
    imported = Signal(object, object)
    open_requested = Signal(list)

    def __init__(
        self,
        library_worker: LibraryWorker,
        message_bar: MessageBar,
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._library_worker, self._message_bar = library_worker, message_bar
        self._settings, self._window = settings, window
        self._change = library_worker.change
        self.context: DialogContext | None = None

    def import_(
        self, paths: Sequence[Path] = (), folder_id: str | None = None, text: str = ""
    ) -> None:
        """Open the import dialog, reading these files and folders, or this text, at once."""
        dialog = self._open_import(folder_id)
        if dialog is None:
            return
        if paths:
            dialog.add_files(paths)
        if text:
            dialog.paste.setPlainText(text)

    def import_published(self, address: str, folder_id: str | None, *, fetch: bool) -> None:
        """Open the import dialog with the address of a published deck, and fetch it if wanted."""
        dialog = self._open_import(folder_id)
        if dialog is not None:
            dialog.published.show_address(address, fetch=fetch)

    def copy_as(self, decks: Decks, code: str) -> None:
        """Copy decks in a format, or show the QR code of one."""
        from desktop.dialogs.export_dialog import copy_decks  # noqa: PLC0415 - rarely needed

        def on_read(opened: list[LibraryDeck], context: DialogContext) -> None:
            if code == QR_CODE:
                self._share(opened[0], context)
            else:
                self._message_bar.show_message(copy_decks(opened, context, code))

        self._read(decks[:1] if code == QR_CODE else decks, on_read)

    def _share(self, opened: LibraryDeck, context: DialogContext) -> None:
        from desktop.dialogs.export_dialog import ShareDialog  # noqa: PLC0415 - rarely needed

        self._open(ShareDialog(opened.deck, context.folder, self._window))

    def _open_import(self, folder_id: str | None) -> ImportDialog | None:
        from desktop.pages.library.import_dialog import ImportDialog  # noqa: PLC0415 - rarely needed

        if self.context is None:
            return None
        dialog = ImportDialog(self.context, self._window)
        dialog.set_folders(self._library_worker.contents.folders, folder_id)
        dialog.add_requested.connect(self._on_add_requested)
        dialog.folder_used.connect(self._on_folder_used)
        dialog.open()
        return dialog

    def add_copy(self, deck: Deck) -> None:
        """Add a published deck to the library, and open it."""
        self._on_add_requested([outline(deck)], None)

    def rename(self, deck_id: str, name: str) -> None:
        self._change(lambda library: library.decks.rename(deck_id, name))

    def duplicate(self, decks: Decks) -> None:
        names = {deck.id: f"{deck.name or NAMELESS} (copy)" for deck in decks}
        self._change(
            lambda library: [library.decks.duplicate(*each) for each in names.items()],
            self._on_added,
        )

    def tag(self, decks: Decks) -> None:
        dialog = TagsDialog(decks, self._library_worker.contents.tags, self._window)
        dialog.tagged.connect(
            lambda tags: self._change(lambda library: library.decks.tag_all(tags))
        )
        dialog.open()

    def move(self, decks: Decks, folder_id: str | None) -> None:
        before: dict[str | None, list[str]] = {}
        for deck in decks:
            before.setdefault(deck.folder_id, []).append(deck.id)
        folder = self._library_worker.contents.folder_name(folder_id)
        where = f"in “{shortened(folder)}”" if folder else "in no folder"

        def undo(library: Library) -> None:
            for folder_before, ids in before.items():
                library.decks.move(ids, folder_before)

        self._change_and_report(
            lambda library: library.decks.move(_ids(decks), folder_id),
            f"{decks_are(decks)} {where}.",
            lambda: self._change(undo),
        )

    def drop(self, deck_ids: Sequence[str], entry: SidebarEntry) -> None:
        """Do what dropping decks on an entry of the sidebar does."""
        contents = self._library_worker.contents
        decks = [deck for deck in contents.decks if deck.id in set(deck_ids)]
        if not decks:
            return
        match entry.kind:
            case SidebarKind.FOLDER | SidebarKind.ALL:
                self.move(decks, entry.key or None)
            case SidebarKind.TAG:
                tags = {deck.id: (*deck.tags, entry.key) for deck in decks}
                self._change(lambda library: library.decks.tag_all(tags))
            case SidebarKind.BIN:
                self.throw_away(decks)

    def add_folder(self, decks: Decks = ()) -> None:
        dialog = NameDialog("New folder", "Add the folder", parent=self._window)

        def on_added(folder: Folder) -> None:
            if decks:
                self.move(decks, folder.id)

        dialog.named.connect(
            lambda name: self._change(lambda library: library.folders.add(name), on_added)
        )
        dialog.open()

    def rename_folder(self, folder: SidebarEntry) -> None:
        dialog = NameDialog("Rename the folder", "Rename", folder.label, self._window)
        dialog.named.connect(
            lambda name: self._change(lambda library: library.folders.rename(folder.key, name))
        )
        dialog.open()

    def remove_folder(self, folder: SidebarEntry) -> None:
        """Remove a folder; its decks stay."""
        ids = _ids(list(filter(folder.contains, self._library_worker.contents.decks)))

        def undo(library: Library) -> None:
            library.decks.move(ids, library.folders.add(folder.label).id)

        self._change_and_report(
            lambda library: library.folders.remove(folder.key),
            f"The folder “{shortened(folder.label)}” is removed; its decks are in no folder.",
            lambda: self._change(undo),
        )

    def compare(self, *decks: StoredDeck) -> None:
        """Open the dialog with the difference of two decks, or with more side by side."""
        from desktop.dialogs.compare_dialog import DeckTableDialog  # noqa: PLC0415 - rarely needed

        ids = _ids(decks)

        def on_read(outlines: list[Outline]) -> None:
            context = self.context
            if len(outlines) == 2:
                self.compare_outlines(*outlines)
            elif context is not None:
                DeckTableDialog(outlines, context.cards, self._window, context.folder).open()

        self._library_worker.ask(
            lambda library: [library.decks.outline(deck_id) for deck_id in ids], on_read
        )

    def compare_outlines(self, one: Outline, other: Outline) -> None:
        from desktop.dialogs.compare_dialog import CompareDialog  # noqa: PLC0415 - rarely needed

        if self.context is not None:
            CompareDialog(one, other, self.context.cards, self._window).open()

    def show_missing(self, decks: Decks) -> None:
        from desktop.dialogs.collection_dialogs import MissingDialog  # noqa: PLC0415 - rarely needed

        if self.context is not None and decks:
            MissingDialog(decks, self._library_worker, self.context, self._window).open()

    def export(self, decks: Decks) -> None:
        from desktop.dialogs.export_dialog import ExportDialog  # noqa: PLC0415 - rarely needed

        self._open_with(decks, ExportDialog)

    def print_sheet(self, decks: Decks) -> None:
        from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog  # noqa: PLC0415 - rarely needed

        self._open_with(decks, DeckSheetDialog)

    def study(self, decks: Decks) -> None:
        from desktop.pages.library.study_dialog import StudyDialog  # noqa: PLC0415 - rarely needed

        library = self._library_worker.library
        if library is not None:
            self._open_with(decks, partial(StudyDialog, library.home))

    def throw_away(self, decks: Decks) -> None:
        ids, worker = _ids(decks), self._library_worker
        self._change_and_report(
            lambda library: library.decks.throw_away(ids),
            f"{decks_are(decks)} in the bin.",
            lambda: self.take_back(decks),
            lambda: set(_ids(worker.contents.binned)).issuperset(ids),
        )

    def take_back(self, decks: Decks) -> None:
        ids, worker = _ids(decks), self._library_worker

        def on_taken_back(_: None) -> None:
            self.added.emit(ids)
            self._message_bar.show_message(
                f"{decks_are(decks)} restored.",
                holds=lambda: not set(_ids(worker.contents.binned)).intersection(ids),
            )

        worker.change(lambda library: library.decks.take_back(ids), on_taken_back)

    def empty_bin(self) -> None:
        """Delete for good what is in the bin, once the user confirms it."""
        dialog = ConfirmDialog(
            "Empty the bin?",
            f"{named(self._library_worker.contents.binned)} will be deleted for good, with all"
            " versions. Games that were played with them stay in the log.",
            "Delete for good",
            self._window,
        )
        dialog.confirmed.connect(
            lambda: self._change(
                lambda library: library.decks.empty_bin(),
                lambda count: self._message_bar.show_message(
                    f"{deck_count(count)} deleted for good."
                ),
            )
        )
        dialog.open()

    def _change_and_report(
        self,
        work: Callable[[Library], None],
        text: str,
        undo: Callable[[], None],
        holds: Callable[[], bool] | None = None,
    ) -> None:
        self._change(work, lambda _: self._message_bar.show_message(text, undo, holds))

    def _open_with(
        self,
        decks: Decks,
        make: Callable[[list[LibraryDeck], DialogContext, QWidget], SavingDialog],
    ) -> None:
        """Read decks, then open a dialog with them."""

        def on_read(opened: list[LibraryDeck], context: DialogContext) -> None:
            self._open(make(opened, context, self._window))

        self._read(decks, on_read)

    def _open(self, dialog: SavingDialog) -> None:
        dialog.saved.connect(lambda paths: self._on_folder_used(str(paths[0].parent)))
        dialog.open()

    def _read(self, decks: Decks, done: Callable[[list[LibraryDeck], DialogContext], None]) -> None:
        """Read decks with their cards, some at a time."""
        context = self.context
        if context is None or not decks:
            return
        ids, opened = _ids(decks), list[LibraryDeck]()

        def read_slice(library: Library) -> list[LibraryDeck]:
            slice_ = ids[len(opened) : len(opened) + _SLICE]
            return [library.decks.open(each, context.cards.pools) for each in slice_]

        def on_slice_read(some: list[LibraryDeck]) -> None:
            opened.extend(some)
            if len(opened) < len(ids):
                self._library_worker.ask(read_slice, on_slice_read)
                return
            plans = self._library_worker.contents.plans
            done([titled(each, plans) for each in opened], context)

        self._library_worker.ask(read_slice, on_slice_read)

    def _on_folder_used(self, folder: str) -> None:
        self._settings.last_folder = folder
        if self.context is not None:
            self.context = replace(self.context, folder=folder)

    def _on_add_requested(self, decks: list[Outline], folder_id: str | None) -> None:
        self._change(
            lambda library: library.decks.add_all(decks, folder_id=folder_id),
            lambda stored: self._on_imported(stored, folder_id),
        )

    def _on_imported(self, stored: Decks, folder_id: str | None) -> None:
        """Open one deck; of several, say that they are selected, and offer to open them."""
        self.imported.emit(stored, folder_id)
        self.added.emit(_ids(stored))
        first = stored[:MOST_OPENED]
        words = "&Open" if first == stored else f"&Open the first {len(first)}"
        further = BarAction(words, lambda: self.open_requested.emit(_ids(first)))
        if len(stored) == 1:
            self.open_requested.emit(_ids(stored))
        done = "is imported" if len(stored) == 1 else "are imported and selected here"
        self._message_bar.show_message(
            f"{named(stored)} {done}.", lambda: self.throw_away(stored), further=further
        )

    def _on_added(self, stored: Decks) -> None:
        self.added.emit(_ids(stored))
        self._message_bar.show_message(f"{named(stored)} added.", lambda: self.throw_away(stored))
