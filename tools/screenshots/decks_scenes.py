"""The Decks page and its dialogs, over a library with some forty decks."""

from __future__ import annotations

from typing import cast

from carddb.catalogue import sample_decks
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pages.library.sidebar import SidebarEntry, SidebarKind
from desktop.shell.main_window import DECKS
from tools.screenshots.album import SIZES, Album, wait_until
from tools.screenshots.lists import FAULTY, LEGAL


def scenes(album: Album) -> None:
    """Take every scene of the Decks page."""
    decks, window = album.window.decks, album.window
    window.show_page(DECKS)
    wait_until(lambda: decks.verdicts.complete and not decks.waiting)
    names = ("Wolves, second version", "Wolves without friends")
    ids = [deck.id for deck in window.library_worker.contents.decks if deck.name in names]
    decks.table.select(ids)
    decks.table.setFocus()
    album.take("decks")
    _import(album)
    _hand_out(album)
    decks.controller.tag(decks.selected())
    album.take_over("tags", album.dialog())
    decks.sidebar.choose(SidebarEntry(SidebarKind.BIN, ""))
    album.take("decks-bin", SIZES[:1])
    decks.controller.empty_bin()
    album.take_over("empty-bin", album.dialog())
    decks.sidebar.choose(SidebarEntry(SidebarKind.ALL, ""))


def _import(album: Album) -> None:
    """Take the import dialog with a list of every kind of line."""
    album.window.decks.import_files([])
    dialog = cast(ImportDialog, album.dialog())
    sample = next(each for each in sample_decks() if each.name == LEGAL[2])
    file = album.home / f"{sample.name}.txt"
    file.write_text(sample.text, "utf-8")
    dialog.paste.setPlainText(FAULTY)
    dialog.add_files([file])
    wait_until(lambda: dialog.add.text() != "Reading…")
    album.take_over("import", dialog)


def _hand_out(album: Album) -> None:
    """Take the dialogs that give decks away: export, sheet, and the difference of two."""
    controller = album.window.decks.controller
    decks = {deck.name: deck for deck in album.window.library_worker.contents.decks}
    controller.export([decks["The Wall at the table"]])
    export = cast(ExportDialog, album.dialog())
    wait_until(lambda: bool(export.preview.toPlainText()))
    album.take_over("export", export)
    controller.print_sheet([decks["Wolves, second version"]])
    sheet = cast(DeckSheetDialog, album.dialog())
    sheet.event_name.setText("Winterfell Open")
    wait_until(lambda: sheet.preview_data is not None)
    album.take_over("sheet-dialog", sheet)
    controller.compare(decks["Wolves of Winter (WotN)"], decks["Wolves without friends"])
    album.take_over("compare", album.dialog())
